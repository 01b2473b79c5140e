// SPDX-License-Identifier: GPL-3.0-or-later
// Reads perf.data files through `perf script`. The output of perf goes to a pipe, but its messages go to a temporary
// file: a second pipe could fill up and block perf while the first one is read. perf cannot read packed data, so these
// are unpacked to a temporary file. Temporary files have no names, so nothing remains of them however the process ends.
//
// perf script prints the losses that the kernel recorded while it wrote. `perf report --stats` also has the numbers of
// lost samples that were read at the end of a recording (since Linux 6.1), by event, and the number of throttlings:
//
//   Aggregated stats:
//                THROTTLE events:          5  ( 0.0%)
//   cpu-clock:u stats:
//                  SAMPLE events:       1972
//            LOST_SAMPLES events:        449
//
// Starting perf takes .04 s, so it is started for these numbers only if the file may have such records. Source of the
// layout of perf.data: tools/perf/Documentation/perf.data-file-format.txt of Linux.
//
// Test: tests/cli/stacks/perf_data.py.
#include "egprof/process/perf_script.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "egprof/process/program.h"
#include "profdiff/error.h"

namespace egprof {
namespace {

using profdiff::Error;
using profdiff::ErrorCode;

constexpr const char* kFields = "comm,pid,tid,time,period,event,ip,sym,symoff,dso";

[[noreturn]] void FailWithoutPerf(const std::string& path, const std::string& why) {
  throw Error(ErrorCode::kSystem,
              "perf's own data, which only perf can read, and " + why + "; 'perf script -i " + path +
                  "', where perf can be started, prints text that can be read here",
              path);
}

std::string PerfFor(const std::string& path) {
  const std::optional<std::string> perf = FindTool("perf");
  if (!perf) FailWithoutPerf(path, "perf is not installed");
  return *perf;
}

// Returns a path that cannot be mistaken for an option: "-x" becomes "./-x".
std::string AsOperand(const std::string& path) { return path.starts_with('-') ? "./" + path : path; }

[[noreturn]] void FailOfSystem(const std::string& path, const std::string& what, int error) {
  throw Error(ErrorCode::kSystem, what + std::strerror(error), path);
}

// A perf.data file that perf can read: the file itself, or an unpacked copy.
class Recording {
 public:
  explicit Recording(const std::string& path) : path_(path) {
    const profdiff::ByteReader bytes = profdiff::UnpackedBytes(path);
    if (!bytes) return;
    copy_.reset(std::tmpfile());
    if (!copy_) FailOfSystem(path_, "cannot unpack it to a temporary file: ", errno);
    std::string buffer(std::size_t{1} << 16, '\0');
    while (const std::size_t got = bytes(buffer.data(), buffer.size())) {
      if (std::fwrite(buffer.data(), 1, got, copy_.get()) != got) Fail();
    }
    if (std::fflush(copy_.get()) != 0) Fail();
  }

  // perf opens standard input under its name, because it takes "-" for a stream.
  std::string Operand() const { return copy_ ? "/dev/stdin" : AsOperand(path_); }
  int input() const { return copy_ ? fileno(copy_.get()) : -1; }

  // Opens the bytes that perf reads; null if that fails.
  OpenFile Open() const {
    return OpenFile(copy_ ? fdopen(dup(fileno(copy_.get())), "r") : std::fopen(path_.c_str(), "re"));
  }

  const std::string& path() const { return path_; }

 private:
  [[noreturn]] void Fail() const { FailOfSystem(path_, "cannot unpack it to a temporary file: ", errno); }

