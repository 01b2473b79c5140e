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

// A list of arcs with distinct (from, self) in order of first occurrence, and the sums of their counts.
//
// The records of the first file become the list; repetitions are added up at its end, or before the list grows. Records
// of other files are compared with the next element of the list, as files of one program mostly have the same arcs in
// the same order; the first mismatch requires a hash table of list indices.
class ArcSum {
 public:
  // Starts the next file.
  void BeginFile();

  // Announces the approximate number of records, for reserving memory.
  void Expect(std::uint64_t records);

  void Add(std::span<const ArcRecord> records);
  void Add(ArcSum other);

  // Frees memory that is needed for adding only; more files may follow later.
  void End();

  // Returns the list; the sum is empty afterwards.
  std::vector<ArcRecord> Take();

 private:
  // Adds up the repetitions of the first file.
  void Settle();
  // Adds up its repetitions so far if the list is long, and grows the list if that frees too little.
  void MakeRoom();
  void AddInOrder(std::span<const ArcRecord> records);
  // `place`: index of the arc in the list; the list's size for a new arc.
  void AddOne(const ArcRecord& record, std::size_t place);

  // The index of an arc in the list, or the list's size.
  std::size_t LookUp(const ArcRecord& record);
  void CompleteTable();
  std::size_t SlotOf(std::uint64_t hash) const { return (hash >> 32) * slots_.size() >> 32; }
  std::size_t After(std::size_t slot) const { return slot + 1 == slots_.size() ? 0 : slot + 1; }
  bool IsMarked(std::uint32_t slot, std::uint64_t hash) const {
    return ((slot ^ static_cast<std::uint32_t>(hash)) & ~place_mask_) == 0;
  }

  std::vector<ArcRecord> arcs_;
  bool settled_ = false;  // the first file has ended, and all arcs are distinct
  std::size_t next_ = 0;  // expected index of the next record

  // Open addressing with linear probing, at most half full. A slot contains the list index + 1 in its lower bits, and
  // bits of the hash in the others, which avoid most accesses to other arcs; 0: free.
  std::vector<std::uint32_t> slots_;
  std::uint32_t place_mask_ = 0;
  std::uint64_t key_ = 0;     // of the hash
  std::size_t in_table_ = 0;  // how many arcs the table has; the others are those at the end of the list
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_ARC_SUM_H_
