// SPDX-License-Identifier: GPL-3.0-or-later
// The executable that belongs to a profile: its functions, and the layout of its profiles.
#ifndef PROFDIFF_IMAGE_H_
#define PROFDIFF_IMAGE_H_

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"

namespace profdiff {

// Typed indices into flat arrays. An id of one kind cannot be used as an id of another kind.

template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t value = kNone;

  Id() = default;
  explicit constexpr Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  // False for a default-constructed id, which identifies nothing.
  constexpr bool valid() const { return value != kNone; }
  friend constexpr auto operator<=>(Id, Id) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

using FunctionId = Id<struct FunctionTag>;      // index of a row of a FunctionTable
using SourceFileId = Id<struct SourceFileTag>;  // index into FunctionTable::files
using UnitId = Id<struct UnitTag>;              // index into FunctionTable::units
using ArcId = Id<struct ArcTag>;                // index into Profile::arcs or Difference::arcs
using CycleId = Id<struct CycleTag>;            // index of a cycle in a call graph; printed numbers are 1 larger

// The functions of a profile. They come from one image, or from two images whose functions were joined.

// One row of a function table. The name points into FunctionTable::storage. Rows are kept small (48 bytes), because
// tables are large and often traversed.
struct Function {
  std::string_view name;      // linkage name as spelled in the image
  std::uint64_t address = 0;  // first byte
  std::uint64_t end = 0;      // address of the last byte; a gap between functions belongs to the function before it
  // file symbol of a local symbol, or the image if FunctionTable::units_are_images; invalid if unknown
  UnitId unit = {};
  SourceFileId file = {};   // source file; invalid without line information
  std::uint32_t line = 0;   // line of the function's entry; 0 without line information
  bool is_static = false;   // true for a local symbol
  bool is_function = true;  // false for a label that is not marked as a function
  bool is_file = false;     // true if the row represents a whole object file and has the file's name (gprof's -R)
  bool is_extra = false;    // true if gprof omits the function for a reason other than its name; see IsForGprof
};

// Functions in a fixed order, addressed by FunctionId.
// Shape: for an image, address ranges are ascending and disjoint; a joined table is sorted by (name, file, address).
struct FunctionTable {
  std::vector<Function> functions;
  std::vector<std::string> files;                           // source paths, in order of first use
  std::vector<std::string_view> units;                      // names of file symbols in the symbol table, or of images
  std::vector<std::shared_ptr<const std::string>> storage;  // owns the names of functions and units
  char leading_char = '\0';       // character that the target puts before every C name; '\0' for most targets
  bool by_line = false;           // true if rows include source lines in addition to functions (gprof's -l)
  bool has_addresses = true;      // true if rows have addresses in one image; false for joined tables
  bool units_are_images = false;  // true if units are the programs and libraries of the functions
  // True if the end of the last function bounds its samples; false if it gets none, as in gprof (GPROF.md,
  // section 5.6).
  bool bounds_last = false;
  // The callee of calls through a register (gprof's -c on some machines). It is not a row, although arcs refer to it by
  // the id size(). It has only a name: it has no time, no calls, and no entry in the call graph.
  Function indirect{.name = "<indirect child>"};

  std::size_t size() const { return functions.size(); }
  const Function& operator[](FunctionId id) const { return id.value < size() ? functions[id.value] : indirect; }

  // Returns the function with `address` in its range; invalid if there is none. The table must be in address order.
  FunctionId Find(std::uint64_t address) const {
    auto after = std::upper_bound(functions.begin(), functions.end(), address,
                                  [](std::uint64_t a, const Function& f) { return a < f.address; });
    if (after == functions.begin() || address > std::prev(after)->end) return {};
    return FunctionId(static_cast<std::size_t>(std::prev(after) - functions.begin()));
  }

  // Returns the name of the function's unit: the image, or the file symbol that precedes a local symbol in the symbol
  // table. Empty if unknown.
  std::string_view UnitName(const Function& f) const {
    return f.unit.valid() ? units[f.unit.value] : std::string_view();
  }

