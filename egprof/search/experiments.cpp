// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/search/experiments.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "egprof/console/message_text.h"
#include "egprof/search/checks.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::ExperimentResult;
using profdiff::Measurements;
using profdiff::SearchStop;

// Opens standard input for one of several runs if it is a file, so that each run reads the file from its beginning. A
// pipe or a terminal is not passed on.
OpenFile OpenInput() {
  struct stat info;
  const bool is_file = fstat(STDIN_FILENO, &info) == 0 && S_ISREG(info.st_mode);
  return OpenFile(is_file ? std::fopen("/proc/self/fd/0", "re") : nullptr);
}

int DescriptorOf(const OpenFile& file) { return file ? fileno(file.get()) : -1; }

// Parses valgrind's description of the simulated caches, such as "D1 cache: 32768 B, 64 B, 8-way associative; …".
std::optional<CacheShape> FirstCacheOf(const std::string& machine) {
  const std::size_t at = machine.find("D1 cache: ");
  CacheShape shape;
  if (at == std::string::npos) return std::nullopt;
  const int found = std::sscanf(machine.c_str() + at, "D1 cache: %" SCNu64 " B, %" SCNu64 " B, %" SCNu64 "-way",
                                &shape.size, &shape.line, &shape.ways);
  if (found == 2) shape.ways = 1;  // "direct-mapped"
  return found >= 2 ? std::optional(shape) : std::nullopt;
}

// Returns environment variables for the launchers of Open MPI 4 and 5. With them, a launcher that is stopped waits 3
// seconds instead of 1 before it ends its processes, and again before it kills them, because recorders need time to
// write. After 1 second, neither of two callgrind files of 2.7 MB was complete.
std::vector<std::string> PatientLaunchers() {
  return {"OMPI_MCA_odls_base_sigkill_timeout=3", "PRTE_MCA_odls_base_sigkill_timeout=3"};
}

std::string SecondsText(std::chrono::steady_clock::duration time) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1f s", std::chrono::duration<double>(time).count());
  return text;
}

}  // namespace

RecordingFolder::RecordingFolder(const std::string& keep) : is_kept_(!keep.empty()) {
  std::error_code error;
  if (is_kept_) {
    path_ = std::filesystem::absolute(keep);
    is_new_ = std::filesystem::create_directories(path_, error);
    if (error) throw Error(ErrorCode::kSystem, error.message(), keep);
    if (!std::filesystem::is_empty(path_, error)) {
      throw Error(ErrorCode::kBadArgument, "--keep needs a directory that is new or empty", keep);
    }
    return;
  }
  path_ = std::filesystem::temp_directory_path(error) / "egprof-search-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) {
    throw Error(ErrorCode::kSystem, std::string("cannot create a directory for recordings: ") + std::strerror(errno),
                path_);
  }
}

RecordingFolder::~RecordingFolder() {
  std::error_code error;
  if (!is_kept_) std::filesystem::remove_all(path_, error);
  // removes only an empty directory; with recordings in it, the call fails
  if (is_new_) std::filesystem::remove(path_, error);
}

RecordingPlan PlanFor(const SearchOptions& options, const MonitorRow& row, const std::string& folder) {
  const bool is_small = row.arrays && !options.array_command.empty();
  RecordingPlan plan;
  plan.folder = folder;
  plan.line = SplitLaunchLine(is_small ? options.array_command : options.command);
  plan.phase = options.measure.phase;
  plan.instances = options.measure.instances;
  plan.first_cache = options.first_cache;
  plan.last_cache = options.last_cache;
  if (const std::optional<std::string> file = FindProgram(plan.line.program.front())) {
    plan.traits = LookAtProgram(*file);
  }
  return plan;
}

Experiments::Experiments(const SearchOptions& options, const StructureFile& structure, const std::string& folder,
                         SignalWatch& watch, Messages& messages, ExitStatus& status, Stages& stages)
    : options_(options),
      structure_(structure),
      folder_(folder),
      watch_(watch),
      messages_(messages),
      status_(status),
      stages_(stages),
      first_cache_(options.first_cache) {
  if (options.time_budget) end_ = begin_ + std::chrono::nanoseconds(*options.time_budget);
}

ExperimentResult Experiments::Without(std::string reason, std::optional<SearchStop> stop) {
  if (first_reason_.empty()) first_reason_ = reason;
  return {.measurements = {}, .reason = std::move(reason), .command = {}, .goes_on = false, .stop = stop};
}

