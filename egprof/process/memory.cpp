// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/process/memory.h"

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>

#include "egprof/process/large_blocks.h"

// A sanitizer watches the C++ library's own operators, which then stay.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define EGPROF_IS_WATCHED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EGPROF_IS_WATCHED
#endif

namespace egprof {

void GiveBackLargeTables() { mallopt(M_MMAP_THRESHOLD, 1 << 20); }

}  // namespace egprof

#ifndef EGPROF_IS_WATCHED

namespace egprof {
namespace {

// The command's only mutable state at file scope: it belongs to the whole process, as the operators below do.
constinit LargeBlocks large_blocks;

// Null where there is no more.
void* Allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
  if (bytes >= LargeBlocks::kUnit && alignment <= LargeBlocks::kUnit) {
    if (void* block = large_blocks.Take(bytes)) return block;
  }
  if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes == 0 ? 1 : bytes);
  void* block = nullptr;
  return posix_memalign(&block, alignment, bytes) == 0 ? block : nullptr;
}

void Free(void* block) {
  if (block != nullptr && !large_blocks.GiveBack(block)) std::free(block);
}

}  // namespace
}  // namespace egprof

void* operator new(std::size_t bytes) {
  if (void* block = egprof::Allocate(bytes)) return block;
  throw std::bad_alloc();
}

void operator delete(void* block) noexcept { egprof::Free(block); }
void operator delete(void* block, std::size_t) noexcept { egprof::Free(block); }

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  if (void* block = egprof::Allocate(bytes, static_cast<std::size_t>(alignment))) return block;
  throw std::bad_alloc();
}

void operator delete(void* block, std::align_val_t) noexcept { egprof::Free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { egprof::Free(block); }

#endif  // EGPROF_IS_WATCHED
