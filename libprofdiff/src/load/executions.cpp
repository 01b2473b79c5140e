// SPDX-License-Identifier: GPL-3.0-or-later
// Loads executions: reads an image, attributes profiles to the image's functions, and applies the options.
// Source: ARCHITECTURE.md ("The difference, rule by rule"). Tests: tests/unit/load/executions_test.cpp, tests/cli/diff.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <future>
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
#include "load/library_calls.h"
#include "load/misfit.h"
#include "load/observers.h"
#include "load/shifted_profiles.h"
#include "load/stacks.h"
#include "load/trials.h"
#include "profdiff/difference.h"
#include "profdiff/profile.h"
#include "profdiff/significance.h"
#include "values/line_rows.h"
#include "values/loading_profiles.h"
#include "values/static_calls.h"

namespace profdiff {
namespace {

using SharedImage = std::shared_ptr<const Image>;

void WarnOf(const Diagnostics& diagnostics, LoadingObserver& observer) {
  for (const Message& warning : diagnostics.warnings) observer.Warn(warning);
}

bool IsGprofs(const LoadingOptions& options) { return options.policy != LoadingPolicy::kExact; }

CodeRules CodeRulesOf(LoadingPolicy policy) {
  if (policy == LoadingPolicy::kExact) return CodeRules::kExact;
  return policy == LoadingPolicy::kGprof244 ? CodeRules::kGprof244 : CodeRules::kGprof;
}

// Returns the options for reading an image. The image is shared because both sides may use it, and because tables
// contain views of its names.
ImageOptions ImageOptionsOf(const LoadingOptions& options) {
  ImageOptions wanted = options.image;
  wanted.text_bytes = options.static_calls;
  wanted.exact = !IsGprofs(options);
  wanted.threads = options.threads;
  return wanted;
}

// Activates a spec on both sides even if it matches functions in only one image. Otherwise the side on which it matches
// no function would select all of its functions.
void ShareSpecs(Selection& base, Selection& other) {
  base.active = other.active = static_cast<std::uint16_t>(base.active | other.active);
}

// An execution that is being built. Its rows may still be ranges of code, which JoinRows() joins by line.
struct OpenExecution {
  LoadedExecution execution;
  std::vector<Profile> runs;  // profiles of the individual runs if LoadingOptions::runs is set; otherwise empty
  StackFiles stacks;          // profiles from other profilers
  bool is_stored = false;
  bool is_misfit_known = false;  // true if warnings about runs that do not match the image were given
  std::string identity;          // hash of a stored execution's image; empty if unknown
};

OpenExecution Begin(SharedImage image, const LoadingOptions& options) {
  OpenExecution opened;
  LoadedExecution& execution = opened.execution;
  execution.image = std::move(image);
  execution.functions = {execution.image, &execution.image->functions};
  execution.selection =
      Select(*execution.functions, options.specs, IsGprofs(options) ? SpecRules::kGprof : SpecRules::kExact);
  return opened;
}

// Reads profiles that contain function names. They are read first, because specs are resolved against their table of
// functions.
OpenExecution BeginWithStacks(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  OpenExecution opened;
  LoadedExecution& execution = opened.execution;
  observer.BeginProfiles(files);
  opened.stacks = ReadStackFiles(files, options, observer);
  execution.stacks = opened.stacks.sum;
  execution.functions = {execution.stacks, &execution.stacks->functions};
  execution.selection = Select(*execution.functions, options.specs, SpecRules::kExact);
  // The functions of the profiling runtime, which are left out by default, cannot be taken out of sums; only a user's
  // choice among sums is an error.
  if (execution.stacks->counted && options.specs.empty()) {
    execution.selection = {};
    execution.selection.bits.resize(execution.functions->size());
  }
  return opened;
}

OpenExecution BeginWithTrials(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  TrialFiles read = ReadTrialFiles(files, options, observer);
  OpenExecution opened;
  opened.execution = std::move(read.execution);
  opened.runs = std::move(read.runs);
  opened.is_stored = true;
  opened.identity = std::move(read.identity);
  return opened;
}

// Reads the files that determine the table of functions: the trials of a store, profiles with names, or the image.
OpenExecution Open(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  if (!files.store.empty()) return BeginWithTrials(files, options, observer);
  if (HasStacks(files)) return BeginWithStacks(files, options, observer);
  return Begin(LoadImage(files.image, options, observer), options);
}

// Reads a side again if its default event has no values there, but is the event of the other side, or if none of its
// events has values: its values of the other side's event are then 0. Otherwise, different events would be compared.
void ReadEventOf(const OpenExecution& beside, const ExecutionFiles& files, LoadingOptions options,
                 OpenExecution& side) {
  const auto &stacks = side.execution.stacks, &other = beside.execution.stacks;
  if (!stacks || !other || !options.stacks.event.empty() || IsWithoutValues(*other)) return;
  const std::string& event = EventName(*other);
  if (EventName(*stacks) == event || (stacks->empty_default != event && !IsWithoutValues(*stacks))) return;
  if (std::ranges::find(stacks->events, event, &StackEvent::name) == stacks->events.end()) return;
  if (std::ranges::any_of(files.profiles, [](const Input& input) { return input.IsPipe(); })) return;
  options.stacks.event = event;
  WithoutMessages unheard;
  side = BeginWithStacks(files, options, unheard);
}

ReadingOptions ReadingOf(const LoadingOptions& options, const TargetLayout& layout) {
  return {layout, options.format, options.threads, options.salvage, options.keep_going};
}

// Reads and adds up profiles. With `keep_going`, removes unusable profiles from `paths`, and their runs from
// `opened`.
Records LoadRecords(const LoadingOptions& options, std::vector<std::string>& paths, OpenExecution& opened,
                    LoadingObserver& observer) {
  const LoadedExecution& execution = opened.execution;
  std::vector<Profile>& runs = opened.runs;
  std::vector<Diagnostics> misfits(options.runs ? paths.size() : 0);
  RecordsUser each;
  if (options.runs) {
    runs.resize(paths.size());
    each = [&](std::size_t run, const Records& records) {
      runs[run] = MakeProfile(*execution.functions, records, execution.selection);
      if (MatchesNothing(runs[run])) misfits[run] = FindMisfit(options, paths[run], *execution.image, records);
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
  const ReadingOptions reading = ReadingOf(options, execution.image->layout);
  Records sum = SubtractsShift(options)
                    ? ReadShiftedProfiles(paths, reading, *execution.image, options, look, each, observer)
                    : ReadProfiles(paths, reading, look, each);
  if (last && left_out.size() == seen) throw Error(*last);
  opened.is_misfit_known = WarnOfRuns(misfits, observer, opened.execution.doubts);
  // Goes backwards, since erasing an element moves the elements after it.
  for (std::size_t i = left_out.size(); i-- > 0;) {
    const auto number = static_cast<std::ptrdiff_t>(left_out[i]);
    paths.erase(paths.begin() + number);
    if (options.runs) runs.erase(runs.begin() + number);
  }
  return sum;
}

// Reads and adds up all profiles of a side. `image` is needed only if shifts are subtracted.
Records ReadSum(const ExecutionFiles& files, const TargetLayout& layout, const Image* image,
                const LoadingOptions& options, LoadingObserver& observer) {
  observer.BeginProfiles(files);
  const FileObserver look = [&observer](const GmonOutline& file, const Error* error) { observer.EndFile(file, error); };
  const std::vector<std::string> paths = PathsOf(files.profiles);
  const ReadingOptions reading = ReadingOf(options, layout);
  Records sum = SubtractsShift(options) ? ReadShiftedProfiles(paths, reading, *image, options, look, {}, observer)
                                        : ReadProfiles(paths, reading, look);
  observer.EndProfiles(sum);
  return sum;
}

// Rejects a run that lacks a kind of record that other runs have, because it would count as a run without time or
// calls.
void RequireWhatOthersHave(const Records& sum, const Profile& run, const std::string& path) {
  const bool no_times = sum.has_histogram && !run.has_histogram;
  if (!no_times && (!sum.has_arcs || run.has_arcs)) return;
  throw Error(ErrorCode::kMissingRecords,
              std::string("no ") + (no_times ? "histogram" : "call-graph data") + ", which other runs of its side have",
              path);
}

// Adds the calls found in the code as arcs with count 0, if any calls were recorded.
void AddCodeCalls(const LoadingOptions& options, const Records& records, LoadedExecution& execution, bool warns,
                  LoadingObserver& observer) {
  if (!options.static_calls || !records.has_arcs) return;
  const CodeRules rules = CodeRulesOf(options.policy);
  const Image& image = *execution.image;
  Diagnostics diagnostics;
  const std::vector<StaticCall> calls = FindStaticCalls(image, rules, diagnostics);
  AddStaticCalls(execution.profile, image.functions, records, calls, rules);
  for (Message& warning : diagnostics.warnings) {
    warning.file = image.path;
    if (rules != CodeRules::kExact) {
      observer.Note(warning);
    } else if (warns) {
      observer.Warn(warning);
    }
  }
}

// Reads the records if necessary, and attributes samples and calls to functions. `knows_image` is true if the other
// side has the same image, so that warnings about the image have already been given.
void Credit(const LoadingOptions& options, const ExecutionFiles& files, bool knows_image, OpenExecution& opened,
            LoadingObserver& observer) {
  LoadedExecution& execution = opened.execution;
  if (opened.is_stored) return SelectTrials(options, execution, opened.runs);
  if (execution.stacks) {
    opened.runs = CreditStacks(std::move(opened.stacks), options, execution);
    return;
  }
  std::vector<std::string> paths = PathsOf(files.profiles);
  observer.BeginProfiles(files);
  const Records sum = LoadRecords(options, paths, opened, observer);
  observer.EndProfiles(sum);
  execution.profile = MakeProfile(*execution.functions, sum, execution.selection, options.threads);
  if (const auto merged = FindMergedCalls(*execution.functions, sum, paths.front())) observer.Note(*merged);
  AddCodeCalls(options, sum, execution, !knows_image, observer);
  if (!opened.is_misfit_known) WarnOfMisfit(options, files, *execution.image, sum, observer, execution.doubts);
  for (std::size_t run = 0; run < opened.runs.size(); ++run) {
    RequireWhatOthersHave(sum, opened.runs[run], paths[run]);
  }
}

// Replaces rows for ranges of code by rows for lines. Samples are attributed to addresses, and a line with several
// ranges has no single address; so samples were first attributed to ranges, and now the ranges of each line are joined.
// `used` contains the lines to keep; null for all.
void JoinRows(OpenExecution& opened, const UsedLines* used) {
  LoadedExecution& execution = opened.execution;
  auto rows = std::make_shared<const LineRows>(JoinLines(*execution.functions, used));
  execution.profile = JoinLines(std::move(execution.profile), *rows);
  for (Profile& run : opened.runs) run = JoinLines(std::move(run), *rows);
  execution.selection = JoinLines(execution.selection, *rows);
  execution.functions = {rows, &rows->functions};
}

// Returns the lines to keep; nullopt for all. A line is kept if either side uses it, so that both tables omit the same
// lines and still match.
std::optional<UsedLines> FindUsedLines(const LoadingOptions& options,
                                       std::initializer_list<const OpenExecution*> sides) {
  if (!options.image.lines || options.unused_lines) return {};
  std::size_t rows = 0;
  for (const OpenExecution* side : sides) rows += side->execution.functions->size();
  UsedLines used(rows);
  for (const OpenExecution* side : sides) used.Add(*side->execution.functions, side->execution.profile);
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
    sum.missing_ticks += factor * run.missing_ticks;
  }
}

// Replaces the sums of times, calls and stacks with means over the runs, and keeps the values of all runs in a table.
LoadedExecution Finish(const LoadingOptions& options, const std::optional<UsedLines>& used, OpenExecution& opened) {
  if (options.image.lines) JoinRows(opened, used ? &*used : nullptr);
  LoadedExecution& execution = opened.execution;
  execution.has_histogram = execution.profile.has_histogram;
  execution.has_arcs = execution.profile.has_arcs;
  if (opened.runs.empty()) {
    execution.runs = MakeRunTable({&execution.profile, 1});
  } else {
    execution.runs = MakeRunTable(opened.runs);
    CountAtOneRate(execution.profile, opened.runs);
    AverageRuns(execution.profile, opened.runs.size());
    execution.context_scale /= static_cast<double>(opened.runs.size());
  }
  if (options.keep_runs) execution.each = std::move(opened.runs);
  opened.runs = {};
  return std::move(execution);
}

// True for a large regular file. False for a pipe, because reading it may block.
bool IsLarge(const Input& input) {
  constexpr std::uintmax_t kLarge = 1 << 20;
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(input.path(), error);
  return !error && bytes >= kLarge;
}

struct ImageAndRecords {
  SharedImage image;
  Records records;
};

// Reads an image and its only profile at the same time: the profile as soon as the image is open.
ImageAndRecords LoadBothAtOnce(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  ImageAndRecords loaded;
  std::promise<TargetLayout> opened;
  std::future<TargetLayout> layout = opened.get_future();
  LoadingOptions own = options;
  own.image.opened = [&opened](const TargetLayout& found) { opened.set_value(found); };
  const auto load_image = [&](LoadingObserver& log) {
    try {
      loaded.image = LoadImage(files.image, own, log);
    } catch (...) {
      opened = {};  // ends the wait of the other thread, if the image could not be opened
      throw;
    }
  };
  const auto load_records = [&](LoadingObserver& log) {
    loaded.records = ReadSum(files, layout.get(), nullptr, options, log);
  };
  DoBothWithLog(options.threads, observer, load_image, load_records);
  return loaded;
}

// Reads a single large profile at the same time as a large image. Several profiles are read after the image, because
// reading them uses all threads anyway.
ImageAndRecords LoadImageAndRecords(const ExecutionFiles& files, const LoadingOptions& options,
                                    LoadingObserver& observer) {
  const bool is_large = files.profiles.size() == 1 && IsLarge(files.profiles.front()) && IsLarge(files.image);
  if (is_large && options.threads > 1 && !SubtractsShift(options)) return LoadBothAtOnce(files, options, observer);
  ImageAndRecords loaded;
  loaded.image = LoadImage(files.image, options, observer);
  loaded.records = ReadSum(files, loaded.image->layout, loaded.image.get(), options, observer);
  return loaded;
}

SharedImage Finished(Image image, const LoadingOptions& options) {
  SubstituteNames(image.functions, options.substitutions);
  return std::make_shared<const Image>(std::move(image));
}

// Reads the image again with source positions. Not announced to the observer, which has already counted the image.
SharedImage ReloadWithPositions(const Input& image, const LoadingOptions& options) {
  ImageOptions wanted = ImageOptionsOf(options);
  wanted.positions = SourcePositions::kAll;
  Diagnostics unheard;
  return Finished(ReadImage(image.path(), wanted, unheard), options);
}

LoadedExecution LoadAsGprof(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  ImageAndRecords loaded = LoadImageAndRecords(files, options, observer);
  if (options.needs_positions && options.needs_positions(loaded.records)) {
    loaded.image = ReloadWithPositions(files.image, options);
  }
  LoadedExecution execution = Begin(std::move(loaded.image), options).execution;
  const Records& records = loaded.records;
  execution.profile = MakeProfile(*execution.functions, records, execution.selection, options.threads);
  execution.has_histogram = records.has_histogram;
  execution.has_arcs = records.has_arcs;
  if (options.warns_of_misfit && MatchesNothing(execution.profile)) {
    WarnOfMisfit(options, files, *execution.image, records, observer, execution.doubts);
  }
  if (options.use_records) options.use_records(execution, records);
  AddCodeCalls(options, records, execution, true, observer);
  return execution;
}

double AllSeconds(const Profile& profile) {
  const double ticks =
      std::accumulate(profile.self_ticks.begin(), profile.self_ticks.end(), profile.unattributed_ticks);
  return profile.rate > 0 ? profile.Seconds(ticks) : 0;
}

}  // namespace

// True if the profiles of a side contain function names; its first file decides. The kind of a profile in a pipe cannot
// be recognised without reading from the pipe; if there is no image, the profile must contain function names, because a
// gmon profile needs an image.
bool HasStacks(const ExecutionFiles& files) {
  if (!files.store.empty() || files.profiles.empty()) return false;
  const Input& first = files.profiles.front();
  if (first.Gives(kGivesNames)) return true;
  return files.image.empty() && (first.MayHaveNames() || first.kind() == InputKind::kTrace);
}

std::shared_ptr<const Image> LoadImage(const Input& image, const LoadingOptions& options, LoadingObserver& observer) {
  observer.BeginImage();
  Diagnostics diagnostics;
  SharedImage loaded = Finished(ReadImage(image.path(), ImageOptionsOf(options), diagnostics), options);
  WarnOf(diagnostics, observer);
  observer.EndImage(*loaded);
  return loaded;
}

void LoadEachProfile(const ExecutionFiles& files, const TargetLayout& layout, const LoadingOptions& options,
                     LoadingObserver& observer, const RecordsUser& each, const std::function<void(std::size_t)>& next) {
  observer.BeginProfiles(files);
  std::size_t seen = 0;
  const FileObserver look = [&](const GmonOutline& file, const Error* error) {
    observer.EndFile(file, error);
    const std::size_t number = seen++;
    if (error != nullptr) return;
    try {
      next(number);
    } catch (const Error& wrong) {
      observer.Fail(wrong);
    }
  };
  ReadEachProfile(PathsOf(files.profiles), ReadingOf(options, layout), look, each);
}

LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  if (IsGprofs(options)) return LoadAsGprof(files, options, observer);
  OpenExecution opened = Open(files, options, observer);
  Credit(options, files, /*knows_image=*/false, opened, observer);
  return Finish(options, FindUsedLines(options, {&opened}), opened);
}

LoadedExecution LoadExecution(const ExecutionFiles& files, const LoadingOptions& options, Diagnostics& diagnostics) {
  WarningsKeeper observer(diagnostics);
  return LoadExecution(files, options, observer);
}

LoadedExecutions LoadExecutions(const ExecutionFiles& base, const ExecutionFiles& other, const LoadingOptions& options,
                                LoadingObserver& observer) {
  LoadedExecutions loaded;
  const bool have_images = !base.image.empty() && !other.image.empty();
  const bool has_stacks = HasStacks(base) || HasStacks(other);
  loaded.same_image = have_images && !has_stacks && IsSameFile(base.image.path(), other.image.path());
  OpenExecution credited_base, credited_other;
  if (loaded.same_image) {
    const SharedImage image = LoadImage(base.image, options, observer);
    credited_base = Begin(image, options);
    credited_other = Begin(image, options);
  } else {
    // libbfd is not thread-safe: its error code, file cache and message handler are global to the process, so calls to
    // libbfd are serialised (object_file.cpp). However, reading the symbols and lines of ordinary ELF files, which
    // takes most of the time, does not use libbfd.
    DoBothWithLog(
        options.threads, observer, [&](LoadingObserver& log) { credited_base = Open(base, options, log); },
        [&](LoadingObserver& log) { credited_other = Open(other, options, log); });
  }
  ReadEventOf(credited_other, base, options, credited_base);
  ReadEventOf(credited_base, other, options, credited_other);
  if (credited_base.is_stored && credited_other.is_stored) {
    loaded.same_image = !credited_base.identity.empty() && credited_base.identity == credited_other.identity;
  }
  ShareSpecs(credited_base.execution.selection, credited_other.execution.selection);
  // Loads the sides in parallel only if each has a single file: reading several files already uses all threads.
  const bool few_files = base.profiles.size() == 1 && other.profiles.size() == 1;
  DoBothWithLog(
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

// Scales the other side to the base's total time, so that differences show how shares of time changed.
double NormalizeTimes(LoadedExecutions& executions) {
  const double base = AllSeconds(executions.base.profile), other = AllSeconds(executions.other.profile);
  if (base <= 0 || other <= 0) return 1;
  LoadedExecution& scaled = executions.other;
  ScaleTimes(scaled.profile, base / other);
  scaled.context_scale *= base / other;
  scaled.profile.dimension = executions.base.profile.dimension;
  scaled.profile.abbreviation = executions.base.profile.abbreviation;
  return base / other;
}

}  // namespace profdiff
