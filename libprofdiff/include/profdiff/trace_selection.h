// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls of a trace a user wants to see.
#ifndef PROFDIFF_TRACE_SELECTION_H_
#define PROFDIFF_TRACE_SELECTION_H_

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

// What of a trace stays. A function that does not stay leaves the calls it made to its caller, and its time as well.
struct CallFilter {
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  // ECMAScript regular expressions, found anywhere in a name. Without any in `keep` all functions stay but the dropped.
  std::vector<std::string> keep, drop;
  bool drop_startup = true;            // what IsStartup says is dropped as well
  std::uint32_t depth = 0xffffffff;    // calls on top level have depth 1; counted in what else stays
  std::vector<std::uint32_t> ranks;    // none: all
  std::vector<std::uint32_t> threads;  // by place among those of their rank, from 0; none: all
  // Nanoseconds since the trace's first call. Calls that reach over an end are cut there.
  std::uint64_t from = 0, to = kForever;
  bool off_cpu = false;  // a thread's clock stands still while it does not run
};

// A function whose calls did not stay.
struct DroppedFunction {
  std::string name;
  std::uint64_t calls = 0;
  bool startup = false;  // dropped for that alone
};

struct SelectedTrace {
  Trace trace;
  std::vector<DroppedFunction> dropped;  // by name
};

// What starts and ends a program and is not its own: __monstartup, __cxa_atexit, static initialisers, _start and the
// like. A parallel program and a serial one differ by these where nobody wrote a difference.
PROFDIFF_EXPORT bool IsStartup(const std::string& linkage_name);

// Takes out what a filter does not let through. Absences are the trace's no more when their time has been taken out.
// Names stay as they are.
// Cost: linear in calls, in place.
// Errors: kBadArgument for an expression that std::regex does not accept, or finds too complex for a name.
PROFDIFF_EXPORT SelectedTrace SelectCalls(Trace trace, const CallFilter& filter);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_SELECTION_H_
