// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls of a trace a user wants to see.
#ifndef PROFDIFF_TRACE_SELECTION_H_
#define PROFDIFF_TRACE_SELECTION_H_

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/trace.h"

namespace profdiff {

// What of a trace stays. A function that does not stay leaves the calls it made to its caller, and its time as well.
struct CallFilter {
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  // ECMAScript regular expressions, found anywhere in a name as it is linked, or as people read it. Without any in
  // `keep` all functions stay but the dropped.
  std::vector<std::string> keep, drop;
  bool drop_startup = true;            // what StartupOf names goes as well
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
  std::uint64_t below = 0;  // calls that went with them, of whatever function
  bool startup = false;     // dropped for that alone
};

struct SelectedTrace {
  Trace trace;
  std::vector<DroppedFunction> dropped;  // for their names, and called; by name
};

// What starts and ends a program and is not its own.
enum class Startup : std::uint8_t {
  kNo,
  kRunsMain,  // _start, __libc_start_main: what they call is the program
  kAlone,     // __monstartup, __cxa_atexit, static initialisers and the like: what they call belongs to them
};

PROFDIFF_EXPORT Startup StartupOf(std::string_view linkage_name);

// Takes out what a filter does not let through. Absences are the trace's no more when their time has been taken out.
// Names stay as they are.
// Cost: linear in calls, in place.
// Errors: kBadArgument for an expression that std::regex does not accept, or finds too complex for a name; message()
// quotes it.
PROFDIFF_EXPORT SelectedTrace SelectCalls(Trace trace, const CallFilter& filter);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_SELECTION_H_
