// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is done on several threads, with results that are used in order.
// Tests: tests/unit/base/in_order_test.cpp.
#ifndef PROFDIFF_BASE_IN_ORDER_H_
#define PROFDIFF_BASE_IN_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <functional>

namespace profdiff {

// Calls work(i) for every chunk i below `chunks`, on up to `threads` threads including the caller's, and then finish(i)
// on the caller's thread, in ascending order of i. Results that finish() collects therefore depend neither on the
// number of threads nor on their speed.
//
// At any time, at most 2 * threads chunks have been started but not yet finished, which bounds the number of results in
// memory. With Waiting::kFew, which is meant for large results of chunks of equal size, the limit is `threads`. No
// thread is started if `threads` or `chunks` is 1; fewer are started if the system cannot start more. If work(i) throws
// an exception, finish(i) is not called, and the exception is passed to the caller. An exception from finish(i) is also
// passed to the caller. In both cases, no further chunks are started, and the function waits for the chunks in
// progress.
enum class Waiting { kMany, kFew };
void WorkInOrder(std::size_t chunks, unsigned threads, const std::function<void(std::size_t)>& work,
                 const std::function<void(std::size_t)>& finish, Waiting waiting = Waiting::kMany);

// Returns the number of threads to use for this many elements. It is 1 if there are only a few elements, as starting a
// thread would take longer than the work.
inline unsigned ThreadsFor(std::size_t elements, unsigned threads) {
  constexpr std::size_t kFew = std::size_t{1} << 14;
  constexpr unsigned kMost = 256;
  return elements < kFew ? 1 : std::clamp(threads, 1U, kMost);
}

// Calls two independent functions, in parallel if `threads` is at least 2. If both throw, the exception of the first
// one is thrown, as in a sequential run.
template <class First, class Second>
void DoBoth(unsigned threads, const First& first, const Second& second) {
  auto work = [&](std::size_t i) { i == 0 ? first() : second(); };
  WorkInOrder(2, threads, work, [](std::size_t) {});
}

// Calls work(begin, end) for consecutive chunks of the indices from 0 to `count` - 1, with one thread for each chunk.
// If there are only a few elements, they form a single chunk.
template <class Work>
void DoChunks(std::size_t count, unsigned threads, const Work& work) {
  const std::size_t chunks = ThreadsFor(count, threads);
  WorkInOrder(
      chunks, threads, [&](std::size_t i) { work(count * i / chunks, count * (i + 1) / chunks); }, [](std::size_t) {});
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_IN_ORDER_H_
