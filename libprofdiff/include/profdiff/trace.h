// SPDX-License-Identifier: GPL-3.0-or-later
// Traces: the individual calls of one execution, as recorded by a tracer.
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

using NameId = Id<struct NameTag>;        // an entry of Trace::names
using CallId = Id<struct CallTag>;        // a row of a CallTree
using ThreadId = Id<struct ThreadTag>;    // an entry of Trace::threads
using CounterId = Id<struct CounterTag>;  // an entry of Trace::counters

// The calls of one thread as a tree in flat preorder: the descendants of call `c` are the rows c + 1 to end[c] - 1. Its
// first callee is c + 1; the callee after a callee d is end[d]. There may be several top-level calls.
// Units: nanoseconds of the tracer's clock.
struct CallTree {
  std::vector<NameId> function;         // by CallId
  std::vector<std::uint32_t> end;       // by CallId: the row after its last descendant
  std::vector<std::uint64_t> start;     // by CallId
  std::vector<std::uint64_t> duration;  // by CallId: inclusive; a call that was not left lasts until the last record
  std::vector<std::uint64_t> shape;     // by CallId: hash of the names and the structure of its subtree
  std::vector<CallId> open;             // calls that were not left when the trace ended, the outermost first

  std::size_t size() const { return function.size(); }
};

// An off-CPU interval of a thread. Units: as in CallTree.
struct OffCpuInterval {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// An argument or the return value of a call.
struct CallValue {
  CallId call;
  std::uint32_t argument = 1;  // 1 is the first argument; 0 is the return value
  std::variant<std::int64_t, double> value;
};

// A message that a call sent or received, or a collective operation that it took part in.
struct Communication {
  enum class Kind : std::uint8_t { kSend, kReceive, kCollective };
  static constexpr std::uint32_t kUnknownRank = 0xffffffff;

  CallId call;  // the innermost open call
  Kind kind = Kind::kSend;
  std::uint64_t time = 0;                // nanoseconds, as in CallTree
  std::uint32_t partner = kUnknownRank;  // receiver of a send, sender of a receive, root of a collective operation
  std::uint32_t tag = 0;
  std::uint64_t communicator = 0;  // an id that is the same on all ranks
  std::uint64_t bytes = 0;
};

// The role of a function or region, as the recording defines it. Constructs are those of OpenMP: regions of the
// program's code.
enum class CallRole : std::uint8_t {
  kFunction,  // a function of the program, or unknown
  kMpi,       // a routine of MPI
  kOpenMp,    // a routine of OpenMP, or a construct without code of the program
  kParallel,  // a parallel region, in each thread of the team
  kLoop,      // or `workshare`
  kSections,
  kSection,
  kSingle,  // with the wait at its end, in all threads
  kMaster,
  kCritical,  // including the wait to enter it
  kOrdered,   // including the wait to enter it
  kBlock,     // the code of a `critical`, `ordered` or `single`, without waits
  kTask,      // the code of a task
  kAtomic,
  kBarrier,          // the program's own
  kImplicitBarrier,  // at the end of a construct
  kConstruct,        // any other construct with code of the program
};

// The definition of a name.
struct CallDefinition {
  CallRole role = CallRole::kFunction;
  std::string file;        // empty when unknown
  std::uint32_t line = 0;  // 0 when unknown
};

// A counter of events in a running program, such as PAPI_TOT_INS.
struct Counter {
  std::string name;
  std::string unit;  // empty when unknown
};

// Readings of the counters of one thread. Counters that are read together form a set.
// Shape: arrays by reading, in the order of the recording.
struct CounterReadings {
  std::vector<std::vector<CounterId>> sets;  // a counter is in one set at most
  std::vector<std::uint32_t> set;            // an entry of `sets`
  std::vector<CallId> call;                  // the innermost open call; invalid: none
  std::vector<CallId> next;                  // the first call that is entered later, or CallTree::size()
  std::vector<std::uint64_t> time;           // nanoseconds, as in CallTree
  // By reading, then by counter of its set: the counts since the previous reading of the set. The first reading has 0
  // for a counter that was already running.
  std::vector<double> counts;

