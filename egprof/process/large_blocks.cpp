// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses for a block are reserved first; then spare pages move there, and for the rest the kernel is asked.
#include "egprof/process/large_blocks.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

namespace egprof {
namespace {

constexpr std::size_t kUnit = LargeBlocks::kUnit;

std::size_t Behind(const char* address) { return reinterpret_cast<std::uintptr_t>(address) % kUnit; }

// Addresses at a unit's border that nothing else is at; null where there are none.
char* Reserve(std::size_t units) {
  const auto map = [](std::size_t bytes) -> char* {
    void* found = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return found == MAP_FAILED ? nullptr : static_cast<char*>(found);
  };
  const std::size_t bytes = units * kUnit;
  char* begin = map(bytes);
  if (begin == nullptr || Behind(begin) == 0) return begin;
  munmap(begin, bytes);
  begin = map(bytes + kUnit);
  if (begin == nullptr) return nullptr;
  const std::size_t before = (kUnit - Behind(begin)) % kUnit;
  if (before != 0) munmap(begin, before);
  if (before != kUnit) munmap(begin + before + bytes, kUnit - before);
  return begin + before;
}

void WishForHuge(char* begin, std::size_t units) {
  if (units != 0) madvise(begin, units * kUnit, MADV_HUGEPAGE);  // all works without it as well
}

// Huge pages that are ready take less time than small ones. In a virtual machine they may have to come from its host,
// in ten times the time; elsewhere the kernel may have to move other pages away first. The first one tells: false.
bool TakeHuge(char* begin, std::size_t units) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kSlow(1);
  WishForHuge(begin, 1);
  const Clock::time_point before = Clock::now();
  *static_cast<volatile char*>(begin) = 0;
  if (Clock::now() - before > kSlow) return false;
  WishForHuge(begin + kUnit, units - 1);
  return true;
}

}  // namespace

// Returns how many units have come.
std::size_t LargeBlocks::MoveSpare(char* to, std::size_t units) {
  std::size_t moved = 0;
  while (moved < units && spares_ > 0) {
    char* from = spare_[--spares_];
    if (mremap(from, kUnit, kUnit, MREMAP_MAYMOVE | MREMAP_FIXED, to + moved * kUnit) == MAP_FAILED) {
      munmap(from, kUnit);
      break;
    }
    ++moved;
  }
  return moved;
}

void* LargeBlocks::Take(std::size_t bytes) {
  if (bytes > SIZE_MAX - 2 * kUnit) return nullptr;
  const std::size_t whole = bytes / kUnit, units = (bytes + kUnit - 1) / kUnit;
  std::unique_lock lock(mutex_);
  if (blocks_ == kMostBlocks) return nullptr;
  char* begin = Reserve(units);
  if (begin == nullptr) return nullptr;
  const std::size_t moved = MoveSpare(begin, whole);
  char* fresh = begin + moved * kUnit;
  const std::size_t missing = (units - moved) * kUnit;
  if (missing != 0 && mprotect(fresh, missing, PROT_READ | PROT_WRITE) != 0) {
    munmap(begin, units * kUnit);
    return nullptr;
  }
  taken_[blocks_++] = {begin, whole, units};
  units_ += units;
  const std::size_t huge = std::min(whole - moved, most_huge_);
  if (huge != 0 && !std::exchange(is_trying_, true)) {
    lock.unlock();
    const bool is_quick = TakeHuge(fresh, huge);
    lock.lock();
    most_huge_ = is_quick ? most_huge_ - huge : 0;
    is_trying_ = false;
  }
  return begin;
}

bool LargeBlocks::GiveBack(void* block) {
  char* begin = static_cast<char*>(block);
  if (Behind(begin) != 0) return false;
  std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < blocks_; ++i) {
    if (taken_[i].begin != begin) continue;
    const Block given = taken_[i];
    taken_[i] = taken_[--blocks_];
    units_ -= given.units;
    const std::size_t room = std::min(kMostSpare, units_);
    const std::size_t kept = std::min(given.whole, room - std::min(room, spares_));
    for (std::size_t unit = 0; unit < kept; ++unit) spare_[spares_++] = begin + unit * kUnit;
    if (kept < given.units) munmap(begin + kept * kUnit, (given.units - kept) * kUnit);
    while (spares_ > room) munmap(spare_[--spares_], kUnit);
    return true;
  }
  return false;
}

}  // namespace egprof