  const std::string path_;
  OpenFile copy_;  // without a name; null if the file is not packed
};

// Fields of perf.data, in the byte order of the machine that recorded.
struct DataHeader {
  char magic[8];
  std::uint64_t size, attribute_size, attributes_at, attributes_size, data_at, data_size;
};
struct RecordHeader {
  std::uint32_t type;
  std::uint16_t misc, size;
};

// True if a record counts losses or throttlings, or if records after it cannot be found by its size.
bool NeedsPerf(const RecordHeader& record) {
  constexpr std::uint32_t kLost = 2, kThrottle = 5, kUnthrottle = 6, kLostSamples = 13;
  constexpr std::uint32_t kTrace = 66, kAuxiliaryTrace = 71, kCompressed = 81, kFirstUnknown = 83;
  constexpr std::uint32_t kTypes[] = {kLost,  kThrottle,       kUnthrottle, kLostSamples,
                                      kTrace, kAuxiliaryTrace, kCompressed};
  return record.size < sizeof record || record.type >= kFirstUnknown ||
         std::ranges::find(kTypes, record.type) != std::end(kTypes);
}

// False if all records of a file were seen, and none of them is about losses or throttlings.
bool MayHaveLosses(const Recording& recording) {
  const OpenFile file = recording.Open();
  DataHeader header;
  if (!file || std::fseek(file.get(), 0, SEEK_SET) != 0 || std::fread(&header, sizeof header, 1, file.get()) != 1)
    return true;
  // A recording from a pipe has a header of 16 bytes, which does not say where its records are.
  const bool is_file = std::memcmp(header.magic, "PERFILE2", sizeof header.magic) == 0 && header.size >= sizeof header;
  if (!is_file || header.data_size == 0) return true;
  if (header.data_at > LONG_MAX || std::fseek(file.get(), static_cast<long>(header.data_at), SEEK_SET) != 0)
    return true;
  std::string rest(UINT16_MAX, '\0');
  for (std::uint64_t left = header.data_size; left > 0;) {
    RecordHeader record;
    if (left < sizeof record || std::fread(&record, sizeof record, 1, file.get()) != 1) return true;
    if (NeedsPerf(record) || record.size > left) return true;
    const std::size_t more = record.size - sizeof record;
    if (more > 0 && std::fread(rest.data(), more, 1, file.get()) != 1) return true;
    left -= record.size;
  }
  return false;
}

// Returns the lines that `perf report --stats` prints; none if it fails, as an older perf does.
std::vector<std::string> StatsOf(const Recording& recording) {
  constexpr std::size_t kMostLines = 100'000;
  const OpenFile output(std::tmpfile());
  if (!output) FailOfSystem(recording.path(), "cannot start 'perf report': ", errno);
  int error = 0;
  const pid_t process =
      StartProgram({.words = {PerfFor(recording.path()), "report", "--stats", "-i", recording.Operand()},
                    .input = recording.input(),
                    .output = fileno(output.get())},
                   error);
  if (error != 0 || WaitForProgram(process) != 0) return {};
  std::rewind(output.get());
  std::vector<std::string> lines;
  char line[1024];
  while (lines.size() < kMostLines && std::fgets(line, sizeof line, output.get()) != nullptr) lines.emplace_back(line);
  return lines;
}

// Adds what perf counted besides samples. Returns true if there are records of losses.
bool AddStats(const std::vector<std::string>& lines, profdiff::PerfText& perf) {
  constexpr std::string_view kAll = "Aggregated", kEnd = " stats:\n";
  bool has_losses = false;
  std::string section;
  for (const std::string& line : lines) {
    if (line.ends_with(kEnd)) section = line.substr(0, line.size() - kEnd.size());
    char kind[64];
    unsigned long long count = 0;
    if (std::sscanf(line.c_str(), " %63s events: %llu", kind, &count) != 2) continue;
    const std::string_view word = kind;
    if (section == kAll && word == "THROTTLE") perf.throttles = count;
    if (section != kAll && word == "LOST_SAMPLES") perf.lost.emplace_back(section, count);
    has_losses = has_losses || word == "LOST";
  }
  return has_losses;
}

class PerfScript {
 public:
  // `has_losses`: true if perf script has to print records of losses. perf before Linux 5.0 has no such option.
  // `kernel`: a file with symbols of the kernel, or null. It takes the place of standard input, so that the recording
  // must not be packed.
  PerfScript(std::shared_ptr<const Recording> recording, bool has_losses, OpenFile kernel)
      : recording_(std::move(recording)),
        path_(recording_->path()),
        messages_(std::tmpfile()),
        kernel_(std::move(kernel)) {
    int ends[2];
    if (!messages_ || pipe2(ends, O_CLOEXEC) != 0) Fail("cannot start 'perf script': ", std::strerror(errno));
    output_ = ends[0];
    int error = 0;
    std::vector<std::string> words = {PerfFor(path_), "script", "--no-inline", "--no-demangle",
                                      "-F",           kFields,  "-i",          recording_->Operand()};
    if (has_losses) words.insert(words.begin() + 2, "--show-lost-events");
    if (kernel_) words.insert(words.begin() + 2, "--kallsyms=/dev/stdin");
    process_ = StartProgram({.words = std::move(words),
                             .input = kernel_ ? fileno(kernel_.get()) : recording_->input(),
                             .output = ends[1],
                             .messages = fileno(messages_.get())},
                            error);
    close(ends[1]);
    if (error != 0) Fail("cannot start 'perf script': ", std::strerror(error));
  }