  std::size_t size() const { return set.size(); }
};

// The recording of one thread.
struct ThreadTrace {
  std::uint32_t rank = 0;    // rank of its process: 0 without MPI
  std::uint64_t number = 0;  // id from the tracer: of a task or a location
  std::string label;         // text for reports: "rank 2, thread 1"
  CallTree calls;
  std::vector<OffCpuInterval> off_cpu;  // off-CPU intervals in order, disjoint; empty without recorded scheduler events
  std::uint64_t lost_records = 0;       // number of records that the tracer lost
  std::vector<CallValue> values;        // by call, then argument; only with TraceOptions::values
  std::vector<Communication> communications;  // in order of time; only with TraceOptions::communications
  CounterReadings counters;                   // only with TraceOptions::counters
};

// The end of the recording of one rank, as far as recorded.
struct RankEnd {
  std::uint32_t rank = 0;
  // Nanoseconds of the tracer's clock, not before the rank's last record. Later than the true end by the time to load
  // and to terminate the program, as uftrace measures from its start of the program: by 0.1 to 0.7 s for eight ranks of
  // Open MPI on two processors.
  std::optional<std::uint64_t> recording_end;
  // 256 times the program's exit value, or the number of the signal that killed it.
  std::optional<int> exit_status;
};

// One execution, recorded call by call.
struct Trace {
  std::vector<std::string> paths;           // files or directories it was read from
  std::vector<std::string> names;           // by NameId: linkage names, each once
  std::vector<CallDefinition> definitions;  // by NameId; empty if the recording has none, as only OTF2 archives do
  std::vector<ThreadTrace> threads;         // by ThreadId: by rank, then in order of creation
  std::vector<RankEnd> ends;                // by rank; with uftrace only
  std::vector<Counter> counters;            // by CounterId: names, each once; only with TraceOptions::counters
  // Names of arguments, if the tracer records them: CallValue::argument is an index into these, from 1. Otherwise
  // empty.
  std::vector<std::string> value_names;
  std::vector<std::string> missing;  // omitted parts of a damaged trace, as messages; only when salvaging
  std::vector<std::string> remarks;  // messages about oddities that are not damage; a few lines at most

