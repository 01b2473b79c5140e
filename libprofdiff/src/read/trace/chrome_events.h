// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a trace in Chrome's format, and the call trees they make.
// Tests: tests/unit/read/trace/chrome_test.cpp.
#ifndef PROFDIFF_READ_TRACE_CHROME_EVENTS_H_
#define PROFDIFF_READ_TRACE_CHROME_EVENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"
#include "read/trace/damage.h"
#include "read/trace/name_table.h"

namespace profdiff {

// Microseconds as they stand in a file, "12.345", in nanoseconds; what is finer is cut off. Nothing for what is no such
// number, negative, or too large.
std::optional<std::uint64_t> ParseMicroseconds(std::string_view text);

struct ChromeEvent {
  enum class Kind : std::uint8_t { kBegin, kEnd, kWhole };

  std::uint64_t time = 0;      // nanoseconds
  std::uint64_t duration = 0;  // of a whole call
  std::uint64_t offset = 0;    // in the file, where it ends
  NameId name;                 // of what ends: invalid if it does not say
  Kind kind = Kind::kBegin;
};

// The calls of one thread; its events come in any order. `names` are those of the events.
// Errors: kBadTrace, kOverflow, to `damages`.
CallTree MakeChromeTree(std::vector<ChromeEvent> events, const NameTable& names, const std::string& path,
                        Damages& damages);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CHROME_EVENTS_H_
