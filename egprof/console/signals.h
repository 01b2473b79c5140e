// SPDX-License-Identifier: GPL-3.0-or-later
// What the process does with signals.
#ifndef EGPROF_CONSOLE_SIGNALS_H_
#define EGPROF_CONSOLE_SIGNALS_H_

namespace egprof {

// What cannot be written (a reader that left, a limit on sizes) becomes an error of the write, with a message. A file
// that somebody makes shorter while it is mapped ends the program with a message and status 1: what was read of it
// cannot be told from what is gone.
void SetSignalActions();

}  // namespace egprof

#endif  // EGPROF_CONSOLE_SIGNALS_H_
