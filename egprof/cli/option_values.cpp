// SPDX-License-Identifier: GPL-3.0-or-later
// Values of options, for both option tables.
#include "egprof/cli/option_values.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "profdiff/listing.h"
#include "profdiff/match.h"

namespace egprof {

// Text is "PROGRAM: <text>".
void Fail(Options& options, const std::string& text) {
  options.task = Options::Task::kFail;
  options.failure = options.program + ": " + text + "\n";
}

void FailWithUsage(Options& options, const std::string& text) {
  Fail(options, text);
  options.task = Options::Task::kFailWithUsage;
}

std::size_t Count(Options& options, const char* option, const char* value) {
  std::size_t count = 0;
  const char* end = value + std::strlen(value);
  auto result = std::from_chars(value, end, count);
  if (result.ec == std::errc() && result.ptr == end && value != end) return count;
  FailWithUsage(options, std::string("option '") + option + "' needs a number, not '" + value + "'");
  return 0;
}

bool IsFirst(Options& options, const char* option, const char* value, std::string_view first, std::string_view second) {
  if (value != first && value != second) {
    FailWithUsage(options, std::string("option '") + option + "' needs '" + std::string(first) + "' or '" +
                               std::string(second) + "', not '" + value + "'");
  }
  return value == first;
}

void SetThreads(Options& options, const char* value) {
  constexpr std::size_t kMost = 1024;
  const std::size_t threads = Count(options, "--threads", value);
  options.threads = static_cast<unsigned>(std::min(threads, kMost));
  if (threads == 0 && options.task == Options::Task::kRun)
    FailWithUsage(options, "option '--threads' needs at least 1");
}

void SetDemangling(Options& options, const char* style) {
  auto parsed = style == nullptr ? std::optional(options.demangle_style) : profdiff::ParseDemangleStyle(style);
  if (!parsed) return Fail(options, std::string("unknown demangling style `") + style + "'");
  options.demangle_style = *parsed;
  options.listing.names.demangle = *parsed;
}

void SetDirection(Options& options, profdiff::Direction direction) {
  if (options.direction && *options.direction != direction) {
    return FailWithUsage(options, "only one of '--growth' and '--shrink' can be had");
  }
  options.direction = direction;
}

void AddRename(Options& options, const char* text, bool demangled) {
  Try(options, [&] { profdiff::Renames({{text, demangled}}); });
  options.renames.push_back({text, demangled});
}

}  // namespace egprof
