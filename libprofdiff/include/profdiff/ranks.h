// SPDX-License-Identifier: GPL-3.0-or-later
// The distribution of work over the processes of one program, such as MPI ranks.
#ifndef PROFDIFF_RANKS_H_
#define PROFDIFF_RANKS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/image.h"
#include "profdiff/input.h"
#include "profdiff/listing.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"

namespace profdiff {

// Statistics of one value of one function over all ranks. If several ranks have the minimum or maximum, the first of
// them is reported.
class PROFDIFF_EXPORT Spread {
 public:
  void Add(std::uint32_t rank, double value);

  double mean() const { return mean_; }
  double min() const { return min_; }
  double max() const { return max_; }
  std::uint32_t min_rank() const { return min_rank_; }
  std::uint32_t max_rank() const { return max_rank_; }
  // Population standard deviation (divides by n, not by n - 1), as all ranks are known.
  double Deviation() const;
  // max / mean - 1; 0 if all values are 0.
  double Imbalance() const { return mean_ > 0 ? max_ / mean_ - 1 : 0; }
  // Sum over all ranks of the difference between the maximum and the rank's value.
  double Lost() const { return static_cast<double>(count_) * (max_ - mean_); }
  // Sum over all ranks of the squared distance from the mean.
  double Squares() const { return squares_; }

 private:
  std::size_t count_ = 0;
  double mean_ = 0, squares_ = 0, min_ = 0, max_ = 0;
  std::uint32_t min_rank_ = 0, max_rank_ = 0;
};

// The profile of one rank.
struct RankFile {
  std::uint32_t rank = 0;
  std::string path;  // empty if unknown

  friend bool operator==(const RankFile&, const RankFile&) = default;
};

// The numbers of ranks, and how they were found.
struct RankNumbers {
  std::vector<std::uint32_t> ranks;  // by file
  bool from_names = false;           // false if the files were counted from 0
};

// The files of ranks in the order of their numbers.
struct RankInputs {
  std::vector<Input> files;
  std::vector<std::uint32_t> ranks;  // by file
};
PROFDIFF_EXPORT RankInputs InOrderOfRanks(const std::vector<Input>& files);

// Statistics over ranks for each function.
// Shape: `seconds`, `calls` and `variances` are indexed by FunctionId of the table that all profiles share. Except for
// the names of files, memory grows with the number of functions, but not with the number of ranks.
struct RankStatistics {
  std::size_t ranks = 0;        // number of ranks
  std::vector<Spread> seconds;  // self times of each function
  std::vector<Spread> calls;
  Spread total_seconds;                 // self times, summed over all functions
  bool calls_known = true;              // false if `calls` is unknown
  std::string dimension = "seconds";    // unit of the times
  std::optional<ProfileOrigin> origin;  // origin of the first rank's profile; nullopt for gprof's profiles
  std::vector<RankFile> files;          // in the order in which the ranks were added
  // The variance that sampling gives the self times of a function, and of all functions, summed over all ranks. Unit:
  // seconds squared.
  std::vector<double> variances;
  double total_variance = 0;
  bool is_sampled = true;  // false if the times of a rank were not derived from samples, so that noise is unknown

  // Returns the lost time of all functions, in seconds.
  PROFDIFF_EXPORT double Lost() const;

  // Returns the probability that self times of ranks with equal work differ at least as much, by the chi-square test;
  // nullopt if it is unknown.
  PROFDIFF_EXPORT std::optional<double> EvenChance(FunctionId function) const;
  PROFDIFF_EXPORT std::optional<double> EvenChance() const;  // of the sums over all functions

  // Returns the file of a rank; empty if it is unknown.
  PROFDIFF_EXPORT std::string_view FileOf(std::uint32_t rank) const;

  // Adds a rank. A function without time in this rank counts as an observation of zero.
  PROFDIFF_EXPORT void Add(const Profile& profile, std::uint32_t rank, std::string path = {});
};

// Writes one line for each function: of one execution, sorted by lost time; of two, mean, maximum and lost time, sorted
// by the difference in lost time. Returns the number of rows that --limit omitted. The text does not name the inputs.
// Tables follow the rules in profdiff/formats.h. Their columns are:
//   for one execution: lost mean min minRank max maxRank deviation imbalance callsMean callsMin callsMinRank callsMax
//        callsMaxRank id address line file linkageName name evenChance minPath maxPath
//   for two executions: baseLost otherLost diffLost, the same for Mean and Max, baseMaxRank otherMaxRank status match
//        id line file linkageName name baseEvenChance otherEvenChance baseMaxPath otherMaxPath
// minPath is the file of the rank minRank.
// As in formats.h, tables for profiles from other profilers have an image after the file, and calls that were not
// counted are empty (in JSON null).
PROFDIFF_EXPORT std::size_t WriteRanks(std::string& out, const TableFormat& format, const FunctionTable& table,
                                       const RankStatistics& ranks, const std::string& label,
                                       const ListingOptions& options);
PROFDIFF_EXPORT std::size_t WriteRanks(std::string& out, const TableFormat& format, const Match& match,
                                       const RankStatistics& base, const RankStatistics& other,
                                       const SideLabels& labels, const ListingOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_RANKS_H_
