// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a command reports to. Only functions that run a command, or a whole step of it, take a Console; those
// that they call take the parts that they use.
#ifndef EGPROF_CONSOLE_CONSOLE_H_
#define EGPROF_CONSOLE_CONSOLE_H_

#include "egprof/console/exit_status.h"
#include "egprof/console/file_guard.h"
#include "egprof/console/gate_log.h"
#include "egprof/console/load_log.h"
#include "egprof/console/messages.h"
#include "egprof/console/outlets.h"
#include "egprof/console/stages.h"
#include "egprof/console/text_sink.h"

namespace egprof {

struct Console {
  Messages messages;
  TextSink out;
  Stages stages;  // current stage of the run, for --timing and the progress line
  ExitStatus status;
  std::string hint;  // a sensible next command, for a terminal; empty if there is none
  FileGuard files;   // inputs and outputs; checked before a file is opened for writing

  LoadLog load_log() { return {out.text, messages, stages}; }
  GateLog gate_log() { return {messages, status}; }
  Outlets outlets() { return {out, files, messages}; }
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_CONSOLE_H_
