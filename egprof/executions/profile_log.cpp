// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/files, tests/cli/diff.
#include "egprof/executions/profile_log.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "egprof/executions/kinds.h"
#include "profdiff/image.h"

namespace egprof {
namespace {

using profdiff::GmonOutline;

std::string Count(std::size_t count, const std::string& what) { return "\t" + profdiff::Plural(count, what) + "\n"; }

// Describes a file as gprof's -i does. `version` is the version of the latest file so far that has one.
std::string Describe(const GmonOutline& file, int version) {
  return "File `" + file.path + "' (version " + std::to_string(version) + ") contains:\n" +
         Count(file.histogram_records, "histogram record") + Count(file.arc_records, "call-graph record") +
         Count(file.block_records, "basic-block count record");
}

// Describes another profiler's file for -i: its format, events and threads.
std::string Describe(const profdiff::StackProfile& file) {
  std::string text =
      "File `" + file.path + "' (" + std::string(profdiff::StackFormatName(file.format)) + ") contains:\n";
  for (const profdiff::StackEvent& event : file.events) {
    text += "\tevent " + event.name + " in " + event.unit;
    if (event.count != 0) text += ", " + profdiff::Plural(event.count, "sample");
    text += &event == &file.events[file.event] && file.events.size() > 1 ? " (read)\n" : "\n";
  }
  for (const profdiff::StackThread& thread : file.threads) {
    text += "\tthread " + thread.name;
    if (!thread.number.empty()) text += " " + thread.number;
    if (!thread.process.empty()) text += " of process " + thread.process;
    text += ", " + profdiff::Plural(thread.samples, "sample") + "\n";
  }
  return text + Count(file.functions.size(), "function") + (file.counted ? "" : Count(file.contexts.size(), "path"));
}

// Explains why a file is not a profile. All files that do not begin with "gmon" are read as BSD profiles, so the error
// of the BSD reader would be misleading.
profdiff::Error Foreign(const std::string& path) {
  std::string cause = "not a profile: it neither begins with \"gmon\" nor is a BSD profile";
  if (profdiff::IsImage(path)) {
    cause = "an image, which must come before the profiles of its side";
  } else if (LooksLikeStacks(path)) {
    cause = "another profiler's profile among gprof profiles; a side can have only one kind";
  }
  return profdiff::Error(profdiff::ErrorCode::kBadMagic, path + ": " + cause, path);
}

std::string WithPath(const std::string& path, const std::string& text) {
  return text.find(path) == std::string::npos ? path + ": " + text : text;
}

// Returns the message of an error as one line that begins with the file's name.
std::string Cause(const profdiff::Error& error) {
  std::string text = error.message();
  std::ranges::replace(text, '\n', ' ');
  return WithPath(error.path(), text);
}

void RefuseProf(const ProfileOptions& options) {
  if (!options.prof_format) return;
  throw profdiff::Error(profdiff::ErrorCode::kUnsupported, "sorry, file format `prof' is not yet supported");
}

}  // namespace

void ProfileLog::WarnAboutBlocks(const GmonOutline& file, std::uint64_t reached_offset) {
  if (file.first_block_offset >= reached_offset || !std::exchange(ignores_blocks_, false)) return;
  output_.Warn("ignoring basic-block exec counts (use -l or --line)");
}

void ProfileLog::WarnAboutRate(const GmonOutline& file) {
  if (file.histogram_records == 0 || !file.states_rate) return;
  const std::uint32_t rate = file.rate;
  if (rate_ == 0) rate_ = rate;
  if (rate == rate_ || std::exchange(has_several_rates_, true)) return;
  output_.Warn(file.path + " has " + std::to_string(rate) +
               " samples per second, but the first profile of its side has " + std::to_string(rate_) +
               ": their sum is not in seconds; --runs keeps them separate");
}

ProfileLog::ProfileLog(const ProfileOptions& options, const Side& side, bool is_sum, Output& output)
    : options_(options),
      files_(side.profiles.size()),
      is_sum_(is_sum),
      output_(output),
      ignores_blocks_(!options.lines) {
  RefuseProf(options);
  output.stages.Begin(Stage::kReadProfiles);
  output.stages.Count(0, files_);
}

void ProfileLog::Add(const GmonOutline& file, const profdiff::Error* error) {
  Count(file);
  if (IsForeign(file) && error != nullptr) return Fail(Foreign(file.path));
  if (error != nullptr && options_.keep_going) return Fail(*error);
  if (file.damage && error == nullptr) SayWhatIsMissing(file);
  if (!file.bsd) version_ = file.version;
  if (is_sum_ && output_.house_style) WarnAboutRate(file);
  WarnAboutBlocks(file, error != nullptr ? error->offset() : profdiff::Error::kNoOffset);
  if (error == nullptr && options_.styles.Has(Style::kFileInfo)) output_.text += Describe(file, version_);
}

void ProfileLog::AddStacks(const profdiff::StackProfile& file, const profdiff::Error* error) {
  output_.stages.Count(++seen_, files_);
  std::error_code none;
  const std::uintmax_t bytes = std::filesystem::file_size(file.path, none);
  ++output_.stages.sizes.profiles;
  output_.stages.sizes.profile_bytes += none ? 0 : bytes;
  output_.stages.sizes.functions += file.functions.size();
  if (error != nullptr) {
    if (options_.keep_going) Fail(*error);
    return;  // without --keep-going, the error ends the run
  }
  for (const std::string& missing : file.missing) output_.Warn(WithPath(file.path, missing));
  for (const std::string& remark : file.remarks) output_.notes.push_back(WithPath(file.path, remark));
  if (options_.styles.Has(Style::kFileInfo)) output_.text += Describe(file);
}

void ProfileLog::Fail(const profdiff::Error& error) {
  if (!options_.keep_going) throw profdiff::Error(error);
  output_.left_out.push_back({seen_ - 1, Cause(error)});
  if (++left_out_ < files_) return;
  throw profdiff::Error(error.code(), "no profile of the side can be used; the last one failed: " + Cause(error),
                        error.path());
}

void ProfileLog::End(const profdiff::Records& records) {
  output_.stages.sizes.arcs += records.arcs.size();
  output_.stages.Begin(Stage::kAnalyse);
}

void ProfileLog::SayWhatIsMissing(const GmonOutline& file) {
  output_.Warn(Cause(*file.damage) + "; used: " + profdiff::Plural(file.histogram_records, "histogram") + ", " +
               profdiff::Plural(file.arc_records, "call-graph record") + ", " +
               profdiff::Plural(file.block_records, "basic-block record") + "; missing: " + file.missing);
}

bool ProfileLog::IsForeign(const GmonOutline& file) const {
  return output_.house_style && file.bsd && file.damage && options_.format == profdiff::GmonFormat::kAuto;
}

void ProfileLog::Count(const GmonOutline& file) {
  output_.stages.Count(++seen_, files_);
  InputSizes& sizes = output_.stages.sizes;
  ++sizes.profiles;
  sizes.profile_bytes += file.bytes;
  sizes.arc_records += file.arc_records;
}

}  // namespace egprof