  CallRole RoleOf(NameId name) const {
    return name.value < definitions.size() ? definitions[name.value].role : CallRole::kFunction;
  }
};

// Reading of traces from files and directories.

// Options for reading traces.
struct TraceOptions {
  unsigned threads = 1;  // 0 counts as 1; the result is the same for any number
  // Uses the intact part of a trace that is damaged or lost records; Trace::missing describes the rest.
  bool salvage = false;
  bool values = false;          // fill ThreadTrace::values
  bool communications = false;  // fill ThreadTrace::communications
  bool counters = false;        // fill Trace::counters and ThreadTrace::counters
};

// Reads one execution; the kind of trace is detected from its content:
//   - a directory recorded by uftrace;
//   - an OTF2 archive: its directory, or its anchor file (*.otf2), which may have any name;
//   - a file in Chrome's JSON trace format, also gzip-compressed;
//   - a directory of such directories or files, one for each rank, whose names end in the rank; other numbers, such as
//     process ids, give the order of ranks. Among the other kinds, only OTF2 archives have ranks other than 0.
// Only regular files are read. Trace::remarks lists oddities that are not damage.
// Units: times in nanoseconds of the tracer's clock; relative to the first call if some would be below 0.
// Errors: kSystem; kNotATrace; kBadVersion; kTruncated, kBadTrace (a record that contradicts earlier ones, at path()
// and offset()), kLostRecords, kNoSymbols (addresses of a library whose symbols were not kept): none of these four when
// salvaging, unless nothing can be used; kUnsupported for formats that this build cannot read, pipes and devices;
// kBadCompression; kOverflow for more than 2^32 - 2 calls of a thread. When salvaging, a rank with any error is
// omitted, and the other ranks keep their numbers.
// Source: uftrace 0.13's directories, version 4; the Trace Event Format; OTF2 3.0.
PROFDIFF_EXPORT Trace ReadTrace(const std::string& path, const TraceOptions& options = {});

// Callbacks for reading an execution rank by rank.
struct RankReading {
  std::function<bool(std::uint32_t rank)> wants;  // selects the ranks to read; empty: all
  // Receives a rank. If each rank has its own files, `part` has the rank's own `missing` and `remarks`; it has no
  // thread if the rank is damaged and left out. Times of all ranks count from the same moment, which may be long before
  // the first call.
  std::function<void(std::uint32_t rank, Trace part)> take;
};

// Reads the same recordings as ReadTrace, one rank after the other in ascending order. A recording that is neither a
// directory of ranks nor an OTF2 archive has only rank 0. Returns the values common to all ranks: paths, `missing` and
// `remarks`, without threads.
// Memory: proportional to the largest rank.
PROFDIFF_EXPORT Trace ReadTraceByRank(const std::string& path, const TraceOptions& options, const RankReading& ranks);
// Reads recordings of the processes of one run as a directory of ranks that has them: the numbers at the end of their
// names are ranks, or define the order of ranks; without numbers it is the order of the paths. A single path is any
// recording.
// Errors: kIncompatible if one of several recordings has several ranks of its own.
PROFDIFF_EXPORT Trace ReadTraceByRank(const std::vector<std::string>& paths, const TraceOptions& options,
                                      const RankReading& ranks);

// The files that ReadTrace reads for a path, and a few others of the same recording; only the path itself for a JSON
// file or no trace.
PROFDIFF_EXPORT std::vector<std::string> FilesOfTrace(const std::string& path);

// Selection of calls.

// Selects the calls to keep. The callees and the self time of a dropped function go to its caller.
struct CallFilter {
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  // ECMAScript regular expressions that match anywhere in a linkage or demangled name. If `keep` is empty, all
  // functions are kept except those in `drop`.
  std::vector<std::string> keep, drop;
  bool drop_startup = true;            // also drops the functions of StartupOf
  std::uint32_t depth = 0xffffffff;    // largest depth to keep, counted among kept calls; top-level calls have depth 1
  std::vector<std::uint32_t> ranks;    // empty: all
  std::vector<std::uint32_t> threads;  // by index within the rank, from 0; empty: all
  // Nanoseconds since the trace's first call. Calls that extend beyond an end are cut there.
  std::uint64_t from = 0, to = kForever;
  std::optional<std::uint64_t> begin;  // start of that call, by the tracer's clock, if the trace is a part of a run
  bool off_cpu = false;                // removes off-CPU intervals from a thread's times
};

// A function whose calls were dropped.
struct DroppedFunction {
  std::string name;
  std::uint64_t calls = 0;
  std::uint64_t below = 0;  // number of calls of any function dropped below them
  bool startup = false;     // dropped only because of drop_startup
};

struct SelectedTrace {
  Trace trace;
  std::vector<DroppedFunction> dropped;  // functions with calls that were dropped by name; sorted by name
};

// Functions that start and end a program and are not part of it.
enum class Startup : std::uint8_t {
  kNo,
  kRunsMain,  // _start, __libc_start_main: their callees are the program
  kAlone,     // __monstartup, __cxa_atexit, static initialisers and the like: their callees belong to them
};

PROFDIFF_EXPORT Startup StartupOf(std::string_view linkage_name);

// Removes the calls that the filter rejects, with their values, and all readings of counters. With CallFilter::off_cpu
// it also removes off-CPU intervals and the times at which recordings ended; without it, those times are at most the
// end of the filter. Names do not change. Cost: linear in calls, in place. Errors: kBadArgument for an expression that
// std::regex does not accept, or finds too complex for a name; message() quotes it.
PROFDIFF_EXPORT SelectedTrace SelectCalls(Trace trace, const CallFilter& filter);

// Conversion of a trace to a profile, which drops the order of calls.

// A profile and its function table.
struct TraceProfile {
  FunctionTable functions;
  Profile profile;
};

// Adds up the calls of all threads by function. The result can be matched, subtracted and listed as any other profile.
//
// Shape: the called functions, by name, without addresses and files. Arcs in the order of their first calls. `calls`
// includes top-level calls, which have no arc, so that their time is not propagated to any caller.
// Units: a tick is a nanosecond of self time, and the rate is 1e9: sums are exact up to 2^53 ns, 104 days.
// Cost: linear in calls. Additional memory grows with functions, arcs and the depth of calls only.
PROFDIFF_EXPORT TraceProfile ProfileOfTrace(const Trace& trace);

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_H_
