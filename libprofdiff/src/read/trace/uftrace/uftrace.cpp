// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a directory recorded by uftrace: info (settings), task.txt (programs and threads), sid-ID.map (the addresses at
// which programs were loaded), NAME.sym (symbols), NUMBER.dat (records, one file for each thread), perf-cpuN.dat
// (events of the scheduler). Each thread is read independently.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/in_order.h"
#include "base/parse_text.h"
#include "read/file/file.h"
#include "read/trace/damage.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/readers.h"
#include "read/trace/uftrace/records.h"
#include "read/trace/uftrace/schedule.h"

namespace profdiff {
namespace {

class FolderReader {
 public:
  FolderReader(const std::string& folder, const TraceOptions& options)
      : folder_(folder), options_(options), symbols_(folder) {}

  // Threads are read last: their programs must be known, since a program determines the names of its addresses.
  Trace Read() {
    info_ = ParseUftraceInfo(ReadFile("info"), PathOf("info"));
    tasks_ = ParseUftraceTasks(ReadFile("task.txt"));
    ListFiles();
    if (numbers_.empty()) throw Error(ErrorCode::kNotATrace, "no thread was recorded", folder_);
    AddThreadsWithoutFile();
    damages_.salvage = options_.salvage;
    labels_ = MakeLabels();
    ReadMaps();
    ReadSchedule();
    Trace trace = ReadThreads();
    trace.missing.insert(trace.missing.begin(), damages_.missing.begin(), damages_.missing.end());
    trace.paths = {folder_};
    AddEnd(trace);
    if (!without_file_.empty()) trace.remarks.emplace_back(RemarkOnMissingFiles(), folder_);
    return trace;
  }

 private:
  std::string PathOf(std::string_view name) const { return JoinPath(folder_, name); }

  std::string ReadFile(std::string_view name) const { return ReadWholeFile(PathOf(name), FileKind::kRegular); }

  void ListFiles() {
    for (const std::string& name : NamesInFolder(folder_)) {
      if (!name.ends_with(".dat")) continue;
      if (const auto number = NumberFrom<std::uint64_t>(std::string_view(name).substr(0, name.size() - 4))) {
        numbers_.push_back(*number);
      } else if (name.starts_with("perf-cpu")) {
        processors_.push_back(name);
      }
    }
  }

  // Threads that occur in task.txt but have no file of records keep their position, since threads of two recordings are
  // matched by position.
  void AddThreadsWithoutFile() {
    std::ranges::sort(numbers_);
    for (const auto& [number, task] : tasks_.tasks) {
      if (number != 0 && !std::ranges::binary_search(numbers_, number)) without_file_.push_back(number);
    }
    numbers_.insert(numbers_.end(), without_file_.begin(), without_file_.end());
    tasks_.SortByCreation(numbers_);
  }

  // A thread that made no recorded call has no file, so a missing file is a remark, not damage.
  std::string RemarkOnMissingFiles() const {
    constexpr std::size_t kNamed = 5;
    std::string text = "task.txt names threads without a file of records, which count as threads without calls";
    for (std::size_t i = 0; i < std::min(kNamed, without_file_.size()); ++i) {
      text += (i == 0 ? ": " : ", ") + std::to_string(without_file_[i]) + ".dat";
    }
    if (without_file_.size() > kNamed) text += " and " + std::to_string(without_file_.size() - kNamed) + " more";
    return text;
  }

  // Reads the map of each program. Libraries that were loaded later belong to the program with their session id.
  void ReadMaps() {
    if (tasks_.sessions.empty()) {
      throw Error(ErrorCode::kBadTrace, "names no program", PathOf("task.txt"));
    }
    std::map<std::string, std::vector<UftraceLoading>> loadings;
    for (UftraceLoading& loading : tasks_.loadings) loadings[loading.session].push_back(std::move(loading));
    for (const UftraceSession& session : tasks_.sessions) {
      addresses_.push_back(std::make_unique<UftraceAddresses>(ReadMap(session.id), loadings[session.id],
                                                              info_.relative_symbols, symbols_));
    }
  }

  std::vector<UftraceModule> ReadMap(const std::string& id) {
    const std::string path = PathOf("sid-" + id + ".map");
    try {
      // The id comes from task.txt, which is untrusted: an id with a slash could name any file on the system.
      if (id.find('/') == std::string::npos) return ParseUftraceMap(ReadWholeFile(path, FileKind::kRegular));
      damages_.Report(Error(ErrorCode::kBadTrace, "a program without a map", PathOf("task.txt")),
                      "its functions are named by their addresses");
    } catch (const Error& error) {
      damages_.Report(error, "functions are named by their addresses");
    }
    return {};
  }

