// SPDX-License-Identifier: GPL-3.0-or-later
// Traces, which contain the individual calls of one execution as recorded by a tracer.
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
#include "profdiff/image.h"
#include "profdiff/input.h"
#include "profdiff/profile.h"

namespace profdiff {

using NameId = Id<struct NameTag>;        // index into Trace::names
using CallId = Id<struct CallTag>;        // index of a row of a CallTree
using ThreadId = Id<struct ThreadTag>;    // index into Trace::threads
using CounterId = Id<struct CounterTag>;  // index into Trace::counters

// The calls of one thread as a tree, stored in preorder: the descendants of call `c` are the rows c + 1 to end[c] - 1.
// Its first callee is c + 1; the callee after a callee d is end[d]. There may be several top-level calls.
// Units: nanoseconds of the tracer's clock.
struct CallTree {
  std::vector<NameId> function;         // by CallId
  std::vector<std::uint32_t> end;       // by CallId: row after the last descendant
  std::vector<std::uint64_t> start;     // by CallId
  std::vector<std::uint64_t> duration;  // by CallId: inclusive; a call that did not return lasts until the last record
  // by CallId: hash of the names of the functions in the call's subtree, and of its structure
  std::vector<std::uint64_t> shape;
  std::vector<CallId> open;  // calls that had not returned when the trace ended, outermost first

  std::size_t size() const { return function.size(); }
};

// An off-CPU interval of a thread. Units: as in CallTree.
struct OffCpuInterval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// An argument or the return value of a call.
struct CallValue {
  static constexpr std::uint32_t kFirstNamed = std::uint32_t{1} << 31;

  CallId call;
  // 1 is the first argument; 0 is the return value. From kFirstNamed on, the argument has a name, and
  // `argument - kFirstNamed` is its index in Trace::value_names.
  std::uint32_t argument = 1;
  std::variant<std::int64_t, double> value;
};

// A message that a call sent or received, or a collective operation in which it took part.
struct Communication {
  enum class Kind : std::uint8_t { kSend, kReceive, kCollective };
  static constexpr std::uint32_t kUnknownRank = 0xffffffff;

  CallId call;  // the innermost call that was open at `time`
  Kind kind = Kind::kSend;
  std::uint64_t time = 0;                // nanoseconds, as in CallTree
  std::uint32_t partner = kUnknownRank;  // receiver of a send, sender of a receive, root of a collective operation
  std::uint32_t tag = 0;
  std::uint64_t communicator = 0;  // id of the communicator, which is the same on all ranks
  std::uint64_t bytes = 0;
};

// The role of a function or region, as defined by the recording. Constructs are OpenMP constructs, which are regions of
// the program's code.
enum class CallRole : std::uint8_t {
  kFunction,  // a function of the program; also if the role is unknown
  kMpi,       // a routine of MPI
  kOpenMp,    // a routine of OpenMP, or a construct that contains no code of the program, such as `taskwait`
  kParallel,  // a parallel region, which each thread of the team enters
  kLoop,      // a loop construct or `workshare`
  kSections,
  kSection,
  kSingle,  // a `single` construct, which all threads enter; includes the wait at its end
  kMaster,
  kCritical,  // a `critical` construct, including the wait before its code
  kOrdered,   // an `ordered` construct, including the wait before its code
  kBlock,     // the code in a `critical`, `ordered` or `single` construct, without waits
  kTask,      // the code of a task
  kAtomic,
  kBarrier,          // an explicit barrier in the program
  kImplicitBarrier,  // an implicit barrier at the end of a construct
  kConstruct,        // any other construct that contains code of the program
  kUser,             // a region that is marked for the recorder in the program's source
};

// The recording's definition of a name in Trace::names.
struct CallDefinition {
  CallRole role = CallRole::kFunction;
  std::string file;        // source file; empty if unknown
  std::uint32_t line = 0;  // 0 if unknown
};

// A counter of events in a running program, such as PAPI_TOT_INS.
struct Counter {
  std::string name;
  std::string unit;  // unit of the counter's values; empty if unknown
};

// The readings of the counters of one thread. Counters that are read together form a set.
// Shape: except for `sets`, arrays are indexed by reading, in the order of the recording.
struct CounterReadings {
  std::vector<std::vector<CounterId>> sets;  // each counter is in at most one set
  std::vector<std::uint32_t> set;            // index into `sets`
  std::vector<CallId> call;                  // the innermost open call at the reading; invalid if there is none
  std::vector<CallId> next;                  // the first call after the reading; CallTree::size() if there is none
  std::vector<std::uint64_t> time;           // nanoseconds, as in CallTree
  // Indexed by reading, then by counter of the reading's set: the increase since the previous reading of the same set.
  // The first reading of a counter that was already running is 0.
  std::vector<double> counts;

