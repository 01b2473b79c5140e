// SPDX-License-Identifier: GPL-3.0-or-later
// Work on several threads whose results are used one after the other.
// Tests: tests/unit/base/in_order_test.cpp.
#ifndef PROFDIFF_BASE_IN_ORDER_H_
#define PROFDIFF_BASE_IN_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <functional>

namespace profdiff {

// Calls work(i) for every chunk i below `pieces`, on up to `threads` threads including the caller's, and then finish(i)
// on the caller's thread, in ascending order of i. The result of the calls of finish() is therefore independent of the
// number of threads and of their speed.
//
// At most 2 * threads chunks are started and not yet finished, which bounds the number of results in memory; with
// Waiting::kFew at most `threads`, for large results of chunks of equal size. No thread is started if `threads` or
// `pieces` is 1, and fewer are started where the system has no more. An exception from work(i) is thrown to the caller
// in place of finish(i); an exception from finish(i) is passed on as well. In both cases no further chunk is started,
// and running ones are waited for.
enum class Waiting { kMany, kFew };
void WorkInOrder(std::size_t pieces, unsigned threads, const std::function<void(std::size_t)>& work,
                 const std::function<void(std::size_t)>& finish, Waiting waiting = Waiting::kMany);

// Number of threads worth using for so many elements, at least one: one for few elements, as starting a thread takes
// longer than the work.
inline unsigned ThreadsFor(std::size_t elements, unsigned threads) {
  constexpr std::size_t kFew = std::size_t{1} << 14;
  constexpr unsigned kMost = 256;
  return elements < kFew ? 1 : std::clamp(threads, 1U, kMost);
}

// Calls two independent functions, at the same time where `threads` allows. Exceptions are as in a sequential run: that
// of the first one wins.
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
