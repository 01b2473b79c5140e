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
#include <utility>

#include "base/parse_text.h"
#include "egprof/cli/command_line.h"
#include "egprof/console/message_text.h"
#include "profdiff/error.h"

namespace egprof {

// Report a mistake that ends parsing. The second function also reminds the user how the program is used.
void Fail(CommandLine& line, const std::string& text);
void FailWithUsage(CommandLine& line, const std::string& text);

// Parses two numbers, such as "2.3" with '.' as the separator.
template <class Number>
std::optional<std::pair<Number, Number>> ParsePair(std::string_view text, char separator) {
  const std::size_t place = text.find(separator);
  if (place == std::string_view::npos) return std::nullopt;
  const auto first = profdiff::NumberFrom<Number>(text.substr(0, place)),
             second = profdiff::NumberFrom<Number>(text.substr(place + 1));
  return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

// Parses a number that is neither infinite nor NaN.
std::optional<double> ParseFinite(std::string_view text);

// Parses a count that is the value of an option; returns 0 after a failure. Used for egprof's own options, not for
// gprof's.
std::size_t Count(CommandLine& line, const char* option, const char* value);

// Returns true if the value is `first`, and false if it is `second`. Reports any other value as a mistake of the user,
// and returns false.
bool IsFirst(CommandLine& line, const char* option, const char* value, std::string_view first, std::string_view second);

// Joins words as "a, b or c".
std::string Alternatives(std::span<const std::string> words);

// Parses a time such as "0.5s", "20ms", "3us" or "7ns"; the default unit is the second. Returns nanoseconds; nullopt
// for any other text.
std::optional<std::uint64_t> ParseTime(std::string_view text);

// Parses a size such as "500M" or "2G", with the units k, M, G and T of 1024; the default unit is the byte. Returns
// nullopt for any other text.
std::optional<std::uint64_t> ParseSize(std::string_view text);

// Parses a time that is the value of an option; returns 0 after a failure.
std::uint64_t Time(CommandLine& line, const char* option, const char* value);

// Returns the file of an option whose value is optional. If no file was given, returns an empty name, which means
// standard output.
inline std::string FileOrNothing(const char* file) { return file == nullptr ? "" : file; }

// Calls `make`, and reports an exception as a failure of the command line. Used to check values such as gates and
// regular expressions before any file is opened.
template <class Make>
void Try(CommandLine& line, Make make) {
  try {
    make();
  } catch (const profdiff::Error& error) {
    Fail(line, MessageText(error.message(), Wording::kOwn));
  }
}

}  // namespace egprof

#endif  // EGPROF_CLI_VALUES_H_
