// SPDX-License-Identifier: GPL-3.0-or-later
// Silences parts of tests in which libbfd itself writes to standard error.
#ifndef TESTS_SUPPORT_QUIET_STANDARD_ERROR_H_
#define TESTS_SUPPORT_QUIET_STANDARD_ERROR_H_

#include <fcntl.h>
#include <unistd.h>

namespace tests {

// Discards the process's standard error as long as the object exists.
class QuietStandardError {
 public:
  QuietStandardError() : saved_(dup(STDERR_FILENO)) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
  }
  ~QuietStandardError() {
    dup2(saved_, STDERR_FILENO);
    close(saved_);
  }
  QuietStandardError(const QuietStandardError&) = delete;
  QuietStandardError& operator=(const QuietStandardError&) = delete;

 private:
  int saved_;
};

}  // namespace tests

#endif  // TESTS_SUPPORT_QUIET_STANDARD_ERROR_H_
