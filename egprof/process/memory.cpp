// SPDX-License-Identifier: GPL-3.0-or-later
// Uses huge pages for large blocks: hash tables and graphs are read in random order, and 2 MB in a huge page need one
// entry of the TLB instead of 512.
//
// Tests: tests/bench, case D; tests/cli/files/run.py.
#include "egprof/process/memory.h"

#include <malloc.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <new>

// Sanitizers replace operator new and operator delete with their own in order to find errors, so this file must not.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define EGPROF_IS_WATCHED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EGPROF_IS_WATCHED
#endif

namespace egprof {

// Setting the threshold also switches off its automatic adjustment (mallopt(3)).
void GiveBackLargeTables() { mallopt(M_MMAP_THRESHOLD, 1 << 20); }

}  // namespace egprof

#ifndef EGPROF_IS_WATCHED

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

void* Allocate(std::size_t bytes, std::size_t alignment) {
  const bool is_large = bytes >= kHugePage && alignment <= kHugePage;
  void* block = nullptr;
  if (posix_memalign(&block, is_large ? kHugePage : alignment, bytes) != 0) throw std::bad_alloc();
  if (is_large) madvise(block, bytes, MADV_HUGEPAGE);  // no effect on systems without huge pages
  return block;
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (bytes >= kHugePage) return Allocate(bytes, alignof(std::max_align_t));
  if (void* block = std::malloc(bytes == 0 ? 1 : bytes)) return block;
  throw std::bad_alloc();
}

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return Allocate(bytes == 0 ? 1 : bytes, static_cast<std::size_t>(alignment));
}

void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }

#endif  // EGPROF_IS_WATCHED
