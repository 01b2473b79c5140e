// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of the process for signals.
#ifndef EGPROF_CONSOLE_SIGNALS_H_
#define EGPROF_CONSOLE_SIGNALS_H_

namespace egprof {

// Failing writes (a reader that is gone, a limit of the file size) become errors of write(2), with a message. A file
// that is truncated while it is mapped ends the program with a message and status 1: what was read of it cannot be told
// from what is lost.
void SetSignalActions();

}  // namespace egprof

#endif  // EGPROF_CONSOLE_SIGNALS_H_
