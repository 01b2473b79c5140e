// SPDX-License-Identifier: GPL-3.0-or-later
// Work on several threads whose results are used one after the other.
// Tests: tests/unit/base/in_order_test.cpp.
#ifndef PROFDIFF_BASE_IN_ORDER_H_
#define PROFDIFF_BASE_IN_ORDER_H_

#include <cstddef>
#include <functional>

namespace profdiff {

// Calls work(i) for every i below `pieces`, on up to `threads` threads of which the caller's is one, and finish(i) on
// the caller's thread, for one i after the other, when work(i) is done. So what finish makes of the pieces depends
// neither on the number of threads nor on their speed.
//
// At most 2 * threads pieces are begun and not finished: that many results are kept at a time; with Waiting::kFew as
// many as threads, for large results of pieces alike. With one thread, or one piece, no other thread is started; fewer
// are, where the system has no more.
// An exception that work(i) throws comes out of this instead of finish(i); one that finish(i) throws ends it as well.
// Pieces that are being worked on then are waited for, no other is begun.
enum class Waiting { kMany, kFew };
void WorkInOrder(std::size_t pieces, unsigned threads, const std::function<void(std::size_t)>& work,
                 const std::function<void(std::size_t)>& finish, Waiting waiting = Waiting::kMany);

// How many threads work on so many elements: for a few, one has done it before another has begun.
inline unsigned ThreadsFor(std::size_t elements, unsigned threads) {
  constexpr std::size_t kFew = std::size_t{1} << 14;
  return elements < kFew ? 1 : threads;
}

// Does two independent things, at the same time where `threads` allows. An exception comes out as if the second were
// done after the first.
template <class First, class Second>
void DoBoth(unsigned threads, const First& first, const Second& second) {
  auto work = [&](std::size_t i) { i == 0 ? first() : second(); };
  WorkInOrder(2, threads, work, [](std::size_t) {});
}

// Calls work(begin, end) for consecutive chunks of the indexes from 0 to `count`, on one thread a chunk. A few elements
// are one chunk.
template <class Work>
void DoChunks(std::size_t count, unsigned threads, const Work& work) {
  const std::size_t chunks = ThreadsFor(count, threads);
  WorkInOrder(
      chunks, threads, [&](std::size_t i) { work(count * i / chunks, count * (i + 1) / chunks); }, [](std::size_t) {});
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_IN_ORDER_H_