  std::size_t size() const { return set.size(); }
};

// The recording of one thread.
struct ThreadTrace {
  std::uint32_t rank = 0;    // rank of the process; 0 without MPI
  std::uint64_t number = 0;  // the tracer's id of the task (uftrace) or location (OTF2)
  std::string label;         // text for reports, such as "rank 2, thread 1"
  // The recording's name of the process and of the thread, joined by "/", such as "Renderer/Compositor"; empty if it
  // has neither. Names identify threads across executions, which numbers do not.
  std::string name;
  CallTree calls;
  // Disjoint and in order; empty if scheduler events were not recorded.
  std::vector<OffCpuInterval> off_cpu;
  std::uint64_t lost_records = 0;             // number of records that the tracer lost
  std::vector<CallValue> values;              // by call, then by argument; only with TraceOptions::values
  std::vector<Communication> communications;  // in order of time; only with TraceOptions::communications
  CounterReadings counters;                   // only with TraceOptions::counters
};

// The end of a rank, as far as its recording shows it.
struct RankEnd {
  std::uint32_t rank = 0;
  // Nanoseconds of the tracer's clock, not before the rank's last record. This is later than the true end by the time
  // needed to load and terminate the program, because uftrace measures from the moment at which it starts the program.
  // For eight ranks of Open MPI on two processors, the delay is 0.1 to 0.7 s.
  std::optional<std::uint64_t> recording_end;
  // 256 times the program's exit value, or the number of the signal that killed the program; -1 if the
  // recorder was killed, so that nothing is known about the program.
  std::optional<int> exit_status;
};

// A sum over calls that a recording has beside the calls.
struct TraceSum {
  std::string name;
  std::uint64_t time = 0;  // nanoseconds
};

// One execution, recorded call by call.
struct Trace {
  std::vector<std::string> paths;           // files or directories from which it was read
  std::vector<std::string> names;           // by NameId: distinct linkage names
  std::vector<CallDefinition> definitions;  // by NameId; empty if the recording has none
  std::vector<ThreadTrace> threads;         // by ThreadId; sorted by rank, then in order of creation
  std::vector<RankEnd> ends;                // by rank; only with uftrace
  std::vector<Counter> counters;            // by CounterId; with distinct names; only with TraceOptions::counters
  // Names of arguments. All arguments in Chrome's format have one; in other formats, only texts. The name of an
  // argument that is a text is followed by the character 0x1f and the text; the value is then 1. The text is empty if
  // it was not kept: it has more than 64 bytes or was not readable, or there are more than 65,536 names.
  std::vector<std::string> value_names;
  std::vector<TraceSum> sums;  // only for clang's -ftime-trace; in order of name
  // Whose conventions the names and events follow, and what this means, for one line of a report; empty if nothing was
  // recognised.
  std::string producer;
  std::vector<Message> missing;  // messages about omitted parts of a damaged trace, if the trace was salvaged
  std::vector<Message> remarks;  // messages about oddities that are not damage; at most a few lines

