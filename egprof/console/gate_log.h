// SPDX-License-Identifier: GPL-3.0-or-later
// Reports conditions of --fail-if that hold or that could not be evaluated.
// Test: tests/unit/egprof/console/gate_log_test.cpp.
#ifndef EGPROF_CONSOLE_GATE_LOG_H_
#define EGPROF_CONSOLE_GATE_LOG_H_

#include <cstddef>
#include <functional>
#include <string>

#include "egprof/console/exit_status.h"
#include "egprof/console/messages.h"

namespace egprof {

struct GateLog {
  Messages& messages;
  ExitStatus& status;

  // Reports that a condition holds for `count` things, and sets the exit status; does nothing if `count` is 0. `noun`
  // is the kind of thing, such as "function". name(i) returns the name of the thing with index i; at most `most` names
  // are printed.
  void Fail(const std::string& condition, const std::string& noun, std::size_t count,
            const std::function<std::string(std::size_t)>& name, std::size_t most = 3) const;
  // Reports a condition that holds for a single thing, which `what` describes.
  void Fail(const std::string& condition, const std::string& what) const;
  // Reports a condition that could not be evaluated, and sets the exit status.
  void NoteBlind(std::string cause) const;
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_GATE_LOG_H_
