// SPDX-License-Identifier: GPL-3.0-or-later
// Binary search among the symbols by address. Queries mostly ascend, so the next few symbols are tried first. Addresses
// are compared as offsets from the text section, modulo 2^64, as in libbfd: an address below the section is a very
// large offset.
#include "read/image/nearest_symbol.h"

#include <algorithm>
#include <utility>

#include "read/image/dwarf/changes.h"

namespace profdiff {

NearestSymbol::NearestSymbol(std::vector<CodeSymbol> symbols, std::uint64_t text_begin)
    : symbols_(std::move(symbols)), text_begin_(text_begin) {
  auto before = [text_begin](const CodeSymbol& a, const CodeSymbol& b) {
    return a.address - text_begin < b.address - text_begin;
  };
  // The sort is stable, so that if several symbols at one address have the largest size, the first in the symbol table
  // is kept.
  if (!std::is_sorted(symbols_.begin(), symbols_.end(), before)) {
    std::stable_sort(symbols_.begin(), symbols_.end(), before);
  }
  KeepOneOfEachAddress();
}

void NearestSymbol::KeepOneOfEachAddress() {
  std::size_t kept = 0;
  for (const CodeSymbol& symbol : symbols_) {
    if (kept == 0 || symbols_[kept - 1].address != symbol.address) {
      symbols_[kept++] = symbol;
    } else if (symbol.size > symbols_[kept - 1].size) {
      symbols_[kept - 1] = symbol;
    }
  }
  symbols_.resize(kept);
}

std::size_t NearestSymbol::CountUpTo(std::uint64_t address) {
  above_ = FirstAbove(std::span<const CodeSymbol>(symbols_), above_,
                      [&](const CodeSymbol& symbol) { return symbol.address - text_begin_ > address - text_begin_; });
  return above_;
}

bool NearestSymbol::Covers(const CodeSymbol& symbol, std::uint64_t address) const {
  return address - symbol.address < symbol.size && address - text_begin_ >= symbol.address - text_begin_;
}

// First tries the symbol that the last query found, as libbfd does: a symbol inside a larger one is found only if the
// previous query did not find the larger one.
const CodeSymbol* NearestSymbol::Find(std::uint64_t address) {
  if (last_ != nullptr && Covers(*last_, address)) return last_;
  const std::size_t above = CountUpTo(address);
  if (above == 0) return nullptr;
  last_ = &symbols_[above - 1];
  return last_;
}

std::uint64_t NearestSymbol::SameUntil(std::uint64_t address) {
  if (last_ != nullptr && Covers(*last_, address)) return last_->address + last_->size;
  std::size_t above = CountUpTo(address);
  return above < symbols_.size() ? symbols_[above].address : 0;
}

}  // namespace profdiff
