// SPDX-License-Identifier: GPL-3.0-or-later
// The static symbol table of an ELF file, read directly. libbfd makes an object of every symbol, which for large
// programs takes more time and memory than all later processing, and does not provide the sizes of symbols.
// Source: "System V Application Binary Interface", chapter 4. Tests: tests/unit/read/image/elf_symbols_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_ELF_SYMBOLS_H_
#define PROFDIFF_READ_IMAGE_ELF_SYMBOLS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
  const char* name = "";  // lives as long as ElfSymbolTable::names
  std::uint64_t value = 0;
  std::uint64_t size = 0;
  ElfType type = ElfType::kNone;
  ElfBinding binding = ElfBinding::kLocal;
  std::uint8_t visibility = 0;  // STV_…; 2 is hidden
  std::uint32_t section = 0;    // 0: undefined; from 0xff00 on a reserved value instead of a section
};

// Memory layout of a linked file.
struct ElfLayout {
  // A section that is loaded: [begin, end).
  struct Span {
    std::uint64_t begin = 0, end = 0;
    bool is_code = false;
  };

  bool is_movable = false;  // position-independent: loaded at any address
  std::uint64_t entry = 0;  // address of the entry point
  std::vector<Span> spans;
};

class ElfSymbolTable {
 public:
  // Empty if the file is not ELF, has no symbol table, or if the table is damaged.
  static ElfSymbolTable Read(const std::string& path);

  const ElfLayout& layout() const { return layout_; }

  // Number of symbols, without the first entry of the table, which is reserved.
  std::size_t size() const { return symbols_.size() / (is_64_ ? 24 : 16); }
  ElfSymbol operator[](std::size_t index) const;

  // EM_…
  std::uint32_t machine() const { return machine_; }
  // Names by section index. Empty if they cannot be read.
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
  // Owner of the texts of section_names_. Views, not copies: many sections of a crafted file can have one long name.
  std::shared_ptr<const std::string> section_text_;
  std::vector<const char*> section_names_;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_ELF_SYMBOLS_H_
