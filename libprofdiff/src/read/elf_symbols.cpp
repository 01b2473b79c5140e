// SPDX-License-Identifier: GPL-3.0-or-later
// Reads no more of the file than its headers and the table itself.
#include "read/elf_symbols.h"

#include <algorithm>
#include <fstream>
#include <string_view>

#include "base/bytes.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kSymbolTable = 2;  // SHT_SYMTAB

struct ElfSection {
  std::uint32_t type = 0;
  std::uint64_t offset = 0, size = 0, entry_size = 0;
};

class ElfFile {
 public:
  explicit ElfFile(const std::string& path) : file_(path, std::ios::binary) {
    file_.seekg(0, std::ios::end);
    std::streamoff end = file_.tellg();
    size_ = end > 0 ? static_cast<std::uint64_t>(end) : 0;
  }

  // False if this is no ELF file.
  bool ReadHeader();
  ElfSection Section(std::uint64_t index);
  std::uint64_t sections() const { return sections_; }
  std::vector<ElfSymbol> Symbols(const ElfSection& table);

 private:
  std::string Bytes(std::uint64_t offset, std::uint64_t count);
  std::size_t Word() const { return is_64_ ? 8 : 4; }

  std::ifstream file_;
  std::uint64_t size_ = 0;
  bool is_64_ = false;
  bool big_endian_ = false;
  std::uint64_t section_headers_ = 0, section_header_bytes_ = 0, sections_ = 0;
};

std::string ElfFile::Bytes(std::uint64_t offset, std::uint64_t count) {
  std::string bytes;
  if (offset > size_ || count > size_ - offset) return bytes;
  bytes.resize(static_cast<std::size_t>(count));
  file_.seekg(static_cast<std::streamoff>(offset));
  file_.read(bytes.data(), static_cast<std::streamsize>(count));
  if (!file_) bytes.clear();
  return bytes;
}

bool ElfFile::ReadHeader() {
  std::string header = Bytes(0, std::min<std::uint64_t>(size_, 64));
  if (header.size() < 52 || !header.starts_with("\177ELF")) return false;
  is_64_ = header[4] == 2;
  big_endian_ = header[5] == 2;
  ByteCursor cursor(header, big_endian_);
  cursor.Take(16 + 2 + 2 + 4 + 2 * Word());  // e_ident, type, machine, version, entry, program headers
  section_headers_ = cursor.Number(Word());
  cursor.Take(4 + 2 + 2 + 2);  // flags, sizes
  section_header_bytes_ = cursor.Number(2);
  sections_ = cursor.Number(2);
  if (!cursor.ok() || section_header_bytes_ == 0) return false;
  if (sections_ == 0) sections_ = Section(0).size;  // more than 65279 sections
  sections_ = std::min(sections_, size_ / section_header_bytes_);
  return true;
}

ElfSection ElfFile::Section(std::uint64_t index) {
  ElfSection section;
  std::string header = Bytes(section_headers_ + index * section_header_bytes_, section_header_bytes_);
  ByteCursor cursor(header, big_endian_);
  cursor.Take(4);  // name
  section.type = cursor.U32();
  cursor.Take(2 * Word());  // flags, address
  section.offset = cursor.Number(Word());
  section.size = cursor.Number(Word());
  cursor.Take(4 + 4 + Word());  // link, info, alignment
  section.entry_size = cursor.Number(Word());
  return cursor.ok() ? section : ElfSection();
}

std::vector<ElfSymbol> ElfFile::Symbols(const ElfSection& table) {
  std::vector<ElfSymbol> symbols;
  const std::size_t entry = is_64_ ? 24 : 16;
  std::string bytes = Bytes(table.offset, table.size);
  if (table.entry_size != entry || bytes.size() < entry) return symbols;
  symbols.reserve(bytes.size() / entry - 1);
  ByteCursor cursor(bytes, big_endian_);
  cursor.Take(entry);
  while (cursor.remaining() >= entry) {
    ElfSymbol symbol;
    cursor.Take(is_64_ ? 4 : 8);  // name, and value
    if (!is_64_) symbol.size = cursor.Number(4);
    symbol.type = cursor.U8() & 0xf;
    symbol.visibility = cursor.U8() & 3;
    cursor.Take(is_64_ ? 10 : 2);  // section, and value
    if (is_64_) symbol.size = cursor.U64();
    symbols.push_back(symbol);
  }
  return symbols;
}

}  // namespace

std::vector<ElfSymbol> ReadElfSymbols(const std::string& path) {
  ElfFile file(path);
  if (!file.ReadHeader()) return {};
  for (std::uint64_t i = 1; i < file.sections(); ++i) {
    ElfSection section = file.Section(i);
    if (section.type == kSymbolTable) return file.Symbols(section);
  }
  return {};
}

}  // namespace profdiff
