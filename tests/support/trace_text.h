// SPDX-License-Identifier: GPL-3.0-or-later
// Traces as text that tests compare, such as "m(c(a),a)", and in other formats that the library reads.
#ifndef TESTS_SUPPORT_TRACE_TEXT_H_
#define TESTS_SUPPORT_TRACE_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/trace.h"

namespace tests {

// Returns the names of the calls, for example "m(c(a),a) b". The name of a call that was not left is followed by "!".
std::string CallsAsText(const profdiff::Trace& trace, std::size_t thread = 0);

// Returns the names of the calls with their starts and durations in nanoseconds, for example "m@100+50(…)".
std::string TimesAsText(const profdiff::Trace& trace, std::size_t thread = 0);

// Returns all threads in Chrome's format, with one event for each call if `whole_events` is true, otherwise with events
// for begins and ends. Calls that were not left have no end in the file; only events for begins and ends can represent
// such calls.
std::string TraceAsChromeJson(const profdiff::Trace& trace, bool whole_events);

// True if calls, times, shapes and ends agree with each other as profdiff/trace.h requires.
bool IsSound(const profdiff::Trace& trace);

// Writes an archive with all threads; ticks are nanoseconds. Returns false in a build without the OTF2 library.
bool WriteOtf2(const profdiff::Trace& trace, const std::string& folder, const std::string& name);

// An event of an archive, valid or not: "E" enters a region, "L" leaves it.
struct Otf2Event {
  char kind = 'E';
  std::uint64_t tick = 0;
  std::uint32_t region = 0;  // index in the list of names
};
// Writes an archive with a rank for each list of events, without checking the events; the clock begins at `first_tick`.
bool WriteOtf2Events(const std::vector<std::string>& names, const std::vector<std::vector<Otf2Event>>& ranks,
                     std::uint64_t first_tick, const std::string& folder, const std::string& name);

}  // namespace tests

#endif  // TESTS_SUPPORT_TRACE_TEXT_H_
