// SPDX-License-Identifier: GPL-3.0-or-later
// The time lost in waits and in libraries, by path of calls.
// Tests: tests/unit/analyze/waits/path_losses_test.cpp.
#ifndef PROFDIFF_ANALYZE_WAITS_PATH_LOSSES_H_
#define PROFDIFF_ANALYZE_WAITS_PATH_LOSSES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/waits/causes/timelines.h"
#include "analyze/waits/runtime_calls.h"
#include "analyze/waits/waits.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {

// A kind of lost time: a WaitKind, or one of these.
inline constexpr std::uint32_t kMpiOverhead = kWaitKinds, kOpenMpOverhead = kWaitKinds + 1;

// Time lost in calls with one path. Units: nanoseconds.
struct PathSum {
  std::uint32_t kind = 0;
  std::uint32_t path = 0;   // index into PathLosses::paths
  bool is_routine = false;  // true if the path ends with a routine of a library
  std::int64_t lost = 0;
};

// Shape: CallPath::name is a NameId; outer paths come before inner ones.
struct PathLosses {
  std::vector<CallPath> paths;
  std::vector<PathSum> sums;

  bool IsInBounds(std::size_t names) const;
};

template <class Pack>
void Fields(Pack& pack, PathSum& sum) {
  pack(sum.kind, sum.path, sum.is_routine, sum.lost);
}
template <class Pack>
void Fields(Pack& pack, PathLosses& losses) {
  pack(losses.paths, losses.sums);
}

// Finds the paths of calls of a trace. A recursive call has the path of the outermost call of its function.
class LossPathFinder {
 public:
  LossPathFinder(const Trace& trace, const RuntimeCalls& runtime) : trace_(trace), runtime_(runtime) {}

  // Returns the paths of calls of a thread, as indices into paths(). `rows` are the calls in ascending order. Cost:
  // linear in the calls that enclose them, and in the calls next to these.
  std::vector<std::uint32_t> Find(std::size_t thread, const std::vector<std::uint32_t>& rows);

  // CallPath::name is a NameId of the trace.
  const std::vector<CallPath>& paths() const { return paths_; }

 private:
  std::uint32_t Child(std::uint32_t parent, std::uint32_t name);

  const Trace& trace_;
  const RuntimeCalls& runtime_;
  std::vector<CallPath> paths_;
  std::map<CallPath, std::uint32_t> ids_;
};

// Adds up the losses of the parts of a run.
class JoinedLosses {
 public:
  // `ids` are the joined names, by NameId of the part.
  void Add(const PathLosses& part, const std::vector<NameId>& ids);
  PathLosses Take() { return std::move(joined_); }

 private:
  PathLosses joined_;
  std::map<CallPath, std::uint32_t> paths_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> sums_;  // by kind and path
};

// Returns the losses with names from the phase on, largest first.
std::vector<PathLoss> ListLosses(const PathLosses& losses, const std::vector<std::string>& names,
                                 const std::string& phase);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_WAITS_PATH_LOSSES_H_
