// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides may be loaded in parallel. In that case, the second side collects its own warnings, which are appended
// once both sides are loaded, so that the order of warnings does not depend on the threads.
// Test: tests/unit/load/executions_test.cpp.
#include "load/observers.h"

#include <utility>

namespace profdiff {
namespace {

// This struct is a base class of WarningsBeside instead of a member, because WarningsKeeper takes a reference to `own`,
// which must therefore be constructed first.
struct OwnDiagnostics {
  Diagnostics own;
};

// A WarningsKeeper with its own Diagnostics, for the second thread.
class WarningsBeside : public OwnDiagnostics, public WarningsKeeper {
 public:
  WarningsBeside() : WarningsKeeper(own) {}
};

}  // namespace

LoadingObserver::~LoadingObserver() = default;

void WarningsKeeper::EndFile(const GmonOutline& file, const Error* error) {
  if (error != nullptr) {
    Warn(file.path + ": left out: " + error->message());
  } else if (file.damage) {
    Warn(file.path + ": " + file.damage->message() + "; missing: " + file.missing);
  }
}

void WarningsKeeper::EndStacks(const StackProfile& file, const Error* error) {
  if (error != nullptr) return Warn(file.path + ": left out: " + error->message());
  for (const std::string& missing : file.missing) Warn(file.path + ": " + missing);
}

std::unique_ptr<LoadingObserver> WarningsKeeper::StartBeside() { return std::make_unique<WarningsBeside>(); }

void WarningsKeeper::Join(LoadingObserver& beside) {
  for (std::string& warning : static_cast<WarningsBeside&>(beside).own.warnings) Warn(std::move(warning));
}

}  // namespace profdiff
