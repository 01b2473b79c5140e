// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the stages of a run and writes the text of --timing.
//
// Test: tests/unit/egprof/console/stages_test.cpp.
#include "egprof/console/stages.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace egprof {
namespace {

// The names of a stage in --timing and in the progress line. `of_profiles` is true if --timing has a line for the stage
// in runs that read profiles; `of_traces`, in runs that read traces.
struct StageText {
  const char* row;    // name in --timing
  const char* doing;  // text of the progress line
  bool of_profiles, of_traces;
};

constexpr StageText kTexts[] = {
    {"", "starting", false, false},
    {"record", "recording", true, true},
    {"read image", "reading symbols", true, false},
    {"read profiles", "reading profiles", true, false},
    {"read traces", "reading traces", false, true},
    {"analyse", "analysing", true, true},
    {"write listings", "writing listings", true, true},
};

std::string InSeconds(double seconds) { return profdiff::FixedText(seconds, 3) + " s"; }

double ProcessorSeconds() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// Returns the peak of resident memory (VmHWM). getrusage() is only the fallback, because it also counts the memory that
// the process had before exec().
std::uint64_t PeakKilobytes() {
  constexpr std::string_view kPeak = "VmHWM:";
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(kPeak)) return std::strtoull(line.c_str() + kPeak.size(), nullptr, 10);
  }
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

// Formats lines of a name and a number, with the last digits aligned.
class Rows {
 public:
  explicit Rows(const std::string& program) : program_(program) {}

  // Adds a line. `number` ends with a space and its unit, if it has one.
  void Add(const std::string& name, const std::string& number, const std::string& more = "") {
    constexpr std::size_t kNameWidth = 16, kNumberWidth = 14;
    const std::size_t digits = std::min(number.find(' '), number.size());
    text_ += program_ + ": " + name + std::string(kNameWidth - std::min(kNameWidth, name.size()), ' ') +
             std::string(kNumberWidth - std::min(kNumberWidth, digits), ' ') + number + more + "\n";
  }

  const std::string& text() const { return text_; }

 private:
  std::string program_;
  std::string text_;
};

// Adds the time of a stage. A stage that ran only on other threads took no additional time, so it is shown as "at the
// same time".
void AddSeconds(const char* row, double seconds, double beside, Rows& rows) {
  const bool is_beside = seconds == 0 && beside > 0;
  rows.Add(row, InSeconds(is_beside ? beside : seconds), is_beside ? " at the same time" : "");
}

void AddTraceSizes(const InputSizes& sizes, Rows& rows) {
  rows.Add("functions", WithCommas(sizes.functions));
  rows.Add("calls", WithCommas(sizes.calls),
           " in " + WithCommas(sizes.trace_threads) + (sizes.trace_threads == 1 ? " thread" : " threads"));
}

void AddSizes(const InputSizes& sizes, Rows& rows) {
  rows.Add(sizes.images == 1 ? "image" : "images", WithCommas(sizes.image_bytes) + " bytes",
           sizes.images == 1 ? "" : " in " + WithCommas(sizes.images) + " files");
  rows.Add("functions", WithCommas(sizes.functions));
  rows.Add(sizes.profiles == 1 ? "profile" : "profiles", WithCommas(sizes.profile_bytes) + " bytes",
           sizes.profiles == 1 ? "" : " in " + WithCommas(sizes.profiles) + " files");
  rows.Add("arcs", WithCommas(sizes.arc_records) + " records",
           sizes.arcs == 0 ? "" : " of " + WithCommas(sizes.arcs) + " arcs");
}

}  // namespace

std::string WithCommas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
  return digits;
}

void InputSizes::Add(const InputSizes& more) {
  images += more.images;
  image_bytes += more.image_bytes;
  functions += more.functions;
  profiles += more.profiles;
  profile_bytes += more.profile_bytes;
  arc_records += more.arc_records;
  arcs += more.arcs;
  traces += more.traces;
  trace_threads += more.trace_threads;
  calls += more.calls;
}

void Stages::End() {
  // Only this thread writes `stage_`, so this thread may read it without the lock.
  const auto now = std::chrono::steady_clock::now();
  seconds_[static_cast<std::size_t>(stage_)] += std::chrono::duration<double>(now - begun_).count();
  begun_ = now;
}

void Stages::Begin(Stage stage) {
  End();
  std::lock_guard lock(mutex_);
  stage_ = stage;
  done_ = total_ = 0;
  described_.clear();
}

void Stages::AddBeside(const Stages& others) {
  for (std::size_t i = 0; i < kStages; ++i) beside_[i] += others.seconds_[i] + others.beside_[i];
}

void Stages::Count(std::size_t done, std::size_t total) {
  std::lock_guard lock(mutex_);
  done_ = done;
  total_ = total;
}

void Stages::Describe(std::string doing) {
  std::lock_guard lock(mutex_);
  described_ = std::move(doing);
}

std::string Stages::Doing() const {
  std::lock_guard lock(mutex_);
  if (!described_.empty()) return described_;
  const std::string doing = kTexts[static_cast<std::size_t>(stage_)].doing;
  // The count is omitted if there is only one file.
  return total_ < 2 ? doing : doing + " " + WithCommas(done_) + " of " + WithCommas(total_);
}

std::string TimingText(const std::string& program, const Stages& stages) {
  Rows rows(program);
  double all = 0;
  const bool of_traces = stages.sizes.traces != 0;
  for (std::size_t i = 0; i < std::size(kTexts); ++i) {
    const auto stage = static_cast<Stage>(i);
    const double seconds = stages.Seconds(stage);
    all += seconds;
    // Only `egprof search` records anything, so the line of kRecord is omitted if recording took no time.
    const bool is_shown = of_traces ? kTexts[i].of_traces : kTexts[i].of_profiles;
    if (is_shown && (stage != Stage::kRecord || seconds > 0)) {
      AddSeconds(kTexts[i].row, seconds, stages.SecondsBeside(stage), rows);
    }
  }
  rows.Add("all", InSeconds(all));
  rows.Add("processors", InSeconds(ProcessorSeconds()));
  rows.Add("peak memory", profdiff::FixedText(static_cast<double>(PeakKilobytes()) / 1024, 1) + " MB");
  of_traces ? AddTraceSizes(stages.sizes, rows) : AddSizes(stages.sizes, rows);
  return rows.text();
}

}  // namespace egprof
