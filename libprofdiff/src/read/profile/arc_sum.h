// SPDX-License-Identifier: GPL-3.0-or-later
// Arcs added up by their two addresses.
// Tests: tests/unit/read/profile/arc_sum_test.cpp.
#ifndef PROFDIFF_READ_PROFILE_ARC_SUM_H_
#define PROFDIFF_READ_PROFILE_ARC_SUM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/gmon.h"

namespace profdiff {

// A list of arcs of distinct (from, self) in first-seen order, and the sums of their counts.
//
// The records of the first file become the list as they are, and repeats are added up at its end, or before the list
// grows. Those of other files are looked for where the list goes on, as the files of one program mostly have the same
// arcs in the same order; the first that is not there makes a hash table of places necessary.
class ArcSum {
 public:
  // The next records are those of one more file.
  void BeginFile();

  // About that many records follow. A guess: it reserves memory, no more.
  void Expect(std::uint64_t records);

  void Add(std::span<const ArcRecord> records);
  void Add(ArcSum other);

  // No file follows for now: gives back what only adding needs.
  void End();

  // The list; the sum is empty afterwards, and its table gone.
  std::vector<ArcRecord> Take();

 private:
  // Adds up what the first file repeats.
  void Settle();
  // Adds up what it has repeated so far, if the list is long, and lets the list grow where that helps little.
  void MakeRoom();
  void AddInOrder(std::span<const ArcRecord> records);
  // `place`: that of the arc, or the list's end.
  void AddOne(const ArcRecord& record, std::size_t place);

  // The place of an arc in the list, or the list's end.
  std::size_t LookUp(const ArcRecord& record);
  void CompleteTable();
  std::size_t SlotOf(std::uint64_t hash) const { return (hash >> 32) * slots_.size() >> 32; }
  std::size_t After(std::size_t slot) const { return slot + 1 == slots_.size() ? 0 : slot + 1; }
  bool IsMarked(std::uint32_t slot, std::uint64_t hash) const {
    return ((slot ^ static_cast<std::uint32_t>(hash)) & ~place_mask_) == 0;
  }

  std::vector<ArcRecord> arcs_;
  bool settled_ = false;  // the first file has ended: all arcs are distinct
  std::size_t next_ = 0;  // where the next record is looked for first

  // Open addressing with linear probing, at most half full. A slot holds place + 1 in its lower bits, in the others
  // bits of the hash, which spare most looks at arcs that are not meant; 0 is free.
  std::vector<std::uint32_t> slots_;
  std::uint32_t place_mask_ = 0;
  std::uint64_t key_ = 0;     // of the hash
  std::size_t in_table_ = 0;  // how many arcs the table has; the others are those at the end of the list
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_ARC_SUM_H_
