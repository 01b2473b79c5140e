// SPDX-License-Identifier: GPL-3.0-or-later
// A walk over the calls of two aligned threads, and other code that is shared by all pictures of two traces.
// Tests: tests/unit/report/trace/timeline_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_ALIGNED_CALLS_H_
#define PROFDIFF_REPORT_TRACE_ALIGNED_CALLS_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/alignment.h"
#include "report/trace/names.h"

namespace profdiff {

// One side of a pair of threads. `calls` is empty if the pair has no thread on this side.
struct SideOfPair {
  NamedTrace& trace;
  CallTree none;
  const CallTree& calls;
  std::string label;

  SideOfPair(NamedTrace& trace, ThreadId thread);
  SideOfPair(const SideOfPair&) = delete;
  SideOfPair& operator=(const SideOfPair&) = delete;

  const std::string& NameOf(CallId call) const { return trace.names[calls.function[call.value]]; }
  // Returns the start of a call in nanoseconds since the first call of the trace.
  std::int64_t StartOf(CallId call) const { return static_cast<std::int64_t>(calls.start[call.value] - trace.begin); }
};

// Checks an alignment. Errors: kBadArgument for a flat alignment, and for blocks that do not cover the calls of the
// threads exactly.
void RequireTreesAligned(const AlignedTraces& traces);

// The common time line, on which matched calls start together. From the start of one matched pair to the start of the
// next, it advances by the time of the slower side. After the last pair, each side continues with its own clock.
// Source: Weber, Brendel, Brunst, Fig. 10.
class CommonClock {
 public:
  CommonClock(std::uint64_t begin_a, std::uint64_t begin_b) : a_(begin_a), b_(begin_b) {}

  // Moves the clock to the start of a matched pair, and returns this time on the common time line.
  std::uint64_t Meet(std::uint64_t start_a, std::uint64_t start_b) {
    common_ += std::max(Since(a_, start_a), Since(b_, start_b));
    a_ = start_a;
    b_ = start_b;
    return common_;
  }
  std::uint64_t OfA(std::uint64_t time) const { return common_ + Since(a_, time); }
  std::uint64_t OfB(std::uint64_t time) const { return common_ + Since(b_, time); }

 private:
  static std::uint64_t Since(std::uint64_t begin, std::uint64_t time) { return time > begin ? time - begin : 0; }

  std::uint64_t a_, b_;
  std::uint64_t common_ = 0;
};

// A matched pair of calls, a pair of different calls, or a call that only one side has.
struct AlignedCall {
  Mark mark = Mark::kEqual;  // kDifferent also applies to each call below a pair of different calls
  CallId a, b;               // one of the two is invalid if only one side has the call
  std::uint32_t depth = 0;   // 0 at the top level
  std::uint64_t common = 0;  // start on the common time line, in ns; for pairs of different calls, the earlier start
};

// Computes the depths of calls, which must be entered in the order of their rows in the call tree.
class DepthCounter {
 public:
  std::uint32_t Enter(const CallTree& calls, std::uint32_t row) {
    while (!ends_.empty() && ends_.back() <= row) ends_.pop_back();
    ends_.push_back(calls.end[row]);
    return static_cast<std::uint32_t>(ends_.size() - 1);
  }

 private:
  std::vector<std::uint32_t> ends_;
};

// Passes each call of a pair of threads to `take` as an AlignedCall, in the order of the rows of the call trees.
template <class Take>
class AlignedWalk {
 public:
  AlignedWalk(const CallTree& a, const CallTree& b, CommonClock clock, Take take)
      : a_(a), b_(b), clock_(clock), take_(std::move(take)) {}

  void Run(const std::vector<AlignmentBlock>& blocks) {
    for (const AlignmentBlock& block : blocks) {
      if (block.mark == Mark::kEqual) {
        for (std::uint32_t i = 0; i < block.a_count; ++i) AddMatch(block.a + i, block.b + i);
        continue;
      }
      const bool both = block.mark == Mark::kDifferent;
      if (both) AddDifferent(block.a, block.b);
      for (std::uint32_t i = both ? 1 : 0; i < block.a_count; ++i) AddA(block.mark, block.a + i);
      for (std::uint32_t i = both ? 1 : 0; i < block.b_count; ++i) AddB(block.mark, block.b + i);
    }
  }

 private:
  static CallId Call(std::uint32_t row) { return CallId(std::size_t{row}); }

  void AddMatch(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t depth = depth_a_.Enter(a_, a);
    depth_b_.Enter(b_, b);
    take_(AlignedCall{Mark::kEqual, Call(a), Call(b), depth, clock_.Meet(a_.start[a], b_.start[b])});
  }
  void AddDifferent(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t depth = depth_a_.Enter(a_, a);
    depth_b_.Enter(b_, b);
    const std::uint64_t common = std::min(clock_.OfA(a_.start[a]), clock_.OfB(b_.start[b]));
    take_(AlignedCall{Mark::kDifferent, Call(a), Call(b), depth, common});
  }
  void AddA(Mark mark, std::uint32_t a) {
    take_(AlignedCall{mark, Call(a), CallId(), depth_a_.Enter(a_, a), clock_.OfA(a_.start[a])});
  }
  void AddB(Mark mark, std::uint32_t b) {
    take_(AlignedCall{mark, CallId(), Call(b), depth_b_.Enter(b_, b), clock_.OfB(b_.start[b])});
  }

  const CallTree &a_, &b_;
  CommonClock clock_;
  Take take_;
  DepthCounter depth_a_, depth_b_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_ALIGNED_CALLS_H_
