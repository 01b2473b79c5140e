// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/record/folder.h"

#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <utility>

#include "base/parse_text.h"
#include "egprof/console/output_file.h"
#include "egprof/process/program.h"
#include "egprof/process/program_traits.h"
#include "egprof/process/sha256.h"
#include "egprof/process/threads.h"
#include "egprof/record/plan.h"
#include "egprof/record/recorders.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;
using profdiff::RecordedCommand;
using profdiff::RecordFolder;

constexpr mode_t kOwnerOnly = 0700;
constexpr int kMostFolders = 100'000;

[[noreturn]] void FailOfSystem(const std::string& path, int error) {
  throw Error(ErrorCode::kSystem, std::strerror(error), path);
}

// Creates record-1 or the first such directory that does not exist.
std::string MakeNextFolder() {
  for (int number = 1; number < kMostFolders; ++number) {
    std::string path = "record-" + std::to_string(number);
    if (mkdir(path.c_str(), kOwnerOnly) == 0) return path;
    if (errno != EEXIST) FailOfSystem(path, errno);
  }
  throw Error(ErrorCode::kBadArgument, "no name record-N is free: use -o DIR");
}

// Returns a file's first line; empty if it cannot be read.
std::string FirstLine(const char* path) {
  std::ifstream in(path);
  std::string line;
  std::getline(in, line);
  return line;
}

std::optional<int> SettingIn(const char* path) { return profdiff::NumberFrom<int>(FirstLine(path)); }

std::string ProcessorName() {
  constexpr std::string_view kKey = "model name";
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with(kKey) && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "";
}

profdiff::RecordMachine ThisMachine() {
  profdiff::RecordMachine machine;
  utsname names;
  if (uname(&names) == 0) {
    machine.host = names.nodename;
    machine.kernel = std::string(names.sysname) + " " + names.release + " " + names.machine;
  }
  machine.cpu = ProcessorName();
  machine.cpus = OwnThreads();
  machine.governor = FirstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  machine.aslr = SettingIn("/proc/sys/kernel/randomize_va_space");
  machine.paranoid = SettingIn("/proc/sys/kernel/perf_event_paranoid");
  return machine;
}

// Returns the options that say how the runs were made.
std::vector<std::pair<std::string, std::string>> OptionsOf(const RecordOptions& options, std::uint64_t seed) {
  std::vector<std::pair<std::string, std::string>> all = {
      {"seed", std::to_string(seed)}, {"warmup", std::to_string(options.warmups)}, {"stdout", options.standard_output}};
  const auto add = [&all](const char* name, const std::string& value) {
    if (!value.empty()) all.emplace_back(name, value);
  };
  if (options.pairs) add("runs", std::to_string(*options.pairs));
  if (options.until) add("until", std::to_string(*options.until));
  add("function", options.until_function);
  add("setup", options.setup);
  add("prepare", options.prepare);
  add("conclude", options.conclude);
  add("cleanup", options.cleanup);
  add("input", options.input);
  if (options.shell) add("shell", options.shell->empty() ? "/bin/sh" : *options.shell);
  return all;
}

struct ProgramIds {
  std::string sha256, build_id;
};

std::vector<RecordedCommand> WithIds(std::vector<RecordedCommand> commands) {
  std::map<std::string, ProgramIds> known;  // by program: a recording at many values has one program
  for (RecordedCommand& command : commands) {
    auto [found, is_new] = known.try_emplace(command.program);
    ProgramIds& ids = found->second;
    if (is_new) ids = {HashOfFile(command.program).value_or(""), BuildIdOf(command.program)};
    command.sha256 = ids.sha256;
    command.build_id = ids.build_id;
  }
  return commands;
}

// Reads the folder of --append. Nothing in it is changed if this fails.
RecordFolder ReadFolderToAppend(const std::string& directory) {
  try {
    return profdiff::ReadRecordFolder(directory);
  } catch (const Error& error) {
    throw Error(WithConsequence(error.message(), "nothing can be added to it: record into a new directory"));
  }
}

}  // namespace

std::string MakeRecordFolder(const RecordOptions& options) {
  std::string path = options.directory;
  if (path.empty()) {
    path = MakeNextFolder();
  } else if (mkdir(path.c_str(), kOwnerOnly) != 0) {
    if (errno != EEXIST) FailOfSystem(path, errno);
    std::error_code error;
    if (!std::filesystem::is_directory(path, error) || !std::filesystem::is_empty(path, error)) {
      throw Error(ErrorCode::kBadArgument,
                  "-o needs a directory that is new or empty; --append adds pairs to a recording", path);
    }
    if (chmod(path.c_str(), kOwnerOnly) != 0) FailOfSystem(path, errno);
  }
  const std::string runs = path + "/runs";
  if (mkdir(runs.c_str(), kOwnerOnly) != 0) FailOfSystem(runs, errno);
  return path;
}

RecordFolder FolderToAppend(const RecordOptions& options, const RecordFolder& now) {
  RecordFolder folder = ReadFolderToAppend(options.directory);
  const auto fail = [&](const std::string& why) {
    throw Error(ErrorCode::kBadArgument, why + ": record into a new folder, and compare the two folders",
                options.directory);
  };
  std::error_code error;
  const std::filesystem::file_status runs = std::filesystem::symlink_status(options.directory + "/runs", error);
  if (!std::filesystem::is_directory(runs)) fail("it has no directory 'runs'");
  const RecorderRow* const row = FindRecorder(folder.recorder.name);
  if (row == nullptr) fail("its recorder is not known here");
  if (!row->program.empty() && !FindTool(std::string(row->program))) {
    fail("its recorder, " + std::string(row->program) + ", is not installed");
  }
  if (folder.commands.size() != now.commands.size()) fail("it has other commands");
  for (std::size_t i = 0; i < now.commands.size(); ++i) {
    if (folder.commands[i].words != now.commands[i].words) fail("it has other commands");
    if (folder.commands[i].sha256 != now.commands[i].sha256) {
      fail("'" + now.commands[i].program + "' has changed since it was recorded");
    }
  }
  folder.state = profdiff::RecordState::kRunning;
  return folder;
}

RecordFolder DescribeRecording(const RecordOptions& options, std::uint64_t seed) {
  RecordFolder folder;
  folder.egprof = EGPROF_VERSION;
  folder.created = TimeNow();
  std::error_code error;
  folder.directory = std::filesystem::current_path(error);
  folder.machine = ThisMachine();
  folder.options = OptionsOf(options, seed);
  folder.commands = WithIds(CommandsOf(options));
  return folder;
}

void SaveManifest(const std::string& directory, const RecordFolder& folder) {
  std::string text;
  profdiff::WriteManifest(text, folder);
  const std::string path = directory + "/manifest.json";
  WriteOutputFile(path, text);
  if (chmod(path.c_str(), 0600) != 0) FailOfSystem(path, errno);
}

std::string NameOfRun(std::size_t run, std::size_t command) {
  constexpr std::size_t kLetters = 26;
  char number[24];
  std::snprintf(number, sizeof number, "%04zu-", run);
  return number + (command < kLetters ? std::string(1, static_cast<char>('a' + command)) : std::to_string(command));
}

std::string TimeNow() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[40];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace egprof
