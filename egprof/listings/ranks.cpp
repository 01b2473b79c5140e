// SPDX-License-Identifier: GPL-3.0-or-later
// Reads an image and the profiles of the processes that executed it.
#include "egprof/listings/ranks.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "egprof/executions/inputs.h"
#include "egprof/executions/kinds.h"
#include "egprof/executions/plausibility.h"
#include "egprof/listings/listings.h"
#include "egprof/listings/report_page.h"
#include "egprof/options/profile_rows.h"
#include "profdiff/match.h"
#include "profdiff/profile.h"
#include "profdiff/ranks.h"

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

// The profiles of a side, ordered by the numbers of their ranks.
struct RankedSide {
  Side side;
  std::vector<std::uint32_t> numbers;  // by profile
};

RankedSide RankedSideOf(Side side) {
  if (side.profiles.size() == 1) {
    const Input whole = side.profiles.front();
    if (std::vector<std::uint32_t> ranks = profdiff::RanksOf(whole); !ranks.empty()) {
      side.profiles.clear();
      for (const std::uint32_t rank : ranks) side.profiles.push_back(whole.OfRank(rank));
      return {std::move(side), std::move(ranks)};
    }
  }
  profdiff::RankInputs ordered = profdiff::InOrderOfRanks(side.profiles);
  side.profiles = std::move(ordered.files);
  return {std::move(side), std::move(ordered.ranks)};
}

// Accumulates statistics over ranks, one rank after the other.
class RankReader {
 public:
  RankReader(const std::vector<profdiff::SymbolSpec>& specs, const RankedSide& ranked, const profdiff::Image& image,
             bool keeps_times)
      : side_(ranked.side),
        numbers_(ranked.numbers),
        functions_(image.functions),
        selection_(profdiff::Select(functions_, specs, profdiff::SpecRules::kExact)),
        profiles_(ranked.side.profiles.size()),
        keeps_times_(keeps_times) {}

  // May be called on any thread, for any rank. Here, ranks count from 0 in the order of the side's profiles.
  void Attribute(std::size_t rank, const profdiff::Records& records) {
    profiles_[rank] = profdiff::MakeProfile(functions_, records, selection_);
    profiles_[rank].arcs = {};  // saves memory: there are no statistics of arcs
  }

  // Adds a rank and releases its profile. Must be called in the order of ranks.
  void Add(std::size_t rank) {
    const std::string& path = side_.profiles[rank].path();
    const profdiff::Profile profile = std::exchange(profiles_[rank], {});
    if (!profile.has_histogram) {
      throw Error(ErrorCode::kMissingRecords, "no histogram, which --ranks needs for each process", path);
    }
    if (unit_.empty()) unit_ = profile.dimension;
    if (profile.dimension != unit_) {
      throw Error(ErrorCode::kBadArgument, "measured in " + profile.dimension + ", other ranks in " + unit_, path);
    }
    ranks_.Add(profile, numbers_[rank], path);
    if (keeps_times_) times_.push_back(TimesOf(profile));
  }

  const profdiff::RankStatistics& ranks() const { return ranks_; }
  const profdiff::RankTimes& times() const { return times_; }

 private:
  const Side& side_;
  const std::vector<std::uint32_t>& numbers_;
  const profdiff::FunctionTable& functions_;
  const profdiff::Selection selection_;
  // by place in the side; a profile is empty before Attribute(rank) and after Add(rank)
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

Ranks LoadGmonRanks(const LoadPlan& load, bool keeps_times, const RankedSide& ranked, const SharedImage& image,
                    LoadLog& log) {
  RankReader reader(load.loading.specs, ranked, *image, keeps_times);
  LoadEachProfile(
      load, ranked.side, image->layout, log,
      [&reader](std::size_t rank, const profdiff::Records& records) { reader.Attribute(rank, records); },
      [&reader](std::size_t rank) { reader.Add(rank); });
  log.stages.Begin(Stage::kAnalyse);
  return {{image, &image->functions}, reader.ranks(), reader.times()};
}

// True if --keep-going left out the file.
bool IsLeftOut(const std::string& path, const Messages& messages) {
  return std::ranges::find(messages.left_out(), path, &profdiff::Message::file) != messages.left_out().end();
}

Ranks LoadStackRanks(const LoadPlan& load, bool keeps_times, const RankedSide& ranked, LoadLog& log) {
  const Execution execution = LoadEachRun(load, ranked.side, log);
  log.stages.Begin(Stage::kAnalyse);
  Ranks ranks{execution.functions, {}, {}};
  auto run = execution.each.begin();
  for (std::size_t i = 0; i < ranked.numbers.size() && run != execution.each.end(); ++i) {
    const std::string& path = ranked.side.profiles[i].path();
    if (IsLeftOut(path, log.messages)) continue;
    ranks.statistics.Add(*run, ranked.numbers[i], path);
    if (keeps_times) ranks.times.push_back(TimesOf(*run));
    ++run;
  }
  return ranks;
}

// Loads the ranks of one side. `image` is null unless it has already been read.
Ranks LoadRanks(const LoadPlan& load, bool keeps_times, const RankedSide& ranked, const SharedImage& image,
                LoadLog& log) {
  const Side& side = ranked.side;
  if (image == nullptr && profdiff::HasStacks(side)) return LoadStackRanks(load, keeps_times, ranked, log);
  return LoadGmonRanks(load, keeps_times, ranked, image ? image : LoadImage(load, side.image, log), log);
}

// Returns text such as "ranks 0 to 7", "ranks 3, 9 and 40" or "rank 0".
std::string ListOfRanks(const std::vector<std::uint32_t>& numbers) {
  constexpr std::size_t kMost = 8;
  const std::uint32_t first = numbers.front(), last = numbers.back();
  const auto count = static_cast<std::uint32_t>(numbers.size());
  if (count == 1) return "rank " + std::to_string(first);
  if (last - first + 1 == count) return "ranks " + std::to_string(first) + " to " + std::to_string(last);
  if (count > kMost) {
    return std::to_string(count) + " ranks from " + std::to_string(first) + " to " + std::to_string(last);
  }
  std::string text = "ranks " + std::to_string(first);
  for (std::size_t i = 1; i < count; ++i) text += (i + 1 == count ? " and " : ", ") + std::to_string(numbers[i]);
  return text;
}

// Returns the profile of a rank.
const Input& ProfileOf(const RankedSide& ranked, std::size_t rank) {
  const std::vector<std::uint32_t>& numbers = ranked.numbers;
  const auto found = std::ranges::find(numbers, rank);
  if (found != numbers.end()) return ranked.side.profiles[static_cast<std::size_t>(found - numbers.begin())];
  throw Error(ErrorCode::kBadArgument, "--ranks: there is no rank " + std::to_string(rank) + ": the " +
                                           (numbers.size() == 1 ? "only profile is " : "profiles are ") +
                                           ListOfRanks(numbers));
}

std::size_t Write(const RankOutput& output, const Side& side, const profdiff::FunctionTable& functions,
                  const profdiff::RankStatistics& ranks, TextSink& out) {
  return profdiff::WriteRanks(out.text, output.format, functions, ranks, Label(side), Streamed(output.listing, out));
}

// The ranks of both sides, and their labels.
struct RankSides {
  const profdiff::RankStatistics &base, &other;
  profdiff::SideLabels labels;
};

std::size_t Write(const RankOutput& output, const profdiff::Match& match, const RankSides& sides, TextSink& out) {
  const auto& [base, other, labels] = sides;
  return profdiff::WriteRanks(out.text, output.format, match, base, other, labels, Streamed(output.listing, out));
}

// Reports how many rows --limit left out, except for a text table, which already states this number.
void ReportLeftOut(bool is_text, std::size_t left_out, Messages& messages) {
  if (!is_text) ReportLimit(left_out, "rows of the ranks", messages);
}

}  // namespace

