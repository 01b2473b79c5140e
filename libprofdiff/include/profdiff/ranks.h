// SPDX-License-Identifier: GPL-3.0-or-later
// Many processes of one program, as MPI's ranks: how evenly they share the work.
#ifndef PROFDIFF_RANKS_H_
#define PROFDIFF_RANKS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profdiff/difference_listing.h"
#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/functions.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

// One figure of one function over all ranks. Ranks count from 0; of several alike the first is named.
class PROFDIFF_EXPORT Spread {
 public:
  void Add(std::uint32_t rank, double value);

  double mean() const { return mean_; }
  double min() const { return min_; }
  double max() const { return max_; }
  std::uint32_t min_rank() const { return min_rank_; }
  std::uint32_t max_rank() const { return max_rank_; }
  // Of the ranks there are, not of a sample: by their number, not one less.
  double Deviation() const;
  // max / mean - 1; 0 where all is 0.
  double Imbalance() const { return mean_ > 0 ? max_ / mean_ - 1 : 0; }
  // The sum over all ranks of what they have less than the one that has most.
  double Lost() const { return static_cast<double>(count_) * (max_ - mean_); }

 private:
  std::size_t count_ = 0;
  double mean_ = 0, squares_ = 0, min_ = 0, max_ = 0;
  std::uint32_t min_rank_ = 0, max_rank_ = 0;
};

// What the ranks did, function by function.
// Shape: by FunctionId of the table that all profiles are of. Memory grows with functions, not with ranks.
struct RankStatistics {
  std::size_t ranks = 0;        // how many there are
  std::vector<Spread> seconds;  // self time
  std::vector<Spread> calls;
  Spread total_seconds;                 // of all functions
  bool calls_known = true;              // else `calls` says nothing
  std::string dimension = "seconds";    // of times
  std::optional<ProfileOrigin> origin;  // of the first rank; else the profiles are gprof's

  // Lost time of all functions, in seconds.
  PROFDIFF_EXPORT double Lost() const;

  // One more rank, by its number. A function without time there is an observation of zero.
  PROFDIFF_EXPORT void Add(const Profile& profile, std::uint32_t rank);
};

// One line for each function, by lost time. Returns how many rows --limit left out.
PROFDIFF_EXPORT std::size_t WriteRanks(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                                       const ListingOptions& options);

// The ranks of two executions: mean, most and lost time of each, by the difference of lost time.
PROFDIFF_EXPORT std::size_t WriteRanksSideBySide(std::string& out, const Match& match, const RankStatistics& base,
                                                 const RankStatistics& other, const ListingOptions& options);

// The same in a format for programs, after the rules of profdiff/formats.h. Ranks count from 0. Columns of tables:
//   one: lost mean min minRank max maxRank deviation imbalance callsMean callsMin callsMinRank callsMax callsMaxRank id
//        address line file linkageName name
//   two: baseLost otherLost diffLost, …Mean, …Max, baseMaxRank otherMaxRank status match id line file linkageName name
// Of other profilers' numbers, as there: an image behind the file, and calls that nobody counted empty, in JSON null.
// Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT std::size_t WriteRanks(std::string& out, const TableFormat& format, const FunctionTable& table,
                                       const RankStatistics& ranks, const std::string& label,
                                       const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteRanks(std::string& out, const TableFormat& format, const Match& match,
                                       const RankStatistics& base, const RankStatistics& other,
                                       const SideLabels& labels, const ListingOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_RANKS_H_
