// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that run side by side on one thread of Chrome's trace format, or on no thread: they are divided into lanes; in
// a lane, calls are nested.
// Tests: tests/unit/read/trace/chrome_test.cpp.
#ifndef PROFDIFF_READ_TRACE_CHROME_LANES_H_
#define PROFDIFF_READ_TRACE_CHROME_LANES_H_

#include <cstdint>
#include <vector>

#include "read/trace/chrome_events.h"

namespace profdiff {

using ChromeEvents = std::vector<ChromeEvent>;

// Makes times relative to the earliest one, `first_time`. Times below 0 are stored as large unsigned numbers, so the
// subtraction corrects them, too.
void CountFrom(std::int64_t first_time, ChromeEvents& events);

// True if a thread shows several streams at once, such as the kernels of a GPU: more than a tenth of its events, and at
// least 8, begin within an earlier call and end after it. `events` are in the order of SortChromeEvents; false if some
// are not complete calls (X).
bool RunSideBySide(const ChromeEvents& events);

// Divides complete calls (X), in the order of SortChromeEvents, into lanes: each call goes to the first lane in which
// it is nested. Cost: events times lanes.
std::vector<ChromeEvents> DivideIntoLanes(const ChromeEvents& events);

// Divides complete calls (X), in the order of SortChromeEvents, into the outermost ones, each with the calls within it.
std::vector<ChromeEvents> OutermostCalls(const ChromeEvents& events);

// The complete calls of an asynchronous stream, that is, of the b and e events with one id; and the number of its
// events that do not match any other, or that are not nested.
struct AsyncCalls {
  ChromeEvents calls;
  std::uint64_t unpaired = 0;
};

// Joins the begins and ends of one stream.
AsyncCalls JoinAsyncEvents(ChromeEvents events);

// Joins the calls of streams into as few lanes as possible: a lane takes a stream if its last one has ended. `streams`
// are not empty; each one's first call begins first.
std::vector<ChromeEvents> JoinIntoLanes(std::vector<ChromeEvents> streams);

}  // namespace profdiff

#endif  // PROFDIFF_READ_TRACE_CHROME_LANES_H_
