// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/recorders.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <tuple>
#include <utility>

#include "egprof/console/load_log.h"
#include "egprof/console/output_file.h"
#include "egprof/executions/execution.h"
#include "egprof/process/perf_script.h"
#include "egprof/process/program.h"
#include "egprof/process/program_traits.h"
#include "egprof/record/launcher.h"
#include "profdiff/context_tree.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::RecordedCommand;
using Words = std::vector<std::string>;
using CommandList = std::span<const RecordedCommand>;

// The options -B and -N leave out lists of build ids, which take .5 s for each run.
Words PerfWords(const RecorderPlan& plan, const std::string& file) {
  Words words = {"record", "-q", "-e", plan.event, "-F", std::to_string(plan.frequency), "-B", "-N", "--no-bpf-event"};
  if (plan.call_graph != "no") words.push_back("--call-graph=" + plan.call_graph);
  words.insert(words.end(), {"-o", file, "--"});
  return words;
}

// Doubles each "%" in a file name, because valgrind would interpret a single one.
std::string ForValgrind(std::string path) {
  for (std::size_t at = 0; (at = path.find('%', at)) != std::string::npos; at += 2) path.insert(at, 1, '%');
  return path;
}

Words CallgrindWords(const RecorderPlan&, const std::string& file) {
  return {"-q", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=" + ForValgrind(file) + ".%p"};
}

Words UftraceWords(const RecorderPlan&, const std::string& file) { return {"record", "--no-event", "-d", file}; }

Words NoWords(const RecorderPlan&, const std::string&) { return {}; }

// Runs a program, and returns its last message if it fails.
std::string Attempt(const Words& words) {
  const OpenFile messages(std::tmpfile());
  if (!messages) return std::strerror(errno);
  int error = 0;
  const pid_t process = StartProgram({.words = words, .messages = fileno(messages.get())}, error);
  if (error != 0) return std::strerror(error);
  const int status = WaitForProgram(process);
  if (status == 0) return "";
  const std::vector<std::string> said = LastLines(messages.get(), 1);
  return said.empty() ? EndText(status) : said.front();
}

std::string MissingTool(const RecorderRow& row) {
  if (row.program.empty() || FindTool(std::string(row.program))) return "";
  return std::string(row.program) + " is not installed; on Debian, install the package " + std::string(row.package);
}

std::string PerfObstacle(const RecorderPlan& plan, CommandList, const std::string& folder) {
  const std::string file = folder + "/trial.data";
  Words words = PerfWords(plan, file);
  words.insert(words.begin(), *FindTool("perf"));
  words.push_back(FindTool("true").value_or("/bin/true"));
  const std::string why = Attempt(words);
  std::error_code error;
  std::filesystem::remove(file, error);
  if (why.empty()) return "";
  return "perf may not record here: " + why + " (see /proc/sys/kernel/perf_event_paranoid)";
}

std::string GmonObstacle(const RecorderPlan&, CommandList commands, const std::string&) {
  for (const RecordedCommand& command : commands) {
    if (!LookAtProgram(command.program).writes_gmon) {
      return "'" + command.words.front() + "' writes no profiles: compile and link it with -pg";
    }
  }
  return "";
}

std::string UftraceObstacle(const RecorderPlan&, CommandList commands, const std::string&) {
  for (const RecordedCommand& command : commands) {
    if (!LookAtProgram(command.program).is_traced) {
      return "'" + command.words.front() + "' has calls that uftrace cannot record: compile it with -pg";
    }
  }
  return "";
}

std::string NoObstacle(const RecorderPlan&, CommandList, const std::string&) { return ""; }

// Returns the first line that a program prints about its version.
std::string VersionOf(const std::string& path) {
  const OpenFile output(std::tmpfile());
  int error = 0;
  if (!output) return "";
  const pid_t process = StartProgram({.words = {path, "--version"}, .output = fileno(output.get())}, error);
  if (error != 0 || WaitForProgram(process) != 0) return "";
  std::rewind(output.get());
  char line[200] = "";
  if (std::fgets(line, sizeof line, output.get()) == nullptr) return "";
  return {line, std::strcspn(line, "\n")};
}

std::string WhyNot(const RecorderRow& row, const RecorderPlan& plan, CommandList commands, const std::string& folder) {
  const std::string missing = MissingTool(row);
  return missing.empty() ? row.obstacle(plan, commands, folder) : missing;
}

// Chooses for --provider=auto: what samples or counts without slowing programs down, or else only times.
std::pair<const RecorderRow*, std::string> ChooseForAll(const RecorderPlan& plan, CommandList commands,
                                                        const std::string& folder) {
  std::string reason;
  for (const std::string_view name : {"perf", "gmon"}) {
    const RecorderRow& row = *FindRecorder(name);
    const std::string why = WhyNot(row, plan, commands, folder);
    if (why.empty()) return {&row, (reason.empty() ? "" : reason + "; ") + std::string(name) + " works here"};
    reason += (reason.empty() ? "" : "; ") + why;
  }
  return {FindRecorder("time"), reason};
}

RecorderPlan PlanOf(const RecordOptions& options) {
  return {options.event.empty() ? "cpu-clock" : options.event, options.call_graph, options.frequency};
}

std::string StemName(const std::string& stem) { return std::filesystem::path(stem).filename(); }

// Returns the files that a recorder wrote for a run, sorted by name.
std::vector<std::string> FilesOf(const RecorderRow& row, const std::string& stem) {
  const std::string name = StemName(stem) + std::string(row.extension);
  std::vector<std::string> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(stem).parent_path(), error)) {
    const std::string file = entry.path().filename();
    if (row.writes_numbers ? file.starts_with(name + ".") : file == name) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

Execution Load(const std::string& file, const TakeOptions& options) {
  Side side;
  side.profiles.emplace_back(file);
  if (!side.profiles.front().MayHaveNames()) side.image = Input(options.image);
  std::string text;
  Messages messages;
  Stages stages;
  LoadLog log(text, messages, stages);
  LoadPlan plan = LoadPlanOf({}, {}, {}, {}, {});
  plan.loading.stacks.without_processes = {std::to_string(options.launcher), kLauncherName};
  plan.loading.perf_script = [&](const std::string& path) { return StartPerfScriptWith(options.kernel, path); };
  return LoadExecution(plan, side, log);
}

bool IsNamed(std::string_view linkage, const std::string& name) {
  return linkage == name || profdiff::Demangle(linkage, profdiff::DemangleStyle::kAuto, 0) == name;
}

// Returns the samples of all functions with a name.
double SamplesOf(const Execution& execution, const std::string& name) {
  double samples = 0;
  for (std::size_t f = 0; f < execution.functions->size(); ++f) {
    if (IsNamed((*execution.functions)[profdiff::FunctionId(f)].name, name)) samples += execution.profile.self_ticks[f];
  }
  return samples;
}

// Returns the number of samples of the launcher, in its own process and in the program's before the program runs.
std::uint64_t LauncherSamples(const profdiff::StackProfile& stacks, std::int64_t launcher) {
  std::uint64_t samples = 0;
  for (const profdiff::StackThread& thread : stacks.threads) {
    if (thread.name == kLauncherName || thread.process == std::to_string(launcher)) samples += thread.samples;
  }
  return samples;
}

// Adds what a profile contains. The unit of `samples` is that of the recorder: samples, or counted events.
void AddNumbers(const Execution& execution, const TakeOptions& options, TakenProfile& taken) {
  const profdiff::RunTable& runs = execution.runs;
  const bool is_sampled = runs.kind == profdiff::TimesOf::kSamples;
  const double samples = is_sampled ? runs.total_samples + runs.unattributed_samples : execution.profile.total_ticks;
  taken.samples = static_cast<std::uint64_t>(std::max(samples, 0.0));
  if (execution.profile.origin) taken.event = execution.profile.origin->event;
  if (execution.stacks != nullptr) {
    taken.lost = execution.stacks->loss.samples;
    taken.launcher_samples = LauncherSamples(*execution.stacks, options.launcher);
  }
  if (!options.function.empty()) taken.of_function = SamplesOf(execution, options.function);
}

void WritePprofOf(const Execution& execution, const std::string& file) {
  std::string bytes;
  const profdiff::ScaledContexts contexts{execution.contexts, execution.context_scale};
  const profdiff::CallGraph graph = profdiff::MakeCallGraph(execution.profile, execution.selection);
  profdiff::WritePprof(bytes, {*execution.functions, execution.profile, graph, execution.selection, &contexts});
  WriteOutputFile(file, bytes);
}

}  // namespace

