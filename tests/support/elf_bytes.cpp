// SPDX-License-Identifier: GPL-3.0-or-later
// Uses the layout of the System V ABI: file header, section contents, section headers.
#include "support/elf_bytes.h"

#include "support/gmon_bytes.h"

namespace tests {
namespace {

using std::string_view_literals::operator""sv;
constexpr std::string_view kSectionNames = "\0.text\0.data\0.symtab\0.strtab\0.shstrtab\0.other\0"sv;
constexpr int kSections = 6;  // including the null section

struct Header {
  std::string_view name;
  int type;
  int flags;
  std::uint64_t address;
  std::string content;
  int link = 0, info = 0, entry = 0;
};

// Appends numbers in the width and byte order of the file.
class Writer : public GmonBytes {
 public:
  explicit Writer(const ElfBytes::Shape& shape) : GmonBytes({shape.wide ? 8 : 4, shape.big_endian, false}) {}

  Writer& U8(int value) { return Put(static_cast<std::uint64_t>(value), 1); }
  Writer& U16(int value) { return Put(static_cast<std::uint64_t>(value), 2); }
  Writer& U32(std::uint64_t value) { return Put(value, 4); }
  Writer& Word(std::uint64_t value) {
    Address(value);
    return *this;
  }

 private:
  Writer& Put(std::uint64_t value, int width) {
    Number(value, width);
    return *this;
  }
};

std::uint64_t NameOffset(std::string_view name) { return kSectionNames.find(name); }

void WriteSectionHeader(Writer& out, const Header& header, std::uint64_t offset) {
  out.U32(NameOffset(header.name)).U32(static_cast<std::uint64_t>(header.type));
  out.Word(static_cast<std::uint64_t>(header.flags)).Word(header.address).Word(offset).Word(header.content.size());
  out.U32(static_cast<std::uint64_t>(header.link)).U32(static_cast<std::uint64_t>(header.info)).Word(1);
  out.Word(static_cast<std::uint64_t>(header.entry));
}

void WriteFileHeader(Writer& out, const ElfBytes::Shape& shape, std::uint64_t section_headers) {
  out.Text(
      "\x7f"
      "ELF");
  out.U8(shape.wide ? 2 : 1).U8(shape.big_endian ? 2 : 1).U8(1).Zeros(9);
  out.U16(2).U16(shape.machine).U32(1).Word(0).Word(0).Word(section_headers);  // an executable without segments
  out.U32(0).U16(shape.wide ? 64 : 52).U16(0).U16(0);
  out.U16(shape.wide ? 64 : 40).U16(kSections).U16(kSections - 1);
}

}  // namespace

ElfBytes& ElfBytes::Add(std::string_view name, std::uint64_t address, Binding binding, SymbolType type,
                        Section section) {
  auto offset = static_cast<std::uint32_t>(names_.size());
  names_.append(name).push_back('\0');
  symbols_.push_back({offset, address, binding, type, section});
  return *this;
}

ElfBytes& ElfBytes::LocalAt(std::uint32_t name_offset, std::uint64_t address) {
  symbols_.push_back({name_offset, address, kLocal, SymbolType::kFunction, kText});
  return *this;
}

std::string ElfBytes::bytes() const {
  Writer table(shape_);
  table.Zeros(shape_.wide ? 24 : 16);
  int locals = 1;
  for (const Symbol& symbol : symbols_) {
    int info = static_cast<int>(symbol.binding) << 4 | static_cast<int>(symbol.type);
    if (symbol.binding == kLocal) ++locals;
    table.U32(symbol.name);
    if (!shape_.wide) table.Word(symbol.address).Word(0);
    table.U8(info).U8(0).U16(symbol.section);
    if (shape_.wide) table.Word(symbol.address).Word(0);
  }
  const std::vector<Header> headers = {
      {shape_.has_text ? ".text" : ".other", 1, 6, kTextBegin, std::string(kTextBytes, '\x90')},
      {".data", 1, 3, kDataBegin, std::string(16, '\0')},
      {".symtab", 2, 0, 0, table.bytes(), 4, locals, shape_.wide ? 24 : 16},
      {".strtab", 3, 0, 0, names_},
      {".shstrtab", 3, 0, 0, std::string(kSectionNames)},
  };
  std::uint64_t header_bytes = shape_.wide ? 64 : 52;
  std::uint64_t offset = header_bytes;
  Writer section_headers(shape_);
  section_headers.Zeros(shape_.wide ? 64 : 40);
  std::string contents;
  for (const Header& header : headers) {
    WriteSectionHeader(section_headers, header, offset);
    contents += header.content;
    offset += header.content.size();
  }
  Writer file(shape_);
  WriteFileHeader(file, shape_, offset);
  return file.bytes() + contents + section_headers.bytes();
}

}  // namespace tests
