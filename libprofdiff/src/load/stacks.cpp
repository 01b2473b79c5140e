// SPDX-License-Identifier: GPL-3.0-or-later
// Files from other profilers contain the names of their functions. All files are read first and summed with a common
// table of functions; then their stacks are selected and counted.
// Tests: tests/unit/load/stacks_test.cpp, tests/cli/stacks.
#include "load/stacks.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "load/images.h"
#include "profdiff/error.h"
#include "profdiff/image.h"

namespace profdiff {
namespace {

// The names of an image's functions by offset in its file, for pprof's frames without symbols. The image is read on
// first use, since in most profiles all functions have names.
class ImageNames {
 public:
  ImageNames(const std::string& path, const LoadingOptions& options, LoadingObserver& observer)
      : path_(path), options_(options), observer_(observer) {}

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
    observer_.BeginImage();
    Diagnostics diagnostics;
    image_ = ReadImage(path_, wanted, diagnostics);
    for (const std::string& warning : diagnostics.warnings) observer_.Warn(warning);
    observer_.EndImage(*image_);
  }

  const std::string& path_;
  const LoadingOptions& options_;
  LoadingObserver& observer_;
  std::optional<Image> image_;
};

// Reads one file. The library starts no programs: to convert perf.data to text, it calls LoadingOptions::perf_script,
// which runs perf.
StackProfile ReadOne(const std::string& path, const LoadingOptions& options, ImageNames* names) {
  StackOptions wanted = options.stacks;
  wanted.salvage = options.salvage;
  if (names != nullptr) {
    wanted.find_function = [names](std::string_view image, std::uint64_t offset) { return names->Find(image, offset); };
  }
  const bool is_perf_data =
      wanted.format ? *wanted.format == StackFormat::kPerfData : FormatOfStacks(path) == StackFormat::kPerfData;
  if (!is_perf_data || !options.perf_script) return ReadStacks(path, wanted);
  wanted.format = StackFormat::kPerfScript;
  StackProfile read = ReadStacks(options.perf_script(path), path, wanted);
  read.remarks.emplace_back("perf's own data, as 'perf script' prints it");
  return read;
}

// Reads files one after another, and notifies the observer.
std::vector<StackProfile> ReadParts(const ExecutionFiles& files, const LoadingOptions& options,
                                    LoadingObserver& observer) {
  ImageNames names(files.image, options, observer);
  std::vector<StackProfile> parts;
  std::optional<Error> last;
  for (const std::string& path : files.profiles) {
    try {
      parts.push_back(ReadOne(path, options, files.image.empty() ? nullptr : &names));
    } catch (const Error& error) {
      StackProfile unread;
      unread.path = path;
      observer.EndStacks(unread, &error);
      if (!options.keep_going) throw;
      last = error;
      continue;
    }
    observer.EndStacks(parts.back(), nullptr);
  }
  // LoadingOptions::keep_going allows files to be omitted, but not all files of a side.
  if (parts.empty() && last) throw Error(*last);
  return parts;
}

// Rejects specs that choose stacks by their functions if the file has only sums, which cannot be divided.
void RequireStacksFor(const Selection& selection, const std::string& path) {
  bool chooses = selection.AnyIncluded(SpecTable::kTime);
  for (std::size_t f = 0; f < selection.bits.size(); ++f) {
    chooses = chooses || selection.Excluded(SpecTable::kTime, FunctionId(f));
  }
  if (!chooses) return;
  throw Error(ErrorCode::kUnsupported, path + ": has no stacks: -E, -F, -n and -N cannot choose among them", path);
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
  GiveImagesOnePath(read.parts);
  // A single file is its own sum; a copy is needed only if its run is also wanted.
  const bool is_one = read.parts.size() == 1;
  read.sum = std::make_shared<const StackProfile>(is_one && !options.runs ? std::move(read.parts.front())
                                                                          : AddStacks(read.parts));
  if (!options.runs) read.parts.clear();
  return read;
}

std::vector<Profile> CreditStacks(StackFiles files, bool runs, LoadedExecution& execution) {
  const StackProfile& sum = *execution.stacks;
  const Crediter crediter(sum, execution.selection);
  if (sum.counted) {
    execution.profile = crediter.OfCounts();
  } else {
    execution.contexts = std::make_shared<const ContextTree>(crediter.Kept(sum.contexts));
    execution.context_scale = 1 / sum.events[sum.event].rate;
    execution.profile = crediter.OfContexts(*execution.contexts);
  }
  std::vector<Profile> each;
  if (!runs) return each;
  for (StackProfile& part : files.parts) {
    each.push_back(crediter.OfPart(part));
    part = {};  // frees the trees of each part as soon as they are no longer needed
  }
  return each;
}

}  // namespace profdiff
