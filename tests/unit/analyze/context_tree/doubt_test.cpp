// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::doubt_test {

using tests::ReadText;

TEST_CASE("stacks that begin like a thread are complete", "[doubt]") {
  CHECK(ShareOfBrokenStacks(ReadText("_start;main;f 5\n__libc_start_call_main;main 1\nclone3;start_thread;f 2\n")) ==
        0.0);
  CHECK(ShareOfBrokenStacks(ReadText("_start;main;f 3\nmemcpy 1\n")) == 0.25);
  CHECK(ShareOfBrokenStacks(ReadText("runtime.main;main.main 1\nentry_SYSCALL_64_after_hwframe;x 2\nf;g 3\n")) == 0.5);
}

TEST_CASE("files without calls, or without the outermost functions of threads, are not judged", "[doubt]") {
  CHECK_FALSE(ShareOfBrokenStacks(ReadText("_start 3\nmemcpy 1\n")));
  CHECK_FALSE(ShareOfBrokenStacks(ReadText("prog;main;f 3\nprog;memcpy 1\n")));
  StackProfile goroutines = ReadText("runtime.main;main.main 3\nmain.main.func1;main.f 1\n");
  CHECK(ShareOfBrokenStacks(goroutines) == 0.25);
  goroutines.format = FindInputFormat("pprof");  // Go omits the outermost functions of goroutines
  CHECK_FALSE(ShareOfBrokenStacks(goroutines));
  CHECK(ShareOfBrokenStacks(ReadText("prog 7 1.1: 10 cycles: \n 40 f+0x1 (p)\n 40 g+0x1 (p)\n\n")) == 1.0);
}

}  // namespace profdiff::doubt_test
