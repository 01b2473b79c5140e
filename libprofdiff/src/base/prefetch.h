// SPDX-License-Identifier: GPL-3.0-or-later
// Large graphs do not fit into a processor's caches, and their arcs lie in no useful order: most of the time would go
// into waiting for memory, one arc after the other.
// Tests: tests/unit/base/prefetch_test.cpp.
#ifndef PROFDIFF_BASE_PREFETCH_H_
#define PROFDIFF_BASE_PREFETCH_H_

#include <cstddef>

namespace profdiff {

// Asks for what will be read soon. Changes nothing but time.
inline void Prefetch(const void* address) {
  __builtin_prefetch(address);
  asm volatile("");  // else GCC takes functions that only ask for functions without effect, and drops calls of them
}

// The same for an object that lies on several of a cache's lines.
template <class Value>
void PrefetchAll(const Value& value) {
  constexpr std::size_t kCacheLine = 64;
  const char* bytes = reinterpret_cast<const char*>(&value);
  for (std::size_t at = 0; at < sizeof(Value); at += kCacheLine) Prefetch(bytes + at);
  Prefetch(bytes + sizeof(Value) - 1);
}

// Calls step(i) for each i from `begin` to `end`. Some steps before that it calls, for the same i, what asks for the
// memory that the step will read: `asks`, one after the other, so that each may read what the one before asked for.
template <class Step, class... Asks>
void WalkAhead(std::size_t begin, std::size_t end, Step step, Asks... asks) {
  constexpr std::size_t kApart = 8;  // steps between two asks, and between the last one and the step
  for (std::size_t i = begin; i < end; ++i) {
    std::size_t at = i + kApart * sizeof...(asks);
    const auto call = [&](const auto& ask) {
      if (at < end) ask(at);
      at -= kApart;
    };
    (call(asks), ...);
    step(i);
  }
}

// The same in blocks: calls each of `asks` for all steps of a block, then the steps. For walks of which most are short:
// the first steps are asked for as well.
template <class Step, class... Asks>
void WalkInBlocks(std::size_t count, Step step, Asks... asks) {
  constexpr std::size_t kBlock = 64;  // steps
  for (std::size_t begin = 0; begin < count; begin += kBlock) {
    const std::size_t end = count - begin < kBlock ? count : begin + kBlock;
    const auto ask_for_all = [&](const auto& ask) {
      for (std::size_t i = begin; i < end; ++i) ask(i);
    };
    (ask_for_all(asks), ...);
    for (std::size_t i = begin; i < end; ++i) step(i);
  }
}

}  // namespace profdiff

#endif  // PROFDIFF_BASE_PREFETCH_H_
