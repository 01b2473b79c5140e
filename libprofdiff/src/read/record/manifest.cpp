// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the manifest of a folder of recorded runs: JSON with the schema "egprof-record-1", described in
// egprof-formats(5). Keys that are not known are ignored, so that later versions can add some.
// A manifest may come from somebody else: it must not make egprof read files outside of its folder.
// Tests: tests/unit/read/record/manifest_test.cpp, tests/cli/record_folder/run.py.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/text.h"
#include "profdiff/record.h"
#include "read/families/fields.h"
#include "read/file/file.h"
#include "read/record/recognise.h"
#include "values/state_names.h"

namespace profdiff {
namespace {

using Kind = DocumentValue::Kind;

constexpr std::size_t kMarkBytes = 4096;              // the schema is the first member
constexpr double kMostRuns = 1e6, kMostWhole = 9e15;  // a double holds whole numbers up to 9e15
constexpr std::array<std::string_view, 6> kRecordStates = {"running", "complete", "until",
                                                           "time",    "failed",   "interrupted"};
constexpr std::array<std::string_view, 5> kRunStates = {"ok", "failed", "killed", "timeout", "interrupted"};

bool Knows(const JsonPlace& place, std::string_view name) {
  const DocumentValue* const found = place.value->Find(name);
  return found != nullptr && (found->kind != Kind::kNothing || found->is_true);
}

// Returns a text; empty if it is not known.
std::string TextIn(const JsonPlace& place, std::string_view name) {
  return Knows(place, name) ? place.Get(name).Text() : std::string();
}

double NumberIn(const JsonPlace& place, std::string_view name, double least, double most) {
  const JsonPlace number = place.Get(name);
  const double value = number.Number();
  if (value < least || value > most) number.Fail("out of range");
  return value;
}

std::optional<double> KnownNumber(const JsonPlace& place, std::string_view name) {
  if (!Knows(place, name)) return std::nullopt;
  return NumberIn(place, name, 0, kMostWhole);
}

template <class T>
T WholeIn(const JsonPlace& place, std::string_view name, double least, double most) {
  const double value = NumberIn(place, name, least, most);
  if (value != std::floor(value)) place.Get(name).Fail("expected a whole number");
  return static_cast<T>(value);
}

std::optional<std::uint64_t> KnownWhole(const JsonPlace& place, std::string_view name) {
  if (!Knows(place, name)) return std::nullopt;
  return WholeIn<std::uint64_t>(place, name, 0, kMostWhole);
}

std::optional<int> KnownSetting(const JsonPlace& place, std::string_view name) {
  if (!Knows(place, name)) return std::nullopt;
  return WholeIn<int>(place, name, -1000, 1000);
}

template <class State, std::size_t N>
State StateIn(const JsonPlace& place, const std::array<std::string_view, N>& names) {
  const JsonPlace state = place.Get("state");
  const auto found = std::ranges::find(names, state.Text());
  if (found == names.end()) state.Fail("not a state that is known here");
  return static_cast<State>(found - names.begin());
}

std::vector<std::string> WordsIn(const JsonPlace& place) {
  std::vector<std::string> words;
  for (const JsonPlace& word : place.ItemsOf("words")) words.push_back(word.Text());
  return words;
}

std::vector<std::pair<std::string, std::string>> TextsIn(const JsonPlace& place, std::string_view name) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const JsonPlace& each : place.MembersOf(name)) texts.emplace_back(each.key, each.Text());
  return texts;
}

RecordMachine MachineOf(const JsonPlace& place) {
  RecordMachine machine;
  machine.host = TextIn(place, "host");
  machine.kernel = TextIn(place, "kernel");
  machine.cpu = TextIn(place, "cpu");
  machine.governor = TextIn(place, "governor");
  machine.cpus = static_cast<std::size_t>(KnownWhole(place, "cpus").value_or(0));
  machine.aslr = KnownSetting(place, "aslr");
  machine.paranoid = KnownSetting(place, "paranoid");
  return machine;
}

Recorder RecorderOf(const JsonPlace& place) {
  Recorder recorder;
  recorder.name = place.Get("name").Text();
  recorder.version = TextIn(place, "version");
  recorder.words = WordsIn(place);
  recorder.event = TextIn(place, "event");
  recorder.frequency = KnownNumber(place, "frequency");
  recorder.period = KnownNumber(place, "period");
  recorder.call_graph = TextIn(place, "callGraph");
  recorder.reason = TextIn(place, "reason");
  return recorder;
}

RecordedCommand CommandOf(const JsonPlace& place) {
  RecordedCommand command;
  command.name = place.Get("name").Text();
  command.command = TextIn(place, "command");
  command.words = WordsIn(place);
  command.program = TextIn(place, "program");
  command.sha256 = TextIn(place, "sha256");
  command.build_id = TextIn(place, "buildId");
  command.parameters = TextsIn(place, "parameters");
  return command;
}

// Checks that a path stays below the folder: relative, without "..", and without symbolic links, which could lead
// anywhere.
std::string PathIn(const JsonPlace& place, const std::string& folder) {
  if (!Knows(place, "profile")) return {};
  const JsonPlace profile = place.Get("profile");
  const std::string path = profile.Text();
  if (path.empty()) return path;
  if (path.find('\0') != std::string::npos || WithoutControls(path) != path) profile.Fail("not a path");
  for (std::size_t from = 0; from <= path.size();) {
    const std::size_t end = std::min(path.find('/', from), path.size());
    const std::string_view part = std::string_view(path).substr(from, end - from);
    if (part.empty() || part == "..") profile.Fail("leads out of the folder: '" + path + "'");
    struct stat info;
    const std::string so_far = folder + "/" + path.substr(0, end);
    if (lstat(so_far.c_str(), &info) == 0 && S_ISLNK(info.st_mode)) profile.Fail("a symbolic link: '" + path + "'");
    from = end + 1;
  }
  return path;
}

