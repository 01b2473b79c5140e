// SPDX-License-Identifier: GPL-3.0-or-later
// Traces as text that tests compare: "m(c(a),a)", and other forms that readers know.
#ifndef TESTS_SUPPORT_TRACE_TEXT_H_
#define TESTS_SUPPORT_TRACE_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/trace.h"

namespace tests {

// "m(c(a),a) b": the calls' names; one that was not left has "!" behind its name.
std::string CallsAsText(const profdiff::Trace& trace, std::size_t thread = 0);

// The same with start and duration: "m@100+50(…)".
std::string TimesAsText(const profdiff::Trace& trace, std::size_t thread = 0);

// All threads in Chrome's format: events that begin and end, or events of whole calls. Calls that were not left are not
// left there either, and need the first form.
std::string TraceAsChromeJson(const profdiff::Trace& trace, bool whole_events);

// Whether rows, times, shapes and ends agree with each other as profdiff/trace.h says.
bool IsSound(const profdiff::Trace& trace);

// Writes an archive with all threads; ticks are nanoseconds. False where there is no library for it.
bool WriteOtf2(const profdiff::Trace& trace, const std::string& folder, const std::string& name);

// An event of an archive, whatever makes sense: "E" enters a region, "L" leaves it.
struct Otf2Event {
  char kind = 'E';
  std::uint64_t tick = 0;
  std::uint32_t region = 0;  // in the names
};
// Writes an archive with a rank for each list of events, as tools write it that do not check what they write; the clock
// begins at `first_tick`.
bool WriteOtf2Events(const std::vector<std::string>& names, const std::vector<std::vector<Otf2Event>>& ranks,
                     std::uint64_t first_tick, const std::string& folder, const std::string& name);

}  // namespace tests

#endif  // TESTS_SUPPORT_TRACE_TEXT_H_
