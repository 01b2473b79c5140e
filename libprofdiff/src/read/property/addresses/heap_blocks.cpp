// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/addresses/heap_blocks.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace profdiff {
namespace {

constexpr std::uint64_t
    kMapped = 4096,
    kAlignment = 16,
    kSize = 8;  // in bytes; kMapped: a mapping begins at a multiple of it; kSize: the size before a block
constexpr std::uint64_t kLargest = std::uint64_t{1} << 40;  // of a block
constexpr std::uint64_t kGrowth = std::uint64_t{1} << 20;   // the largest step by which a block grows

// Functions that return a new block. C++'s operator new has one name for each set of parameters.
bool Allocates(std::string_view name) {
  constexpr std::string_view kNames[] = {"malloc", "calloc", "aligned_alloc", "memalign", "posix_memalign", "valloc"};
  return std::ranges::find(kNames, name) != std::end(kNames) || name.starts_with("_Znwm") || name.starts_with("_Znam");
}

bool Frees(std::string_view name) { return name == "free" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv"); }

bool IsSizeAt(std::uint64_t address) { return address % kAlignment == kSize; }

}  // namespace

HeapBlocks::HeapBlocks(std::span<const ElfImport> imports) {
  for (const ElfImport& import : imports) {
    const Kind kind = Allocates(import.name)     ? Kind::kAllocate
                      : import.name == "realloc" ? Kind::kReallocate
                      : Frees(import.name)       ? Kind::kFree
                                                 : Kind::kNone;
    if (kind == Kind::kNone) continue;
    calls_.emplace(import.address, kind);
    first_ = std::min(first_, import.address);
    last_ = std::max(last_, import.address);
  }
}

void HeapBlocks::Begin(std::uint64_t address, std::uint64_t site) {
  const auto found = calls_.find(address);
  if (found == calls_.end()) return;
  call_ = found->second;
  site_ = site;
  has_left_ = false;
  result_.reset();
  written_ = written_end_ = before_ = 0;
}

// The first instructions may still be those of the program: a stub that jumps to the library.
void HeapBlocks::Execute(bool is_own) {
  if (!is_own) {
    has_left_ = true;
  } else if (has_left_) {
    End();
  }
}

void HeapBlocks::End() {
  call_ = Kind::kNone;
  if (!result_) return;
  const auto block = blocks_.find(*result_);
  if (block == blocks_.end()) return;
  const auto [site, is_new] = site_ids_.try_emplace(site_, sites_.size());
  if (is_new) sites_.push_back(site_);
  block->second.site = site->second;
  block->second.is_live = true;
}

void HeapBlocks::Write(std::uint64_t address, std::uint64_t begin, std::uint64_t end) {
  if (call_ == Kind::kFree) return FreeAt(address);
  const bool is_adjacent = begin == written_end_;
  if (is_adjacent && IsSizeAt(written_) && IsSizeAt(address) && address > written_ && address - written_ < kLargest) {
    Add(written_ + kSize, {.end = address});
  } else if (written_ % kMapped == 0 && written_ != 0 && address == written_ + kSize && before_ + kSize != written_) {
    Add(address + kSize, {.end = address + kMapped - kSize, .grows = true});
  } else if (const auto block = Around(address); block != blocks_.end() && !block->second.is_live) {
    if (address == block->first + kSize) result_ = block->first;
  } else if (call_ == Kind::kReallocate && block != blocks_.end() && block->first != result_) {
    FreeAt(address);
  }
  before_ = written_;
  written_ = address;
  written_end_ = end;
}

// Replaces what was known about the memory of a block.
void HeapBlocks::Add(std::uint64_t begin, const Block& block) {
  auto at = blocks_.lower_bound(begin);
  if (at != blocks_.begin() && std::prev(at)->second.end > begin) std::prev(at)->second.end = begin;
  while (at != blocks_.end() && at->first < block.end) at = blocks_.erase(at);
  blocks_.emplace(begin, block);
  result_ = begin;
}

// Returns the block that contains an address or that may grow to it; the end if there is none.
HeapBlocks::Blocks::iterator HeapBlocks::Around(std::uint64_t address) {
  const auto after = blocks_.upper_bound(address);
  if (after == blocks_.begin()) return blocks_.end();
  const auto block = std::prev(after);
  const bool is_inside = address < block->second.end + (block->second.grows ? kGrowth : 0);
  return is_inside ? block : blocks_.end();
}

// A freed block has a link or a key in its first 16 bytes, or another size before it.
void HeapBlocks::FreeAt(std::uint64_t address) {
  for (const std::uint64_t begin : {address, address - kSize, address + kSize}) {
    const auto block = blocks_.find(begin);
    if (block != blocks_.end()) block->second.is_live = false;
  }
}

std::uint32_t HeapBlocks::SiteAt(std::uint64_t address) {
  const auto block = Around(address);
  if (block == blocks_.end() || !block->second.is_live) return kNoSite;
  block->second.end = std::max(block->second.end, address + 1);
  return block->second.site;
}

}  // namespace profdiff
