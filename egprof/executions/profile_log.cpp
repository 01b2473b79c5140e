// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/cli/files, tests/cli/diff.
#include "egprof/executions/profile_log.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "egprof/console/message_text.h"
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

// Appends what a file lacks, and what it has besides samples.
void AppendLoss(const profdiff::StackProfile& file, std::string& text) {
  const profdiff::Loss& loss = file.loss;
  if (loss.samples != 0) text += Count(loss.samples, "lost sample");
  if (loss.throttles != 0) {
    text += "\tsampling was stopped " + std::to_string(loss.throttles) + (loss.throttles == 1 ? " time" : " times") +
            ", because samples came too fast\n";
  }
  if (loss.is_cut) text += "\tan unknown number of samples after the damage, left out\n";
  if (file.other_records != 0) text += Count(file.other_records, "other record");
}

// Describes another profiler's file for -i: its format, events and threads.
std::string Describe(const profdiff::StackProfile& file) {
  std::string text = "File `" + file.path + "' (" + std::string(file.format->name) + ") contains:\n";
  for (std::size_t i = 0; i < file.events.size(); ++i) {
    const profdiff::StackEvent& event = file.events[i];
    text += "\tevent " + event.name + " in " + event.unit;
    if (event.count != 0) text += ", " + profdiff::Plural(event.count, "sample");
    text += i == file.event && file.events.size() > 1 ? " (read)\n" : "\n";
  }
  for (const profdiff::StackThread& thread : file.threads) {
    const bool is_measured = file.format->Gives(profdiff::kGivesMeasuredTimes);
    const bool is_whole_rank = is_measured && thread.number.empty();
    text += (is_whole_rank ? "\t" : "\tthread ") + thread.name;
    if (!thread.name.empty() && !thread.number.empty()) text += " ";
    text += thread.number;
    if (!thread.process.empty() && !is_whole_rank) text += " of process " + thread.process;
    text += ", " + profdiff::Plural(thread.samples, is_measured ? "value" : "sample") + "\n";
  }
  AppendLoss(file, text);
  return text + Count(file.functions.size(), "function") + (file.counted ? "" : Count(file.contexts.size(), "path"));
}

// Explains why a file is not a gprof profile. All files that do not begin with "gmon" are read as BSD profiles, so the
// error of the BSD reader would be misleading.
profdiff::Error Foreign(const std::string& path) {
  constexpr profdiff::InputNeed kNeed[] = {{profdiff::InputKind::kProfile, profdiff::kGivesAddresses}};
  const Input input(path);
  const profdiff::Error error = profdiff::WrongKind(input, kNeed);
  if (!input.Gives(profdiff::kGivesNames)) return error;
  return profdiff::Error(profdiff::WithConsequence(error.message(), "a side can have only one kind of profiles"));
}

void RefuseProf(const FileReporting& reporting) {
  if (!reporting.refuses_files) return;
  throw profdiff::Error(profdiff::ErrorCode::kUnsupported, "sorry, file format `prof' is not yet supported");
}

}  // namespace

void ProfileLog::WarnAboutBlocks(const GmonOutline& file, std::uint64_t reached_offset) {
  if (file.first_block_offset >= reached_offset || !std::exchange(ignores_blocks_, false)) return;
  log_.messages.Warn("ignoring basic-block exec counts (use -l or --line)");
}

void ProfileLog::WarnAboutRate(const GmonOutline& file) {
  if (file.histogram_records == 0 || !file.states_rate) return;
  const std::uint32_t rate = file.rate;
  if (rate_ == 0) rate_ = rate;
  if (rate == rate_ || std::exchange(has_several_rates_, true)) return;
  log_.messages.Warn(file.path + " has " + std::to_string(rate) +
                     " samples per second, but the first profile of its side has " + std::to_string(rate_) +
                     ": their sum is not in seconds");
}

ProfileLog::ProfileLog(const FileReporting& reporting, const Side& side, LoadLog& log)
    : reporting_(reporting), files_(side.profiles.size()), log_(log), ignores_blocks_(!reporting.uses_blocks) {
  RefuseProf(reporting);
  log.stages.Begin(Stage::kReadProfiles);
  log.stages.Count(0, files_);
}

void ProfileLog::Add(const GmonOutline& file, const profdiff::Error* error) {
  Count(file);
  if (IsForeign(file) && error != nullptr) return Fail(Foreign(file.path));
  if (error != nullptr && reporting_.keep_going) return Fail(*error);
  if (file.damage && error == nullptr) SayWhatIsMissing(file);
  if (!file.bsd) version_ = file.version;
  if (reporting_.is_sum && log_.messages.own_style()) WarnAboutRate(file);
  WarnAboutBlocks(file, error != nullptr && error->place().kind == profdiff::Place::Kind::kByte
                            ? error->place().number
                            : GmonOutline::kNoOffset);
  if (error == nullptr && reporting_.describes) log_.text += Describe(file, version_);
}

void ProfileLog::AddStacks(const profdiff::StackProfile& file, const profdiff::Error* error) {
  log_.stages.Count(++seen_, files_);
  std::error_code none;
  const std::uintmax_t bytes = std::filesystem::file_size(file.path, none);
  ++log_.stages.sizes.profiles;
  log_.stages.sizes.profile_bytes += none ? 0 : bytes;
  log_.stages.sizes.functions += file.functions.size();
  if (error != nullptr) {
    if (reporting_.keep_going) Fail(*error);
    return;  // without --keep-going, the error ends the run
  }
  for (const profdiff::Message& missing : file.missing) log_.messages.Warn(missing);
  for (const profdiff::Message& remark : file.remarks) log_.messages.Note(remark);
  if (reporting_.describes) log_.text += Describe(file);
}

void ProfileLog::Fail(const profdiff::Error& error) {
  if (!reporting_.keep_going) throw profdiff::Error(error);
  log_.messages.LeaveOut(error.message());
  if (++left_out_ < files_) return;
  throw profdiff::Error(error.code(),
                        "no profile of the side can be used; the last one failed: " + CauseText(error.message()));
}

void ProfileLog::End(const profdiff::Records& records) {
  log_.stages.sizes.arcs += records.arcs.size();
  log_.stages.Begin(Stage::kAnalyse);
}

void ProfileLog::SayWhatIsMissing(const GmonOutline& file) {
  // Names the file even in gprof's wording, because gprof has no such warning.
  log_.messages.Warn(CauseText(file.damage->message()) +
                     "; used: " + profdiff::Plural(file.histogram_records, "histogram") + ", " +
                     profdiff::Plural(file.arc_records, "call-graph record") + ", " +
                     profdiff::Plural(file.block_records, "basic-block record") + "; missing: " + file.missing);
}

bool ProfileLog::IsForeign(const GmonOutline& file) const {
  return log_.messages.own_style() && file.bsd && file.damage && reporting_.any_format;
}

void ProfileLog::Count(const GmonOutline& file) {
  log_.stages.Count(++seen_, files_);
  InputSizes& sizes = log_.stages.sizes;
  ++sizes.profiles;
  sizes.profile_bytes += file.bytes;
  sizes.arc_records += file.arc_records;
}

}  // namespace egprof
