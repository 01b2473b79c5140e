// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/dwarf_bytes.h"

#include <map>

namespace tests {

namespace dwarf = profdiff::dwarf;

Bytes& Bytes::Number(std::uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) {
    unsigned place = big_endian_ ? bytes - 1 - i : i;
    bytes_ += static_cast<char>(number >> (8 * place));
  }
  return *this;
}

Bytes& Bytes::Uleb(std::uint64_t n) {
  for (; n >= 0x80; n >>= 7) U8((n & 0x7f) | 0x80);
  return U8(n);
}

Bytes& Bytes::Sleb(std::int64_t n) {
  for (;;) {
    std::uint8_t digit = n & 0x7f;
    n >>= 7;
    if ((n == 0 && (digit & 0x40) == 0) || (n == -1 && (digit & 0x40) != 0)) return U8(digit);
    U8(digit | 0x80U);
  }
}

Bytes& Bytes::Text(std::string_view text) {
  bytes_.append(text);
  return U8(0);
}

Bytes& Bytes::Raw(std::string_view bytes) {
  bytes_.append(bytes);
  return *this;
}

std::vector<TestAttribute> Range(std::uint64_t low, std::uint64_t size) {
  return {Address(dwarf::kLowPc, low), Data(dwarf::kHighPc, size)};
}

namespace {

TestEntry WithCode(std::uint64_t tag, std::string name, std::uint64_t low, std::uint64_t size,
                   std::vector<TestEntry> children) {
  TestEntry entry{tag, Range(low, size), std::move(children), ""};
  entry.attributes.push_back(Text(dwarf::kName, std::move(name)));
  return entry;
}

// Writes a compilation unit of .debug_info.
class UnitWriter {
 public:
  UnitWriter(Bytes& info, unsigned version, unsigned address_bytes, unsigned offset_bytes)
      : info_(info), version_(version), address_bytes_(address_bytes), offset_bytes_(offset_bytes) {}

  void Write(const TestEntry& first, std::uint64_t abbrev_offset) {
    if (offset_bytes_ == 8) info_.U32(0xffffffff);
    std::size_t header = (offset_bytes_ == 8 ? 12 : 4) + 2 + (version_ >= 5 ? 1 : 0) + 1 + offset_bytes_;
    FindLabels(first, header);
    Bytes entries(info_.big_endian());
    WriteEntry(first, entries);
    info_.Number(header - (offset_bytes_ == 8 ? 12 : 4) + entries.size(), offset_bytes_).U16(version_);
    if (version_ >= 5) info_.U8(1).U8(address_bytes_);
    info_.Number(abbrev_offset, offset_bytes_);
    if (version_ < 5) info_.U8(address_bytes_);
    info_.Raw(entries.str());
    abbrevs_.U8(0);
  }

  const std::string& abbrevs() const { return abbrevs_.str(); }

 private:
  // Finds the offsets of entries with labels, by writing all entries with a 0 for each reference.
  void FindLabels(const TestEntry& first, std::size_t header) {
    Bytes trial(info_.big_endian());
    offset_ = header;
    WriteEntry(first, trial);
    abbrevs_ = Bytes();
    code_ = 0;
    offset_ = 0;
  }

  void WriteEntry(const TestEntry& entry, Bytes& out) {
    if (!entry.label.empty() && offset_ != 0) labels_[entry.label] = offset_ + out.size();
    out.Uleb(++code_);
    abbrevs_.Uleb(code_).Uleb(entry.tag).U8(entry.children.empty() ? 0 : 1);
    for (const TestAttribute& attribute : entry.attributes) {
      abbrevs_.Uleb(attribute.name).Uleb(attribute.form);
      WriteValue(attribute, out);
    }
    abbrevs_.U8(0).U8(0);
    for (const TestEntry& child : entry.children) WriteEntry(child, out);
    if (!entry.children.empty()) out.U8(0);
  }

  void WriteValue(const TestAttribute& attribute, Bytes& out) {
    switch (attribute.form) {
      case dwarf::kString:
        out.Text(attribute.text);
        break;
      case dwarf::kAddr:
        out.Number(attribute.number, address_bytes_);
        break;
      case dwarf::kSecOffset:
      case dwarf::kStrp:
      case dwarf::kLineStrp:
        out.Number(attribute.number, offset_bytes_);
        break;
      case dwarf::kRef4:
        out.U32(attribute.label.empty() ? attribute.number : labels_[attribute.label]);
        break;
      case dwarf::kData1:
      case dwarf::kStrx1:
        out.U8(attribute.number);
        break;
      case dwarf::kData4:
        out.U32(attribute.number);
        break;
      case dwarf::kFlagPresent:
        break;
      case dwarf::kBlock1:
        out.U8(attribute.text.size()).Raw(attribute.text);
        break;
      default:
        out.Uleb(attribute.number);
    }
  }

