// SPDX-License-Identifier: GPL-3.0-or-later
// Those who watch an execution being loaded.
#ifndef PROFDIFF_LOAD_OBSERVERS_H_
#define PROFDIFF_LOAD_OBSERVERS_H_

#include <memory>
#include <string>

#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/gmon.h"

namespace profdiff {

// Keeps what there is to warn of.
class WarningsKeeper : public LoadingObserver {
 public:
  // Each file with an error is left out, or ends the loading anyway.
  explicit WarningsKeeper(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void EndFile(const GmonOutline& file, const Error* error) override;
  void EndStacks(const StackProfile& file, const Error* error) override;
  void Warn(const std::string& warning) override { diagnostics_.Warn(warning); }
  std::unique_ptr<LoadingObserver> StartBeside() override;
  void Join(LoadingObserver& beside) override;

 private:
  Diagnostics& diagnostics_;
};

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_OBSERVERS_H_
