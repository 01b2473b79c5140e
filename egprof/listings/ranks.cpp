// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an image and the profiles of the processes that executed it.
#include "egprof/listings/ranks.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "egprof/executions/execution.h"
#include "egprof/executions/inputs.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/plausibility.h"
#include "egprof/listings/comparison.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/report_page.h"
#include "egprof/options/profile_rows.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/ranks.h"
#include "profdiff/selection.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

// Returns the self times of one rank.
std::vector<double> TimesOf(const profdiff::Profile& profile) {
  std::vector<double> times;
  for (const double ticks : profile.self_ticks) times.push_back(profile.Seconds(ticks));
  return times;
}

// Accumulates statistics over ranks, one rank after the other.
class RankReader {
 public:
  RankReader(const ProfileOptions& options, const Side& side, const profdiff::Image& image)
      : side_(side),
        functions_(image.functions),
        selection_(profdiff::Select(functions_, options.specs, profdiff::SpecRules::kExact)),
        profiles_(side.profiles.size()),
        keeps_times_(options.page.has_value()) {}

  // May be called on any thread, for any rank.
  void Attribute(std::size_t rank, const profdiff::Records& records) {
    profiles_[rank] = profdiff::MakeProfile(functions_, records, selection_);
    profiles_[rank].arcs = {};  // saves memory: there are no statistics of arcs
  }

  // Adds a rank and releases its profile. Must be called in the order of ranks.
  void Add(std::size_t rank) {
    const std::string& path = side_.profiles[rank];
    const profdiff::Profile profile = std::exchange(profiles_[rank], {});
    if (!profile.has_histogram) {
      throw Error(ErrorCode::kMissingRecords, path + ": no histogram, which --ranks needs for each process");
    }
    if (unit_.empty()) unit_ = profile.dimension;
    if (profile.dimension != unit_) {
      throw Error(ErrorCode::kBadArgument, path + ": measured in " + profile.dimension + ", other ranks in " + unit_);
    }
    ranks_.Add(profile, static_cast<std::uint32_t>(rank));
    if (keeps_times_) times_.push_back(TimesOf(profile));
  }

  const profdiff::RankStatistics& ranks() const { return ranks_; }
  const profdiff::RankTimes& times() const { return times_; }

 private:
  const Side& side_;
  const profdiff::FunctionTable& functions_;
  const profdiff::Selection selection_;
  // by rank; a rank's profile is empty before Attribute(rank) and after Add(rank)
  std::vector<profdiff::Profile> profiles_;
  profdiff::RankStatistics ranks_;
  const bool keeps_times_;
  profdiff::RankTimes times_;
  std::string unit_;
};

// The ranks of one execution, and their functions.
struct Ranks {
  std::shared_ptr<const profdiff::FunctionTable> functions;
  profdiff::RankStatistics statistics;
  profdiff::RankTimes times;  // filled only if a page is written
};

using SharedImage = std::shared_ptr<const profdiff::Image>;

SharedImage LoadRankImage(const ProfileOptions& options, const std::string& path, Output& output) {
  return std::make_shared<const profdiff::Image>(LoadImage(options, path, profdiff::SymbolPolicy::kAll, output));
}

Ranks LoadGmonRanks(const ProfileOptions& options, const Side& side, const SharedImage& image, Output& output) {
  RankReader reader(options, side, *image);
  LoadEachProfile(
      options, side, image->layout, output,
      [&reader](std::size_t rank, const profdiff::Records& records) { reader.Attribute(rank, records); },
      [&reader](std::size_t rank) { reader.Add(rank); });
  output.stages.Begin(Stage::kAnalyse);
  return {{image, &image->functions}, reader.ranks(), reader.times()};
}

Ranks LoadStackRanks(const ProfileOptions& options, const Side& side, Output& output) {
  const Execution execution = LoadEachRun(options, side, output);
  output.stages.Begin(Stage::kAnalyse);
  Ranks ranks{execution.functions, {}, {}};
  for (std::size_t rank = 0; rank < execution.each.size(); ++rank) {
    ranks.statistics.Add(execution.each[rank], static_cast<std::uint32_t>(rank));
    if (options.page) ranks.times.push_back(TimesOf(execution.each[rank]));
  }
  return ranks;
}

// Loads the ranks of one side. `image` is null unless it has already been read.
Ranks LoadRanks(const ProfileOptions& options, const Side& side, const SharedImage& image, Output& output) {
  if (image == nullptr && HasStacks(options, side)) return LoadStackRanks(options, side, output);
  return LoadGmonRanks(options, side, image ? image : LoadRankImage(options, side.image, output), output);
}

