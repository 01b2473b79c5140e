// SPDX-License-Identifier: GPL-3.0-or-later
// Reads .symtab (or .dynsym of a stripped file) and, for calls of library functions, .rela.plt: relocation i belongs to
// entry i of .plt.sec or, without that section, to the entry after the first one of .plt. A build id that differs means
// that the file was built again since the recording, so its addresses would give wrong names.
// Source: System V Application Binary Interface, chapters 4 and 5; its supplements for AMD64 and AArch64.
#include "read/trace/uftrace/program_symbols.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "base/text.h"
#include "profdiff/error.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

constexpr std::size_t kHeaderBytes = 64, kSectionBytes = 64, kSegmentBytes = 56, kSymbolBytes = 24,
                      kRelocationBytes = 24;
constexpr std::uint64_t kPltEntryBytes = 16;
constexpr std::uint16_t kAarch64 = 183;  // e_machine

struct Section {
  std::string_view name;
  std::uint64_t address = 0;
  std::string_view bytes;
};

class ElfReader {
 public:
  explicit ElfReader(std::string_view bytes) : bytes_(bytes) {}

  bool Read() {
    constexpr std::string_view kElfBegin("\177ELF\2\1", 6);  // 64 bits, little-endian
    if (!bytes_.starts_with(kElfBegin) || bytes_.size() < kHeaderBytes) return false;
    machine_ = At<std::uint16_t>(bytes_, 18);
    ReadSegments();
    return ReadSections();
  }

  std::string BuildId() const {
    const Section* const note = Find(".note.gnu.build-id");
    // The header has the sizes of the owner's name and of the id, and a type; the name is "GNU" and a zero byte.
    constexpr std::size_t kBeforeId = 16;
    if (note == nullptr || note->bytes.size() < kBeforeId) return {};
    std::string id;
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (const char c : note->bytes.substr(kBeforeId, At<std::uint32_t>(note->bytes, 4))) {
      id += kDigits[static_cast<unsigned char>(c) >> 4];
      id += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return id;
  }

  std::string Symbols() const {
    std::string out;
    const bool is_stripped = Find(".symtab") == nullptr;
    AddFunctions(is_stripped ? ".dynsym" : ".symtab", is_stripped ? ".dynstr" : ".strtab", out);
    AddStubs(out);
    return out;
  }

 private:
  template <class Unsigned>
  static Unsigned At(std::string_view bytes, std::uint64_t offset) {
    if (bytes.size() < sizeof(Unsigned) || offset > bytes.size() - sizeof(Unsigned)) return 0;
    return LoadNumber<Unsigned>(bytes.data() + offset, false);
  }
  static std::string_view Part(std::string_view bytes, std::uint64_t offset, std::uint64_t size) {
    return offset > bytes.size() ? std::string_view() : bytes.substr(offset, size);
  }
  static std::string_view TextAt(std::string_view bytes, std::uint64_t offset) {
    const std::string_view rest = Part(bytes, offset, bytes.size());
    return rest.substr(0, rest.find('\0'));
  }

  // Finds the address of the first segment, from which uftrace counts.
  void ReadSegments() {
    constexpr std::uint32_t kLoad = 1;
    const auto begin = At<std::uint64_t>(bytes_, 32);
    const std::uint64_t count = At<std::uint16_t>(bytes_, 56);
    std::optional<std::uint64_t> first;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string_view segment = Part(bytes_, begin + i * kSegmentBytes, kSegmentBytes);
      const auto address = At<std::uint64_t>(segment, 16);
      if (At<std::uint32_t>(segment, 0) == kLoad) first = std::min(first.value_or(address), address);
    }
    base_ = first.value_or(0);
  }