  Bytes& info_;
  unsigned version_, address_bytes_, offset_bytes_;
  Bytes abbrevs_;
  std::uint64_t code_ = 0;
  std::size_t offset_ = 0;  // offset of the entries within the unit while labels are being found, otherwise 0
  std::map<std::string, std::size_t> labels_;
};

}  // namespace

TestEntry Function(std::string name, std::uint64_t low, std::uint64_t size, std::vector<TestEntry> children) {
  return WithCode(dwarf::kSubprogram, std::move(name), low, size, std::move(children));
}

TestEntry Inlined(std::string name, std::uint64_t low, std::uint64_t size, std::vector<TestEntry> children) {
  return WithCode(dwarf::kInlinedSubroutine, std::move(name), low, size, std::move(children));
}

LineProgram& LineProgram::Operations(unsigned in_an_instruction) {
  operations_ = in_an_instruction;
  return *this;
}

LineProgram& LineProgram::Folder(std::string name) {
  folders_.push_back(std::move(name));
  return *this;
}

LineProgram& LineProgram::File(std::string name, std::uint64_t folder) {
  files_.emplace_back(std::move(name), folder);
  return *this;
}

LineProgram& LineProgram::At(std::uint64_t address) {
  code_.U8(0).Uleb(9).U8(2).U64(address);
  return *this;
}

LineProgram& LineProgram::Advance(std::uint64_t bytes) {
  code_.U8(2).Uleb(bytes);
  return *this;
}

LineProgram& LineProgram::UseFile(std::uint64_t number) {
  code_.U8(4).Uleb(number);
  return *this;
}

LineProgram& LineProgram::Row(std::uint32_t line) {
  code_.U8(3).Sleb(line - line_).U8(1);
  line_ = line;
  return *this;
}

LineProgram& LineProgram::End() {
  code_.U8(0).U8(1).U8(1);
  line_ = 1;
  return *this;
}

LineProgram& LineProgram::Opcodes(std::string_view bytes) {
  code_.Raw(bytes);
  return *this;
}

std::string LineProgram::bytes() const {
  Bytes rest(code_.big_endian());
  rest.U8(1);
  if (version_ >= 4) rest.U8(operations_);
  rest.U8(1).U8(static_cast<std::uint8_t>(-3)).U8(12).U8(13);
  for (int operands : {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1}) rest.U8(static_cast<std::uint64_t>(operands));
  if (version_ >= 5) {
    rest.U8(1).Uleb(1).Uleb(dwarf::kString).Uleb(folders_.size());
    for (const std::string& folder : folders_) rest.Text(folder);
    rest.U8(2).Uleb(1).Uleb(dwarf::kString).Uleb(2).Uleb(dwarf::kUdata).Uleb(files_.size());
    for (const auto& [name, folder] : files_) rest.Text(name).Uleb(folder);
  } else {
    for (const std::string& folder : folders_) rest.Text(folder);
    rest.U8(0);
    for (const auto& [name, folder] : files_) rest.Text(name).Uleb(folder).Uleb(0).Uleb(0);
    rest.U8(0);
  }
  Bytes body(code_.big_endian());
  body.U16(static_cast<std::uint64_t>(version_));
  if (version_ >= 5) body.U8(8).U8(0);
  body.U32(rest.size()).Raw(rest.str()).Raw(code_.str());
  return Bytes(code_.big_endian()).U32(body.size()).Raw(body.str()).str();
}

std::uint64_t DwarfBytes::AddLines(const LineProgram& program) {
  std::uint64_t offset = line_.size();
  line_ += program.bytes();
  return offset;
}

std::uint64_t DwarfBytes::AddUnit(const TestEntry& first, unsigned version, unsigned address_bytes,
                                  unsigned offset_bytes) {
  std::uint64_t offset = info_.size();
  UnitWriter writer(info_, version, address_bytes, offset_bytes);
  writer.Write(first, abbrev_.size());
  abbrev_ += writer.abbrevs();
  return offset;
}

profdiff::DwarfSections DwarfBytes::sections() const {
  profdiff::DwarfSections sections;
  sections.info = info_.str();
  sections.abbrev = abbrev_;
  sections.line = line_;
  sections.line_str = line_str;
  sections.str = str;
  sections.str_offsets = str_offsets;
  sections.addr = addr;
  sections.ranges = ranges;
  sections.rnglists = rnglists;
  sections.big_endian = big_endian_;
  return sections;
}

}  // namespace tests
