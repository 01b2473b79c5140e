// SPDX-License-Identifier: GPL-3.0-or-later
// Stores an execution and prints when functions changed.
//   keep_trials STORE APPLICATION/EXPERIMENT/TRIAL IMAGE PROFILE...
#include <profdiff/difference.h>
#include <profdiff/error.h>
#include <profdiff/formats.h>
#include <profdiff/store.h>

#include <iostream>
#include <optional>
#include <string>
#include <utility>

using namespace profdiff;

int main(int argc, char** argv) try {
  if (argc < 5) return 2;
  LoadingOptions options;
  options.runs = options.keep_runs = true;
  Diagnostics diagnostics;
  StoredTrial trial = MakeTrial(LoadExecution({argv[3], {argv + 4, argv + argc}}, options, diagnostics));
  trial.path = ParseTrialPath(argv[2], PathDepth::kTrial);
  const TrialPath experiment{trial.path.application, trial.path.experiment, ""};
  std::optional<StoredTrial> next = std::move(trial);
  AddTrials(argv[1], [&next] { return std::exchange(next, std::nullopt); });
  std::string text;
  WriteHistory(text, *FindTableFormat("text"), MakeHistory(ReadSeries(argv[1], experiment), {}));
  std::cout << text;
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
