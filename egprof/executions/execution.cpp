// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the sides of a difference. Source: ARCHITECTURE.md ("The difference, rule by rule").
#include "egprof/executions/execution.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "egprof/executions/both_sides.h"
#include "egprof/executions/doubts.h"
#include "egprof/executions/inputs.h"
#include "profdiff/profile.h"
#include "profdiff/selection.h"
#include "profdiff/significance.h"
#include "values/line_rows.h"

namespace egprof {
namespace {

using profdiff::Profile;

using SharedImage = std::shared_ptr<const profdiff::Image>;

// What --growth and --shrink write is for programs that read gprof's listings: they have gprof's functions.
profdiff::SymbolPolicy SymbolsFor(const ProfileOptions& options) {
  return options.symbols.value_or(options.direction ? profdiff::SymbolPolicy::kGprof : profdiff::SymbolPolicy::kAll);
}

SharedImage Load(const ProfileOptions& options, const std::string& path, Output& output) {
  return std::make_shared<const profdiff::Image>(LoadImage(options, path, SymbolsFor(options), output));
}

// Two images at a time. libbfd is not safe to use so: its error code, file cache and message handler belong to the
// whole process, so calls into it take turns (object_file.cpp). But symbols and lines of ordinary ELF files, which take
// the time, are read past it. Warnings and errors come as if one image were loaded after the other.
std::pair<SharedImage, SharedImage> LoadBoth(const ProfileOptions& options, const Side& base, const Side& other,
                                             Output& output) {
  std::pair<SharedImage, SharedImage> images;
  DoBoth(
      options.threads, output, [&](Output& to) { images.first = Load(options, base.image, to); },
      [&](Output& to) { images.second = Load(options, other.image, to); });
  return images;
}

profdiff::Selection SelectOn(const ProfileOptions& options, const profdiff::Image& image) {
  return profdiff::Select(image.functions, options.specs, profdiff::SpecRules::kExact);
}

// A spec that one image alone has functions for still is one: the other side then shows nothing, not everything.
void ShareSpecs(profdiff::Selection& base, profdiff::Selection& other) {
  base.active = other.active = static_cast<std::uint16_t>(base.active | other.active);
}

bool ReadsAllFunctions(const ProfileOptions& options) {
  return !options.image.omit_statics && !options.symbol_file && SymbolsFor(options) == profdiff::SymbolPolicy::kAll;
}

// An execution whose rows may have to be joined by line.
struct Credited {
  Execution execution;
  std::vector<Profile> runs;  // with --runs; else none
};

// Rows by line: stretches of code are credited first, then joined. `used`: lines to keep, or all.
void JoinLines(Credited& credited, const profdiff::UsedLines* used) {
  Execution& execution = credited.execution;
  auto rows = std::make_shared<const profdiff::LineRows>(profdiff::JoinLines(*execution.functions, used));
  execution.profile = profdiff::JoinLines(std::move(execution.profile), *rows);
  for (Profile& run : credited.runs) run = profdiff::JoinLines(std::move(run), *rows);
  execution.selection = profdiff::JoinLines(execution.selection, *rows);
  execution.functions = {rows, &rows->functions};
}

// Lines that neither side used are listed with -z alone, and explained as matches.
bool ListsUnusedLines(const ProfileOptions& options) {
  return options.listing.show_unused || options.styles.Has(Style::kMatches) || options.styles.Has(Style::kSuggestions);
}

profdiff::UsedLines LinesUsedBy(const Execution& base, const Execution& other) {
  profdiff::UsedLines used(base.functions->size() + other.functions->size());
  used.Add(*base.functions, base.profile);
  used.Add(*other.functions, other.profile);
  return used;
}

// A sum of profiles counts all samples at the rate of the first; of runs at other rates, that is not their time.
void CountAtOneRate(Profile& sum, const std::vector<Profile>& runs) {
  if (std::ranges::all_of(runs, [&sum](const Profile& run) { return run.rate == sum.rate; })) return;
  profdiff::ScaleTimes(sum, 0);
  for (Profile run : runs) {
    if (run.rate > 0) profdiff::ScaleTimes(run, sum.rate / run.rate);
    for (std::size_t f = 0; f < sum.self_ticks.size(); ++f) sum.self_ticks[f] += run.self_ticks[f];
    sum.total_ticks += run.total_ticks;
    sum.unattributed_ticks += run.unattributed_ticks;
  }
}

// A run without what the others have would count as one that took no time, or made no calls.
void RequireWhatOthersHave(const profdiff::Records& sum, const Profile& run, const std::string& path) {
  const bool no_times = sum.has_histogram && !run.has_histogram;
  if (!no_times && (!sum.has_arcs || run.has_arcs)) return;
  throw profdiff::Error(profdiff::ErrorCode::kMissingRecords,
                        path + ": no " + (no_times ? "histogram" : "call-graph data") +
                            ", which other runs of its side have; --runs needs the same of each");
}

Credited Credit(const ProfileOptions& options, const Side& side, std::shared_ptr<const profdiff::Image> image,
                profdiff::Selection selection, Output& output) {
  Credited credited;
  Execution& execution = credited.execution;
  execution.image = std::move(image);
  execution.functions = {execution.image, &execution.image->functions};
  execution.selection = std::move(selection);
  std::vector<Profile>& runs = credited.runs;
  runs.resize(options.runs ? side.profiles.size() : 0);
  profdiff::RecordsUser each;
  if (options.runs) {
    each = [&](std::size_t run, const profdiff::Records& records) {
      runs[run] = profdiff::MakeProfile(*execution.functions, records, execution.selection);
    };
  }
  const std::size_t others_left_out = output.left_out.size();
  profdiff::Records sum = LoadProfiles(options, side, execution.image->layout, output, each);
  execution.has_histogram = sum.has_histogram;
  execution.has_arcs = sum.has_arcs;
  execution.profile = profdiff::MakeProfile(*execution.functions, sum, execution.selection, options.threads);
  AddCodeCalls(options, *execution.image, sum, profdiff::CodeRules::kExact, execution.profile, output);
  profdiff::Diagnostics doubts;
  profdiff::CheckFit(*execution.image, sum, JoinNames(side.profiles), ReadsAllFunctions(options), doubts);
  for (const std::string& doubt : doubts.warnings) output.Warn(doubt);

  std::vector<std::string> paths = side.profiles;
  for (std::size_t i = output.left_out.size(); !runs.empty() && i > others_left_out; --i) {
    const auto number = static_cast<std::ptrdiff_t>(output.left_out[i - 1].number);
    runs.erase(runs.begin() + number);
    paths.erase(paths.begin() + number);
  }
  for (std::size_t run = 0; run < runs.size(); ++run) RequireWhatOthersHave(sum, runs[run], paths[run]);
  return credited;
}

// What comes of it when its rows are what they are to be.
Execution Finish(Credited credited) {
  Execution& execution = credited.execution;
  const std::vector<Profile>& runs = credited.runs;
  if (runs.empty()) {
    execution.runs = profdiff::MakeRunTable({&execution.profile, 1});
  } else {
    execution.runs = profdiff::MakeRunTable(runs);
    CountAtOneRate(execution.profile, runs);
    profdiff::AverageRuns(execution.profile, runs.size());
  }
  return std::move(execution);
}

double SelfSeconds(const Profile& profile) {
  double ticks = 0;
  for (double own : profile.self_ticks) ticks += own;
  return profile.rate > 0 ? profile.Seconds(ticks) : 0;
}

}  // namespace

Executions LoadExecutions(const ProfileOptions& options, const Side& base, const Side& other, Output& output) {
  Executions loaded;
  loaded.same_image = IsSameFile(base.image, other.image);
  std::pair<SharedImage, SharedImage> images = loaded.same_image
                                                   ? std::pair(Load(options, base.image, output), SharedImage())
                                                   : LoadBoth(options, base, other, output);
  SharedImage &base_image = images.first, &other_image = images.second;
  if (loaded.same_image) other_image = base_image;
  profdiff::Selection base_selection = SelectOn(options, *base_image);
  profdiff::Selection other_selection = SelectOn(options, *other_image);
  ShareSpecs(base_selection, other_selection);
  Credited credited_base, credited_other;
  auto credit_base = [&](Output& to) {
    credited_base = Credit(options, base, std::move(base_image), std::move(base_selection), to);
  };
  auto credit_other = [&](Output& to) {
    credited_other = Credit(options, other, std::move(other_image), std::move(other_selection), to);
  };
  // Many files are read on all threads as it is.
  const bool few_files = base.profiles.size() == 1 && other.profiles.size() == 1;
  DoBoth(few_files ? options.threads : 1, output, credit_base, credit_other);
  std::optional<profdiff::UsedLines> used;
  if (options.lines && !ListsUnusedLines(options)) {
    used = LinesUsedBy(credited_base.execution, credited_other.execution);
  }
  const auto finish = [&](Credited& credited) {
    if (options.lines) JoinLines(credited, used ? &*used : nullptr);
    return Finish(std::move(credited));
  };
  profdiff::DoBoth(
      options.threads, [&] { loaded.base = finish(credited_base); }, [&] { loaded.other = finish(credited_other); });
  return loaded;
}

double Normalize(Executions& executions) {
  const double base = SelfSeconds(executions.base.profile), other = SelfSeconds(executions.other.profile);
  if (base <= 0 || other <= 0) return 1;
  profdiff::ScaleTimes(executions.other.profile, base / other);
  return base / other;
}

}  // namespace egprof
