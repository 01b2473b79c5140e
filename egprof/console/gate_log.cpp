// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/console/gate_log_test.cpp.
#include "egprof/console/gate_log.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace egprof {

void GateLog::Fail(const std::string& condition, const std::string& noun, std::size_t count,
                   const std::function<std::string(std::size_t)>& name, std::size_t most) const {
  if (count == 0) return;
  std::string text = condition + ": " + profdiff::Plural(count, noun) + ": ";
  for (std::size_t i = 0; i < std::min(most, count); ++i) text += (i == 0 ? "" : ", ") + name(i);
  messages.Add({Severity::kFailure, profdiff::Message(text + (count > most ? ", ..." : ""))});
  status.HoldGate();
}

void GateLog::Fail(const std::string& condition, const std::string& what) const {
  messages.Add({Severity::kFailure, profdiff::Message(condition + ": " + what)});
  status.HoldGate();
}

void GateLog::NoteBlind(std::string cause) const {
  messages.Note(std::move(cause));
  status.MissGate();
}

}  // namespace egprof
