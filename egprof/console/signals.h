// SPDX-License-Identifier: GPL-3.0-or-later
// Signal handling for the whole process.
#ifndef EGPROF_CONSOLE_SIGNALS_H_
#define EGPROF_CONSOLE_SIGNALS_H_

namespace egprof {

// Turns failing writes (to a closed pipe, or beyond the limit of the file size) into errors of write(2), with a
// message. If a file is truncated while it is mapped, the program ends with a message and status 1, because intact
// content cannot be distinguished from lost content.
void SetSignalActions();

}  // namespace egprof

#endif  // EGPROF_CONSOLE_SIGNALS_H_
