// SPDX-License-Identifier: GPL-3.0-or-later
// The calls of one execution, one by one, as a tracer recorded them.
#ifndef PROFDIFF_TRACE_H_
#define PROFDIFF_TRACE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/ids.h"

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

// What was recorded of one thread.
struct ThreadTrace {
  std::uint32_t rank = 0;    // of its process: 0 but for MPI
  std::uint64_t number = 0;  // the tracer's own: a task's or a location's
  std::string label;         // for people: "rank 2, thread 1"
  CallTree calls;
  std::vector<Absence> absences;   // in order, disjoint; empty where no scheduler events were recorded
  std::uint64_t lost_records = 0;  // that the tracer says it could not keep
};

// One execution, recorded call by call.
struct Trace {
  std::vector<std::string> paths;    // files or folders it was read from
  std::vector<std::string> names;    // by NameId: linkage names, each once
  std::vector<ThreadTrace> threads;  // by ThreadId: by rank, then in order of creation
  std::vector<std::string> missing;  // what of a damaged trace was left out, for people; only when salvaging
  std::vector<std::string> remarks;  // what in it is no damage, but may surprise people; few lines, whatever is read
};

}  // namespace profdiff

#endif  // PROFDIFF_TRACE_H_
