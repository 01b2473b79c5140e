// SPDX-License-Identifier: GPL-3.0-or-later
// Reads only the headers, the symbol table, and the string tables, for either class and byte order (System V gABI,
// chapter 4). A word is an address, an offset or a size: 4 bytes in ELF32, 8 in ELF64. uN is an unsigned integer of N
// bits.
//   ELF header      16 bytes e_ident (magic, [4] class, [5] byte order), u16 type, u16 machine, u32 version,
//                   word entry, word program headers, word section headers, u32 flags, u16 size of this header,
//                   u16 size and u16 number of program headers, u16 size and u16 number of section headers,
//                   u16 index of the section that contains the section names
//   section header  u32 name, u32 type, word flags, word address, word offset, word size, u32 link, u32 info,
//                   word alignment, word entry size
//   Elf32_Sym       u32 name, u32 value, u32 size, u8 info, u8 other, u16 section: 16 bytes
//   Elf64_Rela      u64 address, u64 info (symbol << 32 | type), i64 addend: 24 bytes
//   Elf64_Sym       u32 name, u8 info, u8 other, u16 section, u64 value, u64 size: 24 bytes
// info: binding << 4 | type. The link of a symbol table is the section with its names.
#include "read/image/elf_symbols.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "base/bytes.h"

namespace profdiff {

namespace {

constexpr std::uint32_t kSymbolTable = 2;        // SHT_SYMTAB
constexpr std::uint32_t kRelocations = 4;        // SHT_RELA
constexpr std::uint64_t kShared = 3;             // ET_DYN
constexpr std::uint64_t kLoaded = 2, kCode = 4;  // SHF_ALLOC, SHF_EXECINSTR
constexpr std::size_t kIdentity = 16;            // size of e_ident in bytes

struct ElfSection {
  std::uint32_t name = 0, type = 0, link = 0;
  std::uint64_t flags = 0, address = 0, offset = 0, size = 0, entry_size = 0;
};

// Returns the string at an offset of a string table; empty if the offset is beyond the table.
const char* TextAt(const std::string& table, std::uint64_t place) { return place < table.size() ? &table[place] : ""; }

}  // namespace

class ElfFile {
 public:
  explicit ElfFile(const FileHandle& file) : file_(file) {}

  ElfSymbolTable ReadSymbols() {
    if (!ReadHeader()) return {};
    AddSpans();
    auto symbols = std::ranges::find(sections_, kSymbolTable, &ElfSection::type);
    if (symbols == sections_.end()) return std::move(table_);
    table_.names_ = Texts(symbols->link);
    if (table_.names_ == nullptr) return std::move(table_);
    ReadSectionNames();
    table_.symbols_ = SymbolBytes(*symbols);
    return std::move(table_);
  }

  std::vector<ElfImport> ReadImports() {
    std::vector<ElfImport> imports;
    if (!ReadHeader() || !table_.is_64_) return imports;
    for (const ElfSection& section : sections_) {
      if (section.type == kRelocations && (section.flags & kLoaded) != 0) AddImports(section, imports);
    }
    return imports;
  }

 private:
  std::string Bytes(std::uint64_t offset, std::uint64_t count) const { return file_.ReadAt(offset, count); }
  std::shared_ptr<const std::string> Texts(std::uint64_t section);
  bool ReadHeader();
  void ReadSections(std::uint64_t offset, std::uint64_t bytes, std::uint64_t count);
  void ReadSectionNames();
  std::string SymbolBytes(const ElfSection& symbols);
  void AddSpans();
  void AddImports(const ElfSection& relocations, std::vector<ElfImport>& imports);
  std::size_t Word() const { return table_.is_64_ ? 8 : 4; }

