// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"

namespace profdiff::pprof_text_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

namespace {

std::string DescribeEvent(const std::string& text, const std::string& event) {
  StackOptions options;
  options.event = event;
  return Describe(ReadText(text, options));
}

const std::string kHeap =
    "heap profile:     30:   3000 [   150:  9000] @ heapprofile\n"
    "    30:   3000 [    50:   5000] @ 0x1197 0x2010\n"
    "     0:      0 [   100:   4000] @ 0x1297\n\n"
    "MAPPED_LIBRARIES:\n1000-2000 r-xp 00001000 00:00 11356517    /src/prog\n  2000-3000: /lib/libc.so\n";

}  // namespace

TEST_CASE("a heap of gperftools has what is in use and what was allocated", "[pprof-text]") {
  const StackProfile stacks = ReadText(kHeap);
  CHECK(stacks.format->name == "pprof-text");
  CHECK(Describe(stacks) == "[unknown]@/lib/libc.so;[unknown]@/src/prog 3000 0\n");
  CHECK(DescribeEvent(kHeap, "alloc_space") ==
        "[unknown]@/lib/libc.so;[unknown]@/src/prog 5000 0\n[unknown]@/src/prog 4000 0\n");
  CHECK(DescribeEvent(kHeap, "alloc_objects") ==
        "[unknown]@/lib/libc.so;[unknown]@/src/prog 50 0\n[unknown]@/src/prog 100 0\n");
  StackOptions options;
  options.find_function = [](std::string_view image, std::uint64_t offset) {
    return std::string(image) + "+" + std::to_string(offset);
  };
  CHECK(Describe(ReadText(kHeap, options)) == "/lib/libc.so+15@/lib/libc.so;/src/prog+4502@/src/prog 3000 0\n");
}

TEST_CASE("sampled heaps are scaled as pprof scales them", "[pprof-text]") {
  // 524288 bytes of one object: 1 - exp(-1) of such allocations are recorded.
  const std::string go = "heap profile: 1: 524288 [3: 1572864] @ heap/1048576\n1: 524288 [3: 1572864] @ 0x10\n";
  CHECK(DescribeEvent(go, "inuse_space") == "[unknown] 829411 0\n");
  CHECK(DescribeEvent(go, "inuse_objects") == "[unknown] 1 0\n");
  CHECK(DescribeEvent(go, "alloc_space") == "[unknown] 2488234 0\n");
  const std::string v2 = "heap profile: 1: 524288 [1: 524288] @ heapz_v2/524288\n1: 524288 [1: 524288] @ 0x10\n";
  CHECK(DescribeEvent(v2, "inuse_space") == "[unknown] 829411 0\n");
}

TEST_CASE("Go names the frames of a stack below it", "[pprof-text]") {
  const std::string text =
      "goroutine profile: total 5\n4 @ 0x4378b6 0x4b44bb\n#\t0x4b44ba\tmain.(*T).wait+0x1a\t/src/main.go:8\n\n"
      "1 @ 0x42d4f6\n#\t0x4a\tmain.run+0x4\t\t/src/main.go:1\n#\t0x4b\tmain.main+0x9\t/src/main.go:2\n"
      "# runtime.MemStats\n# Alloc = 7\n";
  const StackProfile stacks = ReadText(text);
  CHECK(Describe(stacks) == "main.(*T).wait 4 4\nmain.main;main.run 1 1\n");
  CHECK(stacks.events[0].name == "goroutine");
}

TEST_CASE("waits for locks are times", "[pprof-text]") {
  const std::string text =
      "--- mutex:\ncycles/second=2000000000\nsampling period=10\n4000 59 @ "
      "0x4b43de\n#\t0x4b43dd\tmain.fight+0xbd\tf.go:2\n";
  CHECK(Describe(ReadText(text)) == "main.fight 20000 0\n");
  CHECK(DescribeEvent(text, "contentions") == "main.fight 590 590\n");
  const std::string java =
      "--- contentionz 1 ---\nformat = java\nresolution = microseconds\nsampling period = 100\nms since reset = 6\n"
      "   2     3 @ 0x00000003 0x00000004\n\n 0x0000003 com.A.run (A.java:03)\n 0x0000004 com.B.main (B.java:04)\n";
  CHECK(Describe(ReadText(java)) == "com.B.main@B.java;com.A.run@A.java 200000 0\n");
}

TEST_CASE("threadz has a stack for each thread", "[pprof-text]") {
  const std::string text =
      "--- threadz 1 ---\n\n--- Thread 7f79 (name: main/14748) stack: ---\n  PC:  0x00bc: helper(arg *)\n"
      "  0x0040: main\n      creator: 0xa4 0xb5\n--- Thread 7f80 (name: other/14749) stack: ---\n"
      "  [same as previous thread]\n--- Memory map: ---\n  00400000-00fcb000: /home/prog\n";
  const StackProfile stacks = ReadText(text);
  CHECK(Describe(stacks) == "main;helper(arg *) 2 2\n");
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[1].name == "other");
  CHECK(stacks.threads[1].number == "14749");
}

TEST_CASE("stacks of threadz may have only addresses", "[pprof-text]") {
  const std::string text =
      "--- threadz 1 ---\n\n--- Thread 7f79 (name: main/1) stack: ---\n  PC: 0x4000bc 0x400040\n      0x7f000040\n"
      "--- Thread 7f80 (name: other/2) stack: ---\n  [same as previous thread]\n"
      "--- Thread 7f81 (name: third/3) stack: ---\n  PC:  0x4000bc\n  0x0040: main\n"
      "--- Memory map: ---\n  00400000-00fcb000: /home/prog\n";
  CHECK(Describe(ReadText(text)) == "[unknown];[unknown]@/home/prog;[unknown]@/home/prog 2 2\nmain;[unknown] 1 1\n");
  CHECK(ErrorText("--- threadz 1 ---\n--- Thread 7f79 (name: main/1) stack: ---\n  PC: 0x40 main\n")
            .ends_with("line 3: no line of a thread's stack"));
}

TEST_CASE("damaged text profiles are refused with their line", "[pprof-text]") {
  CHECK(ErrorText("goroutine profile: total 5\n4 @ 0x10 x\n") == "file: pprof-text, line 2: 'x' is no address");
  CHECK(ErrorText("goroutine profile: total 5\n4 5 @ 0x10\n").find("line 2: numbers") != std::string::npos);
  CHECK(ErrorText("heap profile: 1: 2 [1: 2] @ heap/2\nwords\n").find("line 2: neither a stack") != std::string::npos);
}

}  // namespace profdiff::pprof_text_test