std::span<const RecorderRow> RecorderRows() {
  static constexpr RecorderRow rows[] = {
      {.name = "perf",
       .program = "perf",
       .package = "linux-perf",
       .extension = ".data",
       .is_outside = true,
       .converts = true,
       .words = PerfWords,
       .obstacle = PerfObstacle},
      {.name = "gmon", .extension = ".gmon", .writes_numbers = true, .words = NoWords, .obstacle = GmonObstacle},
      {.name = "callgrind",
       .program = "valgrind",
       .package = "valgrind",
       .extension = ".callgrind",
       .counts = true,
       .writes_numbers = true,
       .words = CallgrindWords,
       .obstacle = NoObstacle},
      {.name = "uftrace",
       .program = "uftrace",
       .package = "uftrace",
       .extension = ".uftrace",
       .words = UftraceWords,
       .obstacle = UftraceObstacle},
      {.name = "time", .words = NoWords, .obstacle = NoObstacle},
  };
  return rows;
}

const RecorderRow* FindRecorder(std::string_view name) {
  const std::span<const RecorderRow> rows = RecorderRows();
  const auto found = std::ranges::find(rows, name, &RecorderRow::name);
  return found == rows.end() ? nullptr : &*found;
}

Words WordsOfRecorder(const RecorderRow& row, const RecordOptions& options) {
  return row.words(PlanOf(options), "FILE" + std::string(row.extension));
}

