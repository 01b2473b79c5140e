// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to the shares of a ranking, and their answers. A request begins with its RankStep; requests are sent in the
// order of the steps.
// Tests: tests/unit/analyze/ranking/shares_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_SHARES_MESSAGES_H_
#define PROFDIFF_ANALYZE_RANKING_SHARES_MESSAGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/loops/folding.h"
#include "analyze/ranking/call_starts.h"
#include "analyze/ranking/stops/run_summary.h"
#include "base/packing.h"
#include "profdiff/error.h"
#include "profdiff/parts.h"

namespace profdiff {

enum class RankStep : std::uint8_t { kDescribe = 1, kFindLoops, kFold, kFindStarts };

using LoopBodies = std::vector<std::vector<NlrItem>>;  // indexed by loop; a body contains only earlier loops

// The answer to kDescribe for one run.
struct RunDescription {
  // Start of the first call, as for CallFilter::begin; nullopt if there are no calls.
  std::optional<std::uint64_t> begin;
  std::uint64_t threads = 0;
  std::vector<RankNotes> notes;
};

// The request of kFindLoops: CallFilter::begin for each run.
using RunBegins = std::vector<std::optional<std::uint64_t>>;

// The answer to kFindLoops and the request of kFold, for one filter.
struct KnownLoops {
  std::vector<std::string> names;  // names of kept functions, sorted
  LoopBodies bodies;
};

// The answer to kFold.
struct FoldedByFilter {
  LoopBodies bodies;  // loops found in addition to the known loops
  std::vector<std::vector<FoldedItems>> runs;
};
struct FoldedAnswer {
  std::vector<FoldedByFilter> filters;
  std::vector<RunSummary> summaries;  // indexed by run
};

// The request of kFindStarts consists of CallPlaces; its answer is CallStarts.

template <class Pack>
void Fields(Pack& pack, RankNotes& notes) {
  pack(notes.rank, notes.missing, notes.remarks);
}
template <class Pack>
void Fields(Pack& pack, RunDescription& run) {
  pack(run.begin, run.threads, run.notes);
}
// An item is packed as a code and a count. The lowest bit of the code is 1 for a loop, so that small indices of
// functions and of loops both give small numbers.
template <class Pack>
void Fields(Pack& pack, NlrItem& item) {
  std::uint32_t code = item.is_loop() ? item.loop() << 1 | 1 : item.symbol << 1;
  pack(code, item.count);
  item.symbol = (code >> 1) + (code & 1) * NlrItem::kFirstLoop;
}
template <class Pack>
void Fields(Pack& pack, KnownLoops& loops) {
  pack(loops.names, loops.bodies);
}
template <class Pack>
void Fields(Pack& pack, ThreadKey& id) {
  pack(id.rank, id.thread);
}
template <class Pack>
void Fields(Pack& pack, FoldedItems& items) {
  pack(items.thread.id, items.thread.recorded, items.thread.lost_records, items.thread.calls, items.items);
}
template <class Pack>
void Fields(Pack& pack, FoldedByFilter& folded) {
  pack(folded.bodies, folded.runs);
}
template <class Pack>
void Fields(Pack& pack, NameTime& time) {
  pack(time.name, time.time);
}
template <class Pack>
void Fields(Pack& pack, NameWork& work) {
  pack(work.name, work.time, work.calls, work.longest);
}
template <class Pack>
void Fields(Pack& pack, ThreadSummary& thread) {
  pack(thread.id, thread.begin, thread.last_end, thread.last_record, thread.longest_pause, thread.left, thread.open,
       thread.work, thread.first, thread.calls, thread.ends_in_entry, thread.steps, thread.sync);
}
template <class Pack>
void Fields(Pack& pack, RankEnd& end) {
  pack(end.rank, end.recording_end, end.exit_status);
}
template <class Pack>
void Fields(Pack& pack, RunSummary& run) {
  pack(run.names, run.threads, run.ends);
}
template <class Pack>
void Fields(Pack& pack, FoldedAnswer& answer) {
  pack(answer.filters, answer.summaries);
}
template <class Pack>
void Fields(Pack& pack, CallPlace& place) {
  pack(place.run, place.id, place.call);
}

[[noreturn]] inline void RefuseMessage() {
  throw Error(ErrorCode::kBadTrace, "a message from another process is damaged");
}

// Errors: kBadTrace for bytes that PackValues did not produce from these types.
template <class... Values>
void UnpackMessage(std::string_view bytes, Values&... values) {
  if (!UnpackValues(bytes, values...)) RefuseMessage();
}

LoopBodies BodiesOf(const LoopTable& loops, std::size_t begin);
void AddBodies(const LoopBodies& bodies, LoopTable& loops);

// Checks unpacked loops and sequences. A sequence has at most 2^33 functions. Each loop at least doubles the length of
// its body, so loops are nested at most 33 deep.
// Errors: kBadTrace for indices that do not exist, and for longer sequences.
class SequenceBounds {
 public:
  explicit SequenceBounds(std::size_t names) : names_(names) {}

  // Adds the next loops, which may contain all earlier ones.
  void AddLoops(const LoopBodies& bodies);
  void Check(const std::vector<NlrItem>& items) const { LengthOf(items); }

 private:
  std::uint64_t LengthOf(const std::vector<NlrItem>& items) const;

  std::size_t names_;
  std::vector<std::uint64_t> lengths_;  // indexed by loop
};

// Errors: kBadTrace for ids without a name, and for threads whose ids do not ascend.
void CheckSummary(const RunSummary& run);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_SHARES_MESSAGES_H_
