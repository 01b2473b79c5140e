// SPDX-License-Identifier: GPL-3.0-or-later
// The symbol that code belongs to where debug information names no function: the nearest one below; of several at one
// address the largest, or else the first, as in libbfd 2.40.
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

// Answers depend a little on the question before: while an address lies within the symbol found last, that one is found
// again, even if another symbol begins in between.
class NearestSymbol {
 public:
  // Symbols in the order of the symbol table; addresses are compared relative to the begin of the text section, modulo
  // 2^64: what lies below it is nearest to the last symbol.
  NearestSymbol(std::vector<CodeSymbol> symbols, std::uint64_t text_begin);

  // Nothing without a symbol below. The pointer stays valid.
  const CodeSymbol* Find(std::uint64_t address);

  // Asks for every address of [begin, end), in steps that skip those with the answer of the one before. Calls
  // `found(address, symbol)` where the answer changes, and at `begin`.
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
  // Behind `address`, which was just asked for, the first address with perhaps another answer; 0 if there is none.
  std::uint64_t SameUntil(std::uint64_t address);
  void KeepOneOfEachAddress();
  bool Covers(const CodeSymbol& symbol, std::uint64_t address) const;
  std::size_t FirstAbove(std::uint64_t address);
  // Moves `above_` on by a few symbols. True if that is enough.
  bool IsNear(std::uint64_t address);

  static constexpr std::size_t kNear = 8;

  std::vector<CodeSymbol> symbols_;  // by address, one of each
  std::uint64_t text_begin_;
  std::size_t above_ = 0;  // the first symbol above the last address
  const CodeSymbol* last_ = nullptr;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_NEAREST_SYMBOL_H_
