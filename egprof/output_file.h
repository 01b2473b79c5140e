// SPDX-License-Identifier: GPL-3.0-or-later
// Writing files so that they appear whole or not at all.
// Test: tests/unit/egprof/output_file_test.cpp.
#ifndef EGPROF_OUTPUT_FILE_H_
#define EGPROF_OUTPUT_FILE_H_

#include <string>
#include <string_view>

namespace egprof {

// Writes all of `content` to an open descriptor. Returns 0 or an errno.
int WriteAll(int descriptor, std::string_view content);

// Writes a file. Where `path` is absent or a regular file, the content goes to a temporary file beside it, which then
// takes its name: a reader never sees a part, and a failure leaves the old file. A symbolic link stays; the file that
// it names is replaced. An existing file keeps its permissions, a new one has those of the umask. Devices and FIFOs are
// written directly, never replaced; /dev/stdout, /dev/stderr and /dev/fd/N are the open descriptor itself, whatever it
// leads to. Symbolic links in a sticky folder that everybody may write are not followed. Signals that end the program
// wait while there is a temporary file.
// Errors: kSystem, kBadArgument for such a link; the message begins with the path as given.
void WriteOutputFile(const std::string& path, std::string_view content);

}  // namespace egprof

#endif  // EGPROF_OUTPUT_FILE_H_
