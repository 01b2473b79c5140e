// SPDX-License-Identifier: GPL-3.0-or-later
// Large graphs do not fit into a processor's caches, and their arcs lie in no useful order: most of the time would go
// into waiting for memory, one arc after the other.
#ifndef PROFDIFF_BASE_PREFETCH_H_
#define PROFDIFF_BASE_PREFETCH_H_

#include <algorithm>
#include <cstddef>

namespace profdiff {

// Asks for what will be read soon. Changes nothing but time.
inline void Prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");  // else GCC takes functions that only ask for functions without effect, and drops calls of them
}

// Calls step(i) for each i from `begin` to `end`, and ask(i), which asks for what it will read, some steps before that.
template <class Ask, class Step>
void WalkAhead(std::size_t begin, std::size_t end, Ask ask, Step step) {
  constexpr std::size_t kAhead = 8;
  for (std::size_t i = begin; i < end; ++i) {
    if (i + kAhead < end) ask(i + kAhead);
    step(i);
  }
}

// Calls step(i) for each i below `count`, and asks some steps before that for what it will read: first reach(i), which
// asks for where something begins, then gather(i), which may read what reach(i) asked for.
template <class Reach, class Gather, class Step>
void WalkAhead(std::size_t count, Reach reach, Gather gather, Step step) {
  constexpr std::size_t kReach = 12, kGather = 4;
  for (std::size_t i = 0; i < std::min(kReach, count); ++i) reach(i);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kReach < count) reach(i + kReach);
    if (i + kGather < count) gather(i + kGather);
    step(i);
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_PREFETCH_H_