  CallRole RoleOf(NameId name) const {
    return name.value < definitions.size() ? definitions[name.value].role : CallRole::kFunction;
  }
};

// Reading traces from files and directories.

// Options for reading traces.
struct TraceOptions {
  unsigned threads = 1;  // 0 counts as 1; does not affect the result
  // Uses the intact part of a trace that is damaged or has lost records; Trace::missing describes the rest.
  bool salvage = false;
  // A text called "detail" among the arguments of an event of Chrome's format is a part of the call's name, as in
  // "Source: vector": clang's -ftime-trace gives all calls of a kind one name.
  bool details = true;
  bool values = false;          // fills ThreadTrace::values
  bool communications = false;  // fills ThreadTrace::communications
  bool counters = false;        // fills Trace::counters and ThreadTrace::counters
  bool texts = false;           // with `values`: also arguments and return values that are texts
};

// Reads one execution. The kind of trace is detected from its contents:
//   - a directory recorded by uftrace;
//   - an OTF2 archive: its directory, or its anchor file (*.otf2), which may have any name;
//   - a file in Chrome's JSON trace format, which may be gzip-compressed;
//   - a directory of such directories or files, one for each rank, whose names end in the rank; other numbers, such as
//     process ids, define the order of ranks. Recordings of the other kinds have only rank 0, except OTF2 archives.
// Only regular files are read. Trace::remarks lists oddities that are not damage.
// Units: times are in nanoseconds of the tracer's clock, or relative to the first call if some would otherwise be below
// 0.
// Errors: kSystem; kNotATrace; kTruncated, kBadTrace (a record that contradicts earlier ones, at path()
// and place()), kLostRecords, kLostSymbols (addresses of a library whose symbols were not kept): when salvaging, these
// four occur only if no part can be used; kUnsupported for formats and versions that this build cannot read, pipes and
// devices; kBadCompression; kOverflow for more than 2^32 - 2 calls of a thread. When salvaging, a rank with any error
// is omitted, and the other ranks keep their numbers.
// Source: uftrace 0.13's directories, version 4; the Trace Event Format; OTF2 3.0.
PROFDIFF_EXPORT Trace ReadTrace(const Input& input, const TraceOptions& options = {});

// Callbacks for reading an execution rank by rank.
struct RankReading {
  std::function<bool(std::uint32_t rank)> wants;  // selects the ranks to read; empty: all
  // Receives a rank. If each rank has its own files, `part` has the rank's own `missing` and `remarks`. The part has no
  // threads if the rank was omitted because of damage. Times of all ranks are relative to the same moment, which may be
  // long before the first call.
  std::function<void(std::uint32_t rank, Trace part)> take;
};

// Returns the files that ReadTrace reads for a path, and a few other files of the recording. If the path is a JSON file
// or not a trace, returns only the path.
PROFDIFF_EXPORT std::vector<std::string> FilesOfTrace(const Input& input);

// Selecting calls.

// Options that select the calls to keep. If a call is dropped, its callees and its self time become those of its
// caller.
struct CallFilter {
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  // Regular expressions (RE2) that match anywhere in a linkage or demangled name. If `keep` is empty, all
  // functions that do not match `drop` are kept.
  std::vector<std::string> keep, drop;
  bool drop_startup = true;            // also drops functions that start or end the program (see StartupOf)
  std::uint32_t depth = 0xffffffff;    // maximum depth, counted in kept calls; top-level calls have depth 1
  std::vector<std::uint32_t> ranks;    // empty: all
  std::vector<std::uint32_t> threads;  // threads to keep, by index within their rank, from 0; empty: all
  // Interval to keep, in nanoseconds since the trace's first call. Calls that extend beyond an end are cut there.
  std::uint64_t from = 0, to = kForever;
  // Start of the run's first call, by the tracer's clock; only set if the trace is a part of a run.
  std::optional<std::uint64_t> begin;
  bool off_cpu = false;  // removes off-CPU intervals from the times of threads
};

// A function whose calls were dropped.
struct DroppedFunction {
  std::string name;
  std::uint64_t calls = 0;
  // number of calls of any function that were dropped because they are below a call of this function
  std::uint64_t below = 0;
  bool startup = false;  // true if the function was dropped only because of drop_startup
};

struct SelectedTrace {
  Trace trace;
  std::vector<DroppedFunction> dropped;  // functions that were dropped because of their names; sorted by name
};

// Kinds of functions that start and end a program but are not part of it.
enum class Startup : std::uint8_t {
  kNo,
  kRunsMain,  // _start and __libc_start_main, whose callees belong to the program
  kAlone,     // __monstartup, __cxa_atexit, static initialisers and others, whose callees are not part of the program
};

PROFDIFF_EXPORT Startup StartupOf(std::string_view linkage_name);

// Removes the calls that the filter rejects, with their values, and all counter readings. With CallFilter::off_cpu,
// also removes off-CPU intervals and the times at which recordings ended; otherwise these times are limited to the
// end of the filter's interval. Trace::names does not change. Cost: linear in calls; works in place.
// Errors: kBadArgument for an expression that std::regex rejects, or that exceeds the bounds on time or stack when it
// is matched against a name; cause() quotes the expression.
PROFDIFF_EXPORT SelectedTrace SelectCalls(Trace trace, const CallFilter& filter);

// Keeps only calls with this linkage or demangled name, outermost ones if they are nested, and the calls below them.
// They become top-level calls; threads without them, names without calls, values and counters are removed. If no call
// has the name and it ends in "#N", keeps only the N-th of the calls with the name before it, in the order of their
// starts. Errors: kBadArgument if there is no such call.
PROFDIFF_EXPORT Trace KeepRoot(Trace trace, const std::string& root);

// Adds up processes, so that executions with different numbers of processes can be aligned: ranks are divided, in
// order, into `groups` groups of nearly equal size, or fewer if there are fewer ranks. The threads of a group with the
// same place in their ranks become one thread, in which the calls with the same path are one call that has the sum of
// their times. Calls begin one after the other, in the order of the first calls.
PROFDIFF_EXPORT Trace GroupRanks(const Trace& trace, std::uint32_t groups);

// Converting a trace to a profile, in which the order of calls is lost.

// A profile and its function table.
struct TraceProfile {
  FunctionTable functions;
  Profile profile;
};

// Adds up the calls of all threads by function. The result can be matched, subtracted and listed like any other
// profile.
//
// Shape: only called functions, sorted by name, without addresses and files. Arcs are in the order of their first
// calls. `calls` includes top-level calls; these have no arc, so their time is not propagated to any caller.
// Units: a tick is a nanosecond of self time, and the rate is 1e9. Sums are exact up to 2^53 ns (104 days).
// Cost: linear in calls. Additional memory grows only with the number of functions and arcs and the depth of calls.
PROFDIFF_EXPORT TraceProfile ProfileOfTrace(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_H_
