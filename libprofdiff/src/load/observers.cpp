// SPDX-License-Identifier: GPL-3.0-or-later
// The two sides may be loaded in parallel. In that case, the second side collects its own warnings, which are appended
// once both sides are loaded, so that the order of warnings does not depend on the threads.
// Test: tests/unit/load/executions_test.cpp.
#include "load/observers.h"

#include <algorithm>
#include <utility>

namespace profdiff {
namespace {

// This struct is a base class of WarningsBeside instead of a member, because WarningsKeeper takes a reference to `own`,
// which must therefore be constructed first.
struct OwnDiagnostics {
  Diagnostics own;
};

// Returns a warning that a file of a side is omitted. `path` is used if the error does not name a file.
Message LeftOut(const Error& error, const std::string& path) {
  Message message = error.message();
  if (message.file.empty()) message.file = path;
  message.cause = "left out: " + message.cause;
  return message;
}

// A WarningsKeeper with its own Diagnostics, for the second thread.
class WarningsBeside : public OwnDiagnostics, public WarningsKeeper {
 public:
  WarningsBeside() : WarningsKeeper(own) {}
};

}  // namespace

LoadingObserver::~LoadingObserver() = default;

void WarningsKeeper::Note(const Message& note) {
  if (std::ranges::find(diagnostics_.warnings, note) == diagnostics_.warnings.end()) Warn(note);
}

void WarningsKeeper::EndFile(const GmonOutline& file, const Error* error) {
  if (error != nullptr) {
    Warn(LeftOut(*error, file.path));
  } else if (file.damage) {
    Warn(WithConsequence(file.damage->message(), "missing: " + file.missing));
  }
}

void WarningsKeeper::EndStacks(const StackProfile& file, const Error* error) {
  if (error != nullptr) return Warn(LeftOut(*error, file.path));
  for (const Message& missing : file.missing) Warn(missing);
}

std::unique_ptr<LoadingObserver> WarningsKeeper::StartBeside() { return std::make_unique<WarningsBeside>(); }

void WarningsKeeper::Join(LoadingObserver& beside) {
  for (const Message& warning : static_cast<WarningsBeside&>(beside).own.warnings) Warn(warning);
}

}  // namespace profdiff
