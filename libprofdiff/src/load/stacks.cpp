// SPDX-License-Identifier: GPL-3.0-or-later
// Files from other profilers contain the names of their functions. All files are read first and summed with a common
// table of functions; then their stacks are selected and counted.
// Tests: tests/unit/load/stacks_test.cpp, tests/cli/stacks.
#include "load/stacks.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "load/images.h"
#include "load/observers.h"
#include "profdiff/error.h"
#include "profdiff/image.h"
#include "profdiff/match.h"
#include "profdiff/trace.h"
#include "values/loading_stacks.h"

namespace profdiff {
namespace {

// The names of an image's functions by offset in its file, for pprof's frames without symbols. The image is read on
// first use, since in most profiles all functions have names.
class ImageNames {
 public:
  ImageNames(const std::string& path, const LoadingOptions& options, LoadingObserver& observer)
      : path_(path), options_(options), observer_(observer) {}

  bool is_read() const { return image_.has_value(); }

  std::string Find(std::string_view image, std::uint64_t offset) {
    // Images are compared by base name, because the program may have run on another machine or in a container.
    if (BaseName(image) != BaseName(path_)) return "";
    if (!image_) Read();
    // Converts a file offset to an address, using the offset and the address of the text section. The subtraction may
    // wrap around; the bounds below reject such values.
    const std::uint64_t address = offset - image_->text_offset + image_->text_begin;
    if (address < image_->text_begin || address >= image_->text_end) return "";
    const FunctionId function = image_->functions.Find(address);
    return function.valid() ? std::string(image_->functions[function].name) : "";
  }

 private:
  void Read() {
    ImageOptions wanted = options_.image;
    wanted.lines = false;
    wanted.exact = true;
    observer_.BeginImage();
    Diagnostics diagnostics;
    image_ = ReadImage(path_, wanted, diagnostics);
    for (const Message& warning : diagnostics.warnings) observer_.Warn(warning);
    observer_.EndImage(*image_);
  }

