// SPDX-License-Identifier: GPL-3.0-or-later
// Makes debug information in memory, for tests: entries of .debug_info, line programs, and the resulting sections.
//
//   DwarfBytes bytes;
//   std::uint64_t lines =
//       bytes.AddLines(LineProgram().File("a.c").At(0x100).Row(3).Advance(4).Row(4).Advance(4).End());
//   bytes.AddUnit({kUnit, {Text(kName, "a.c"), Offset(kStatementList, lines)}, {Function("f", 0x100, 8)}});
//   DwarfSections sections = bytes.sections();
#ifndef TESTS_SUPPORT_DWARF_BYTES_H_
#define TESTS_SUPPORT_DWARF_BYTES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "read/image/dwarf/constants.h"
#include "read/image/dwarf/sections.h"

namespace tests {

// Writes numbers in the byte order of the target machine.
class Bytes {
 public:
  explicit Bytes(bool big_endian = false) : big_endian_(big_endian) {}

  Bytes& Number(std::uint64_t number, unsigned bytes);
  Bytes& U8(std::uint64_t n) { return Number(n, 1); }
  Bytes& U16(std::uint64_t n) { return Number(n, 2); }
  Bytes& U32(std::uint64_t n) { return Number(n, 4); }
  Bytes& U64(std::uint64_t n) { return Number(n, 8); }
  Bytes& Uleb(std::uint64_t n);
  Bytes& Sleb(std::int64_t n);
  Bytes& Text(std::string_view text);  // followed by a zero byte
  Bytes& Raw(std::string_view bytes);

  std::size_t size() const { return bytes_.size(); }
  const std::string& str() const { return bytes_; }
  bool big_endian() const { return big_endian_; }

 private:
  bool big_endian_;
  std::string bytes_;
};

// An attribute of an entry: a number or a string in a given form, or a reference to another entry of the unit.
struct TestAttribute {
  std::uint64_t name = 0, form = 0;
  std::uint64_t number = 0;
  std::string text;
  std::string label;  // label of the entry to which a reference points
};

inline TestAttribute Text(std::uint64_t name, std::string text) {
  return {name, profdiff::dwarf::kString, 0, std::move(text), ""};
}
inline TestAttribute Address(std::uint64_t name, std::uint64_t address) {
  return {name, profdiff::dwarf::kAddr, address, "", ""};
}
inline TestAttribute Data(std::uint64_t name, std::uint64_t number) {
  return {name, profdiff::dwarf::kUdata, number, "", ""};
}
inline TestAttribute Offset(std::uint64_t name, std::uint64_t offset) {
  return {name, profdiff::dwarf::kSecOffset, offset, "", ""};
}
inline TestAttribute Reference(std::uint64_t name, std::string label) {
  return {name, profdiff::dwarf::kRef4, 0, "", std::move(label)};
}
inline TestAttribute Language(std::uint64_t language) { return Data(profdiff::dwarf::kLanguage, language); }

inline constexpr std::uint64_t kC = 0x0c, kCPlusPlus = 0x04;

struct TestEntry {
  std::uint64_t tag = 0;
  std::vector<TestAttribute> attributes;
  std::vector<TestEntry> children;
  std::string label;
};

// Returns the attributes of the range [low, low + size).
std::vector<TestAttribute> Range(std::uint64_t low, std::uint64_t size);
TestEntry Function(std::string name, std::uint64_t low, std::uint64_t size, std::vector<TestEntry> children = {});
TestEntry Inlined(std::string name, std::uint64_t low, std::uint64_t size, std::vector<TestEntry> children = {});

// A line program with line_base -3, line_range 12, opcode_base 13. Rows are made with standard opcodes.
class LineProgram {
 public:
  explicit LineProgram(int version = 4, bool big_endian = false) : version_(version), code_(big_endian) {}

  LineProgram& Operations(unsigned in_an_instruction);  // 1 by default
  LineProgram& Folder(std::string name);
  LineProgram& File(std::string name, std::uint64_t folder = 0);
  LineProgram& At(std::uint64_t address);
  LineProgram& Advance(std::uint64_t bytes);
  LineProgram& UseFile(std::uint64_t number);
  LineProgram& Row(std::uint32_t line);
  LineProgram& End();
  LineProgram& Opcodes(std::string_view bytes);

  // Returns the program with its length and header.
  std::string bytes() const;

 private:
  int version_;
  unsigned operations_ = 1;
  std::vector<std::string> folders_;
  std::vector<std::pair<std::string, std::uint64_t>> files_;
  Bytes code_;
  std::int64_t line_ = 1;
};

class DwarfBytes {
 public:
  explicit DwarfBytes(bool big_endian = false) : big_endian_(big_endian), info_(big_endian) {}

  // AddLines and AddUnit return the offset of the new line program or unit in its section.
  std::uint64_t AddLines(const LineProgram& program);
  std::uint64_t AddUnit(const TestEntry& first, unsigned version = 4, unsigned address_bytes = 8,
                        unsigned offset_bytes = 4);

  // The result is valid until this object is changed or destroyed.
  profdiff::DwarfSections sections() const;

  std::string str, line_str, str_offsets, addr, ranges, rnglists;

 private:
  bool big_endian_;
  Bytes info_;
  std::string abbrev_, line_;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_DWARF_BYTES_H_
