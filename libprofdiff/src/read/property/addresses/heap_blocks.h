// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of the heap that a traced program has allocated, by the places in the program that allocated them.
//
// A trace has neither the arguments nor the results of calls, but it has what the allocator writes. glibc's malloc
// writes the size of a block into the 8 bytes before it, and directly afterwards the size of what is left behind it:
//   - from the top of the heap or from a larger free block: two writes by adjacent instructions, both 8 bytes after a
//     multiple of 16; the block is between them;
//   - a mapping of its own: 0 at a page's begin, then the size; the end of the block is not written, so the block grows
//     with the references to it;
//   - a block that was freed before: a write to its second 8 bytes, where tcache keeps a key.
// A block that is freed and was not allocated again belongs to nobody. What matches none of this stays unknown.
// Source: the layout of chunks in "MallocInternals" of glibc's wiki, and recordings of glibc 2.36. Tests:
// tests/unit/read/property/address_memory_test.cpp, tests/cli/check/arrays.py.
#ifndef PROFDIFF_READ_PROPERTY_ADDRESSES_HEAP_BLOCKS_H_
#define PROFDIFF_READ_PROPERTY_ADDRESSES_HEAP_BLOCKS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "read/image/elf_symbols.h"

namespace profdiff {

class HeapBlocks {
 public:
  static constexpr std::uint32_t kNoSite = 0xffffffff;

  explicit HeapBlocks(std::span<const ElfImport> imports);

  // True while the allocator runs.
  bool is_running() const { return call_ != Kind::kNone; }
  // True if a read at an address of the image may begin a call of the allocator.
  bool MayCall(std::uint64_t address) const { return address >= first_ && address <= last_; }
  // Notes that the program read the address of a function of a library, at an address of the image, from the place
  // `site` (an address in the image).
  void Begin(std::uint64_t address, std::uint64_t site);
  // Notes the execution of an instruction, which is in the program or in a library. Only while the allocator runs.
  void Execute(bool is_own);
  // Notes that 8 bytes outside of the program and of its stack were written, by the instruction [begin, end). Only
  // while the allocator runs.
  void Write(std::uint64_t address, std::uint64_t begin, std::uint64_t end);

  // Returns the index in sites() of the place that allocated the block at an address; kNoSite if it is unknown.
  std::uint32_t SiteAt(std::uint64_t address);
  // The places of allocations, as addresses in the image.
  const std::vector<std::uint64_t>& sites() const { return sites_; }

 private:
  enum class Kind : std::uint8_t { kNone, kAllocate, kReallocate, kFree };

  struct Block {
    std::uint64_t end = 0;
    std::uint32_t site = kNoSite;
    bool is_live = false;
    bool grows = false;
  };
  using Blocks = std::map<std::uint64_t, Block>;  // by the address of the first byte

  void Add(std::uint64_t begin, const Block& block);
  Blocks::iterator Around(std::uint64_t address);
  void FreeAt(std::uint64_t address);
  void End();

  std::map<std::uint64_t, Kind> calls_;  // by address of an import
  std::uint64_t first_ = ~std::uint64_t{0}, last_ = 0;
  Blocks blocks_;
  std::vector<std::uint64_t> sites_;
  std::map<std::uint64_t, std::uint32_t> site_ids_;

  Kind call_ = Kind::kNone;
  std::uint64_t site_ = 0;
  bool has_left_ = false;                // true once the allocator's own code has been reached
  std::optional<std::uint64_t> result_;  // the block that the call seems to return
  // The last write, the end of its instruction, and the write before it.
  std::uint64_t written_ = 0, written_end_ = 0, before_ = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROPERTY_ADDRESSES_HEAP_BLOCKS_H_