  const FileHandle& file_;
  std::uint64_t names_section_ = 0;
  std::vector<ElfSection> sections_;
  ElfSymbolTable table_;
};

// Returns a string table; null if there is no such section, or if its last string lacks the final zero byte.
std::shared_ptr<const std::string> ElfFile::Texts(std::uint64_t section) {
  if (section >= sections_.size()) return nullptr;
  auto texts = std::make_shared<const std::string>(Bytes(sections_[section].offset, sections_[section].size));
  return texts->ends_with('\0') ? texts : nullptr;
}

// Reads the ELF header and the section headers. Returns false if this is not an ELF file. The ELF header has 52 bytes
// in ELF32 and 64 in ELF64.
bool ElfFile::ReadHeader() {
  std::string header = Bytes(0, std::min<std::uint64_t>(file_.size(), 64));
  if (header.size() < 52 || !header.starts_with("\177ELF")) return false;
  table_.is_64_ = header[4] == 2;
  table_.big_endian_ = header[5] == 2;
  ByteCursor cursor(header, table_.big_endian_);
  cursor.Take(kIdentity);
  table_.layout_.is_movable = cursor.Number(2) == kShared;
  table_.machine_ = static_cast<std::uint32_t>(cursor.Number(2));
  cursor.Take(4);  // version
  table_.layout_.entry = cursor.Number(Word());
  cursor.Take(Word());  // offset of the program headers
  const std::uint64_t offset = cursor.Number(Word());
  cursor.Take(4 + 2 + 2 + 2);  // flags, and header sizes
  const std::uint64_t bytes = cursor.Number(2);
  const std::uint64_t count = cursor.Number(2);
  names_section_ = cursor.Number(2);
  if (!cursor.ok() || bytes == 0) return false;
  // If there are 0xff00 or more sections, the number in the header is 0, and the size of section 0 is the number of
  // sections.
  ReadSections(offset, bytes, count == 0 ? 1 : count);
  if (count != 0 || sections_.empty()) return true;
  const std::uint64_t true_count = sections_[0].size;
  sections_.clear();
  ReadSections(offset, bytes, true_count);
  return true;
}

// Limits the number of headers by the size of the file, because a damaged file can claim any number. Headers may be
// longer (`bytes`) than in the standard.
void ElfFile::ReadSections(std::uint64_t offset, std::uint64_t bytes, std::uint64_t count) {
  const std::string headers = Bytes(offset, std::min(count, file_.size() / bytes) * bytes);
  for (std::size_t at = 0; at + bytes <= headers.size(); at += bytes) {
    ByteCursor cursor(std::string_view(headers).substr(at, bytes), table_.big_endian_);
    ElfSection& section = sections_.emplace_back();
    section.name = cursor.U32();
    section.type = cursor.U32();
    section.flags = cursor.Number(Word());
    section.address = cursor.Number(Word());
    section.offset = cursor.Number(Word());
    section.size = cursor.Number(Word());
    section.link = cursor.U32();
    cursor.Take(4 + Word());  // info, alignment
    section.entry_size = cursor.Number(Word());
    if (!cursor.ok()) section = {};
  }
}

void ElfFile::ReadSectionNames() {
  table_.section_text_ = Texts(names_section_);
  if (table_.section_text_ == nullptr) return;
  table_.section_names_.reserve(sections_.size());
  for (const ElfSection& section : sections_) {
    table_.section_names_.push_back(TextAt(*table_.section_text_, section.name));
  }
}

// Returns the entries of a symbol table as they are in the file, without the first one, which is reserved. They are
// decoded on access, because millions of decoded symbols would take more memory.
std::string ElfFile::SymbolBytes(const ElfSection& symbols) {
  const std::size_t entry = table_.is_64_ ? 24 : 16;
  if (symbols.entry_size != entry || symbols.size < entry || symbols.size % entry != 0) return {};
  return Bytes(symbols.offset + entry, symbols.size - entry);
}

void ElfFile::AddSpans() {
  for (const ElfSection& section : sections_) {
    const std::uint64_t end = section.address + section.size;
    if ((section.flags & kLoaded) == 0 || end <= section.address) continue;
    table_.layout_.spans.push_back({section.address, end, (section.flags & kCode) != 0});
  }
}

// The link of relocations is the table of their symbols.
void ElfFile::AddImports(const ElfSection& relocations, std::vector<ElfImport>& imports) {
  constexpr std::size_t kEntry = 24;
  if (relocations.link >= sections_.size()) return;
  const ElfSection& table = sections_[relocations.link];
  const std::string symbols = table.entry_size == kEntry ? Bytes(table.offset, table.size) : std::string();
  const std::shared_ptr<const std::string> names = Texts(table.link);
  if (names == nullptr) return;
  const std::string bytes = Bytes(relocations.offset, relocations.size);
  for (std::size_t at = 0; at + kEntry <= bytes.size(); at += kEntry) {
    ByteCursor entry(std::string_view(bytes).substr(at, kEntry), table_.big_endian_);
    const std::uint64_t address = entry.U64(), symbol = entry.U64() >> 32;
    if (symbol == 0 || (symbol + 1) * kEntry > symbols.size()) continue;
    ByteCursor named(std::string_view(symbols).substr(symbol * kEntry, kEntry), table_.big_endian_);
    if (const char* const name = TextAt(*names, named.U32()); *name != '\0') imports.push_back({address, name});
  }
}

std::vector<ElfImport> ReadElfImports(const FileHandle& file) { return ElfFile(file).ReadImports(); }

ElfSymbolTable ElfSymbolTable::Read(const FileHandle& file) { return ElfFile(file).ReadSymbols(); }

ElfSymbol ElfSymbolTable::operator[](std::size_t index) const {
  const std::size_t entry = is_64_ ? 24 : 16;
  ByteCursor cursor(std::string_view(symbols_).substr(index * entry, entry), big_endian_);
  ElfSymbol symbol;
  symbol.name = TextAt(*names_, cursor.U32());
  if (!is_64_) symbol.value = cursor.U32();
  if (!is_64_) symbol.size = cursor.U32();
  const std::uint8_t info = cursor.U8();
  symbol.type = static_cast<ElfType>(info & 0xf);
  symbol.binding = static_cast<ElfBinding>(info >> 4);
  symbol.visibility = cursor.U8() & 3;
  symbol.section = cursor.U16();
  if (is_64_) symbol.value = cursor.U64();
  if (is_64_) symbol.size = cursor.U64();
  return symbol;
}

}  // namespace profdiff