  const std::string& path_;
  const LoadingOptions& options_;
  LoadingObserver& observer_;
  std::optional<Image> image_;
};

// Adds what perf counted to what is in its text. Both count the same loss, but only perf's own count is by event.
void AddLoss(const PerfText& perf, StackProfile& read) {
  read.loss.throttles = std::max(read.loss.throttles, perf.throttles);
  if (perf.lost.empty()) return;
  read.loss.samples = 0;
  for (const auto& [event, samples] : perf.lost) {
    if (event == read.events[read.event].name) read.loss.samples = samples;
  }
}

// Adds up the calls of a trace by path.
StackProfile StacksOfTrace(const Input& input, const LoadingOptions& options) {
  TraceOptions reading;
  reading.salvage = options.salvage;
  Trace trace = ReadTrace(input, reading);
  JoinCountedNames(trace);
  trace = SelectCalls(std::move(trace), {}).trace;
  StackProfile stacks;
  stacks.path = input.path();
  stacks.format = input.format();
  stacks.events = {{"time", "seconds", 1e9, false, 0}};
  stacks.functions = ProfileOfTrace(trace).functions;
  stacks.contexts = ContextsOfTrace(trace, stacks.functions);
  stacks.functions.units_are_images = true;
  stacks.missing = trace.missing;
  stacks.remarks = trace.remarks;
  stacks.remarks.emplace_back(ErrorCode::kReading, "a trace, whose calls were added up by path", stacks.path, Place(),
                              Remedy{RemedyKind::kUseForTraces, {}});
  return stacks;
}

// Returns the samples of a trace or, if it has none, its calls. All other errors are passed on.
StackProfile SamplesOrCalls(const Input& trace, const StackOptions& wanted, const LoadingOptions& options) {
  if (!trace.Gives(kGivesStacks)) return StacksOfTrace(trace, options);
  try {
    return ReadStacks(trace.path(), wanted);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kUnsupported) throw;
  }
  return StacksOfTrace(trace, options);
}

// Reads one file. The library starts no programs: to convert perf.data to text, it calls LoadingOptions::perf_script,
// which runs perf.
StackProfile ReadOne(const Input& input, const LoadingOptions& options, ImageNames* names) {
  const std::string& path = input.path();
  StackOptions wanted = options.stacks;
  wanted.salvage = options.salvage;
  wanted.format = input.format();
  if (input.rank()) wanted.processes = {"^" + std::to_string(*input.rank()) + "$"};
  if (input.kind() == InputKind::kTrace) return SamplesOrCalls(input, wanted, options);
  if (names != nullptr) {
    wanted.find_function = [names](std::string_view image, std::uint64_t offset) { return names->Find(image, offset); };
  }
  if (!options.perf_script || wanted.format != FindInputFormat("perf.data")) return ReadStacks(path, wanted);
  wanted.format = FindInputFormat("perf");
  const PerfText perf = options.perf_script(path);
  StackProfile read = ReadStacks(perf.text, path, wanted);
  AddLoss(perf, read);
  read.remarks.emplace_back(ErrorCode::kReading, "perf's own data, as 'perf script' prints it", read.path);
  return read;
}

// Functions that have the same name after the user's substitutions become one, and so do their paths.
StackProfile Substituted(StackProfile read, const Substitutions& substitutions) {
  if (!SubstituteNames(read.functions, substitutions)) return read;
  return AddStacks(std::span(&read, 1));
}

// Reads files one after another, and notifies the observer.
std::vector<StackProfile> ReadParts(const ExecutionFiles& files, const LoadingOptions& options,
                                    LoadingObserver& observer) {
  ImageNames names(files.image.path(), options, observer);
  std::vector<StackProfile> parts;
  std::optional<Error> last;
  for (const Input& input : files.profiles) {
    try {
      parts.push_back(
          Substituted(ReadOne(input, options, files.image.empty() ? nullptr : &names), options.substitutions));
    } catch (const Error& error) {
      StackProfile unread;
      unread.path = input.path();
      observer.EndStacks(unread, &error);
      if (!options.keep_going) throw;
      last = error;
      continue;
    }
    observer.EndStacks(parts.back(), nullptr);
  }
  if (!files.image.empty() && !names.is_read()) {
    observer.Note(Message("not needed: the profiles name their functions", files.image.path()));
  }
  // LoadingOptions::keep_going allows files to be omitted, but not all files of a side.
  if (parts.empty() && last) throw Error(*last);
  return parts;
}

// Reads the files again that passed over their default event because they have no values of it, if other files of the
// side have: otherwise, runs of different events would be added up. The same is done for files without any values.
// Pipes can be read only once.
void ReadSameEvent(const ExecutionFiles& files, LoadingOptions options, std::vector<StackProfile>& parts) {
  const auto usual = std::ranges::find_if(
      parts, [](const StackProfile& part) { return part.empty_default.empty() && !IsWithoutValues(part); });
  if (usual == parts.end() || !options.stacks.event.empty()) return;
  const std::string event = options.stacks.event = EventName(*usual);
  for (StackProfile& part : parts) {
    if (EventName(part) == event || (part.empty_default != event && !IsWithoutValues(part))) continue;
    if (std::ranges::find(part.events, event, &StackEvent::name) == part.events.end()) continue;
    const auto file = std::ranges::find(files.profiles, part.path, [](const Input& input) { return input.path(); });
    if (file == files.profiles.end() || file->IsPipe()) continue;
    WithoutMessages unheard;
    ExecutionFiles alone = files;
    alone.profiles = {*file};
    part = std::move(ReadParts(alone, options, unheard).front());
  }
}

// Rejects specs that choose stacks by their functions if the file has only sums, which cannot be divided.
void RequireStacksFor(const Selection& selection, const std::string& path) {
  bool chooses = selection.AnyIncluded(SpecTable::kTime);
  for (std::size_t f = 0; f < selection.bits.size(); ++f) {
    chooses = chooses || selection.Excluded(SpecTable::kTime, FunctionId(f));
  }
  if (!chooses) return;
  throw Error(ErrorCode::kUnsupported, "has no stacks", path, {}, {RemedyKind::kChooseStacks, {}});
}

// Counts the selected stacks of a file with the function table of the whole side, so that the profile of each run has
// the same rows as the sum.
class Crediter {
 public:
  Crediter(const StackProfile& sum, const Selection& selection)
      : sum_(sum), functions_(sum.functions), selection_(selection) {
    if (sum.counted) RequireStacksFor(selection, sum.path);
  }

