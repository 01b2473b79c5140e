// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols that libbfd needs to find the function of an address. Independent of libbfd's types.
// Tests: tests/oracle/lines.
#ifndef PROFDIFF_READ_IMAGE_SYMBOLS_BELOW_H_
#define PROFDIFF_READ_IMAGE_SYMBOLS_BELOW_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

namespace profdiff {

// To find the function of an address, libbfd searches all symbols that are passed to it. Passing only the symbols at
// the greatest address that is not above the query gives the same results at a cost independent of the image's size.
// `Symbol` is libbfd's type of symbols, whose member `value` is an offset in the section.
template <class Symbol>
class SymbolsBelow {
 public:
  // Always returns all symbols.
  static SymbolsBelow All(std::vector<Symbol*> symbols) {
    SymbolsBelow all;
    all.found_ = std::move(symbols);
    all.found_.push_back(nullptr);
    return all;
  }
  // `symbols` are those that can name code, in the order of the symbol table.
  static SymbolsBelow Nearest(std::vector<Symbol*> symbols) {
    SymbolsBelow nearest;
    nearest.symbols_ = std::move(symbols);
    std::stable_sort(nearest.symbols_.begin(), nearest.symbols_.end(),
                     [](const Symbol* a, const Symbol* b) { return a->value < b->value; });
    return nearest;
  }

  // Returns the symbols at the greatest address at or below an offset, ended by a null pointer, as libbfd requires.
  Symbol** At(std::uint64_t offset) {
    if (symbols_.empty()) return found_.data();
    auto end = std::upper_bound(symbols_.begin(), symbols_.end(), offset,
                                [](std::uint64_t value, const Symbol* symbol) { return value < symbol->value; });
    const auto below = static_cast<std::size_t>(end - symbols_.begin());
    if (std::exchange(last_below_, below) == below) return found_.data();
    auto begin = end;
    while (begin != symbols_.begin() && (*std::prev(begin))->value == (*std::prev(end))->value) --begin;
    found_.assign(begin, end);
    found_.push_back(nullptr);
    return found_.data();
  }

  // True if there are so many symbols at one address that a quadratic search would take too long.
  bool IsCrowd() const {
    constexpr std::size_t kMany = 1000;
    return !symbols_.empty() && found_.size() > kMany;
  }

 private:
  SymbolsBelow() = default;

  std::vector<Symbol*> symbols_;         // sorted by address, then in the order of the symbol table
  std::vector<Symbol*> found_{nullptr};  // result of the last call of At
  std::size_t last_below_ = 0;           // number of symbols at or below the offset passed last
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_SYMBOLS_BELOW_H_