void RequireRank(const Side& side, std::size_t rank) {
  if (rank < side.profiles.size()) return;
  const std::size_t last = side.profiles.size() - 1;
  throw Error(ErrorCode::kBadArgument,
              "--ranks: there is no rank " + std::to_string(rank) + ": " +
                  (last == 0 ? "the only profile is rank 0" : "the profiles are ranks 0 to " + std::to_string(last)));
}

std::size_t Write(const ProfileOptions& options, const Side& side, const profdiff::FunctionTable& functions,
                  const profdiff::RankStatistics& ranks, std::string& out) {
  if (options.table_format == nullptr) return profdiff::WriteRanks(out, functions, ranks, options.listing);
  return profdiff::WriteRanks(out, *options.table_format, functions, ranks, Label(side), options.listing);
}

// The ranks of both sides, and their labels.
struct RankSides {
  const profdiff::RankStatistics &base, &other;
  profdiff::SideLabels labels;
};

std::size_t Write(const ProfileOptions& options, const profdiff::Match& match, const RankSides& sides,
                  std::string& out) {
  const auto& [base, other, labels] = sides;
  if (options.table_format == nullptr) return profdiff::WriteRanksSideBySide(out, match, base, other, options.listing);
  return profdiff::WriteRanks(out, *options.table_format, match, base, other, labels, options.listing);
}

// Reports how many rows --limit left out, except for a text table, which already states this number.
void ReportLeftOut(const ProfileOptions& options, std::size_t left_out, Output& output) {
  if (options.table_format != nullptr) ReportLimit(left_out, "rows of the ranks", output);
}

}  // namespace

void RefuseRankOptions(const CommandLine& line, const DifferenceOptions& options) {
  if (!options.rank_pair) RefuseThoseThatExclude(line, kAllRanks);
}

std::pair<Side, Side> ChooseRankPair(const DifferenceOptions& options, const Side& side) {
  const auto [first, second] = *options.rank_pair;
  RequireRank(side, first);
  RequireRank(side, second);
  return {{side.image, {side.profiles[first]}}, {side.image, {side.profiles[second]}}};
}

void RefuseRankPair() {
  throw Error(ErrorCode::kBadArgument, "--ranks=A,B compares two ranks of one execution, but two executions are given");
}

void RunRanks(ProfileOptions options, const Side& side, Output& output) {
  if (options.rank_pair) {
    const std::pair<Side, Side> ranks = ChooseRankPair(options, side);
    options.side_by_side = true;
    return RunDifference(options, ranks.first, ranks.second, output);
  }
  const Ranks ranks = LoadRanks(options, side, nullptr, output);
  output.stages.Begin(Stage::kWrite);
  ReportLeftOut(options, Write(options, side, *ranks.functions, ranks.statistics, output.text), output);
  DeliverReportPage(options, output, [&](std::string& out, const profdiff::ReportPageOptions& page) {
    profdiff::WriteReportPage(out, *ranks.functions, ranks.statistics, ranks.times, Label(side), page);
  });
}

void RunRanks(const ProfileOptions& options, const Side& base, const Side& other, Output& output) {
  if (options.rank_pair) RefuseRankPair();
  const bool has_stacks = HasStacks(options, base) || HasStacks(options, other);
  const bool same_image = !has_stacks && IsSameFile(base.image, other.image);
  // An image that both sides share is read once.
  const SharedImage image = same_image ? LoadRankImage(options, base.image, output) : nullptr;
  const Ranks of_base = LoadRanks(options, base, image, output), of_other = LoadRanks(options, other, image, output);
  const std::string &base_unit = of_base.statistics.dimension, &other_unit = of_other.statistics.dimension;
  if (base_unit != other_unit) {
    throw Error(ErrorCode::kIncompatible, "the base is measured in " + base_unit + ", the other side in " + other_unit +
                                              ": all ranks must have the same unit");
  }
  const profdiff::Renames renames = LoadRenames(options);
  const profdiff::Match match =
      profdiff::MatchFunctions(*of_base.functions, *of_other.functions, same_image, &renames, options.threads);
  output.stages.Begin(Stage::kWrite);
  const RankSides sides{of_base.statistics, of_other.statistics, {Label(base), Label(other)}};
  ReportLeftOut(options, Write(options, match, sides, output.text), output);
  DeliverReportPage(options, output, [&](std::string& out, const profdiff::ReportPageOptions& page) {
    profdiff::WriteReportPage(out, match, {of_base.statistics, of_base.times}, {of_other.statistics, of_other.times},
                              sides.labels, page);
  });
}

}  // namespace egprof
