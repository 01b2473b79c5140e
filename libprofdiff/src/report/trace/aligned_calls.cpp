// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that an alignment belongs to the given traces before anything is written. Blocks contain indices into the
// calls of the traces, so an alignment of other traces would cause out-of-bounds reads.
#include "report/trace/aligned_calls.h"

#include "profdiff/error.h"

namespace profdiff {
namespace {

[[noreturn]] void Refuse() { throw Error(ErrorCode::kBadArgument, "the alignment does not belong to these traces"); }

std::size_t CallsOf(const Trace& trace, ThreadId thread) {
  if (!thread.valid()) return 0;
  if (thread.value >= trace.threads.size()) Refuse();
  return trace.threads[thread.value].calls.size();
}

// True if the block's mark allows its numbers of calls in A and B.
bool FitsMark(const AlignmentBlock& block) {
  switch (block.mark) {
    case Mark::kEqual:
      return block.a_count == block.b_count;
    case Mark::kDifferent:
      return block.a_count > 0 && block.b_count > 0;
    case Mark::kOnlyA:
      return block.b_count == 0;
    case Mark::kOnlyB:
      return block.a_count == 0;
  }
  return false;
}

// Checks that blocks cover both sides completely, in order and without gaps.
void RequireCovered(const ThreadAlignment& pair, std::size_t a_size, std::size_t b_size) {
  std::uint64_t a = 0, b = 0;
  for (const AlignmentBlock& block : pair.blocks) {
    if (block.a != a || block.b != b || !FitsMark(block)) Refuse();
    a += block.a_count;
    b += block.b_count;
  }
  if (a != a_size || b != b_size) Refuse();
}

}  // namespace

SideOfPair::SideOfPair(NamedTrace& of, ThreadId thread)
    : trace(of),
      calls(thread.valid() ? of.trace.threads[thread.value].calls : none),
      label(ThreadLabel(of.trace, thread)) {}

void RequireTreesAligned(const AlignedTraces& traces) {
  if (traces.alignment.flat) {
    throw Error(ErrorCode::kBadArgument, "a flat alignment has no call trees to draw");
  }
  for (const ThreadAlignment& pair : traces.alignment.threads) {
    RequireCovered(pair, CallsOf(traces.a, pair.a), CallsOf(traces.b, pair.b));
  }
}

}  // namespace profdiff
