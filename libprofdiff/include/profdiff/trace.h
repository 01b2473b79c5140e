// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one execution, one by one, as a tracer recorded them.
#ifndef PROFDIFF_TRACE_H_
#define PROFDIFF_TRACE_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/export.h"
#include "profdiff/functions.h"
#include "profdiff/profile.h"

namespace profdiff {

using NameId = Id<struct NameTag>;      // an entry of Trace::names
using CallId = Id<struct CallTag>;      // a row of a CallTree
using ThreadId = Id<struct ThreadTag>;  // an entry of Trace::threads

// The calls of one thread as a tree in flat preorder: the calls that call `c` made are the rows c + 1 to end[c] - 1,
// the first of them directly, the next direct one at the end of that one's rows. Several rows may lie on top level.
// Units: nanoseconds of the tracer's clock.
struct CallTree {
  std::vector<NameId> function;         // by CallId
  std::vector<std::uint32_t> end;       // by CallId: the row behind the last call made below it
  std::vector<std::uint64_t> start;     // by CallId
  std::vector<std::uint64_t> duration;  // by CallId: inclusive; up to the last record for a call that was not left
  std::vector<std::uint64_t> shape;     // by CallId: a hash of the names in its rows and of how they lie
  std::vector<CallId> open;             // calls that were not left when the trace ended, the outermost first

  std::size_t size() const { return function.size(); }
};

// A time in which a thread did not run. Units: as in CallTree.
struct Absence {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// A value that a call was given or returned.
struct CallValue {
  CallId call;
  std::uint32_t argument = 1;  // 1 is the first one; 0 is what the call returned
  std::variant<std::int64_t, double> value;
};

// A message that a call sent or received, or a collective operation that it took part in.
struct Communication {
  enum class Kind : std::uint8_t { kSend, kReceive, kCollective };
  static constexpr std::uint32_t kUnknownRank = 0xffffffff;

