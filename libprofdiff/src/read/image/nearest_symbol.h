// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the symbol for code without a function in the debug information: the nearest symbol at or below the address.
// Among several symbols at one address, the largest wins; among equally large ones, the first, as in libbfd 2.40.
// Tests: tests/unit/read/image/nearest_symbol_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_NEAREST_SYMBOL_H_
#define PROFDIFF_READ_IMAGE_NEAREST_SYMBOL_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace profdiff {

// A symbol of the text section that can name code.
struct CodeSymbol {
  std::string_view name;
  std::uint64_t address = 0;
  std::uint64_t size = 1;  // never 0
};

// Results depend on the previous query: as long as an address is within the symbol found last, that symbol is found
// again, even if another symbol begins between its start and the address.
class NearestSymbol {
 public:
  // `symbols` must be in the order of the symbol table. Addresses are compared relative to the start of the text
  // section, modulo 2^64, so the nearest symbol of an address below the section is the last one.
  NearestSymbol(std::vector<CodeSymbol> symbols, std::uint64_t text_begin);

  // Returns null if no symbol is at or below the address. The pointer is valid as long as this object exists.
  const CodeSymbol* Find(std::uint64_t address);

  // Has the effect of querying every address in [begin, end), but skips addresses at which the result cannot change.
  // Calls `found(address, symbol)` at `begin` and where the result may change.
  template <class Found>
  void Walk(std::uint64_t begin, std::uint64_t end, Found found) {
    for (std::uint64_t address = begin; address < end;) {
      found(address, Find(address));
      std::uint64_t same_until = SameUntil(address);
      if (same_until <= address) return;
      address = same_until;
    }
  }

 private:
  // Returns the first address after `address` (the last query) that may have another result; 0 if there is none.
  std::uint64_t SameUntil(std::uint64_t address);
  void KeepOneOfEachAddress();
  bool Covers(const CodeSymbol& symbol, std::uint64_t address) const;
  // Returns the number of symbols at or below an address.
  std::size_t CountUpTo(std::uint64_t address);

  std::vector<CodeSymbol> symbols_;  // sorted by address, one symbol for each address
  std::uint64_t text_begin_;
  std::size_t above_ = 0;  // index of the first symbol above the last address looked up
  const CodeSymbol* last_ = nullptr;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_NEAREST_SYMBOL_H_
