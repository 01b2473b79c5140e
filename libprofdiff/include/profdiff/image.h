// SPDX-License-Identifier: GPL-3.0-or-later
// The executable that belongs to a profile: its functions, and the layout of its profiles.
#ifndef PROFDIFF_IMAGE_H_
#define PROFDIFF_IMAGE_H_

#include <cstdint>
#include <functional>
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
