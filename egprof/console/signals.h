// SPDX-License-Identifier: GPL-3.0-or-later
// Signal handling for the whole process.
#ifndef EGPROF_CONSOLE_SIGNALS_H_
#define EGPROF_CONSOLE_SIGNALS_H_

namespace egprof {

// Lets writes to a closed pipe, or beyond the file size limit, fail with an error instead of ending the program with a
// signal. If a file is truncated while it is mapped, the program prints a message and exits with status 1, because
// intact content cannot be distinguished from lost content.
void SetSignalActions();

}  // namespace egprof

#endif  // EGPROF_CONSOLE_SIGNALS_H_
