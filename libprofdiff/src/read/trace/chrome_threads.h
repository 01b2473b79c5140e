// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a file in Chrome's trace format, by thread and by asynchronous stream.
// Tests: tests/unit/read/trace/chrome_test.cpp.
#ifndef PROFDIFF_READ_TRACE_CHROME_THREADS_H_
#define PROFDIFF_READ_TRACE_CHROME_THREADS_H_

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "read/trace/chrome_events.h"
#include "read/trace/chrome_lanes.h"

namespace profdiff {

// A pid or tid, which is a number or a string. Keys are compared member by member (is_text, number, text): numbers come
// before strings and are sorted by value.
struct ChromeKey {
  bool is_text = false;
  std::uint64_t number = 0;
  std::string text;

  explicit ChromeKey(const std::string& written) : text(written) {
    const auto value = NumberFrom<std::uint64_t>(written);
    is_text = !value;
    number = value.value_or(0);
  }
  friend auto operator<=>(const ChromeKey&,
                          const ChromeKey&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 bug
};

struct ChromeThread {
  std::string name;  // the thread's name in the trace; empty if it has none
  ChromeEvents events;
  std::vector<ChromeValue> values;  // in file order; only with TraceOptions::values
};

using ChromeThreadKey = std::pair<ChromeKey, ChromeKey>;  // pid and tid

struct ChromeStreamKey {
  ChromeKey process;
  std::string category, id;

  friend auto operator<=>(const ChromeStreamKey&,
                          const ChromeStreamKey&) = default;  // NOLINT(modernize-use-nullptr): as above
};

struct ChromeStream {
  ChromeKey thread;  // of its first event
  ChromeEvents events;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CHROME_THREADS_H_
