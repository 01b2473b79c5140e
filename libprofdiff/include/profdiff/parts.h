// SPDX-License-Identifier: GPL-3.0-or-later
// Measures and compares recordings of many MPI ranks part by part. A part is the trace of one or more ranks of a run.
// The parts are measured in one process, to save memory, or in several processes. Several processes can also compare
// threads with those of other runs (profdiff/ranking.h).
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

// The processes that together measure the parts of one run. All processes make the same exchanges in the same order.
struct Peers {
  std::size_t own = 0, count = 1;  // index of this process; number of processes
  // Sends outgoing[i] to process i and returns the data that each process sent to this one. The element with the index
  // `own` is empty in both lists. Not called if there is only one process.
  std::function<std::vector<std::string>(std::vector<std::string> outgoing)> exchange = {};
};

// Measures a trace part by part, in one process or in several. Keeps only the sums and the MPI calls of each part. The
// measurements of all parts together equal the result of MeasureTrace for the whole trace.
class PROFDIFF_EXPORT MeasuredParts {
 public:
  explicit MeasuredParts(MeasureOptions options = {});
  ~MeasuredParts();
  MeasuredParts(MeasuredParts&&) noexcept;
  MeasuredParts& operator=(MeasuredParts&&) noexcept;

  // Adds a part. Its ranks must not be in any other part. `place` is the part's rank; parts are combined in the order
  // of ranks. `place` is nullopt for the trace without threads that ReadTraceByRank returns. If several such traces are
  // added, the paths and damage of the first are used. Errors: as for MeasureTrace.
  void Add(const Trace& part, std::optional<std::uint32_t> place);

  // Matches MPI calls between processes and moves the sums to the first process, whose Measure() then returns the
  // result. If there are several processes, each of them must call this function once, after adding all its parts. The
  // processes exchange the ends of messages, the times of collective operations, and sums.
  // Errors: kBadTrace for damaged data from another process.
  void Gather(const Peers& peers);

  // Restricts the parts that are added from now on to MeasureOptions::from and `to`. The parts of the whole run must
  // have been measured before: the offsets of their clocks are used.
  void Restrict();

  // Returns the measurements and consumes the parts. Errors: as for MeasureTrace; kBadTrace if no part was usable.
  Measurements Measure();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads ranks of one run, from one recording or from the recordings of its processes, and adds them to `parts`. `wants`
// selects ranks; if it is empty, all ranks are read. Errors: as for ReadTraceByRank and MeasureTrace.
PROFDIFF_EXPORT void LoadMeasuredParts(const std::vector<Input>& inputs, const MeasureOptions& options,
                                       const std::function<bool(std::uint32_t rank)>& wants, MeasuredParts& parts);

// Damage and oddities in a rank's recording or, without a rank, in the whole run; see Trace::missing and
// Trace::remarks.
struct RankNotes {
  std::optional<std::uint32_t> rank;
  std::vector<Message> missing, remarks;
};

// The ranks, from all compared runs, that one process has in memory. Answers the requests of RankShares, which is
// called in one of the processes. An answer contains only names, folded traces and a few points in time for each
// thread.
class PROFDIFF_EXPORT RankShare {
 public:
  // `runs` is the total number of good and bad runs; `options` is as for RankShares, and `filter` as for SelectCalls.
  RankShare(std::size_t runs, RankOptions options, CallFilter filter = {});
  ~RankShare();
  RankShare(RankShare&&) noexcept;
  RankShare& operator=(RankShare&&) noexcept;

  // Adds ranks of the run with index `run`; good runs have the first indices. The ranks must not be in any other
  // RankShare.
  void Add(std::size_t run, Trace ranks, std::vector<RankNotes> notes = {});

  // Answers a request. Requests must be passed in the order in which they were made. Errors: as for SelectCalls and
  // FoldTraces; kBadTrace for data that is not the next request.
  std::string Answer(std::string_view request);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads, from the recording of a run, the ranks that `wants` selects, and adds them to `share`. Errors: as for
// ReadTraceByRank.
PROFDIFF_EXPORT void LoadRankShare(const Input& input, std::size_t run, const TraceOptions& options,
                                   const std::function<bool(std::uint32_t rank)>& wants, RankShare& share);

// The totals of one run, over its ranks in all instances of RankShare.
struct SharedRun {
  std::vector<Message> missing, remarks;  // messages about all ranks of the run, in rank order
  std::uint64_t functions = 0, threads = 0, calls = 0;
};

struct SharedRanking {
  ThreadRanking ranking;
  std::vector<SharedRun> runs;  // good runs, then bad runs
};

// Sends a request to each RankShare, and returns their answers. The order of the answers is the same in every call.
using AskShares = std::function<std::vector<std::string>(const std::string& request)>;

// Compares the runs whose ranks are distributed over all instances of RankShare. Returns what RankThreads returns for
// the whole runs (without good runs, what DescribeThreads returns), for any number of instances.
// Errors: as for RankThreads; kBadTrace for invalid answers, and for a run without any usable rank.
PROFDIFF_EXPORT SharedRanking RankShares(const AskShares& ask, std::size_t good, std::size_t bad,
                                         const RankOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_PARTS_H_
