// SPDX-License-Identifier: GPL-3.0-or-later
// The program of an address trace: its load address, source lines and arrays.
// Tests: tests/unit/read/property/address_trace_test.cpp, tests/cli/check/memory.py.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_TRACE_IMAGE_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_TRACE_IMAGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/seeded_hash.h"
#include "profdiff/image.h"
#include "read/image/elf_symbols.h"
#include "read/image/variables.h"

namespace profdiff {

class TraceImage {
 public:
  static constexpr std::uint32_t kNoArray = 0xffffffff;

  // Reads an image. Errors: as for ReadImage.
  explicit TraceImage(const std::string& path);

  const Image& image() const { return image_; }
  // Names of arrays, sorted by address.
  const std::vector<std::string>& arrays() const { return arrays_; }
  // The addresses of an array in the image: [begin, end).
  struct Extent {
    std::uint64_t begin, end;
  };
  Extent ExtentOf(std::uint32_t array) const { return extents_[array]; }
  // Returns the address of a function's first instruction; nullopt for an unknown function.
  std::optional<std::uint64_t> FindFunction(std::string_view name) const;
  // Returns the index of the array at an address of the image; kNoArray if there is none.
  std::uint32_t ArrayAt(std::uint64_t address) const;
  // An array in the frame of a call: its distance from the CFA, and its size in bytes.
  struct LocalArray {
    std::uint64_t code = 0;  // the address of the function
    std::int64_t begin = 0;
    std::uint64_t bytes = 0;
    std::string name;  // "array of function"
  };
  // The arrays in frames, sorted by function and distance. Arrays that share memory in a frame are left out.
  const std::vector<LocalArray>& local_arrays() const { return local_arrays_; }
  // Functions of libraries that the program calls, by the address at which the dynamic linker stores theirs.
  const std::vector<ElfImport>& imports() const { return imports_; }
  // Returns the place of an instruction such as "make (arrays.c:20)".
  std::string PlaceOf(std::uint64_t address) const;
  const ElfLayout& layout() const { return layout_; }
  // True for an address between the first and the last loaded address of the image.
  bool Spans(std::uint64_t address) const { return begin_ <= address && address < end_; }
  // SymbolAt returns the function symbol that contains an address, even if the code there was inlined from another
  // function; null for code without a sized symbol, such as the stubs of shared libraries.
  struct Symbol {
    Extent extent;
    std::string name, file;
  };
  const Symbol* SymbolAt(std::uint64_t address) const;
  // Returns the code section at an address; null if there is none.
  const ElfLayout::Span* CodeAt(std::uint64_t address) const;

 private:
  void AddArrays(const ElfSymbolTable& symbols);
  void AddLocalArrays(const std::vector<DeclaredVariable>& variables);
  void AddSymbols(const ElfSymbolTable& symbols);

  Image image_;
  ElfLayout layout_;
  std::uint64_t begin_ = 0, end_ = 0;
  std::vector<std::string> arrays_;
  std::vector<Extent> extents_;  // by array
  std::vector<Symbol> symbols_;  // sorted by address, without overlap
  std::vector<LocalArray> local_arrays_;
  std::vector<ElfImport> imports_;
};

// Finds the load bias of a program: the difference between its addresses in memory and in the image. Valgrind chooses
// the bias, and a trace does not contain it.
//
// A program begins at its entry point and later reaches main. With the right bias, both are among the executed
// instructions, in this order, and no executed instruction is inside the image but outside its code. In addition, main
// is called from outside the image, by the C library, unless the entry point is the first instruction of the trace, as
// in a static program.
class TraceBias {
 public:
  explicit TraceBias(const TraceImage& image);

  bool is_known() const { return bias_.has_value(); }
  std::uint64_t value() const { return *bias_; }
  // Adds an executed instruction by its address in memory; not needed once the bias is known. `from` is the address of
  // the previously executed instruction.
  void See(std::uint64_t address, std::uint64_t from = 0);

 private:
  struct Candidate {
    std::uint64_t bias = 0;
    bool is_first = false;  // true if the entry point is the first instruction of the trace
  };

  bool Fits(std::uint64_t address, std::uint64_t bias) const;

  // Limits on memory and time: the largest numbers of distinct instruction addresses before main, of candidate biases,
  // and of candidates tried.
  static constexpr std::size_t kMostSeen = std::size_t{1} << 20, kMostCandidates = 256, kMostTried = 4096;

  const TraceImage& image_;
  std::uint64_t end_;  // address of main in the image or, if there is no main, of the entry point
  HashSet<std::uint64_t> seen_;
  std::vector<Candidate> candidates_;
  std::size_t tried_ = 0;
  std::optional<std::uint64_t> bias_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_TRACE_IMAGE_H_
