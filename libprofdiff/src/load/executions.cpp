// SPDX-License-Identifier: GPL-3.0-or-later
// Loads executions: reads an image, attributes profiles to the image's functions, and applies the options.
// Source: ARCHITECTURE.md ("The difference, rule by rule"). Tests: tests/unit/load/executions_test.cpp, tests/cli/diff.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/beside.h"
#include "base/in_order.h"
#include "base/same_file.h"
#include "load/observers.h"
#include "load/stacks.h"
#include "load/trials.h"
#include "profdiff/difference.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"
#include "values/line_rows.h"
#include "values/static_calls.h"

namespace profdiff {
namespace {

using SharedImage = std::shared_ptr<const Image>;

void WarnOf(const Diagnostics& diagnostics, LoadingObserver& observer) {
  for (const std::string& warning : diagnostics.warnings) observer.Warn(warning);
}

// Loads an image. The image is shared because both sides may use it, and because tables contain views of its names.
SharedImage LoadImage(const std::string& path, const LoadingOptions& options, LoadingObserver& observer) {
  ImageOptions wanted = options.image;
  wanted.text_bytes = options.static_calls;
  wanted.threads = options.threads;
  observer.BeginImage();
  Diagnostics diagnostics;
  auto image = std::make_shared<const Image>(ReadImage(path, wanted, diagnostics));
  WarnOf(diagnostics, observer);
  observer.EndImage(*image);
  return image;
}

// Activates a spec on both sides even if it matches functions in only one image. Otherwise the side on which it matches
// no function would select all of its functions.
void ShareSpecs(Selection& base, Selection& other) {
  base.active = other.active = static_cast<std::uint16_t>(base.active | other.active);
}

// An execution that is being built. Its rows may still be ranges of code, which JoinRows() joins by line.
struct Credited {
  LoadedExecution execution;
  std::vector<Profile> runs;  // profiles of the individual runs if LoadingOptions::runs is set; otherwise empty
  StackFiles stacks;          // profiles from other profilers
  bool is_stored = false;
  std::string identity;  // hash of a stored execution's image; empty if unknown
};

Credited Begin(SharedImage image, const LoadingOptions& options) {
  Credited credited;
  LoadedExecution& execution = credited.execution;
  execution.image = std::move(image);
  execution.functions = {execution.image, &execution.image->functions};
  execution.selection = Select(*execution.functions, options.specs, SpecRules::kExact);
  return credited;
}

// Reads profiles that contain function names. They are read first, because specs are resolved against their table of
// functions.
Credited BeginWithStacks(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  Credited credited;
  LoadedExecution& execution = credited.execution;
  observer.BeginProfiles(files);
  credited.stacks = ReadStackFiles(files, options, observer);
  execution.stacks = credited.stacks.sum;
  execution.functions = {execution.stacks, &execution.stacks->functions};
  execution.selection = Select(*execution.functions, options.specs, SpecRules::kExact);
  return credited;
}

Credited BeginWithTrials(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  TrialFiles read = ReadTrialFiles(files, options, observer);
  Credited credited;
  credited.execution = std::move(read.execution);
  credited.runs = std::move(read.runs);
  credited.is_stored = true;
  credited.identity = std::move(read.identity);
  return credited;
}

// Reads the files that determine the table of functions: the trials of a store, profiles with names, or the image.
Credited Open(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  if (!files.store.empty()) return BeginWithTrials(files, options, observer);
  if (HasStacks(files, options)) return BeginWithStacks(files, options, observer);
  return Begin(LoadImage(files.image, options, observer), options);
}

// Reads and adds up profiles. With `keep_going`, removes unusable profiles from `paths`, and their runs from
// `credited`.
Records LoadRecords(const LoadingOptions& options, std::vector<std::string>& paths, Credited& credited,
                    LoadingObserver& observer) {
  const LoadedExecution& execution = credited.execution;
  std::vector<Profile>& runs = credited.runs;
  RecordsUser each;
  if (options.runs) {
    runs.resize(paths.size());
    each = [&](std::size_t run, const Records& records) {
      runs[run] = MakeProfile(*execution.functions, records, execution.selection);
    };
  }
  std::vector<std::size_t> left_out;
  std::size_t seen = 0;
  std::optional<Error> last;
  const FileObserver look = [&](const GmonOutline& file, const Error* error) {
    observer.EndFile(file, error);
    if (error != nullptr) {
      left_out.push_back(seen);
      last = *error;
    }
    ++seen;
  };
  Records sum = ReadProfiles(
      paths, {execution.image->layout, options.format, options.threads, options.salvage, options.keep_going}, look,
      each);
  if (last && left_out.size() == seen) throw Error(*last);
  // Goes backwards, since erasing an element moves the elements after it.
  for (std::size_t i = left_out.size(); i-- > 0;) {
    const auto number = static_cast<std::ptrdiff_t>(left_out[i]);
    paths.erase(paths.begin() + number);
    if (options.runs) runs.erase(runs.begin() + number);
  }
  return sum;
}

// Rejects a run that lacks a kind of record that other runs have, because it would count as a run without time or
// calls.
void RequireWhatOthersHave(const Records& sum, const Profile& run, const std::string& path) {
  const bool no_times = sum.has_histogram && !run.has_histogram;
  if (!no_times && (!sum.has_arcs || run.has_arcs)) return;
  throw Error(ErrorCode::kMissingRecords,
              path + ": no " + (no_times ? "histogram" : "call-graph data") + ", which other runs of its side have");
}

// Adds the calls found in the code as arcs with count 0, if any calls were recorded.
void AddCodeCalls(const Records& records, LoadedExecution& execution, bool warns, LoadingObserver& observer) {
  if (!records.has_arcs) return;
  const Image& image = *execution.image;
  Diagnostics diagnostics;
  const std::vector<StaticCall> calls = FindStaticCalls(image, CodeRules::kExact, diagnostics);
  AddStaticCalls(execution.profile, image.functions, records, calls, CodeRules::kExact);
  for (const std::string& warning : diagnostics.warnings) {
    if (warns) observer.Warn(image.path + ": " + warning);
  }
}

std::string Join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Checks whether the records fit the image. Some checks need the table of all functions, as a reduced table has gaps
// that are not the profile's fault.
void WarnOfMisfit(const LoadingOptions& options, const ExecutionFiles& files, const Image& image,
                  const Records& records, LoadingObserver& observer) {
  const ImageOptions& read = options.image;
  const bool all_functions = !read.omit_statics && !read.symbol_file && read.symbols == SymbolPolicy::kAll;
  Diagnostics caveats;
  CheckFit(image, records, Join(files.profiles), all_functions, caveats);
  WarnOf(caveats, observer);
}

// Reads the records if necessary, and attributes samples and calls to functions. `knows_image` is true if the other
// side has the same image, so that warnings about the image have already been given.
void Credit(const LoadingOptions& options, const ExecutionFiles& files, bool knows_image, Credited& credited,
            LoadingObserver& observer) {
  LoadedExecution& execution = credited.execution;
  if (credited.is_stored) return SelectTrials(options, execution, credited.runs);
  if (execution.stacks) {
    credited.runs = CreditStacks(std::move(credited.stacks), options.runs, execution);
    return;
  }
  std::vector<std::string> paths = files.profiles;
  observer.BeginProfiles(files);
  const Records sum = LoadRecords(options, paths, credited, observer);
  observer.EndProfiles(sum);
  execution.profile = MakeProfile(*execution.functions, sum, execution.selection, options.threads);
  if (options.static_calls) AddCodeCalls(sum, execution, !knows_image, observer);
  WarnOfMisfit(options, files, *execution.image, sum, observer);
  for (std::size_t run = 0; run < credited.runs.size(); ++run) {
    RequireWhatOthersHave(sum, credited.runs[run], paths[run]);
  }
}

// Replaces rows for ranges of code by rows for lines. Samples are attributed to addresses, and a line with several
// ranges has no single address; so samples were first attributed to ranges, and now the ranges of each line are joined.
// `used` contains the lines to keep; null for all.
void JoinRows(Credited& credited, const UsedLines* used) {
  LoadedExecution& execution = credited.execution;
  auto rows = std::make_shared<const LineRows>(JoinLines(*execution.functions, used));
  execution.profile = JoinLines(std::move(execution.profile), *rows);
  for (Profile& run : credited.runs) run = JoinLines(std::move(run), *rows);
  execution.selection = JoinLines(execution.selection, *rows);
  execution.functions = {rows, &rows->functions};
}

// Returns the lines to keep; nullopt for all. A line is kept if either side uses it, so that both tables omit the same
// lines and still match.
std::optional<UsedLines> FindUsedLines(const LoadingOptions& options, std::initializer_list<const Credited*> sides) {
  if (!options.image.lines || options.unused_lines) return {};
  std::size_t rows = 0;
  for (const Credited* side : sides) rows += side->execution.functions->size();
  UsedLines used(rows);
  for (const Credited* side : sides) used.Add(*side->execution.functions, side->execution.profile);
  return used;
}

// Corrects the times of the sum if runs have different sampling rates. Records are added as in gprof, which counts all
// samples at the rate of the first file (GPROF.md, section 4.2). Here, the ticks of each run are scaled by sum.rate /
// run.rate.
void CountAtOneRate(Profile& sum, const std::vector<Profile>& runs) {
  if (std::ranges::all_of(runs, [&sum](const Profile& run) { return run.rate == sum.rate; })) return;
  ScaleTimes(sum, 0);
  for (const Profile& run : runs) {
    const double factor = run.rate > 0 ? sum.rate / run.rate : 1;
    for (std::size_t f = 0; f < sum.self_ticks.size(); ++f) sum.self_ticks[f] += factor * run.self_ticks[f];
    sum.total_ticks += factor * run.total_ticks;
    sum.unattributed_ticks += factor * run.unattributed_ticks;
  }
}

// Replaces the sums of times, calls and stacks with means over the runs, and keeps the values of all runs in a table.
LoadedExecution Finish(const LoadingOptions& options, const std::optional<UsedLines>& used, Credited& credited) {
  if (options.image.lines) JoinRows(credited, used ? &*used : nullptr);
  LoadedExecution& execution = credited.execution;
  execution.has_histogram = execution.profile.has_histogram;
  execution.has_arcs = execution.profile.has_arcs;
  if (credited.runs.empty()) {
    execution.runs = MakeRunTable({&execution.profile, 1});
  } else {
    execution.runs = MakeRunTable(credited.runs);
    CountAtOneRate(execution.profile, credited.runs);
    AverageRuns(execution.profile, credited.runs.size());
    execution.context_scale /= static_cast<double>(credited.runs.size());
  }
  if (options.keep_runs) execution.each = std::move(credited.runs);
  credited.runs = {};
  return std::move(execution);
}

double SelfSeconds(const Profile& profile) {
  const double ticks = std::accumulate(profile.self_ticks.begin(), profile.self_ticks.end(), 0.0);
  return profile.rate > 0 ? profile.Seconds(ticks) : 0;
}

}  // namespace

// True if the profiles of a side contain function names; its first file decides. The kind of a profile in a pipe cannot
// be recognised without reading from the pipe; if there is no image, the profile must contain function names, because a
// gmon profile needs an image.
bool HasStacks(const ExecutionFiles& files, const LoadingOptions& options) {
  if (!files.store.empty()) return false;
  if (options.only_gmon || options.format != GmonFormat::kAuto || files.profiles.empty()) return false;
  const std::string& first = files.profiles.front();
  if (options.stacks.format || FormatOfStacks(first)) return true;
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(first, none);
  return files.image.empty() && (first == "-" || (std::filesystem::exists(status) && !is_regular_file(status)));
}

LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  Credited credited = Open(files, options, observer);
  Credit(options, files, /*knows_image=*/false, credited, observer);
  return Finish(options, FindUsedLines(options, {&credited}), credited);
}

LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options, Diagnostics& diagnostics) {
  WarningsKeeper observer(diagnostics);
  return LoadExecution(files, options, observer);
}

LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other, const LoadingOptions& options,
                                LoadingObserver& observer) {
  LoadedExecutions loaded;
  const bool have_images = !base.image.empty() && !other.image.empty();
  const bool has_stacks = HasStacks(base, options) || HasStacks(other, options);
  loaded.same_image = have_images && !has_stacks && IsSameFile(base.image, other.image);
  Credited credited_base, credited_other;
  if (loaded.same_image) {
    const SharedImage image = LoadImage(base.image, options, observer);
    credited_base = Begin(image, options);
    credited_other = Begin(image, options);
  } else {
    // libbfd is not thread-safe: its error code, file cache and message handler are global to the process, so calls to
    // libbfd are serialised (object_file.cpp). However, reading the symbols and lines of ordinary ELF files, which
    // takes most of the time, does not use libbfd.
    DoBothInTurn(
        options.threads, observer, [&](LoadingObserver& log) { credited_base = Open(base, options, log); },
        [&](LoadingObserver& log) { credited_other = Open(other, options, log); });
  }
  if (credited_base.is_stored && credited_other.is_stored) {
    loaded.same_image = !credited_base.identity.empty() && credited_base.identity == credited_other.identity;
  }
  ShareSpecs(credited_base.execution.selection, credited_other.execution.selection);
  // Loads the sides in parallel only if each has a single file: reading several files already uses all threads.
  const bool few_files = base.profiles.size() == 1 && other.profiles.size() == 1;
  DoBothInTurn(
      few_files ? options.threads : 1, observer,
      [&](LoadingObserver& log) { Credit(options, base, false, credited_base, log); },
      [&](LoadingObserver& log) { Credit(options, other, loaded.same_image, credited_other, log); });
  const std::optional<UsedLines> used = FindUsedLines(options, {&credited_base, &credited_other});
  DoBoth(
      options.threads, [&] { loaded.base = Finish(options, used, credited_base); },
      [&] { loaded.other = Finish(options, used, credited_other); });
  return loaded;
}

LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other, const LoadingOptions& options,
                                Diagnostics& diagnostics) {
  WarningsKeeper observer(diagnostics);
  return LoadExecutions(base, other, options, observer);
}

// Scales the other side to the base's total self time, so that differences show how shares of time changed.
double NormalizeTimes(LoadedExecutions& executions) {
  const double base = SelfSeconds(executions.base.profile), other = SelfSeconds(executions.other.profile);
  if (base <= 0 || other <= 0) return 1;
  LoadedExecution& scaled = executions.other;
  ScaleTimes(scaled.profile, base / other);
  scaled.context_scale *= base / other;
  scaled.profile.dimension = executions.base.profile.dimension;
  scaled.profile.abbreviation = executions.base.profile.abbreviation;
  return base / other;
}

}  // namespace profdiff
