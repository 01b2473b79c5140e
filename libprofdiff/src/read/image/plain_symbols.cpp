// SPDX-License-Identifier: GPL-3.0-or-later
// Unless libbfd is known to use all symbols of a table unchanged, the whole table is read through libbfd: a wrong guess
// would show as a wrong name, whereas reading through libbfd only takes time.
#include "read/image/plain_symbols.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace profdiff {
namespace {

// True for machines whose ELF symbols libbfd uses unchanged: EM_386, EM_X86_64, EM_AARCH64. All others are read through
// libbfd.
bool TakesSymbolsAsTheyStand(std::uint32_t machine) { return machine == 3 || machine == 62 || machine == 183; }

// True for machines without mapping symbols ("$x", "$d" of AArch64), which mark code and data but do not name
// functions.
bool MarksNoPlaces(std::uint32_t machine) { return machine == 3 || machine == 62; }

// Returns nm's letter for a symbol, as far as it is needed: for code, weak symbols, and indirect functions.
char LetterOf(const ElfSymbol& symbol, char section_letter) {
  switch (symbol.binding) {
    case ElfBinding::kWeak:
      return symbol.type == ElfType::kObject || symbol.type == ElfType::kCommon ? 'V' : 'W';
    case ElfBinding::kUnique:
      return 'u';
    case ElfBinding::kGlobal:
      return section_letter == 't' ? 'T' : '?';
    case ElfBinding::kLocal:
      return section_letter;
    default:
      return '?';
  }
}

// SHN_UNDEF, SHN_ABS, SHN_LORESERVE. The reserved section indices include SHN_XINDEX, for which a separate table
// contains the index; SHN_XINDEX occurs in files with very many sections.
constexpr std::uint32_t kUndefined = 0, kAbsolute = 0xfff1, kFirstReserved = 0xff00;

RawSymbol MakeRawSymbol(const ElfSymbol& symbol, std::span<const SymbolSection> sections) {
  RawSymbol raw;
  raw.name = symbol.name;
  raw.is_section = symbol.type == ElfType::kSection;
  raw.is_file = symbol.type == ElfType::kFile;
  raw.is_local = symbol.binding == ElfBinding::kLocal;
  raw.is_function = symbol.type == ElfType::kFunction;
  raw.is_indirect = symbol.type == ElfType::kIndirectFunction;
  raw.is_debugging = raw.is_section || raw.is_file;
  if (raw.is_debugging || symbol.section == kUndefined) return raw;
  const SymbolSection section = symbol.section == kAbsolute ? SymbolSection() : sections[symbol.section];
  raw.address = symbol.value;
  raw.in_code = section.is_code;
  raw.letter = raw.is_indirect ? 'i' : LetterOf(symbol, section.letter);
  return raw;
}

// True if MakeRawSymbol can reproduce libbfd's treatment of the symbol's section.
bool IsInKnownSection(const ElfSymbol& symbol, std::span<const SymbolSection> sections) {
  if (symbol.section == kUndefined || symbol.section == kAbsolute) return true;
  return symbol.section < kFirstReserved && symbol.section < sections.size() && sections[symbol.section].known;
}

bool CanNameCode(const ElfSymbol& symbol) {
  constexpr ElfType kNever[] = {ElfType::kSection,         ElfType::kFile,        ElfType::kObject,
                                ElfType::kCommon,          ElfType::kThreadLocal, ElfType::kRelocation,
                                ElfType::kSignedRelocation};
  return std::ranges::find(kNever, symbol.type) == std::end(kNever);
}

}  // namespace

// True for symbols that are local, hidden, and without type and size. annobin, a plugin of GCC, writes such symbols at
// the start and end of functions.
bool IsAnnotation(const ElfSymbol& symbol) {
  constexpr int kHidden = 2;  // STV_HIDDEN
  return symbol.size == 0 && symbol.binding == ElfBinding::kLocal && symbol.type == ElfType::kNone &&
         symbol.visibility == kHidden;
}

std::optional<std::vector<RawSymbol>> SymbolsAsTheyStand(const ElfSymbolTable& table,
                                                         std::span<const SymbolSection> sections) {
  if (table.size() == 0 || !TakesSymbolsAsTheyStand(table.machine())) return std::nullopt;
  std::vector<RawSymbol> symbols;
  symbols.reserve(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ElfSymbol symbol = table[i];
    if (!IsInKnownSection(symbol, sections)) return std::nullopt;
    symbols.push_back(MakeRawSymbol(symbol, sections));
  }
  return symbols;
}

std::optional<std::vector<CodeSymbol>> CodeSymbolsAsTheyStand(const ElfSymbolTable& table,
                                                              std::span<const SymbolSection> sections) {
  if (!MarksNoPlaces(table.machine())) return std::nullopt;
  std::vector<CodeSymbol> found;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ElfSymbol symbol = table[i];
    if (!IsInKnownSection(symbol, sections)) return std::nullopt;
    if (symbol.section >= sections.size() || !sections[symbol.section].is_text) continue;
    if (CanNameCode(symbol) && !IsAnnotation(symbol)) {
      found.push_back({symbol.name, symbol.value, std::max<std::uint64_t>(1, symbol.size)});
    }
  }
  return found;
}

}  // namespace profdiff