ExperimentResult Experiments::Run(const MonitorRow& row) {
  stages_.Begin(Stage::kRecord);
  ExperimentResult result = running_ ? Wait(row) : Start(row);
  stages_.Begin(Stage::kAnalyse);
  return result;
}

ExperimentResult Experiments::Start(const MonitorRow& row) {
  if (watch_.WasInterrupted()) return Without("it was interrupted before this run", SearchStop::kInterrupt);
  if (std::chrono::steady_clock::now() >= end_)
    return Without("the budget was used up before this run", SearchStop::kBudget);
  const std::string tool(row.program);
  const std::optional<std::string> tool_path = FindTool(tool);
  if (!tool.empty() && !tool_path) {
    return Without(tool + " is not installed; on Debian, install the package " + std::string(row.package));
  }
  plan_ = PlanFor(options_, row, folder_);
  if (plan_.line.launcher.empty() && !FindProgram(plan_.line.program.front())) {
    return Without("'" + plan_.line.program.front() + "' is not a program that can be started", SearchStop::kFailure);
  }
  if (const std::string obstacle = row.obstacle(plan_); !obstacle.empty()) {
    return Without(obstacle + HintAtMark(plan_.line));
  }
  std::vector<std::string> words = RecordingCommand(row, plan_);
  command_ = CommandText(words);
  if (tool_path && words.front() == tool) words.front() = *tool_path;
  if (row.is_folder && !plan_.line.launcher.empty()) mkdir((folder_ + "/" + std::string(row.name)).c_str(), 0777);
  const OpenFile input = OpenInput();
  const OpenFile log(std::fopen(LogOf(row).c_str(), "axe"));  // x: the file must be new; e: closed by exec()
  running_ = std::make_unique<WatchedProgram>(ProgramStart{.words = words,
                                                           .input = DescriptorOf(input),
                                                           .output = DescriptorOf(log),
                                                           .messages = DescriptorOf(log),
                                                           .variables = PatientLaunchers()},
                                              watch_);
  if (const int error = running_->error(); error != 0) {
    running_.reset();
    return Without("cannot start '" + words.front() + "': " + std::strerror(error), SearchStop::kFailure);
  }
  return Wait(row);
}

ExperimentResult Experiments::Wait(const MonitorRow& row) {
  constexpr std::uint64_t kInterval = 1000000000;
  const bool is_watched = row.grows && options_.strategy == profdiff::SearchStrategy::kAll;
  Time until = end_;
  if (is_watched) {
    const std::chrono::nanoseconds interval(options_.interval.value_or(kInterval));
    until = std::min(end_, std::chrono::steady_clock::now() + interval);
  }
  switch (running_->WaitUntil(until)) {
    case WatchedProgram::State::kInterrupted:
      return StoppedFor(row, SearchStop::kInterrupt);
    case WatchedProgram::State::kTimeOver: {
      if (until == end_) return StoppedFor(row, SearchStop::kBudget);
      ExperimentResult result = ReadGrowing(row);  // the run continues if nothing has been recorded so far
      result.goes_on = true;
      return result;
    }
    case WatchedProgram::State::kEnded:
      break;
  }
  if (running_->status() != 0) return Failed(row);
  running_.reset();
  ExperimentResult result = ReadEnded(row, true);
  if (!result.measurements) Without(result.reason);
  return result;
}

ExperimentResult Experiments::Failed(const MonitorRow& row) {
  constexpr std::size_t kLines = 3;
  std::string reason = "'" + CommandText(plan_.line.program) + "' failed under " + std::string(row.name) + ": " +
                       EndText(running_->status());
  running_.reset();
  const OpenFile log(std::fopen(LogOf(row).c_str(), "re"));
  const std::vector<std::string> lines = log ? LastLines(log.get(), kLines) : std::vector<std::string>();
  for (const std::string& line : lines) reason += (&line == lines.data() ? "; its last lines: " : " | ") + line;
  return Without(reason, SearchStop::kFailure);
}

// Stops the run. What was recorded before the stop is used if the recorder could write it.
ExperimentResult Experiments::StoppedFor(const MonitorRow& row, SearchStop stop) {
  const std::string when = SecondsText(std::chrono::steady_clock::now() - begin_);
  running_->Stop();
  running_.reset();
  ExperimentResult result = ReadEnded(row, false);
  result.stop = stop;
  const std::string name(row.name);
  if (result.measurements) {
    messages_.Note("the run of " + name + " was stopped after " + when + "; what it recorded until then is used");
    return result;
  }
  return Without("its run was stopped after " + when + ", too early: " + result.reason, stop);
}

