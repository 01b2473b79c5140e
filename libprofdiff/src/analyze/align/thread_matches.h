// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs of threads while they are found.
// Tests: tests/unit/analyze/align/pair_threads_test.cpp.
#ifndef PROFDIFF_ANALYZE_ALIGN_THREAD_MATCHES_H_
#define PROFDIFF_ANALYZE_ALIGN_THREAD_MATCHES_H_

#include <cstddef>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// The matching thread of the other trace, by thread of A and by thread of B; invalid if there is none.
struct ThreadMatches {
  std::vector<ThreadId> of_a, of_b;

  ThreadMatches(std::size_t a, std::size_t b) : of_a(a), of_b(b) {}

  bool AreFree(ThreadId a, ThreadId b) const { return !of_a[a.value].valid() && !of_b[b.value].valid(); }
  void Join(ThreadId a, ThreadId b) {
    of_a[a.value] = b;
    of_b[b.value] = a;
  }
};

// Returns the threads without a match, in order.
std::vector<ThreadId> Unmatched(const std::vector<ThreadId>& partners);

// Pairs the threads of two traces by the similarity of their calls.
ThreadMatches PairBySimilarity(const Trace& a, const Trace& b);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_ALIGN_THREAD_MATCHES_H_
