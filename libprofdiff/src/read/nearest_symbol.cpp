// SPDX-License-Identifier: GPL-3.0-or-later
// Binary search among the symbols by address.
#include "read/nearest_symbol.h"

#include <algorithm>
#include <utility>

namespace profdiff {

NearestSymbol::NearestSymbol(std::vector<CodeSymbol> symbols, std::uint64_t text_begin)
    : symbols_(std::move(symbols)), text_begin_(text_begin) {
  auto before = [text_begin](const CodeSymbol& a, const CodeSymbol& b) {
    return a.address - text_begin < b.address - text_begin;
  };
  if (!std::is_sorted(symbols_.begin(), symbols_.end(), before)) {
    std::stable_sort(symbols_.begin(), symbols_.end(), before);
  }
}

bool NearestSymbol::IsNear(std::uint64_t address) {
  auto is_above = [&](std::size_t place) { return symbols_[place].address - text_begin_ > address - text_begin_; };
  if (above_ > 0 && is_above(above_ - 1)) return false;
  const std::size_t last = std::min(above_ + kNear, symbols_.size());
  while (above_ < last && !is_above(above_)) ++above_;
  return above_ == symbols_.size() || is_above(above_);
}

std::size_t NearestSymbol::FirstAbove(std::uint64_t address) {
  if (IsNear(address)) return above_;
  auto above = std::upper_bound(
      symbols_.begin(), symbols_.end(), address - text_begin_,
      [this](std::uint64_t offset, const CodeSymbol& symbol) { return offset < symbol.address - text_begin_; });
  above_ = static_cast<std::size_t>(above - symbols_.begin());
  return above_;
}

bool NearestSymbol::Covers(const CodeSymbol& symbol, std::uint64_t address) const {
  return address - symbol.address < symbol.size && address - text_begin_ >= symbol.address - text_begin_;
}

const CodeSymbol* NearestSymbol::Find(std::uint64_t address) {
  if (last_ != nullptr && Covers(*last_, address)) return last_;
  std::size_t end = FirstAbove(address);
  if (end == 0) return nullptr;
  std::size_t begin = end - 1;
  while (begin > 0 && symbols_[begin - 1].address == symbols_[begin].address) --begin;
  last_ = &symbols_[begin];
  for (std::size_t i = begin + 1; i < end; ++i) {
    if (symbols_[i].size > last_->size) last_ = &symbols_[i];
  }
  return last_;
}

std::uint64_t NearestSymbol::SameUntil(std::uint64_t address) {
  if (last_ != nullptr && Covers(*last_, address)) return last_->address + last_->size;
  std::size_t above = FirstAbove(address);
  return above < symbols_.size() ? symbols_[above].address : 0;
}

}  // namespace profdiff
