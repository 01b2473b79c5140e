// SPDX-License-Identifier: GPL-3.0-or-later
// Memory for large tables. Pages that come new from the kernel have to be cleared first, which takes as long as filling
// them, or in a virtual machine much longer; large programs make and drop tables of many megabytes one after the other.
// Tests: tests/unit/egprof/process/large_blocks_test.cpp.
#ifndef EGPROF_PROCESS_LARGE_BLOCKS_H_
#define EGPROF_PROCESS_LARGE_BLOCKS_H_

#include <array>
#include <cstddef>
#include <mutex>

namespace egprof {

// Blocks of whole units, which are huge pages as long as these come quickly. The pages of a block that is given back
// are moved into blocks that are taken later, whatever their sizes. May be used by several threads.
class LargeBlocks {
 public:
  static constexpr std::size_t kUnit = std::size_t{2} << 20;  // a huge page

  constexpr LargeBlocks() = default;

  // A block of at least so many bytes, aligned to a unit. Its bytes can be anything. Null where there is no more.
  void* Take(std::size_t bytes);

  // False if this is not the beginning of a block of these.
  bool GiveBack(void* block);

 private:
  static constexpr std::size_t kMostBlocks = 256;
  static constexpr std::size_t kMostSpare = 128;  // units; and no more than are taken. The rest goes back to the kernel

  struct Block {
    char* begin = nullptr;
    std::size_t whole = 0;  // units that were asked for as a whole
    std::size_t units = 0;
  };

  std::size_t MoveSpare(char* to, std::size_t units);

  std::mutex mutex_;
  std::array<Block, kMostBlocks> taken_ = {};
  std::size_t blocks_ = 0;
  std::size_t units_ = 0;                     // of all that are taken
  std::array<char*, kMostSpare> spare_ = {};  // units
  std::size_t spares_ = 0;
  // How many new units are to be huge pages; those that are ready may be few.
  std::size_t most_huge_ = 64;
  bool is_trying_ = false;  // a thread is: others do not wait for it
};

}  // namespace egprof

#endif  // EGPROF_PROCESS_LARGE_BLOCKS_H_