  void ReadSchedule() {
    for (const std::string& name : processors_) {
      AddUftraceSchedule(ReadFile(name), PathOf(name), schedule_, damages_);
    }
  }

  // uftrace measures the elapsed time from the start of the program. The time of this start is not recorded. The
  // nearest time stamp is in the program's SESS line in task.txt, which is written after the program has been loaded.
  void AddEnd(Trace& trace) const {
    RankEnd end{0, std::nullopt, info_.exit_status};
    const std::uint64_t begin = tasks_.sessions.front().time;
    if (begin != 0 && info_.elapsed && *info_.elapsed <= ~begin) {
      end.recording_end = std::max(begin + *info_.elapsed, std::ranges::max(last_times_));
    }
    if (end.recording_end || end.exit_status) trace.ends.push_back(end);
  }

  // Joins the results in thread order, so that the ids of names do not depend on which worker finishes first.
  Trace ReadThreads() {
    last_times_.resize(numbers_.size());
    std::vector<std::unique_ptr<NamedThread>> threads(numbers_.size());
    ThreadJoiner joiner(numbers_.size());
    auto read = [&](std::size_t i) { threads[i] = ReadThread(i); };
    auto join = [&](std::size_t i) { joiner.Add(std::move(*std::exchange(threads[i], nullptr))); };
    WorkInOrder(threads.size(), options_.threads, read, join);
    return joiner.Take(options_.threads);
  }

  std::unique_ptr<NamedThread> ReadThread(std::size_t index) {
    auto result = std::make_unique<NamedThread>();
    const std::uint64_t number = numbers_[index];
    ThreadTrace& trace = result->thread;
    trace.number = number;
    trace.label = std::move(labels_[index]);
    if (std::ranges::binary_search(without_file_, number)) return result;
    const UftraceThread thread = Describe(number);
    FileSource file(thread.path, FileKind::kRegular);
    Damages damages{options_.salvage, {}};
    UftraceCalls calls = ReadUftraceRecords(file, info_, thread, result->names, damages);
    result->missing = std::move(damages.missing);
    last_times_[index] = calls.last_time;
    trace.lost_records = calls.lost_records;
    if (const auto found = schedule_.find(number); found != schedule_.end()) {
      calls.switches.insert(calls.switches.end(), found->second.begin(), found->second.end());
    }
    trace.off_cpu = FindOffCpu(std::move(calls.switches), calls.last_time);
    trace.calls = std::move(calls.calls);
    trace.values = std::move(calls.values);
    result->value_names = std::move(calls.value_names);
    result->lines = std::move(calls.lines);
    return result;
  }

  // Returns what the reader of a thread's records needs: the path of the records, the thread's programs in the order in
  // which they were run, and whether the process was forked. A forked process may return from calls that its parent
  // entered.
  UftraceThread Describe(std::uint64_t number) const {
    UftraceThread thread;
    thread.path = PathOf(std::to_string(number) + ".dat");
    for (const UftraceTasks::Stay& stay : tasks_.StaysOf(number)) {
      thread.programs.push_back({stay.time, addresses_[stay.session].get()});
    }
    const auto task = tasks_.tasks.find(number);
    thread.keeps_values = options_.values;
    thread.keeps_texts = options_.texts;
    thread.is_forked = task != tasks_.tasks.end() && task->second.parent != 0;
    return thread;
  }

  std::uint64_t ProcessOf(std::size_t index) const { return tasks_.ProcessOf(numbers_[index]); }

  // Returns labels such as "thread 2" or, if there are several processes, "process 3, thread 1". The numbers in labels
  // are positions, since thread ids differ from run to run.
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
  std::vector<std::uint64_t> numbers_;       // ids of threads, sorted by process and creation
  std::vector<std::uint64_t> without_file_;  // ids of threads without a file, ascending
  // Labels of the threads in `numbers_`; each label is moved to its thread's trace when the thread is read.
  std::vector<std::string> labels_;
  // Time of the last record of each thread in `numbers_`, in nanoseconds.
  std::vector<std::uint64_t> last_times_;
  std::vector<std::string> processors_;                       // names of the files perf-cpuN.dat
  std::vector<std::unique_ptr<UftraceAddresses>> addresses_;  // one element for each element of tasks_.sessions
  UftraceSchedule schedule_;
  Damages damages_;
};

}  // namespace

Trace ReadUftrace(const std::string& folder, const TraceOptions& options) {
  return FolderReader(folder, options).Read();
}

}  // namespace profdiff