RecordedRun RunOf(const JsonPlace& place, std::size_t commands, const std::string& folder) {
  RecordedRun run;
  run.run = WholeIn<std::size_t>(place, "run", 1, kMostRuns);
  run.pair = WholeIn<std::size_t>(place, "pair", 0, kMostRuns);
  run.command = WholeIn<std::size_t>(place, "command", 0, static_cast<double>(commands) - 1);
  run.position = WholeIn<std::size_t>(place, "position", 1, kMostRuns);
  run.warmup = place.Has("warmup") && place.Get("warmup").value->is_true;
  run.started = TextIn(place, "started");
  run.wall = NumberIn(place, "wall", 0, kMostWhole);
  run.user = KnownNumber(place, "user");
  run.sys = KnownNumber(place, "sys");
  run.max_rss = KnownWhole(place, "maxRss");
  run.minor_faults = KnownWhole(place, "minorFaults");
  run.involuntary_switches = KnownWhole(place, "involuntarySwitches");
  run.load = KnownNumber(place, "load");
  run.status = KnownSetting(place, "status").value_or(0);
  run.signal = KnownSetting(place, "signal").value_or(0);
  run.state = StateIn<RunState>(place, kRunStates);
  run.profile = PathIn(place, folder);
  run.samples = KnownWhole(place, "samples");
  run.lost = KnownWhole(place, "lost");
  run.launcher_samples = KnownWhole(place, "launcherSamples");
  if (Knows(place, "stdout")) {
    const JsonPlace output = place.Get("stdout");
    run.output = RecordedOutput{KnownWhole(output, "bytes").value_or(0), TextIn(output, "sha256")};
  }
  return run;
}

RecordFolder FolderOf(const JsonPlace& top, const std::string& path) {
  top.RequireKind(Kind::kObject, "an object");
  if (top.Get("schema").Text() != kRecordSchema)
    top.Get("schema").Fail("expected \"" + std::string(kRecordSchema) + "\"");
  RecordFolder folder;
  folder.egprof = TextIn(top, "egprof");
  folder.created = TextIn(top, "created");
  folder.ended = TextIn(top, "ended");
  folder.directory = TextIn(top, "directory");
  folder.state = StateIn<RecordState>(top, kRecordStates);
  if (Knows(top, "machine")) folder.machine = MachineOf(top.Get("machine"));
  folder.options = TextsIn(top, "options");
  folder.recorder = RecorderOf(top.Get("recorder"));
  for (const JsonPlace& command : top.Get("commands").Items()) folder.commands.push_back(CommandOf(command));
  if (folder.commands.empty()) top.Get("commands").Fail("expected at least one command");
  for (const JsonPlace& run : top.Get("runs").Items()) {
    folder.runs.push_back(RunOf(run, folder.commands.size(), path));
  }
  return folder;
}

std::string ManifestOf(const std::string& folder) { return folder + "/manifest.json"; }

// True for a name such as 0007-a.pb.gz.
bool IsNameOfRun(std::string_view name) {
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits >= 4 && name.substr(digits).starts_with("-a.");
}

// True if a folder has profiles of runs, even if its manifest is lost.
bool HasProfilesOfRuns(const std::string& folder) {
  std::error_code error;
  std::filesystem::directory_iterator file(folder + "/runs", error);
  for (; !error && file != std::filesystem::directory_iterator(); file.increment(error)) {
    if (IsNameOfRun(file->path().filename().native())) return true;
  }
  return false;
}

DocumentValue ReadManifest(const std::string& path, const std::string& folder) {
  try {
    return ReadJsonDocument(path);
  } catch (const Error& error) {
    if (!HasProfilesOfRuns(folder)) throw;
    throw Error(WithConsequence(error.message(), "without it, the pairs are not known, but the profiles in " + folder +
                                                     "/runs can be compared as files"));
  }
}

}  // namespace

std::string_view RecordStateName(RecordState state) { return kRecordStates[static_cast<std::size_t>(state)]; }

std::string_view RunStateName(RunState state) { return kRunStates[static_cast<std::size_t>(state)]; }

bool IsRecordFolder(const FirstBytes& file) {
  if (!file.is_folder) return false;
  struct stat info;
  const std::string path = ManifestOf(file.path);
  if (lstat(path.c_str(), &info) != 0) return HasProfilesOfRuns(file.path);
  if (!S_ISREG(info.st_mode)) return false;
  try {
    FileSource source(path, FileKind::kRegular);
    std::string text(kMarkBytes, '\0');
    text.resize(source.Read(text.data(), text.size()));
    const bool has_schema = text.find("\"" + std::string(kRecordSchema) + "\"") != std::string::npos;
    return has_schema || HasProfilesOfRuns(file.path);
  } catch (const Error&) {
    return false;
  }
}

RecordFolder ReadRecordFolder(const std::string& folder) {
  const std::string path = ManifestOf(folder);
  struct stat info;
  if (lstat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    throw Error(ErrorCode::kUnknownFormat, "the manifest is not a regular file", path);
  }
  try {
    const DocumentValue document = ReadManifest(path, folder);
    return FolderOf({&document, path, {}}, folder);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kBadArgument) throw;
    Message message = error.message();
    message.code = ErrorCode::kUnknownFormat;
    throw Error(std::move(message));
  }
}

}  // namespace profdiff