  ContextTree Kept(const ContextTree& contexts) const { return KeepStacks(contexts, selection_); }

  Profile OfContexts(const ContextTree& kept) const { return Finish(ProfileOfStacks(sum_, kept)); }
  Profile OfPart(const StackProfile& part) const {
    return sum_.counted ? Finish(CountsOn(functions_, part)) : OfContexts(Kept(ContextsOn(functions_, part)));
  }
  Profile OfCounts() const { return Finish(ProfileOfStacks(sum_)); }

 private:
  // Times do not change without the dropped arcs, as inclusive times were counted by stack, not propagated along arcs.
  Profile Finish(Profile profile) const {
    DropArcs(functions_, selection_, profile, [](const Arc&) {});
    return profile;
  }

  const StackProfile& sum_;
  const FunctionTable& functions_;
  const Selection& selection_;
};

// Doubts numbers without a unit. They are taken for samples unless their sizes are unlike those of samples.
void DoubtUnit(const StackOptions& options, bool has_runs, LoadedExecution& execution) {
  const StackProfile& stacks = *execution.stacks;
  const StackEvent& event = stacks.events[stacks.event];
  const bool is_folded = stacks.format->name.starts_with("folded");
  if (event.unit != "samples") return;
  const Remedy remedy{is_folded ? RemedyKind::kStateUnit : RemedyKind::kNone, ""};
  if (stacks.unknown_unit) {
    Message doubt = *stacks.unknown_unit;
    doubt.remedy = remedy;
    execution.doubts.push_back({DoubtCode::kUnknownUnit, std::move(doubt), true});
  } else if (event.is_sampled && is_folded && !has_runs && options.unit.empty() && options.period == 0) {
    Message doubt("noise is that of samples, but folded stacks do not say what their numbers are");
    doubt.remedy = remedy;
    execution.doubts.push_back({DoubtCode::kUnknownUnit, std::move(doubt), false});
  }
}

}  // namespace

void DropArcs(const FunctionTable& functions, const Selection& selection, Profile& profile,
              const std::function<void(const Arc&)>& drop) {
  if (selection.included_arcs.empty() && selection.excluded_arcs.empty()) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < profile.arcs.size(); ++i) {
    const Arc arc = profile.arcs[i];
    if (!selection.KeepsArc(functions[arc.caller], functions[arc.callee])) {
      drop(arc);
      continue;
    }
    if (profile.exact) profile.exact->arcs[kept] = profile.exact->arcs[i];
    profile.arcs[kept++] = arc;
  }
  profile.arcs.resize(kept);
  if (profile.exact) profile.exact->arcs.resize(kept);
}

StackFiles ReadStackFiles(const ExecutionFiles& files, const LoadingOptions& options, LoadingObserver& observer) {
  StackFiles read;
  read.parts = ReadParts(files, options, observer);
  ReadSameEvent(files, options, read.parts);
  GiveImagesOnePath(read.parts);
  // A single file is its own sum; a copy is needed only if its run is also wanted.
  const bool is_one = read.parts.size() == 1;
  read.sum = std::make_shared<const StackProfile>(is_one && !options.runs ? std::move(read.parts.front())
                                                                          : AddStacks(read.parts));
  if (!options.runs) read.parts.clear();
  return read;
}

std::vector<Profile> CreditStacks(StackFiles files, const LoadingOptions& options, LoadedExecution& execution) {
  const StackProfile& sum = *execution.stacks;
  DoubtUnit(options.stacks, files.parts.size() > 1, execution);
  const Crediter crediter(sum, execution.selection);
  if (sum.counted) {
    execution.profile = crediter.OfCounts();
  } else {
    execution.contexts = std::make_shared<const ContextTree>(crediter.Kept(sum.contexts));
    execution.context_scale = 1 / sum.events[sum.event].rate;
    execution.profile = crediter.OfContexts(*execution.contexts);
  }
  std::vector<Profile> each;
  if (!options.runs) return each;
  for (StackProfile& part : files.parts) {
    each.push_back(crediter.OfPart(part));
    part = {};  // frees the trees of each part as soon as they are no longer needed
  }
  return each;
}

}  // namespace profdiff
