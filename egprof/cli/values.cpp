// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/cli/values.h"

#include <charconv>
#include <cmath>

namespace egprof {

// Sets the failure text to "PROGRAM: <text>".
void Fail(CommandLine& line, const std::string& text) {
  line.task = CommandLine::Task::kFail;
  line.failure = line.program + ": " + text + "\n";
}

void FailWithUsage(CommandLine& line, const std::string& text) {
  Fail(line, text);
  line.task = CommandLine::Task::kFailWithUsage;
}

std::optional<double> ParseFinite(std::string_view text) {
  const std::optional<double> number = profdiff::NumberFrom<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

std::size_t Count(CommandLine& line, const char* option, const char* value) {
  const std::optional<std::size_t> count = profdiff::NumberFrom<std::size_t>(value);
  if (!count) FailWithUsage(line, std::string("option '") + option + "' needs a number, not '" + value + "'");
  return count.value_or(0);
}

bool IsFirst(CommandLine& line, const char* option, const char* value, std::string_view first,
             std::string_view second) {
  if (value != first && value != second) {
    FailWithUsage(line, std::string("option '") + option + "' needs '" + std::string(first) + "' or '" +
                            std::string(second) + "', not '" + value + "'");
  }
  return value == first;
}

std::string Alternatives(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::optional<std::uint64_t> ParseTime(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (result.ec != std::errc() || !(number >= 0)) return std::nullopt;
  const std::string_view unit(result.ptr, static_cast<std::size_t>(end - result.ptr));
  double factor = 0;
  if (unit.empty() || unit == "s") factor = 1e9;
  if (unit == "ms") factor = 1e6;
  if (unit == "us") factor = 1e3;
  if (unit == "ns") factor = 1;
  if (unit == "min") factor = 60e9;
  if (unit == "h") factor = 3600e9;
  constexpr double kMost = 9e18;
  if (factor == 0 || number * factor > kMost) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(number * factor));
}

std::optional<std::uint64_t> ParseSize(std::string_view text) {
  constexpr std::string_view kUnits = "kMGT";
  unsigned shift = 0;
  const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  if (unit != std::string_view::npos) {
    shift = 10 * (static_cast<unsigned>(unit) + 1);
    text.remove_suffix(1);
  }
  const auto number = profdiff::NumberFrom<std::uint64_t>(text);
  if (!number || *number == 0 || *number > ~std::uint64_t{0} >> shift) return std::nullopt;
  return *number << shift;
}

std::uint64_t Time(CommandLine& line, const char* option, const char* value) {
  const std::optional<std::uint64_t> time = ParseTime(value);
  if (!time) {
    FailWithUsage(line, std::string("option '") + option + "' needs a time such as 0.5s or 20ms, not '" + value + "'");
  }
  return time.value_or(0);
}

}  // namespace egprof
