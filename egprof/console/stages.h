// SPDX-License-Identifier: GPL-3.0-or-later
// Stages of a run and their times, for --timing and the progress line.
// Test: tests/unit/egprof/console/stages_test.cpp.
#ifndef EGPROF_CONSOLE_STAGES_H_
#define EGPROF_CONSOLE_STAGES_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

namespace egprof {

// Stages in the order of --timing. A run can enter a stage several times.
enum class Stage { kStart, kRecord, kReadImages, kReadProfiles, kReadTraces, kAnalyse, kWrite };

// Amounts of input, for --timing.
struct InputSizes {
  std::size_t images = 0;
  std::uint64_t image_bytes = 0;
  std::size_t functions = 0;  // symbols of the images; with -l, lines
  std::size_t profiles = 0;
  std::uint64_t profile_bytes = 0;
  std::size_t arc_records = 0;
  std::size_t arcs = 0;  // distinct arcs of the sum of all profiles; 0 if unknown

  // The sizes of traces. `egprof trace` uses only these members and `functions`.
  std::size_t traces = 0;
  std::size_t trace_threads = 0;
  std::uint64_t calls = 0;

  void Add(const InputSizes& more);
};

// Only one thread begins and ends stages. Other threads may call Doing() at the same time.
class Stages {
 public:
  // Ends the current stage, and begins another one.
  void Begin(Stage stage);

  // Ends the current stage.
  void End();

  // Adds the times of the stages of another thread, which has ended.
  void AddBeside(const Stages& others);

  // Sets the number of files that have been read, and the total number of files.
  void Count(std::size_t done, std::size_t total);

  // Replaces the text of the progress line until the next stage begins.
  void Describe(std::string doing);

  // Returns text such as "reading profiles 812 of 2,000".
  std::string Doing() const;

  double Seconds(Stage stage) const { return seconds_[static_cast<std::size_t>(stage)]; }
  double SecondsBeside(Stage stage) const { return beside_[static_cast<std::size_t>(stage)]; }

  InputSizes sizes;

 private:
  static constexpr std::size_t kStages = 7;

  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::array<double, kStages> seconds_ = {};
  std::array<double, kStages> beside_ = {};  // seconds of the same stages on other threads
  mutable std::mutex mutex_;                 // protects the members below
  Stage stage_ = Stage::kStart;
  std::size_t done_ = 0, total_ = 0;
  std::string described_;  // see Describe; usually empty
};

// Returns text such as "2,000".
std::string WithCommas(std::uint64_t number);

// Returns the text of --timing: lines for the stages (of traces if sizes.traces is not 0, otherwise of profiles), for
// the resources of the whole process, and for the sizes of the input.
std::string TimingText(const std::string& program, const Stages& stages);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_STAGES_H_
