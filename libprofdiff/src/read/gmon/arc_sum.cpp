// SPDX-License-Identifier: GPL-3.0-or-later
// The order of first occurrence decides ties and the order of floating-point sums in gprof's listings (GPROF.md,
// section 8.1). Therefore arcs are kept in a list, and a separate hash table contains only list indices.
#include "read/gmon/arc_sum.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/seeded_hash.h"
#include "read/gmon/arc_repeats.h"
#include "read/gmon/record_sink.h"

namespace profdiff {
namespace {

constexpr std::size_t kFewestPlaces = 512;
// Number of arcs below which a table gets twice as many slots for each arc, because a small table takes little memory.
constexpr std::size_t kFewPlaces = std::size_t{1} << 14;
// Largest number of elements that are reserved for arcs that occur only in later files.
constexpr std::size_t kMostNew = std::size_t{1} << 15;
// A list with fewer elements may grow without adding up repetitions first.
constexpr std::size_t kSmallList = std::size_t{1} << 16;

}  // namespace

void ArcSum::Expect(std::uint64_t records) {
  if (!arcs_.empty()) return;
  records = std::min(records, kMostExpectedArcs);
  arcs_.reserve(records + std::min<std::uint64_t>(records / 4, kMostNew));
}

void ArcSum::BeginFile() {
  if (!arcs_.empty()) Settle();
  next_ = 0;
}

void ArcSum::End() {
  Settle();
  slots_ = {};
}

void ArcSum::Settle() {
  if (!std::exchange(settled_, true)) AddUpRepeats(arcs_);
}

void ArcSum::Add(std::span<const ArcRecord> records) {
  if (!settled_) {
    if (arcs_.size() + records.size() > arcs_.capacity()) MakeRoom();
    arcs_.insert(arcs_.end(), records.begin(), records.end());
    return;
  }
  AddInOrder(records);
}

// Merges repeated arcs in a full list, and enlarges the list only if more than two thirds of it are still in use.
// Otherwise merging has freed at least a third of the list, so the amortised cost per record is constant.
void ArcSum::MakeRoom() {
  const std::size_t room = arcs_.capacity();
  if (room < kSmallList) return;
  AddUpRepeats(arcs_);
  if (arcs_.size() > room / 3 * 2) arcs_.reserve(room + room / 2);
}

void ArcSum::Add(ArcSum other) {
  if (arcs_.empty()) {
    *this = std::move(other);
    return;
  }
  other.Settle();
  BeginFile();
  Add(other.arcs_);
}

std::vector<ArcRecord> ArcSum::Take() {
  Settle();
  return std::move(std::exchange(*this, ArcSum()).arcs_);
}

// Follows the list as long as the records match it. After a mismatch, looks up the arc of the record and continues with
// the element that follows this arc in the list: files of one program differ in few arcs, and the others are in the
// same order.
void ArcSum::AddInOrder(std::span<const ArcRecord> records) {
  while (true) {
    std::size_t known = 0;
    while (known < records.size() && next_ < arcs_.size() && IsSameArc(arcs_[next_], records[known])) {
      arcs_[next_++].count += records[known++].count;
    }
    if (known == records.size()) return;
    const std::size_t place = LookUp(records[known]);
    if (place == arcs_.size()) {
      arcs_.push_back(records[known]);
    } else {
      arcs_[place].count += records[known].count;
    }
    next_ = place + 1;
    records = records.subspan(known + 1);
  }
}

std::size_t ArcSum::LookUp(const ArcRecord& record) {
  CompleteTable();
  const std::uint64_t hash = HashArc(record, key_);
  for (std::size_t slot = SlotOf(hash); slots_[slot] != 0; slot = After(slot)) {
    if (!IsMarked(slots_[slot], hash)) continue;
    const std::size_t place = (slots_[slot] & place_mask_) - 1;
    if (IsSameArc(arcs_[place], record)) return place;
  }
  return arcs_.size();
}

// Adds the rest of the list to the table. The arcs of the list are distinct, so each one uses the first free slot
// without comparisons.
void ArcSum::CompleteTable() {
  if (2 * arcs_.size() >= slots_.size()) {
    const std::size_t places = std::max(kFewestPlaces, arcs_.size() + arcs_.size() / 2);
    slots_.assign((places < kFewPlaces ? 4 : 2) * places, 0);
    // The mask has as many bits as an index + 1 needs in a table that is half full; a slot's other bits contain bits of
    // the hash.
    place_mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << std::bit_width(slots_.size() / 2)) - 1);
    key_ = NewHashSeed();
    in_table_ = 0;
  }
  for (; in_table_ < arcs_.size(); ++in_table_) {
    const std::uint64_t hash = HashArc(arcs_[in_table_], key_);
    std::size_t slot = SlotOf(hash);
    while (slots_[slot] != 0) slot = After(slot);
    slots_[slot] = static_cast<std::uint32_t>(in_table_ + 1) | (static_cast<std::uint32_t>(hash) & ~place_mask_);
  }
}

}  // namespace profdiff
