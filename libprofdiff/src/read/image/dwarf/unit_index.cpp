// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the tree in its full size only if some 256 addresses have more than 16 ranges at all.
#include "read/image/dwarf/unit_index.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace profdiff {
namespace {

constexpr std::size_t kLeafRanges = 16;
constexpr unsigned kAddressBits = 64;
constexpr unsigned kSingleBits = 56;  // of the prefix of a leaf of 256 addresses

struct Node {
  using Children = std::array<std::unique_ptr<Node>, 256>;

  std::vector<UnitRange> ranges;       // of a leaf
  std::size_t room = kLeafRanges;      // for so many
  std::unique_ptr<Children> children;  // of an inner node
  bool is_single = false;              // taken apart into single addresses, which are not kept
};

// The addresses with a common prefix of `bits` bits.
struct Bucket {
  std::uint64_t first = 0;
  unsigned bits = 0;

  std::uint64_t last() const { return first + (~std::uint64_t{0} >> bits); }
  unsigned Byte(std::uint64_t address) const { return address >> (kAddressBits - bits - 8) & 0xff; }
  Bucket Child(unsigned byte) const { return {first + (std::uint64_t{byte} << (kAddressBits - bits - 8)), bits + 8}; }
};

bool OverlapOrTouch(const AddressRange& a, const AddressRange& b) { return a.low <= b.high && b.low <= a.high; }

// True if the unit has a range in the leaf that could be lengthened by this one.
bool Merge(Node& leaf, const UnitRange& added) {
  for (UnitRange& known : leaf.ranges) {
    if (known.unit != added.unit || !OverlapOrTouch(known.range, added.range)) continue;
    known.range.low = std::min(known.range.low, added.range.low);
    known.range.high = std::max(known.range.high, added.range.high);
    return true;
  }
  return false;
}

class Tree {
 public:
  Tree(std::size_t ranges, bool follows_244)
      : follows_244_(follows_244), budget_(kMostSteps + 256 * std::uint64_t{ranges}) {}

  void Insert(const UnitRange& added) { Insert(root_, {}, added); }
  std::vector<std::uint64_t> LostAddresses() const;
  // False after so many steps as only damaged debug information needs.
  bool IsSound() const { return budget_ > 0; }

 private:
  static constexpr std::uint64_t kMostSteps = 50'000'000;

  void Insert(Node& node, const Bucket& bucket, const UnitRange& added);
  void InsertBelow(Node& node, const Bucket& bucket, const UnitRange& added);
  void Split(Node& leaf, const Bucket& bucket);
  static void Collect(const Node& node, const Bucket& bucket, std::vector<std::uint64_t>& lost);

  // What to do with a full leaf.
  bool Splits(const Node& leaf, const Bucket& bucket) const;

  Node root_;
  const bool follows_244_;
  std::uint64_t budget_;
};

// Calls itself once for each byte of an address.
void Tree::Insert(Node& node, const Bucket& bucket, const UnitRange& added) {
  if (budget_ == 0 || node.is_single) return;
  --budget_;
  if (node.children == nullptr) {
    if (Merge(node, added)) return;
    if (node.ranges.size() == node.room && Splits(node, bucket)) {
      Split(node, bucket);
    } else {
      if (node.ranges.size() == node.room) node.room *= 2;
      node.ranges.push_back(added);
    }
  }
  if (node.children != nullptr) InsertBelow(node, bucket, added);
}

bool Tree::Splits(const Node& leaf, const Bucket& bucket) const {
  return !follows_244_ || std::ranges::any_of(leaf.ranges, [&bucket](const UnitRange& r) {
    return r.range.low > bucket.first || r.range.high <= bucket.last();
  });
}

void Tree::InsertBelow(Node& node, const Bucket& bucket, const UnitRange& added) {
  std::uint64_t low = std::max(added.range.low, bucket.first);
  std::uint64_t high = std::min(added.range.high - 1, bucket.last());
  unsigned end = bucket.Byte(high);
  for (unsigned byte = bucket.Byte(low); byte <= end; ++byte) {
    std::unique_ptr<Node>& child = (*node.children)[byte];
    if (child == nullptr) child = std::make_unique<Node>();
    Insert(*child, bucket.Child(byte), added);
  }
}

void Tree::Split(Node& leaf, const Bucket& bucket) {
  std::vector<UnitRange> ranges = std::exchange(leaf.ranges, {});
  if (bucket.bits == kSingleBits) {
    leaf.is_single = true;
    return;
  }
  leaf.children = std::make_unique<Node::Children>();
  for (const UnitRange& range : ranges) InsertBelow(leaf, bucket, range);
}

std::vector<std::uint64_t> Tree::LostAddresses() const {
  std::vector<std::uint64_t> lost;
  Collect(root_, {}, lost);
  return lost;
}

void Tree::Collect(const Node& node, const Bucket& bucket, std::vector<std::uint64_t>& lost) {
  if (node.is_single) lost.push_back(bucket.last());
  if (node.children == nullptr) return;
  for (unsigned byte = 0; byte < node.children->size(); ++byte) {
    if (const Node* child = (*node.children)[byte].get()) Collect(*child, bucket.Child(byte), lost);
  }
}

// True if some 256 addresses are touched by more ranges than a leaf holds, before any are merged.
bool AnyCrowded(const std::vector<UnitRange>& ranges) {
  std::vector<std::pair<std::uint64_t, int>> steps;  // where the number of ranges goes up or down
  steps.reserve(2 * ranges.size());
  for (const UnitRange& r : ranges) {
    steps.emplace_back(r.range.low >> 8, 1);
    steps.emplace_back(((r.range.high - 1) >> 8) + 1, -1);
  }
  std::sort(steps.begin(), steps.end());
  long open = 0;
  for (auto [bucket, step] : steps) {
    open += step;
    if (open > static_cast<long>(kLeafRanges)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::uint64_t> FindLostAddresses(const std::vector<UnitRange>& ranges, bool follows_244) {
  if (!AnyCrowded(ranges)) return {};
  Tree tree(ranges.size(), follows_244);
  for (const UnitRange& range : ranges) {
    if (range.range.low < range.range.high) tree.Insert(range);
  }
  return tree.IsSound() ? tree.LostAddresses() : std::vector<std::uint64_t>();
}

}  // namespace profdiff
