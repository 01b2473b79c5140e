// SPDX-License-Identifier: GPL-3.0-or-later
// Observers for loading executions.
#ifndef PROFDIFF_LOAD_OBSERVERS_H_
#define PROFDIFF_LOAD_OBSERVERS_H_

#include <memory>
#include <string>

#include "profdiff/difference.h"
#include "profdiff/error.h"
#include "profdiff/gmon.h"

namespace profdiff {

// Collects warnings.
class WarningsKeeper : public LoadingObserver {
 public:
  // Adds a warning for each file that was omitted because of an error. Other errors are thrown.
  explicit WarningsKeeper(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void EndFile(const GmonOutline& file, const Error* error) override;
  void EndStacks(const StackProfile& file, const Error* error) override;
  void Warn(const Message& warning) override { diagnostics_.Warn(warning); }
  void Note(const Message& note) override;  // adds it unless it is already present
  std::unique_ptr<LoadingObserver> StartBeside() override;
  void Join(LoadingObserver& beside) override;

 private:
  Diagnostics& diagnostics_;
};

// For files that are read again, after the messages about them have been given.
class WithoutMessages : public LoadingObserver {
 public:
  void Warn(const Message& /*warning*/) override {}
  std::unique_ptr<LoadingObserver> StartBeside() override { return std::make_unique<WithoutMessages>(); }
};

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_OBSERVERS_H_
