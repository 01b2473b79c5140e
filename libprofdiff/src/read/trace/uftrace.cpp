// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that uftrace recorded into: info (how), task.txt (which programs and threads), sid-ID.map (where programs
// were loaded), NAME.sym (symbols), NUMBER.dat (records, one file for each thread), perf-cpuN.dat (what the scheduler
// did). Each thread is read on its own.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/in_order.h"
#include "read/file.h"
#include "read/trace/damage.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/readers.h"
#include "read/trace/uftrace_records.h"
#include "read/trace/uftrace_schedule.h"
#include "read/trace/words.h"

namespace profdiff {
namespace {

class FolderReader {
 public:
  FolderReader(const std::string& folder, const TraceOptions& options)
      : folder_(folder), options_(options), symbols_(folder) {}

  Trace Read() {
    info_ = ParseUftraceInfo(ReadWholeFile(PathOf("info")), PathOf("info"));
    tasks_ = ParseUftraceTasks(ReadWholeFile(PathOf("task.txt")));
    ListFiles();
    if (numbers_.empty()) throw Error(ErrorCode::kNotATrace, folder_ + ": no thread was recorded", folder_);
    damages_.salvage = options_.salvage;
    labels_ = MakeLabels();
    ReadMaps();
    ReadSchedule();
    Trace trace = ReadThreads();
    trace.missing.insert(trace.missing.begin(), damages_.missing.begin(), damages_.missing.end());
    trace.paths = {folder_};
    return trace;
  }

 private:
  std::string PathOf(std::string_view name) const { return JoinPath(folder_, name); }

  void ListFiles() {
    for (const std::string& name : NamesInFolder(folder_)) {
      if (!name.ends_with(".dat")) continue;
      if (const std::optional<std::uint64_t> number = WholeNumber(std::string_view(name).substr(0, name.size() - 4))) {
        numbers_.push_back(*number);
      } else if (name.starts_with("perf-cpu")) {
        processors_.push_back(name);
      }
    }
    tasks_.SortByCreation(numbers_);
  }

  // Of each program, or one where none is known.
  void ReadMaps() {
    std::vector<std::string> ids;
    for (const UftraceSession& session : tasks_.sessions) ids.push_back(session.id);
    if (ids.empty()) throw Error(ErrorCode::kBadTrace, PathOf("task.txt") + ": names no program", PathOf("task.txt"));
    std::map<std::string, std::vector<UftraceLoading>> loadings;
    for (UftraceLoading& loading : tasks_.loadings) loadings[loading.session].push_back(std::move(loading));
    for (const std::string& id : ids) {
      addresses_.push_back(
          std::make_unique<UftraceAddresses>(ReadMap(id), loadings[id], info_.relative_symbols, symbols_));
    }
  }

  std::vector<UftraceModule> ReadMap(const std::string& id) {
    const std::string path = PathOf("sid-" + id + ".map");
    try {
      if (id.find('/') == std::string::npos) return ParseUftraceMap(ReadWholeFile(path));
      damages_.Report(Error(ErrorCode::kBadTrace, PathOf("task.txt") + ": a program without a map", path),
                      "its functions are named by their addresses");
    } catch (const Error& error) {
      damages_.Report(error, "functions are named by their addresses");
    }
    return {};
  }

  void ReadSchedule() {
    for (const std::string& name : processors_) {
      AddUftraceSchedule(ReadWholeFile(PathOf(name)), PathOf(name), schedule_, damages_);
    }
  }

  Trace ReadThreads() {
    std::vector<std::unique_ptr<NamedThread>> threads(numbers_.size());
    auto read = [&](std::size_t i) { threads[i] = ReadThread(i); };
    WorkInOrder(threads.size(), options_.threads, read, [](std::size_t) {});
    return JoinThreads(std::move(threads), options_.threads);
  }

  std::unique_ptr<NamedThread> ReadThread(std::size_t index) const {
    auto result = std::make_unique<NamedThread>();
    const std::uint64_t number = numbers_[index];
    const UftraceThread thread = Describe(number);
    FileSource file(thread.path);
    Damages damages{options_.salvage, {}};
    UftraceCalls calls = ReadUftraceRecords(file, info_, thread, result->names, damages);
    result->missing = std::move(damages.missing);
    ThreadTrace& trace = result->thread;
    trace.number = number;
    trace.label = labels_[index];
    trace.lost_records = calls.lost_records;
    if (const auto found = schedule_.find(number); found != schedule_.end()) {
      calls.switches.insert(calls.switches.end(), found->second.begin(), found->second.end());
    }
    trace.absences = FindAbsences(std::move(calls.switches), calls.last_time);
    trace.calls = std::move(calls.calls);
    return result;
  }

  UftraceThread Describe(std::uint64_t number) const {
    UftraceThread thread;
    thread.path = PathOf(std::to_string(number) + ".dat");
    for (const UftraceTasks::Stay& stay : tasks_.StaysOf(number)) {
      thread.programs.push_back({stay.time, addresses_[stay.session].get()});
    }
    const auto task = tasks_.tasks.find(number);
    thread.is_forked = task != tasks_.tasks.end() && task->second.parent != 0;
    return thread;
  }

  std::uint64_t ProcessOf(std::size_t index) const {
    const auto task = tasks_.tasks.find(numbers_[index]);
    return task == tasks_.tasks.end() ? numbers_[index] : task->second.pid;
  }

  // "thread 2"; where there are several processes, "process 3, thread 1".
  std::vector<std::string> MakeLabels() const {
    const bool one_process = ProcessOf(0) == ProcessOf(numbers_.size() - 1);
    std::vector<std::string> labels;
    std::size_t process = 1, thread = 0;
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
      const bool same = i == 0 || ProcessOf(i) == ProcessOf(i - 1);
      thread = same ? thread + 1 : 1;
      process += same ? 0 : 1;
      labels.push_back((one_process ? "" : "process " + std::to_string(process) + ", ") + "thread " +
                       std::to_string(thread));
    }
    return labels;
  }

  const std::string folder_;
  const TraceOptions options_;
  UftraceSymbolFiles symbols_;
  UftraceInfo info_;
  UftraceTasks tasks_;
  std::vector<std::uint64_t> numbers_;                        // of threads
  std::vector<std::string> labels_;                           // of threads, in the same order
  std::vector<std::string> processors_;                       // files of the scheduler's events
  std::vector<std::unique_ptr<UftraceAddresses>> addresses_;  // by session
  UftraceSchedule schedule_;
  Damages damages_;
};

}  // namespace

Trace ReadUftrace(const std::string& folder, const TraceOptions& options) {
  return FolderReader(folder, options).Read();
}

}  // namespace profdiff