profdiff::Recorder ChooseRecorder(const RecordOptions& options, std::span<const RecordedCommand> commands,
                                  const std::string& folder) {
  const RecorderPlan plan = PlanOf(options);
  const RecorderRow* row = FindRecorder(options.provider);
  profdiff::Recorder recorder;
  if (row == nullptr) {
    std::tie(row, recorder.reason) = ChooseForAll(plan, commands, folder);
  } else {
    const std::string why = WhyNot(*row, plan, commands, folder);
    if (!why.empty()) throw Error(ErrorCode::kSystem, why + "; without --provider, what works here is used");
    recorder.reason = "chosen by the user";
  }
  recorder.name = row->name;
  if (!row->program.empty()) {
    const std::string path = *FindTool(std::string(row->program));
    recorder.version = VersionOf(path);
    recorder.words = WordsOfRecorder(*row, options);
    recorder.words.insert(recorder.words.begin(), path);
  }
  if (row->is_outside) {
    recorder.event = plan.event;
    recorder.frequency = static_cast<double>(plan.frequency);
    if (plan.event == "cpu-clock" || plan.event == "task-clock") recorder.period = 1 / *recorder.frequency;
    recorder.call_graph = plan.call_graph;
  }
  return recorder;
}

TakenProfile TakeProfile(const RecorderRow& row, const TakeOptions& options) {
  if (row.extension.empty()) return {};
  const std::vector<std::string> files = FilesOf(row, options.stem);
  TakenProfile best;
  std::string kept;
  std::optional<Execution> execution;
  for (const std::string& file : files) {
    TakenProfile taken;
    Execution loaded = Load(file, options);
    AddNumbers(loaded, options, taken);
    if (!kept.empty() && taken.samples.value_or(0) <= best.samples.value_or(0)) continue;
    kept = file;
    best = taken;
    execution = std::move(loaded);
  }
  if (kept.empty()) throw Error(ErrorCode::kMissingRecords, "the recorder " + std::string(row.name) + " wrote no file");
  best.others = files.size() - 1;
  const std::string extension = row.converts ? ".pb.gz" : std::string(row.extension);
  best.file = StemName(options.stem) + extension;
  if (row.converts) WritePprofOf(*execution, options.stem + extension);
  if (row.writes_numbers) std::filesystem::rename(kept, options.stem + extension);
  std::error_code error;
  constexpr auto kOwner = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  if (row.converts || row.writes_numbers) std::filesystem::permissions(options.stem + extension, kOwner, error);
  for (const std::string& file : files) {
    if (row.converts || file != kept) std::filesystem::remove_all(file, error);
  }
  return best;
}

}  // namespace egprof
