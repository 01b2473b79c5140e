// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings of many ranks, part by part: measured, to save memory or to use several processes; or ranked by several
// processes.
#ifndef PROFDIFF_PARTS_H_
#define PROFDIFF_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/properties.h"
#include "profdiff/ranking.h"
#include "profdiff/trace.h"

namespace profdiff {

// Processes that measure the parts of one run together. All make the same exchanges in the same order.
struct Peers {
  std::size_t own = 0, count = 1;  // index of this process; number of processes
  // Sends outgoing[i] to process i, and returns what each process sent to this one; entry `own` is empty on both sides.
  // Not called by a process that is alone.
  std::function<std::vector<std::string>(std::vector<std::string> outgoing)> exchange = {};
};

// Measures a trace part by part, in one process or in several. Of each part only sums and MPI calls are kept; all parts
// together give the measurements that MeasureTrace finds.
class PROFDIFF_EXPORT MeasuredParts {
 public:
  explicit MeasuredParts(MeasureOptions options = {});
  ~MeasuredParts();
  MeasuredParts(MeasuredParts&&) noexcept;
  MeasuredParts& operator=(MeasuredParts&&) noexcept;

  // Adds a part, whose ranks are in no other part. `place` orders the parts: it is the rank. The trace that
  // ReadTraceByRank returns has no place; if several are added, the paths and damage of the first are used. Errors:
  // those of MeasureTrace.
  void Add(const Trace& part, std::optional<std::uint32_t> place);

  // Called once by each of several processes after all its parts were added: matches MPI calls between processes, and
  // moves the sums to the first process, whose Measure() then gives the result. Between processes travel the ends of
  // messages, the times of collective operations and sums.
  // Errors: kBadTrace for bytes of another process that are damaged.
  void Gather(const Peers& peers);

  // Consumes the parts. Errors: those of MeasureTrace; kBadTrace if no part was usable.
  Measurements Measure();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads ranks of one run, from one recording or from those of its processes, and adds them to `parts`. `wants` selects
// ranks; if it is empty, all are read. Errors: those of ReadTraceByRank and MeasureTrace.
PROFDIFF_EXPORT void LoadMeasuredParts(const std::vector<std::string>& paths, const MeasureOptions& options,
                                       const std::function<bool(std::uint32_t rank)>& wants, MeasuredParts& parts);

// Damage and oddities of a rank's recording, as Trace::missing and Trace::remarks; without a rank, of the whole run.
struct RankNotes {
  std::optional<std::uint32_t> rank;
  std::vector<std::string> missing, remarks;
};

// The ranks of one process, in all runs that are ranked. It answers the requests of RankShares, which is called in one
// of the processes. Only names, folded traces and a few times per thread are sent.
class PROFDIFF_EXPORT RankShare {
 public:
  // `runs` counts good and bad runs, `options` are those of RankShares, and `filter` is that of SelectCalls.
  RankShare(std::size_t runs, RankOptions options, CallFilter filter = {});
  ~RankShare();
  RankShare(RankShare&&) noexcept;
  RankShare& operator=(RankShare&&) noexcept;

  // Adds the ranks of a run; good runs come first. No other share has any of these ranks.
  void Add(std::size_t run, Trace ranks, std::vector<RankNotes> notes = {});

  // Answers a request. Requests must be passed in the order in which they were made. Errors: those of SelectCalls and
  // FoldTraces; kBadTrace for bytes that are not the next request.
  std::string Answer(std::string_view request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads the ranks of a run that `wants` selects and adds them to `share`. Errors: those of ReadTraceByRank.
PROFDIFF_EXPORT void LoadRankShare(const std::string& path, std::size_t run, const TraceOptions& options,
                                   const std::function<bool(std::uint32_t rank)>& wants, RankShare& share);

// A run of all shares.
struct SharedRun {
  std::vector<std::string> missing, remarks;  // in the order of ranks
  std::uint64_t functions = 0, threads = 0, calls = 0;
};

struct SharedRanking {
  ThreadRanking ranking;
  std::vector<SharedRun> runs;  // good ones, then bad ones
};

// Sends a request to each share, and returns their answers, in the same order each time.
using AskShares = std::function<std::vector<std::string>(const std::string& request)>;

// Ranks the runs of all shares. The result is that of RankThreads for the whole runs, or of DescribeThreads without
// good runs; it does not depend on the number of shares.
// Errors: those of RankThreads; kBadTrace for answers that no share gave, and for a run without any usable rank.
PROFDIFF_EXPORT SharedRanking RankShares(const AskShares& ask, std::size_t good, std::size_t bad,
                                         const RankOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_PARTS_H_