void RefuseRankOptions(const CommandLine& line, const SideOptions& options) {
  if (!options.rank_pair) RefuseThoseThatExclude(line, kAllRanks);
}

std::pair<Side, Side> ChooseRankPair(const SideOptions& options, const Side& side) {
  const RankedSide ranked = RankedSideOf(side);
  const auto [first, second] = *options.rank_pair;
  return {{side.image, {ProfileOf(ranked, first)}}, {side.image, {ProfileOf(ranked, second)}}};
}

void RefuseRankPair() {
  throw Error(ErrorCode::kBadArgument, "--ranks=A,B compares two ranks of one execution, but two executions are given");
}

void RunRanks(const LoadPlan& load, const RankOutput& output, const Side& given, Console& console) {
  LoadLog log = console.load_log();
  const RankedSide ranked = RankedSideOf(given);
  const Side& side = ranked.side;
  const Ranks ranks = LoadRanks(load, output.page.page.has_value(), ranked, nullptr, log);
  console.stages.Begin(Stage::kWrite);
  ReportLeftOut(output.format.is_text, Write(output, side, *ranks.functions, ranks.statistics, console.out),
                console.messages);
  DeliverReportPage(output.page, output.listing, std::nullopt, console.outlets(),
                    [&](std::string& text, const profdiff::ReportPageOptions& page) {
                      profdiff::WriteReportPage(text, *ranks.functions, ranks.statistics, ranks.times, Label(side),
                                                page);
                    });
}

void RunRanks(const LoadPlan& plan, const RankOutput& output, const RenameOptions& rename_options, const Side& base,
              const Side& other, Console& console) {
  const LoadPlan load = WithSubstitutions(plan, rename_options);
  const bool has_stacks = profdiff::HasStacks(base) || profdiff::HasStacks(other);
  const bool same_image = !has_stacks && IsSameFile(base.image.path(), other.image.path());
  // An image that both sides share is read once.
  LoadLog log = console.load_log();
  const SharedImage image = same_image ? LoadImage(load, base.image, log) : nullptr;
  const bool keeps_times = output.page.page.has_value();
  const RankedSide ranked_base = RankedSideOf(base), ranked_other = RankedSideOf(other);
  const Ranks of_base = LoadRanks(load, keeps_times, ranked_base, image, log);
  const Ranks of_other = LoadRanks(load, keeps_times, ranked_other, image, log);
  const std::string &base_unit = of_base.statistics.dimension, &other_unit = of_other.statistics.dimension;
  if (base_unit != other_unit) {
    throw Error(ErrorCode::kIncompatible, "the base is measured in " + base_unit + ", the other side in " + other_unit +
                                              ": all ranks must have the same unit");
  }
  const profdiff::Renames renames = LoadRenames(rename_options);
  const profdiff::Match match =
      profdiff::MatchFunctions(*of_base.functions, *of_other.functions, same_image, &renames, load.loading.threads);
  console.stages.Begin(Stage::kWrite);
  const RankSides sides{of_base.statistics, of_other.statistics, {Label(ranked_base.side), Label(ranked_other.side)}};
  ReportLeftOut(output.format.is_text, Write(output, match, sides, console.out), console.messages);
  DeliverReportPage(output.page, output.listing, std::nullopt, console.outlets(),
                    [&](std::string& text, const profdiff::ReportPageOptions& page) {
                      profdiff::WriteReportPage(text, match, {of_base.statistics, of_base.times},
                                                {of_other.statistics, of_other.times}, sides.labels, page);
                    });
}

}  // namespace egprof
