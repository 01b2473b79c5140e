// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/image/coff_symbols.h"

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace profdiff {
namespace {

constexpr std::size_t kEntryBytes = 18;  // of a symbol, and of an auxiliary entry

// Returns the position of the file header. In a PE image, it follows a program for DOS and the signature "PE\0\0".
std::size_t FindCoffHeader(std::string_view file) {
  constexpr std::size_t kPosition = 0x3c, kSignatureBytes = 4;
  if (!file.starts_with("MZ") || file.size() < kPosition + 4) return 0;
  return LoadNumber<std::uint32_t>(file.data() + kPosition, false) + kSignatureBytes;
}

// Returns the entries of the symbol table; empty if they are not in the file.
std::string_view SymbolEntries(std::string_view file) {
  constexpr std::size_t kPosition = 8;  // of the table's position and number of entries, in the header
  const std::size_t header = FindCoffHeader(file);
  if (header > file.size()) return {};
  ByteCursor cursor(file.substr(header), false);
  cursor.Take(kPosition);
  const std::size_t begin = cursor.U32(), count = cursor.U32();
  if (!cursor.ok() || begin > file.size() || count > (file.size() - begin) / kEntryBytes) return {};
  return file.substr(begin, count * kEntryBytes);
}

}  // namespace

std::vector<bool> FindCoffFunctions(std::string_view file) {
  constexpr std::size_t kType = 14, kAuxiliaryCount = 17;    // positions in an entry
  constexpr unsigned kDerivedType = 0x30, kFunction = 0x20;  // bits 4 and 5: how the type is derived from a base type
  const std::string_view entries = SymbolEntries(file);
  std::vector<bool> functions;
  for (std::size_t at = 0; at < entries.size();) {
    const char* const entry = entries.data() + at;
    functions.push_back((LoadNumber<std::uint16_t>(entry + kType, false) & kDerivedType) == kFunction);
    at += kEntryBytes * (1 + static_cast<unsigned char>(entry[kAuxiliaryCount]));
  }
  return functions;
}

}  // namespace profdiff
