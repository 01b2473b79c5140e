// SPDX-License-Identifier: GPL-3.0-or-later
// The executable that belongs to a profile: its functions, and the layout of its profiles.
#ifndef PROFDIFF_IMAGE_H_
#define PROFDIFF_IMAGE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/functions.h"

namespace profdiff {

struct OrderMap;  // values/ordering.h

// Selects the symbols that become functions.
enum class SymbolPolicy {
  kGprof,  // gprof's choice: compiler clones of static functions (f.isra.0, f.cold) belong to the preceding function
  kAll,    // every function in the symbol table, including clones and indirect functions, but no data objects
};

// Selects the functions whose source file and line are looked up. The lookup takes time, and listings by name do not
// need it.
enum class SourcePositions { kNone, kStatics, kAll };

struct ImageOptions {
  SymbolPolicy symbols = SymbolPolicy::kGprof;
  SourcePositions positions = SourcePositions::kNone;
  bool lines = false;               // gprof's -l: adds rows for source lines, and looks up all positions
  bool omit_statics = false;        // gprof's -a: omits static functions
  bool omit_non_functions = false;  // gprof's -D: omits local labels that are not marked as functions
  // gprof's -S: a text file of symbols, in the format of nm, that replaces the image's own symbols.
  std::optional<std::string> symbol_file;
  bool text_bytes = false;              // gprof's -c: fills Image::text
  const OrderMap* order_map = nullptr;  // gprof's -R: object files instead of functions; not allowed with a symbol file
  unsigned threads = 1;                 // number of threads; does not affect the image
};

// The format of numbers in the profiles of an image's program.
struct TargetLayout {
  int address_bytes = 8;  // 4 or 8
  bool big_endian = false;
  bool sign_extend = false;  // true if 32-bit addresses are signed (MIPS)
};

// Machines for which call instructions can be decoded.
enum class Architecture { kOther, kX86, kAarch64, kAlpha, kMips, kSparc, kVax };

struct Image {
  std::string path;
  TargetLayout layout;
  unsigned min_instruction_bytes = 1;  // distance in bytes between possible call sites; 4 on Alpha
  std::uint64_t text_begin = 0;        // address range of the .text section, [begin, end)
  std::uint64_t text_end = 0;
  std::uint64_t text_offset = 0;  // byte offset of the .text section in the file
  Architecture architecture = Architecture::kOther;
  std::string architecture_name;  // as printed by libbfd, such as "i386:x86-64"
  std::string text;               // bytes of the .text section; only with ImageOptions::text_bytes; may be empty
  FunctionTable functions;
};

// Reads an executable's functions through libbfd.
// Errors: kSystem, kNotAnImage, kNoText, kNoSymbols, kAddressSize; kBadSymbolFile.
// Source: GPROF.md, sections 3 and 5: symbol classes, skipped names, symbols with equal addresses, ends of functions.
PROFDIFF_EXPORT Image ReadImage(const std::string& path, const ImageOptions& options, Diagnostics& diagnostics);

// Reads only the TargetLayout, which is fast. Errors: as for ReadImage, except kNoSymbols and kBadSymbolFile.
PROFDIFF_EXPORT TargetLayout ReadLayout(const std::string& path);

// Returns the path of the separate file with an image's debug information, from which ReadImage takes source lines;
// empty if there is no such file, or if `path` is not an image.
PROFDIFF_EXPORT std::string FindDebugFile(const std::string& path);

// True if `path` is a regular file that libbfd recognises as an object file. Does not throw if the file is unreadable.
PROFDIFF_EXPORT bool IsImage(const std::string& path);

// False for a function that gprof omits: a clone such as f.cold, or an indirect function.
PROFDIFF_EXPORT bool IsForGprof(const Function& function);

}  // namespace profdiff

#endif  // PROFDIFF_IMAGE_H_