  bool ReadSections() {
    constexpr std::uint32_t kNoBits = 8;
    const auto begin = At<std::uint64_t>(bytes_, 40);
    const std::uint64_t count = At<std::uint16_t>(bytes_, 60), names = At<std::uint16_t>(bytes_, 62);
    std::vector<std::uint64_t> name_offsets;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string_view row = Part(bytes_, begin + i * kSectionBytes, kSectionBytes);
      if (row.size() < kSectionBytes) return false;
      Section& section = sections_.emplace_back();
      name_offsets.push_back(At<std::uint32_t>(row, 0));
      section.address = At<std::uint64_t>(row, 16);
      if (At<std::uint32_t>(row, 4) != kNoBits) {
        section.bytes = Part(bytes_, At<std::uint64_t>(row, 24), At<std::uint64_t>(row, 32));
      }
    }
    if (names >= sections_.size()) return false;
    const std::string_view text = sections_[names].bytes;
    for (std::uint64_t i = 0; i < count; ++i) sections_[i].name = TextAt(text, name_offsets[i]);
    return true;
  }

  const Section* Find(std::string_view name) const {
    const auto found = std::ranges::find(sections_, name, &Section::name);
    return found == sections_.end() ? nullptr : &*found;
  }

  void AddLine(std::uint64_t address, char type, std::string_view name, std::string& out) const {
    // A line feed in a name would begin a line of its own.
    if (name.empty() || name.find('\n') != std::string_view::npos || address < base_) return;
    AppendHex(out, address - base_);
    out.append({' ', type, ' '}).append(name) += '\n';
  }

  void AddFunctions(std::string_view table, std::string_view strings, std::string& out) const {
    constexpr unsigned kTypeMask = 15, kFunction = 2, kIndirect = 10;
    const Section *const symbols = Find(table), *const names = Find(strings);
    if (symbols == nullptr || names == nullptr) return;
    for (std::size_t at = 0; at + kSymbolBytes <= symbols->bytes.size(); at += kSymbolBytes) {
      const std::string_view row = symbols->bytes.substr(at, kSymbolBytes);
      const unsigned type = At<std::uint8_t>(row, 4) & kTypeMask;
      if ((type != kFunction && type != kIndirect) || At<std::uint16_t>(row, 6) == 0) continue;
      // A symbol version is not a part of the function's name: uftrace drops it, too.
      const std::string_view name = TextAt(names->bytes, At<std::uint32_t>(row, 0));
      AddLine(At<std::uint64_t>(row, 8), 'T', name.substr(0, name.find('@')), out);
    }
  }

  void AddStubs(std::string& out) const {
    const Section *const relocations = Find(".rela.plt"), *const symbols = Find(".dynsym"),
                         *const names = Find(".dynstr");
    const Section *const second = Find(".plt.sec"), *const table = second != nullptr ? second : Find(".plt");
    if (relocations == nullptr || symbols == nullptr || names == nullptr || table == nullptr) return;
    std::uint64_t address = table->address;
    if (second == nullptr) address += machine_ == kAarch64 ? 2 * kPltEntryBytes : kPltEntryBytes;
    for (std::size_t at = 0; at + kRelocationBytes <= relocations->bytes.size(); at += kRelocationBytes) {
      const std::uint64_t symbol = At<std::uint64_t>(relocations->bytes, at + 8) >> 32;
      const std::string_view row = Part(symbols->bytes, symbol * kSymbolBytes, kSymbolBytes);
      AddLine(address, 'P', TextAt(names->bytes, At<std::uint32_t>(row, 0)), out);
      address += kPltEntryBytes;
    }
  }

  std::string_view bytes_;
  std::uint16_t machine_ = 0;
  std::uint64_t base_ = 0;
  std::vector<Section> sections_;
};

}  // namespace

std::string SymbolsOfElf(std::string_view bytes, std::string_view build_id) {
  ElfReader reader(bytes);
  if (build_id.empty() || !reader.Read() || reader.BuildId() != build_id) return {};
  return reader.Symbols();
}

std::string SymbolsOfProgram(const std::string& path, std::string_view build_id) {
  if (build_id.empty() || !path.starts_with('/') || !IsRegularFile(path)) return {};
  try {
    return SymbolsOfElf(ReadWholeFile(path, FileKind::kRegular), build_id);
  } catch (const Error&) {
    return {};  // the program is only a second source of names
  }
}

}  // namespace profdiff
