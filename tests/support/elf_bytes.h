// SPDX-License-Identifier: GPL-3.0-or-later
// Makes small ELF executables in memory: a symbol table and its names, with sections .text, .data and .symtab.
//
//   std::string image = ElfBytes().File("a.c").Local("helper", 0x401000).Global("main", 0x401010).bytes();
//
// The string table contains the names in the given order.
#ifndef TESTS_SUPPORT_ELF_BYTES_H_
#define TESTS_SUPPORT_ELF_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tests {

enum class SymbolType { kNone = 0, kObject = 1, kFunction = 2, kFile = 4, kIndirect = 10 };

class ElfBytes {
 public:
  static constexpr std::uint64_t kTextBegin = 0x401000;
  static constexpr std::uint64_t kTextBytes = 0x100;
  static constexpr std::uint64_t kDataBegin = 0x500000;

  enum Section { kText = 1, kData = 2, kAbsolute = 0xfff1 };

  struct Shape {
    bool wide = true;  // 64-bit
    bool big_endian = false;
    int machine = 62;  // x86-64
    bool has_text = true;
  };

  explicit ElfBytes(Shape shape) : shape_(shape) {}
  ElfBytes() : ElfBytes(Shape()) {}

  ElfBytes& Local(std::string_view name, std::uint64_t address, SymbolType type = SymbolType::kFunction,
                  Section section = kText) {
    return Add(name, address, kLocal, type, section);
  }
  ElfBytes& Global(std::string_view name, std::uint64_t address, SymbolType type = SymbolType::kFunction,
                   Section section = kText) {
    return Add(name, address, kGlobal, type, section);
  }
  ElfBytes& Weak(std::string_view name, std::uint64_t address, SymbolType type = SymbolType::kFunction,
                 Section section = kText) {
    return Add(name, address, kWeak, type, section);
  }
  ElfBytes& File(std::string_view name) { return Add(name, 0, kLocal, SymbolType::kFile, kAbsolute); }

  // Adds a local symbol whose name begins at the given offset of the string table.
  ElfBytes& LocalAt(std::uint32_t name_offset, std::uint64_t address);

  // Returns the whole file. Locals must be added before globals, as in every ELF file.
  std::string bytes() const;

 private:
  enum Binding { kLocal = 0, kGlobal = 1, kWeak = 2 };
  struct Symbol {
    std::uint32_t name;
    std::uint64_t address;
    Binding binding;
    SymbolType type;
    int section;
  };

  ElfBytes& Add(std::string_view name, std::uint64_t address, Binding binding, SymbolType type, Section section);

  Shape shape_;
  std::string names_ = std::string(1, '\0');
  std::vector<Symbol> symbols_;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_ELF_BYTES_H_
