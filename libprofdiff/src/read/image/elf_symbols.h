// SPDX-License-Identifier: GPL-3.0-or-later
// The static symbol table of an ELF file, read directly. libbfd creates an object for every symbol, which for large
// programs takes more time and memory than all later processing. It also does not provide the sizes of symbols. Source:
// "System V Application Binary Interface", chapter 4. Tests: tests/unit/read/image/elf_symbols_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_ELF_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_ELF_SYMBOLS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "read/file/file.h"

namespace profdiff {

enum class ElfType : std::uint8_t {
  kNone = 0,
  kObject = 1,
  kFunction = 2,
  kSection = 3,
  kFile = 4,
  kCommon = 5,
  kThreadLocal = 6,
  kRelocation = 8,
  kSignedRelocation = 9,
  kIndirectFunction = 10,
};

enum class ElfBinding : std::uint8_t { kLocal = 0, kGlobal = 1, kWeak = 2, kUnique = 10 };

struct ElfSymbol {
  const char* name = "";  // valid as long as ElfSymbolTable::names exists
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  ElfType type = ElfType::kNone;
  ElfBinding binding = ElfBinding::kLocal;
  std::uint8_t visibility = 0;  // STV_…; 2 is hidden
  std::uint32_t section = 0;    // section index; 0 if undefined; values from 0xff00 on are reserved, not indices
};

// Memory layout of a linked file.
struct ElfLayout {
  // The address range [begin, end) of a section that is loaded.
  struct Span {
    std::uint64_t begin = 0, end = 0;
    bool is_code = false;
  };

  bool is_movable = false;  // true if position-independent, so that it can be loaded at any address
  std::uint64_t entry = 0;  // address of the entry point
  std::vector<Span> spans;
};

class ElfSymbolTable {
 public:
  // Returns an empty table if the file is not ELF, has no symbol table, or has a damaged one.
  static ElfSymbolTable Read(const FileHandle& file);

  const ElfLayout& layout() const { return layout_; }

  // Number of symbols, not counting the first entry of the table, which is reserved.
  std::size_t size() const { return symbols_.size() / (is_64_ ? 24 : 16); }
  ElfSymbol operator[](std::size_t index) const;

  // The machine type: one of the constants EM_….
  std::uint32_t machine() const { return machine_; }
  // Section names by section index; empty if they cannot be read.
  const std::vector<const char*>& section_names() const { return section_names_; }
  // The string table, which owns the names of symbols.
  std::shared_ptr<const std::string> names() const { return names_; }

 private:
  friend class ElfFile;

  bool is_64_ = true;
  bool big_endian_ = false;
  std::uint32_t machine_ = 0;
  ElfLayout layout_;
  std::string symbols_;  // bytes of the symbol table, as in the file
  std::shared_ptr<const std::string> names_;
  // Owner of the strings in section_names_. They are not copied, because many sections of a crafted file can share one
  // long name.
  std::shared_ptr<const std::string> section_text_;
  std::vector<const char*> section_names_;
};

// An address in a program's data at which the dynamic linker stores the address of a symbol, such as that of a function
// of a shared library.
struct ElfImport {
  std::uint64_t address = 0;
  std::string name;
};

// Returns the imports of a 64-bit file with addends in its relocations, in the order of the file; empty for any other
// file, and where tables are damaged.
std::vector<ElfImport> ReadElfImports(const FileHandle& file);

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_ELF_SYMBOLS_H_
