// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the frames of calls and the blocks of the heap in address traces. Addresses and orders of writes are those of
// recordings of glibc 2.36.
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "read/property/addresses/heap_blocks.h"
#include "read/property/addresses/stack_frames.h"

namespace profdiff::address_memory_test {
namespace {

constexpr std::uint64_t kMalloc = 0x4018, kRealloc = 0x4020, kFree = 0x4028;  // addresses of imports

HeapBlocks Program() {
  const std::vector<ElfImport> imports = {
      {kMalloc, "malloc"}, {kRealloc, "realloc"}, {kFree, "free"}, {0x4030, "printf"}};
  return HeapBlocks(imports);
}

struct Write {
  std::uint64_t address, begin;  // of the 8 bytes, and of the instruction, which has 4 bytes
};

void Call(HeapBlocks& heap, std::uint64_t import, std::uint64_t site, const std::vector<Write>& writes) {
  heap.Begin(import, site);
  heap.Execute(true);  // the stub
  heap.Execute(false);
  for (const Write& write : writes) heap.Write(write.address, write.begin, write.begin + 4);
  heap.Execute(true);
}

// A block from the top of the heap: the new top, the size of the block, and the size of what is left.
std::vector<Write> FromTop(std::uint64_t block, std::uint64_t bytes) {
  return {{0x4a1ccc0, 0x48e10e5}, {block - 8, 0x48e1105}, {block + bytes, 0x48e1109}};
}

}  // namespace

TEST_CASE("Blocks of the heap belong to the place of their allocation", "[properties]") {
  HeapBlocks heap = Program();
  CHECK(heap.MayCall(kRealloc));
  CHECK_FALSE(heap.MayCall(0x4010));
  heap.Begin(0x4030, 0x1000);
  CHECK_FALSE(heap.is_running());
  Call(heap, kMalloc, 0x1100, FromTop(0x40352a0, 0x8008));
  CHECK_FALSE(heap.is_running());
  Call(heap, kMalloc, 0x1200, FromTop(0x403d2b0, 0x8008));
  CHECK(heap.sites() == std::vector<std::uint64_t>{0x1100, 0x1200});
  CHECK(heap.SiteAt(0x4035290) == HeapBlocks::kNoSite);
  CHECK(heap.SiteAt(0x40352a0) == 0);
  CHECK(heap.SiteAt(0x403d2a7) == 0);
  CHECK(heap.SiteAt(0x403d2a8) == HeapBlocks::kNoSite);
  CHECK(heap.SiteAt(0x403d2b0) == 1);
  Call(heap, kMalloc, 0x1100, FromTop(0x40452c0, 0x28));  // again at the first place
  CHECK(heap.SiteAt(0x40452c0) == 0);
  CHECK(heap.sites().size() == 2);
}

TEST_CASE("A mapping of its own grows with the references to it", "[properties]") {
  HeapBlocks heap = Program();
  Call(heap, kMalloc, 0x1100, {{0x4a2e000, 0x48def4b}, {0x4a2e008, 0x48def5c}});
  CHECK(heap.SiteAt(0x4a2e010) == 0);
  CHECK(heap.SiteAt(0x4a2f010) == 0);
  CHECK(heap.SiteAt(0x4b2f000) == 0);
  CHECK(heap.SiteAt(0x4d00000) == HeapBlocks::kNoSite);  // over 1 MiB further
  CHECK(heap.SiteAt(0x4a2e000) == HeapBlocks::kNoSite);
  Call(heap, kMalloc, 0x1200, {{0x4b00000, 0x48def4b}, {0x4b00008, 0x48def5c}});
  CHECK(heap.SiteAt(0x4b00010) == 1);
}

TEST_CASE("A freed block belongs to nobody until it is allocated again", "[properties]") {
  HeapBlocks heap = Program();
  Call(heap, kMalloc, 0x1100, FromTop(0x40352a0, 0x88));
  Call(heap, kFree, 0x1300, {{0x40352a8, 0x48e0000}, {0x40352a0, 0x48e0010}});
  CHECK(heap.SiteAt(0x40352a0) == HeapBlocks::kNoSite);
  Call(heap, kMalloc, 0x1200, {{0x4035090, 0x48e2000}, {0x40352a8, 0x48e2010}});
  CHECK(heap.SiteAt(0x40352a0) == 1);
  CHECK(heap.SiteAt(0x4035327) == 1);
  // It moves: a new block, and the key of the old one.
  std::vector<Write> moves = FromTop(0x4036000, 0x108);
  moves.push_back({0x40352a8, 0x48e0000});
  Call(heap, kRealloc, 0x1400, moves);
  CHECK(heap.SiteAt(0x40352a0) == HeapBlocks::kNoSite);
  CHECK(heap.SiteAt(0x4036000) == 2);
  // A block that overlaps another one replaces what was known.
  Call(heap, kMalloc, 0x1500, FromTop(0x4036010, 0x28));
  CHECK(heap.SiteAt(0x4036000) == 2);
  CHECK(heap.SiteAt(0x4036010) == 3);
  // Writes of an unknown kind give no block.
  Call(heap, kMalloc, 0x1600, {{0x4035028, 0x48e2000}, {0x4037000, 0x48e2010}});
  CHECK(heap.sites().size() == 4);
}

TEST_CASE("Arrays in frames are those of the calls in progress", "[properties]") {
  // Function 0x1000 has 64 bytes 80 bytes below its CFA, and function 0x2000 has two arrays.
  const std::vector<TraceImage::LocalArray> arrays = {
      {0x1000, -80, 64, "a"}, {0x2000, -112, 32, "b"}, {0x2000, -64, 32, "c"}};
  StackFrames frames(arrays);
  constexpr std::uint64_t kNone = TraceImage::kNoArray;
  CHECK(frames.ArrayAt(0x7000) == kNone);
  frames.Execute(0x401000, 0x1000, 0x7ff8, 0x400500);  // the return address is at 0x7ff8, so the CFA is 0x8000
  CHECK(frames.ArrayAt(0x8000 - 80) == 0);
  CHECK(frames.ArrayAt(0x8000 - 81) == kNone);
  CHECK(frames.ArrayAt(0x8000 - 17) == 0);
  CHECK(frames.ArrayAt(0x8000 - 16) == kNone);
  frames.Execute(0x402000, 0x2000, 0x7f00 - 8, 0x401010);
  CHECK(frames.ArrayAt(0x7f00 - 112) == 1);
  CHECK(frames.ArrayAt(0x7f00 - 64) == 2);
  CHECK(frames.ArrayAt(0x8000 - 80) == 0);
  frames.Execute(0x401010, 0x1010, {}, 0x402050);  // the inner call returns
  CHECK(frames.ArrayAt(0x7f00 - 112) == kNone);
  CHECK(frames.ArrayAt(0x8000 - 80) == 0);
  frames.Execute(0x402000, 0x2000, {}, 0x401020);  // entered by a jump
  CHECK(frames.ArrayAt(0x8000 - 112) == kNone);
  frames.Execute(0x402000, 0x2000, 0x8100 - 8, 0x400600);  // after a longjmp
  CHECK(frames.ArrayAt(0x8100 - 64) == 2);
  CHECK(frames.ArrayAt(0x8000 - 80) == kNone);
}

}  // namespace profdiff::address_memory_test
