// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a trace in Chrome's format, and the call trees they make.
// Tests: tests/unit/read/trace/chrome_test.cpp.
#ifndef PROFDIFF_READ_TRACE_CHROME_EVENTS_H_
#define PROFDIFF_READ_TRACE_CHROME_EVENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/damage.h"
#include "read/trace/odd_leaves.h"

namespace profdiff {

// Times reach from - to + kMostChromeTime nanoseconds, 285 years.
inline constexpr std::int64_t kMostChromeTime = 9000000000000000000;

// Microseconds as they stand in a file, "12.345" or "-7", in nanoseconds; what is finer is cut off. Nothing for what is
// no such number, or too large.
std::optional<std::int64_t> ParseMicroseconds(std::string_view text);

struct ChromeEvent {
  enum class Kind : std::uint8_t { kBegin, kEnd, kWhole };

  std::uint64_t time = 0;      // nanoseconds
  std::uint64_t duration = 0;  // of a whole call
  std::uint64_t offset = 0;    // in the file, where it ends
  NameId name;                 // of what ends: invalid if it does not say
  Kind kind = Kind::kBegin;
};

// A number among the arguments of an event.
struct ChromeValue {
  std::uint64_t offset = 0;    // of its event
  std::uint32_t argument = 1;  // as CallValue::argument
  std::variant<std::int64_t, double> value;
};

// The calls of one thread, and what in it was odd; the positions are events' offsets.
struct ChromeTree {
  CallTree calls;
  std::vector<CallValue> values;
  OddLeaves odd;
};

// Makes the calls of one thread; its events come in any order, their values by offset. `hashes` are those of the names,
// by NameId.
// Errors: kBadTrace, kOverflow, to `damages`.
ChromeTree MakeChromeTree(std::vector<ChromeEvent> events, const std::vector<ChromeValue>& values,
                          const std::vector<std::uint64_t>& hashes, const std::string& path, Damages& damages);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CHROME_EVENTS_H_
