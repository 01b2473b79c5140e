// SPDX-License-Identifier: GPL-3.0-or-later
// Traces as text that tests compare, "m(c(a),a)", and in other formats that the library reads.
#ifndef TESTS_SUPPORT_TRACE_TEXT_H_
#define TESTS_SUPPORT_TRACE_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/trace.h"

namespace tests {

// Returns the names of the calls, "m(c(a),a) b"; the name of a call that was not left is followed by "!".
std::string CallsAsText(const profdiff::Trace& trace, std::size_t thread = 0);

// Returns names with start and duration: "m@100+50(…)".
std::string TimesAsText(const profdiff::Trace& trace, std::size_t thread = 0);

// Returns all threads in Chrome's format, with events for begins and ends, or with events for whole calls. Calls that
// were not left have no end in the file, which only the first form allows.
std::string TraceAsChromeJson(const profdiff::Trace& trace, bool whole_events);

// True if rows, times, shapes and ends agree with each other as profdiff/trace.h requires.
bool IsSound(const profdiff::Trace& trace);

// Writes an archive with all threads; ticks are nanoseconds. Returns false in a build without the library.
bool WriteOtf2(const profdiff::Trace& trace, const std::string& folder, const std::string& name);

// An event of an archive, valid or not: "E" enters a region, "L" leaves it.
struct Otf2Event {
  char kind = 'E';
  std::uint64_t tick = 0;
  std::uint32_t region = 0;  // index in the names
};
// Writes an archive with a rank for each list of events, without checking the events; the clock begins at `first_tick`.
bool WriteOtf2Events(const std::vector<std::string>& names, const std::vector<std::vector<Otf2Event>>& ranks,
                     std::uint64_t first_tick, const std::string& folder, const std::string& name);

}  // namespace tests

#endif  // TESTS_SUPPORT_TRACE_TEXT_H_
