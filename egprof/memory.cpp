// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/memory.h"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

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

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kLarge = kHugePage;

// Null where there is no more.
void* Allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
  const bool is_large = bytes >= kLarge;
  if (!is_large && alignment <= alignof(std::max_align_t)) return std::malloc(bytes == 0 ? 1 : bytes);
  void* block = nullptr;
  if (posix_memalign(&block, is_large ? std::max(kHugePage, alignment) : alignment, bytes) != 0) return nullptr;
  if (!is_large) return block;
  madvise(block, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // a wish: without it everything works as well
  return block;
}

}  // namespace
}  // namespace egprof

void* operator new(std::size_t bytes) {
  if (void* block = egprof::Allocate(bytes)) return block;
  throw std::bad_alloc();
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  if (void* block = egprof::Allocate(bytes, static_cast<std::size_t>(alignment))) return block;
  throw std::bad_alloc();
}

void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }

#endif  // EGPROF_IS_WATCHED
