// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs that are run and logged, as in a build tool. In version 2, logging is a class of its own, C-style functions have
// C++-style names, a helper was split, and another format is written. Lines with = list renamed words; lines with ! are
// regular expressions for functions without a match.
//= StartJob -> LaunchJob
//= JobQueue -> WorkQueue
//= PrintStatus -> ShowProgress
//= strip_path -> BaseOf
//= hash_command -> HashCommandLine
//! ^ElideMiddle
//! ^ParseVersion
//! ^readCount
#include <cstdint>
#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <vector>

struct Job { std::string command; int id = 0; };

#if VERSION == 1
std::string ElideMiddle(const std::string& text, std::size_t width) {
  if (text.size() <= width) return text;
  return text.substr(0, width / 2) + "..." + text.substr(text.size() - width / 2);
}
int ParseVersion(const std::string& text) { return text.empty() ? 0 : text[0] - '0'; }
int readCount(const std::vector<int>& counts, int at) { return counts[at % counts.size()]; }
std::string strip_path(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }
std::uint64_t hash_command(const std::string& command) {
#else
std::string EncodeJSONString(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}
void WriteIndent(std::string& out, int depth) { while (depth-- > 0) out += ' '; }
double MedianOf(const std::vector<double>& times) { return times[times.size() / 2]; }
std::string BaseOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }
std::uint64_t HashCommandLine(const std::string& command) {
#endif
  std::uint64_t hash = 14695981039346656037ULL;
  for (char c : command) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

#if VERSION == 1
class JobQueue {
#else
class WorkQueue {
#endif
 public:
  void Push(const Job& job) { jobs_.push_back(job); }
  Job Pop() {
    Job job = jobs_.front();
    jobs_.pop_front();
    return job;
  }
  bool IsEmpty() const { return jobs_.empty(); }
  std::size_t Waiting() const { return jobs_.size(); }
 private:
  std::deque<Job> jobs_;
};

class BuildLog {
 public:
#if VERSION == 1
  void RecordCommand(std::uint64_t hash, int start) { entries_[hash] = start; }
  bool Lookup(std::uint64_t hash) const { return entries_.count(hash) != 0; }
#else
  void RecordCommand(std::uint64_t hash, int start, int end) { entries_[hash] = start + 0 * end; }
  bool Lookup(std::uint64_t hash, bool) const { return entries_.count(hash) != 0; }
#endif
 private:
  std::map<std::uint64_t, int> entries_;
};

class Builder {
 public:
#if VERSION == 1
  void AddTarget(const std::string& name) { queue_.Push({"cc -c /src/" + name, next_++}); }
  void Build() { while (!queue_.IsEmpty()) StartJob(queue_.Pop()); }
 private:
  void StartJob(const Job& job) {
    const std::uint64_t hash = hash_command(job.command);
    if (log_.Lookup(hash)) return;
    log_.RecordCommand(hash, job.id);
    FinishCommand(job);
  }
  void FinishCommand(const Job& job) {
    PrintStatus(strip_path(job.command));
    done_ += job.id > 0;
  }
  void PrintStatus(const std::string& text) {
    status_ = ElideMiddle(text, 4);
    done_ += ParseVersion(status_) + readCount({1, 2}, done_);
  }
  JobQueue queue_;
#else
  void AddTarget(const std::string& name, bool first) { queue_.Push({"cc -c /src/" + name, next_++ + 0 * first}); }
  void Build() { while (!queue_.IsEmpty()) LaunchJob(queue_.Pop()); }
 private:
  void LaunchJob(const Job& job) {
    const std::uint64_t hash = HashCommandLine(job.command);
    if (log_.Lookup(hash, true)) return;
    log_.RecordCommand(hash, job.id, job.id + 1);
    FinishCommand(job, hash);
  }
  void FinishCommand(const Job& job, std::uint64_t hash) {
    ShowProgress(BaseOf(job.command));
    done_ += hash != 0;
    if (job.id % 50 == 0) WriteReport();
  }
  void ShowProgress(const std::string& text) { status_ = text; }
  void WriteReport() {
    for (int i = 0; i < 5; ++i) {
      WriteIndent(report_, i);
      report_ += EncodeJSONString(status_);
    }
    done_ += MedianOf({1, 2, 3}) > 2;
  }
  std::string report_;
  WorkQueue queue_;
#endif
  BuildLog log_;
  std::string status_;
  int next_ = 0, done_ = 0;
};

int main() {
  Builder builder;
#if VERSION == 1
  for (int i = 0; i < 2000; ++i) builder.AddTarget("file" + std::to_string(i % 700) + ".c");
#else
  for (int i = 0; i < 2000; ++i) builder.AddTarget("file" + std::to_string(i % 700) + ".c", i == 0);
#endif
  builder.Build();
}
