// SPDX-License-Identifier: GPL-3.0-or-later
// Records pairs of runs until there are enough.
// Test: tests/cli/record/run.py.
#ifndef EGPROF_RECORD_RECORDING_H_
#define EGPROF_RECORD_RECORDING_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "egprof/console/console.h"
#include "egprof/process/program.h"
#include "egprof/record/options.h"
#include "egprof/record/plan.h"
#include "egprof/record/recorders.h"
#include "egprof/record/run.h"
#include "profdiff/error.h"
#include "profdiff/record.h"

namespace egprof {

class PairRecorder {
 public:
  // Adds runs to `folder`, which is stored in `directory`. The arguments must outlive this object.
  PairRecorder(const RecordOptions& options, std::uint64_t seed, const std::string& directory,
               profdiff::RecordFolder& folder, SignalWatch& watch, Console& console);

  // Runs everything, and saves the manifest after each run. A run, a recorder or a command beside that fails, and an
  // interrupt, end the recording; the folder's state tells which. Errors: kSystem if not even the first manifest can
  // be written.
  void Run();

  // Returns why the recording ended early; empty if it did not.
  const std::string& failure() const { return failure_; }

 private:
  using Time = std::chrono::steady_clock::time_point;

  void RunAll();
  // Runs a command of --prepare and the like. Returns false if it was interrupted.
  bool Beside(const char* option, const std::string& command);
  void Fail(const profdiff::Error& error);
  void Save();
  // Records a pair, or a round of more commands. Returns false if it could not be completed.
  bool RunRound(std::size_t pair, bool is_warmup);
  bool RunOne(std::size_t pair, std::size_t command, std::size_t position, bool is_warmup);
  void Take(const RunEnd& end, std::size_t command, bool is_warmup);
  // Sets the folder's state if there are enough pairs.
  bool HasEnough();
  std::optional<double> Width() const;
  std::size_t MostPairs() const;
  void ShowProgress(std::size_t pair);
  void SayOnce(const RunEnd& end, const profdiff::RecordedCommand& command);

  const RecordOptions& options_;
  const std::string& directory_;
  profdiff::RecordFolder& folder_;
  SignalWatch& watch_;
  Console& console_;
  const RecorderRow& row_;
  const KernelSymbols kernel_;  // read once, as they take as long to read as a short run
  RunOrder order_;
  std::minstd_rand padding_;
  const Time begin_ = std::chrono::steady_clock::now();
  std::size_t done_ = 0;                          // complete pairs of this recording
  std::optional<std::size_t> end_;                // with --until: the pair at which to end
  std::vector<std::vector<double>> of_function_;  // by command and run: samples of the function of --until
  bool has_said_processes_ = false, has_said_event_ = false;
  std::string failure_;
};

}  // namespace egprof

#endif  // EGPROF_RECORD_RECORDING_H_