  // Returns the source path of a function; empty if unknown.
  std::string_view FilePath(FunctionId id) const {
    SourceFileId file = (*this)[id].file;
    return file.valid() ? std::string_view(files[file.value]) : std::string_view();
  }
};

// True for the row of a source line. Such a row has time and callees, but no callers.
inline bool IsLine(const FunctionTable& table, FunctionId id) {
  return table.by_line && !table[id].is_function && table[id].file.valid();
}

struct OrderMap;  // values/ordering.h

// Selects the symbols that become functions.
enum class SymbolPolicy {
  kGprof,  // gprof's choice: compiler clones of static functions (f.isra.0, f.cold) belong to the preceding function
  kAll,    // every function in the symbol table, including clones and indirect functions, but no data objects
};

// Selects the functions whose source file and line are looked up. The lookup takes time, and listings by name do not
// need it.
enum class SourcePositions { kNone, kStatics, kAll };

// The format of numbers in the profiles of an image's program.
struct TargetLayout {
  int address_bytes = 8;  // 4 or 8
  bool big_endian = false;
  bool sign_extend = false;  // true if 32-bit addresses are signed (MIPS)
};

struct ImageOptions {
  SymbolPolicy symbols = SymbolPolicy::kGprof;
  SourcePositions positions = SourcePositions::kNone;
  bool lines = false;               // gprof's -l: adds rows for source lines, and looks up all positions
  bool omit_statics = false;        // gprof's -a: omits static functions
  bool omit_non_functions = false;  // gprof's -D: omits local labels that are not marked as functions
  // gprof's -S: a text file of symbols, in the format of nm, that replaces the image's own symbols.
  std::optional<std::string> symbol_file;
  bool text_bytes = false;  // gprof's -c: fills Image::text
  // True to read more than gprof does: code in sections other than .text, the end of the last function, static
  // functions of COFF files, and the symbols of a stripped image from its separate debug file.
  bool exact = false;
  const OrderMap* order_map = nullptr;  // gprof's -R: object files instead of functions; not allowed with a symbol file
  unsigned threads = 1;                 // number of threads; does not affect the image
  // Receives the layout as soon as the image is open, so that profiles can be read at the same time; may be empty.
  std::function<void(const TargetLayout&)> opened = {};
};

// Machines for which call instructions can be decoded.
enum class Architecture { kOther, kX86, kAarch64, kAlpha, kMips, kSparc, kVax };

struct Image {
  std::string path;
  TargetLayout layout;
  unsigned min_instruction_bytes = 1;  // distance in bytes between possible call sites; 4 on Alpha
  // Address range [begin, end) of the .text section; if there is none (ImageOptions::exact), of the largest code
  // section.
  std::uint64_t text_begin = 0;
  std::uint64_t text_end = 0;
  std::uint64_t text_offset = 0;  // byte offset of that section in the file
  Architecture architecture = Architecture::kOther;
  std::string architecture_name;  // as printed by libbfd, such as "i386:x86-64"
  std::string text;               // bytes of that section; only with ImageOptions::text_bytes; may be empty
  FunctionTable functions;
};

// Reads an executable's functions through libbfd.
// A stripped image's debug file, and sections other than .text that have its code, are reported as warnings.
// Errors: kSystem, kNotAnImage, kNoText, kTextTooLarge, kNoSymbols, kAddressSize; kBadSymbolFile.
// Source: GPROF.md, sections 3 and 5: symbol classes, skipped names, symbols with equal addresses, ends of functions.
PROFDIFF_EXPORT Image ReadImage(const std::string& path, const ImageOptions& options, Diagnostics& diagnostics);

// Returns the path of the separate file with an image's debug information, from which ReadImage takes source lines and,
// with ImageOptions::exact, the symbols of a stripped image; empty if there is no such file, or if `path` is not an
// image.
PROFDIFF_EXPORT std::string FindDebugFile(const std::string& path);

// True if `path` is a regular file that libbfd recognises as an object file. Does not throw if the file is unreadable.
PROFDIFF_EXPORT bool IsImage(const std::string& path);

// False for a function that gprof omits: a clone such as f.cold, or an indirect function.
PROFDIFF_EXPORT bool IsForGprof(const Function& function);

}  // namespace profdiff

#endif  // PROFDIFF_IMAGE_H_
