// SPDX-License-Identifier: GPL-3.0-or-later
// Nested loop recognition. After each push, block lengths of 1, 2, ... K items are tried. If the last block is another
// round of the loop before it, or if the last blocks are equal, they are folded, and all lengths are tried again from
// 1.
//
// Most lengths k are ruled out by one comparison: the item k places back must either be a loop whose body has k items,
// or equal the last item. For the remaining lengths, the hashes of blocks are computed by a subtraction. Blocks are
// compared item by item only if their hashes are equal; they are then nearly always folded, which removes as many items
// as were compared. The time is therefore proportional to the number of calls times K.
// Source: Ketterlin and Clauss, Prediction and trace compression of data access addresses through nested loop
// recognition.
#include "analyze/loops/nlr_stack.h"

#include <algorithm>

namespace profdiff {

NlrStack::NlrStack(std::uint32_t longest_body, const LoopTable* known)
    : known_(known), known_size_(known == nullptr ? 0 : static_cast<std::uint32_t>(known->size())), slots_(64) {
  powers_.push_back(1);
  for (std::uint32_t k = 0; k < longest_body; ++k) powers_.push_back(powers_.back() * kBlockFactor);
}

std::vector<NlrItem> NlrStack::Items() const {
  std::vector<NlrItem> items;
  items.reserve(size_);
  for (std::size_t i = 0; i < size_; ++i) items.push_back(slots_[i].item);
  return items;
}

void NlrStack::Push(std::uint32_t function) {
  Append({function, 1});
  while (FoldOnce()) {
  }
}

bool NlrStack::FoldOnce() {
  const std::size_t last = size_ - 1, longest = std::min(powers_.size() - 1, last);
  const Slot* const top = slots_.data() + last;
  const NlrItem item = top->item;
  for (std::size_t k = 1; k <= longest; ++k) {
    const Slot& before = *(top - k);
    if (before.body_length == k && ExtendLoop(k)) return true;
    if (before.item == item && MakeLoop(k)) return true;
  }
  return false;
}

bool NlrStack::ExtendLoop(std::size_t k) {
  const NlrItem loop = slots_[size_ - 1 - k].item;
  if (HashOf(k, 0) != HashOfBody(loop.loop()) || !IsBody(loop.loop(), k)) return false;
  size_ -= k + 1;
  Append({loop.symbol, loop.count + 1});
  return true;
}

// Two equal blocks suffice for a known loop. A new loop needs three, since two equal blocks occur too often by chance,
// and would hide the loops around them.
bool NlrStack::MakeLoop(std::size_t k) {
  if (size_ < 2 * k) return false;
  const std::uint64_t hash = HashOf(k, 0);
  if (hash != HashOf(k, 1) || !IsRepeated(k, 1)) return false;
  const auto known = known_ == nullptr ? std::nullopt : known_->Find(hash, CopyLast(k));
  if (known) {
    size_ -= 2 * k;
    Append({NlrItem::kFirstLoop + *known, 2});
    return true;
  }
  if (size_ < 3 * k || hash != HashOf(k, 2) || !IsRepeated(k, 2)) return false;
  const std::uint32_t loop = known_size_ + found_.FindOrAdd(hash, CopyLast(k));
  size_ -= 3 * k;
  Append({NlrItem::kFirstLoop + loop, 3});
  return true;
}

void NlrStack::Append(NlrItem item) {
  if (size_ + 1 == slots_.size()) slots_.resize(2 * slots_.size());
  Slot& slot = slots_[size_++];
  slot.item = item;
  slot.body_length = item.is_loop() ? static_cast<std::uint32_t>(Body(item.loop()).size()) : 0;
  slots_[size_].hash = AppendToBlock(slot.hash, item.Code());
}

// Returns the hash of the k items that are `before` * k positions below the top of the stack. The hash is computed from
// the hashes of two prefixes.
std::uint64_t NlrStack::HashOf(std::size_t k, std::size_t before) const {
  const std::size_t end = size_ - before * k;
  return slots_[end].hash - slots_[end - k].hash * powers_[k];
}

// True if the top k items of the stack equal the k items that are `before` * k positions below them.
bool NlrStack::IsRepeated(std::size_t k, std::size_t before) const {
  const Slot* const last = slots_.data() + size_ - k;
  for (std::size_t i = 0; i < k; ++i) {
    if (last[i].item != (last - before * k)[i].item) return false;
  }
  return true;
}

bool NlrStack::IsBody(std::uint32_t loop, std::size_t k) const {
  return std::equal(slots_.data() + size_ - k, slots_.data() + size_, Body(loop).begin(),
                    [](const Slot& slot, const NlrItem& item) { return slot.item == item; });
}

std::span<const NlrItem> NlrStack::CopyLast(std::size_t k) {
  copy_.clear();
  for (std::size_t i = size_ - k; i < size_; ++i) copy_.push_back(slots_[i].item);
  return copy_;
}

std::span<const NlrItem> NlrStack::Body(std::uint32_t loop) const {
  return loop < known_size_ ? known_->Body(loop) : found_.Body(loop - known_size_);
}

std::uint64_t NlrStack::HashOfBody(std::uint32_t loop) const {
  return loop < known_size_ ? known_->Hash(loop) : found_.Hash(loop - known_size_);
}

}  // namespace profdiff