  CallId call;  // the innermost one that was open
  Kind kind = Kind::kSend;
  std::uint64_t time = 0;                // nanoseconds, as in CallTree
  std::uint32_t partner = kUnknownRank;  // receiver of a send, sender of a receive, root of a collective operation
  std::uint32_t tag = 0;
  std::uint64_t communicator = 0;  // a number that is the same on all ranks
  std::uint64_t bytes = 0;
};

// What was recorded of one thread.
struct ThreadTrace {
  std::uint32_t rank = 0;    // of its process: 0 but for MPI
  std::uint64_t number = 0;  // the tracer's own: a task's or a location's
  std::string label;         // for people: "rank 2, thread 1"
  CallTree calls;
  std::vector<Absence> absences;              // in order, disjoint; empty where no scheduler events were recorded
  std::uint64_t lost_records = 0;             // that the tracer says it could not keep
  std::vector<CallValue> values;              // by call, then argument; only when asked for
  std::vector<Communication> communications;  // in order of time; only when asked for
};

// How the recording of one rank ended, as far as its tracer says.
struct RankEnd {
  std::uint32_t rank = 0;
  // Nanoseconds of the tracer's clock, never before the rank's last record. Too late by what the program took to load,
  // as uftrace counts from the moment at which it starts it, and to end: eight ranks of Open MPI on two processors were
  // late by 0.1 to 0.7 s.
  std::optional<std::uint64_t> recording_end;
  // 256 times the value that the program returned; the number of the signal where one killed it.
  std::optional<int> exit_status;
};

// One execution, recorded call by call.
struct Trace {
  std::vector<std::string> paths;    // files or folders it was read from
  std::vector<std::string> names;    // by NameId: linkage names, each once
  std::vector<ThreadTrace> threads;  // by ThreadId: by rank, then in order of creation
  std::vector<RankEnd> ends;         // by rank; known from uftrace alone
  // Names of arguments, if the tracer records them: CallValue::argument is an index into these, from 1. Else empty.
  std::vector<std::string> value_names;
  std::vector<std::string> missing;  // what of a damaged trace was left out, for people; only when salvaging
  std::vector<std::string> remarks;  // what in it is no damage, but may surprise people; few lines, whatever is read
};

// Recorded traces, as tracers leave them in files and folders.

// How traces are read.
struct TraceOptions {
  unsigned threads = 1;  // 0 counts as 1; the result is the same for any number
  // Of a trace that is damaged, or lost records, what is whole counts; Trace::missing says what does not.
  bool salvage = false;
  bool values = false;          // fill ThreadTrace::values
  bool communications = false;  // fill ThreadTrace::communications
};

// Reads one execution; what kind of trace it is, is told by its content:
//   - a folder that uftrace recorded into;
//   - an OTF2 archive: its folder, or its anchor file (*.otf2), which may have any name;
//   - a file in Chrome's JSON trace format, also gzip-compressed;
//   - a folder of such folders or files, one for each rank, which is the number at the end of its name; numbers that
//     are no ranks, as process ids, give the order. Of the others, only OTF2 archives have ranks other than 0.
// Of each only regular files are read. Trace::remarks says what is odd and no damage.
// Units: times in nanoseconds of the tracer's clock; since the first call where some would be below 0.
// Errors: kSystem; kNotATrace; kBadVersion; kTruncated, kBadTrace (a record that contradicts those before it: path()
// and offset() say which), kLostRecords, kNoSymbols (addresses of a library whose symbols were not kept): none of these
// four when salvaging, unless nothing can be used; kUnsupported for what this build cannot read, pipes and devices;
// kBadCompression; kOverflow for more than 2^32 - 2 calls of a thread. When salvaging, a rank that has any error is
// left out, and those behind it keep their numbers.
// Source: uftrace 0.13's folders, version 4; the Trace Event Format; OTF2 3.0.
PROFDIFF_EXPORT Trace ReadTrace(const std::string& path, const TraceOptions& options = {});

// Callbacks for reading an execution rank by rank.
struct RankReading {
  std::function<bool(std::uint32_t rank)> wants;  // selects the ranks to read; empty: all
  // Receives a rank. If each rank has its own files, `part` has the rank's own `missing` and `remarks`; it has no
  // thread if the rank is damaged and left out. Times of all ranks count from the same moment, which may be long before
  // the first call.
  std::function<void(std::uint32_t rank, Trace part)> take;
};

// Reads what ReadTrace reads, one rank after the other in ascending order. A recording that is neither a directory of
// ranks nor an OTF2 archive has only rank 0. Returns what belongs to no single rank: paths, `missing` and `remarks`,
// without threads.
// Memory: proportional to the largest rank.
PROFDIFF_EXPORT Trace ReadTraceByRank(const std::string& path, const TraceOptions& options, const RankReading& ranks);

// The files that ReadTrace reads of a path, and few others that belong to the same recording; only the path itself
// where that is a file in JSON, or no trace.
PROFDIFF_EXPORT std::vector<std::string> FilesOfTrace(const std::string& path);

// Which calls of a trace a user wants to see.

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

// Removes the calls that the filter rejects, with their values. With CallFilter::off_cpu it also removes absences and
// the times at which recordings ended; without it, those times are at most the end of the filter. Names stay as they
// are. Cost: linear in calls, in place. Errors: kBadArgument for an expression that std::regex does not accept, or
// finds too complex for a name; message() quotes it.
PROFDIFF_EXPORT SelectedTrace SelectCalls(Trace trace, const CallFilter& filter);

// A trace as a profile: what stays when the order of calls is forgotten.

// A profile and the functions it is about.
struct TraceProfile {
  FunctionTable functions;
  Profile profile;
};

// Adds up the calls of all threads by function. What is made of it can be matched, subtracted and listed as any other
// profile.
//
// Shape: the functions that are called, by name; they have neither addresses nor files. Arcs in the order of their
// first calls. `calls` counts those on top level too, which have no arc: so callers share no time that is not theirs.
// Units: a tick is a nanosecond of self time, and the rate is 1e9: sums are exact up to 2^53 ns, 104 days.
// Cost: linear in calls. Memory beside the result grows with functions, arcs and the depth of calls alone.
PROFDIFF_EXPORT TraceProfile ProfileOfTrace(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_H_
