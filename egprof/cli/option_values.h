// SPDX-License-Identifier: GPL-3.0-or-later
// What rows of the option tables do with the values that they are given.
// Tests: tests/unit/egprof/cli/options_test.cpp, tests/unit/egprof/trace/options_test.cpp.
#ifndef EGPROF_CLI_OPTION_VALUES_H_
#define EGPROF_CLI_OPTION_VALUES_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "egprof/cli/options.h"
#include "profdiff/error.h"

namespace egprof {

// A mistake that ends the parsing; the second one reminds of how the program is used.
void Fail(Options& options, const std::string& text);
void FailWithUsage(Options& options, const std::string& text);

// A count for one of our own options; 0 after a failure.
std::size_t Count(Options& options, const char* option, const char* value);

// Which of two words a value is. Fails and says false for any other.
bool IsFirst(Options& options, const char* option, const char* value, std::string_view first, std::string_view second);

void SetThreads(Options& options, const char* value);
void SetDemangling(Options& options, const char* style);
void SetDirection(Options& options, profdiff::Direction direction);
// `demangled`: the rule concerns readable names.
void AddRename(Options& options, const char* text, bool demangled);

// Rules and conditions are looked at before any file is.
template <class Make>
void Try(Options& options, Make make) {
  try {
    make();
  } catch (const profdiff::Error& error) {
    Fail(options, error.message());
  }
}

}  // namespace egprof

#endif  // EGPROF_CLI_OPTION_VALUES_H_