  PerfScript(const PerfScript&) = delete;
  PerfScript& operator=(const PerfScript&) = delete;

  // Closes the pipe first, which makes perf's next write fail. Then sends a signal, in case perf does not write any
  // more.
  ~PerfScript() {
    if (output_ >= 0) close(output_);
    if (process_ <= 0) return;
    kill(process_, SIGTERM);
    WaitForProgram(process_);
  }

  std::size_t Read(char* buffer, std::size_t size) {
    ssize_t got = -1;
    do got = read(output_, buffer, size);
    while (got < 0 && errno == EINTR);
    if (got < 0) Fail("cannot read from 'perf script': ", std::strerror(errno));
    if (got == 0) End();
    return static_cast<std::size_t>(got);
  }

 private:
  [[noreturn]] void Fail(const std::string& what, const std::string& why) const {
    throw Error(ErrorCode::kSystem, what + why, path_);
  }

  // Checks perf's exit status after the last byte, so that a failure is not mistaken for a short recording.
  void End() {
    if (process_ <= 0) return;
    const pid_t ended = std::exchange(process_, 0);
    if (WaitForProgram(ended) == 0) return;
    const std::vector<std::string> said = LastLines(messages_.get(), 1);
    Fail("'perf script' failed", said.empty() ? " without a message" : ": " + said.front());
  }

  const std::shared_ptr<const Recording> recording_;
  const std::string& path_;
  const OpenFile messages_;  // file that receives perf's standard error
  const OpenFile kernel_;
  int output_ = -1;
  pid_t process_ = 0;  // process id of perf; 0 if perf has ended
};

// Returns a file without a name that has the symbols which perf needs for a recording; null if perf is to read all.
OpenFile SymbolFile(const Recording& recording, const KernelSymbols* kernel) {
  if (kernel == nullptr || kernel->empty() || recording.input() >= 0) return nullptr;
  OpenFile file(std::tmpfile());
  const std::string lines = kernel->LinesFor(recording.path());
  const bool is_written =
      file && std::fwrite(lines.data(), 1, lines.size(), file.get()) == lines.size() && std::fflush(file.get()) == 0;
  if (!is_written) return nullptr;
  std::rewind(file.get());
  return file;
}

}  // namespace

profdiff::PerfText RefusePerfScript(const std::string& path) {
  FailWithoutPerf(path, "--no-programs or --sandbox forbids starting it");
}

profdiff::PerfText StartPerfScript(const std::string& path) { return StartPerfScriptWith(nullptr, path); }

profdiff::PerfText StartPerfScriptWith(const KernelSymbols* kernel, const std::string& path) {
  const auto recording = std::make_shared<const Recording>(path);
  profdiff::PerfText text;
  const bool has_losses = MayHaveLosses(*recording) && AddStats(StatsOf(*recording), text);
  const auto perf = std::make_shared<PerfScript>(recording, has_losses, SymbolFile(*recording, kernel));
  text.text = [perf](char* buffer, std::size_t size) { return perf->Read(buffer, size); };
  return text;
}

}  // namespace egprof
