// SPDX-License-Identifier: GPL-3.0-or-later
// Makes call trees from events of Chrome's trace format.
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

// Largest absolute value of an event's time, in nanoseconds: 285 years.
inline constexpr std::int64_t kMostChromeTime = 9000000000000000000;

// Many writers round times to microseconds, so overlaps of at most this time are ignored. Unit: nanoseconds.
inline constexpr std::uint64_t kChromeRounding = 1000;

// Converts microseconds as written in a file, such as "12.345" or "-7", to nanoseconds; digits after the third decimal
// are dropped. Returns nullopt for an invalid or too large number.
std::optional<std::int64_t> ParseMicroseconds(std::string_view text);

struct ChromeEvent {
  enum class Kind : std::uint8_t { kBegin, kEnd, kWhole };

  std::uint64_t time = 0;      // in nanoseconds
  std::uint64_t duration = 0;  // duration of a complete call (X), in nanoseconds
  std::uint64_t offset = 0;    // position just after the event in the file, in bytes
  NameId name;                 // name of the call; invalid for an E event without a name
  Kind kind = Kind::kBegin;
};

// Returns the kind of the events of a phase ("ph"); nullopt for those that are not calls.
std::optional<ChromeEvent::Kind> CallKindOf(std::string_view phase);

// Returns the place of the event that ends at a byte.
inline Place EventPlace(std::uint64_t end) {
  return Place::Named("event that ends at byte " + std::to_string(end), end);
}

// A number among the arguments of an event.
struct ChromeValue {
  std::uint64_t offset = 0;    // ChromeEvent::offset of the event that has the argument
  std::uint32_t argument = 1;  // CallValue::argument
  std::variant<std::int64_t, double> value;
};

// The calls of one thread, and the unexpected ends among its events (odd_leaves.h). The position of an unexpected end
// is the offset of its event.
struct ChromeTree {
  CallTree calls;
  std::vector<CallValue> values;
  OddLeaves odd;
};

// Sorts events by time. At equal times, begins and ends keep their order, and complete calls (X) are sorted by
// duration, longest first.
void SortChromeEvents(std::vector<ChromeEvent>& events);

// Makes the calls of one thread from events in the order of SortChromeEvents. A complete call (X) that begins within
// another and ends after it is cut at the other's end. `values` is sorted by offset; `hashes` contains the hash of
// each name, by NameId.
// Errors: kBadTrace and kOverflow, which are reported to `damages`.
ChromeTree MakeChromeTree(const std::vector<ChromeEvent>& events, const std::vector<ChromeValue>& values,
                          const std::vector<std::uint64_t>& hashes, const std::string& path, Damages& damages);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CHROME_EVENTS_H_
