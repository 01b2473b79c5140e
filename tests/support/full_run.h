// SPDX-License-Identifier: GPL-3.0-or-later
// Distinguishes full and short runs of the tests.
#ifndef TESTS_SUPPORT_FULL_RUN_H_
#define TESTS_SUPPORT_FULL_RUN_H_

#include <cstdlib>
#include <string_view>

namespace tests {

// True under tests/run.sh --full, which sets PROFDIFF_TEST_FULL to 1; a short run sets it to 0.
inline bool IsFullRun() {
  const char* const full = std::getenv("PROFDIFF_TEST_FULL");
  return full != nullptr && std::string_view(full) == "1";
}

}  // namespace tests

#endif  // TESTS_SUPPORT_FULL_RUN_H_
