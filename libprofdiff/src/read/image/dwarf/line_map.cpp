// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the blocks (LineBlock) of all units. Blocks of different units overlap if the units describe an inline function
// differently. They also overlap at address 0, where functions discarded by the linker remain. The first unit wins, as
// in libbfd.
#include "read/image/dwarf/line_map.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace profdiff {
namespace {

class Joiner {
 public:
  Joiner(const std::vector<LineBlock>& blocks, const std::vector<LineChange>& changes)
      : blocks_(blocks), changes_(changes) {}

  std::vector<LineChange> Join();

 private:
  // Sort key of an open block, that is, a block that extends beyond the current address. The open block with the lowest
  // key is in effect.
  using Open = std::pair<std::uint64_t, std::size_t>;  // LineBlock::order, index of the block

  void AddUpTo(std::uint64_t limit);
  void AddPart(const LineBlock& block, std::uint64_t begin, std::uint64_t end);

  const std::vector<LineBlock>& blocks_;
  const std::vector<LineChange>& changes_;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_;
  std::uint64_t done_ = 0;  // all addresses below this one have been joined
  std::vector<LineChange> joined_;
  ChangeList list_{joined_};
};

// Sweeps over the blocks by start address. The open blocks are in a queue sorted by LineBlock::order. Cost: n log n.
std::vector<LineChange> Joiner::Join() {
  std::vector<std::size_t> by_low(blocks_.size());
  for (std::size_t i = 0; i < by_low.size(); ++i) by_low[i] = i;
  std::sort(by_low.begin(), by_low.end(), [this](std::size_t a, std::size_t b) {
    return std::pair(blocks_[a].low, a) < std::pair(blocks_[b].low, b);
  });
  joined_.reserve(changes_.size());
  list_.Add({0});  // a gap
  for (std::size_t i : by_low) {
    AddUpTo(blocks_[i].low);
    open_.emplace(blocks_[i].order, i);
  }
  AddUpTo(~std::uint64_t{0});
  list_.Finish();
  return std::move(joined_);
}

// Adds the code of the open blocks between `done_` and `limit`. The open block with the lowest LineBlock::order is in
// effect. After its end, the next block continues with the change that is in effect in that block.
void Joiner::AddUpTo(std::uint64_t limit) {
  while (!open_.empty() && done_ < limit) {
    const LineBlock& block = blocks_[open_.top().second];
    if (block.high <= done_) {
      open_.pop();
      continue;
    }
    std::uint64_t end = std::min(block.high, limit);
    AddPart(block, done_, end);
    done_ = end;
  }
  if (open_.empty()) list_.Add({done_});  // a gap
  done_ = limit;
}

void Joiner::AddPart(const LineBlock& block, std::uint64_t begin, std::uint64_t end) {
  auto first = changes_.begin() + static_cast<std::ptrdiff_t>(block.first);
  auto last = first + static_cast<std::ptrdiff_t>(block.count);
  auto change = std::ranges::upper_bound(first, last, begin, {}, &LineChange::address);
  if (change != first) --change;
  for (; change != last && change->address < end; ++change) {
    LineChange part = *change;
    part.address = std::max(part.address, begin);
    list_.Add(part);
  }
}

// True if the blocks ascend without overlap.
bool AreInOrder(const std::vector<LineBlock>& blocks) {
  auto reaches_into = [](const LineBlock& a, const LineBlock& b) { return a.high > b.low; };
  return std::ranges::adjacent_find(blocks, reaches_into) == blocks.end();
}

// Joins ascending blocks: drops changes without an effect, and gaps of length 0.
std::vector<LineChange> JoinInPlace(std::vector<LineChange> changes) {
  ChangeList list(changes);
  for (std::size_t i = 0; i < changes.size(); ++i) list.Add(changes[i]);
  list.Finish();
  return changes;
}

// If no blocks overlap, which is the common case, they are joined in place.
DwarfLineMap MakeMap(LineBlocks parts) {
  parts.changes =
      AreInOrder(parts.blocks) ? JoinInPlace(std::move(parts.changes)) : Joiner(parts.blocks, parts.changes).Join();
  return DwarfLineMap(std::move(parts));
}

}  // namespace

DwarfLineMap MakeLineMap(const DwarfSections& sections, std::uint64_t low, std::uint64_t high, unsigned threads) {
  return MakeMap(CollectBlocks(sections, {low, high}, threads));
}

DwarfLineMap MakeLineMapOf(const DwarfSections& sections, const std::vector<std::uint64_t>& addresses,
                           unsigned threads) {
  return MakeMap(CollectBlocks(sections, {0, ~std::uint64_t{0}, &addresses}, threads));
}

}  // namespace profdiff
