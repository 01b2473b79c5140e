// SPDX-License-Identifier: GPL-3.0-or-later
// Checks and conversions of option values, shared by all options.
// Test: tests/unit/egprof/cli/values_test.cpp.
#ifndef EGPROF_CLI_VALUES_H_
#define EGPROF_CLI_VALUES_H_

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "egprof/cli/command_line.h"
#include "profdiff/error.h"

namespace egprof {

// Report a mistake that ends parsing. The second function also reminds the user how the program is used.
void Fail(CommandLine& line, const std::string& text);
void FailWithUsage(CommandLine& line, const std::string& text);

// Parses a number that is the whole text, like std::from_chars with this base or std::chars_format. Returns nullopt for
// any other text.
template <class Number, class... Format>
std::optional<Number> ParseNumber(std::string_view text, Format... format) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, format...);
  return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

// Parses two numbers, such as "2.3" with '.' as the separator.
template <class Number>
std::optional<std::pair<Number, Number>> ParsePair(std::string_view text, char separator) {
  const std::size_t place = text.find(separator);
  if (place == std::string_view::npos) return std::nullopt;
  const auto first = ParseNumber<Number>(text.substr(0, place)), second = ParseNumber<Number>(text.substr(place + 1));
  return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

// Parses a number that is neither infinite nor NaN.
std::optional<double> ParseFinite(std::string_view text);

// Parses a count that is the value of one of egprof's own options; returns 0 after a failure.
std::size_t Count(CommandLine& line, const char* option, const char* value);

// Returns true if the value is `first`, false if it is `second`. Fails and returns false for any other value.
bool IsFirst(CommandLine& line, const char* option, const char* value, std::string_view first, std::string_view second);

// Joins words as "a, b or c".
std::string Alternatives(std::span<const std::string> words);

// Parses "0.5s", "20ms", "3us", "7ns", or seconds without a unit. Returns nanoseconds; nullopt for any other text.
std::optional<std::uint64_t> ParseTime(std::string_view text);

// Parses a time that is the value of an option; returns 0 after a failure.
std::uint64_t Time(CommandLine& line, const char* option, const char* value);

// Returns the file of an option whose value is optional. If none was given, returns an empty name, which means standard
// output.
inline std::string FileOrNothing(const char* file) { return file == nullptr ? "" : file; }

// Calls `make`, and turns an error into a failure of the command line. Used for rules and conditions, which are checked
// before any file is opened.
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
