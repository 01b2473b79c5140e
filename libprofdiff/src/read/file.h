// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files in memory.
// Tests: tests/unit/read/file_test.cpp.
#ifndef PROFDIFF_READ_FILE_H_
#define PROFDIFF_READ_FILE_H_

#include <string>

#include "profdiff/error.h"

namespace profdiff {

// The operating system's reason `error_number` (an errno) in the form of perror: "PATH: No such file or directory".
Error SystemError(const std::string& path, int error_number);

// All bytes of a file, a pipe or a device; "-" is standard input. A folder has none.
// Errors: kSystem.
std::string ReadWholeFile(const std::string& path);

}  // namespace profdiff

#endif  // PROFDIFF_READ_FILE_H_
