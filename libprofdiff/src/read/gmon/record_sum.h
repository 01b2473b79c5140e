// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up the profile files of one side of a difference, with all of gprof's checks.
// Tests: tests/unit/read/gmon/records_test.cpp.
#ifndef PROFDIFF_READ_GMON_RECORD_SUM_H_
#define PROFDIFF_READ_GMON_RECORD_SUM_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "profdiff/gmon.h"
#include "read/gmon/arc_sum.h"
#include "read/gmon/partial_sum.h"

namespace profdiff {

// The address ranges of all histograms added so far.
class RangeIndex {
 public:
  static constexpr std::size_t kNew = ~std::size_t{0};

  // Returns the index of the histogram with exactly this range; kNew if there is none.
  std::size_t Find(const Histogram& histogram) const;
  // True if the range overlaps a known one.
  bool Overlaps(const Histogram& histogram) const;
  void Add(const Histogram& histogram, std::size_t number);

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> exact_;
  std::map<std::uint64_t, std::uint64_t> disjoint_;  // ends of the non-empty ranges, by start
};

// The sum of all files so far; invalid after an error.
class RecordSum {
 public:
  // Checks and adds the files of a partial sum in order. Calls `observer`, unless it is empty, for each file. Errors:
  // kIncompatible, kIncompatibleFile, kOverflow. If the last file is damaged, the error that describes the damage is
  // thrown after the file's records have been added.
  void Add(PartialSum part, const FileObserver& observer);

  // Throws the errors that Add would throw, including damage, for a partial sum of a single file. Changes nothing.
  void CheckAlone(const PartialSum& part) const;

  // Returns the sum, which is empty afterwards.
  Records Take();

 private:
  void AddFile(const PartialSum::File& file, std::vector<Histogram>& sums);
  void AddHistogram(const PartialSum::Part& part, std::vector<Histogram>& sums);

  // These functions throw if the histogram cannot be added.
  void Check(const PartialSum::Part& part, const GmonOutline& file) const;
  void CheckUnits(const PartialSum::Part& part, const std::string& path) const;
  void CheckBsd(const PartialSum::Part& part, const GmonOutline& file) const;

  static void CheckCounts(const GmonOutline& sum, const GmonOutline& file);

  Records sum_;
  GmonOutline counts_;  // totals of all files
  RangeIndex ranges_;
  ArcSum arcs_;
  ArcSum blocks_;  // added up like arcs, as in PartialSum
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_GMON_RECORD_SUM_H_
