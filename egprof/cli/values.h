// SPDX-License-Identifier: GPL-3.0-or-later
// Checks and conversions of option values, shared by all options.
// Test: tests/unit/egprof/cli/values_test.cpp.
#ifndef EGPROF_CLI_VALUES_H_
#define EGPROF_CLI_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "egprof/cli/command_line.h"
#include "profdiff/error.h"

namespace egprof {

// A mistake that ends the parsing; the second one reminds of how the program is used.
void Fail(CommandLine& line, const std::string& text);
void FailWithUsage(CommandLine& line, const std::string& text);

// A count for one of our own options; 0 after a failure.
std::size_t Count(CommandLine& line, const char* option, const char* value);

// Parses a value that is one of two words. Fails and returns false for any other.
bool IsFirst(CommandLine& line, const char* option, const char* value, std::string_view first, std::string_view second);

// "a, b or c".
std::string Alternatives(std::span<const std::string> words);

// "0.5s", "20ms", "3us", "7ns", and seconds where there is no unit, as nanoseconds; nothing for any other text.
std::optional<std::uint64_t> ParseTime(std::string_view text);

// The same for an option; 0 after a failure.
std::uint64_t Time(CommandLine& line, const char* option, const char* value);

// The file of an option whose value is optional; empty, for standard output, if none was given.
inline std::string FileOrNothing(const char* file) { return file == nullptr ? "" : file; }

// Rules and conditions are looked at before any file is.
template <class Make>
void Try(CommandLine& line, Make make) {
  try {
    make();
  } catch (const profdiff::Error& error) {
    Fail(line, error.message());
  }
}

}  // namespace egprof

#endif  // EGPROF_CLI_VALUES_H_