Measurements Experiments::ReadAll(const MonitorRow& row, const std::vector<Recording>& recordings, bool is_whole) {
  profdiff::MeasureOptions measure = options_.measure;
  measure.salvage = !is_whole;
  measure.image = FindProgram(plan_.line.program.front()).value_or("");
  if (first_cache_) {
    measure.cache_size = first_cache_->size;
    measure.cache_ways = first_cache_->ways;
    measure.cache_line = first_cache_->line;
  }
  return row.load(recordings, measure);
}

GrowingFolder Experiments::Growing(const MonitorRow& row) const {
  return {.recording = folder_ + "/" + std::string(row.name),
          .program = FindProgram(plan_.line.program.front()).value_or(""),
          .specifications = ArgumentSpecifications(plan_)};
}

ExperimentResult Experiments::ReadGrowing(const MonitorRow& row) {
  const std::string now = folder_ + "/" + std::string(row.name) + ".now";
  return Growing(row).Show(now) ? Read(row, {{now, std::nullopt}}, false) : ExperimentResult();
}

ExperimentResult Experiments::ReadEnded(const MonitorRow& row, bool is_whole) {
  if (row.grows && !is_whole) Growing(row).Complete();
  const std::vector<Recording> recordings = FindRecordings(row, plan_);
  if (recordings.empty()) {
    return {.measurements = {}, .reason = "'" + command_ + "' made no recording" + HintAtMark(plan_.line)};
  }
  ExperimentResult result = Read(row, recordings, is_whole);
  if (result.measurements) ReportLost(row, recordings, *result.measurements);
  return result;
}

// Warns about missing parts of recordings, and about ranks without a usable recording.
void Experiments::ReportLost(const MonitorRow& row, const std::vector<Recording>& recordings,
                             const Measurements& read) {
  std::vector<std::string> lost;
  for (const profdiff::Message& missing : read.missing) lost.push_back(CauseText(missing));
  // Like lost ranks, ranks that do not call the function given with --phase have no measurements. Lost ranks can
  // therefore be recognised only without --phase.
  const std::vector<std::uint32_t> ranks =
      options_.measure.phase.empty() ? FindLostRanks(recordings, read) : std::vector<std::uint32_t>();
  for (const std::uint32_t rank : ranks) {
    lost.push_back("rank " + std::to_string(rank) + " has no usable recording and is left out");
  }
  for (const std::string& text : lost) messages_.Warn(std::string(row.name) + ": " + text);
  if (!lost.empty()) status_.LeaveOut();
}

// Returns the likely cause of an empty recording: the phase was never called, or the program only starts another
// program, which should be recorded instead.
std::string Experiments::ReasonFor(const Error& error) const {
  const std::string& phase = options_.measure.phase;
  if (phase.empty()) return CauseText(error.message()) + HintAtMark(plan_.line);
  const std::string unknown = UnknownPhase(phase, FindProgram(plan_.line.program.front()).value_or(""));
  if (!unknown.empty()) return unknown;
  const bool says_so = error.code() == ErrorCode::kBadArgument;
  return (says_so ? "" : "no call of '" + phase + "' was recorded: ") + CauseText(error.message());
}

ExperimentResult Experiments::Read(const MonitorRow& row, const std::vector<Recording>& recordings, bool is_whole) {
  stages_.Begin(Stage::kReadProfiles);
  ExperimentResult result;
  result.command = command_;
  result.is_sample = row.arrays && !options_.array_command.empty();
  try {
    result.measurements = ReadAll(row, recordings, is_whole);
    structure_.Apply({&*result.measurements, 1});
  } catch (const Error& error) {
    result.reason = is_whole ? ReasonFor(error) : CauseText(error.message());
    return result;
  }
  if (!first_cache_) first_cache_ = FirstCacheOf(result.measurements->machine);
  const std::vector<profdiff::Message> remarks = std::exchange(result.measurements->remarks, {});
  if (is_whole) {
    for (const profdiff::Message& remark : remarks) messages_.Warn(std::string(row.name) + ": " + CauseText(remark));
  }
  return result;
}

}  // namespace egprof
