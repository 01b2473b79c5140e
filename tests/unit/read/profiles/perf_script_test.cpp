// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "read/profiles/perf_lines.h"
#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::perf_script_test {

using tests::Describe;
using tests::ErrorText;
using tests::ReadText;

TEST_CASE("a header is parsed from its time in both directions", "[perf]") {
  const auto head = ParsePerfHead("worker 1 12394/12395 [003]  1970.251996:    1001001 cpu-clock:u: ");
  REQUIRE(head);
  CHECK(head->thread == "worker 1 12394/12395");
  CHECK(head->event == "cpu-clock:u");
  CHECK(head->period == 1001001U);
  CHECK(head->rest.empty());
  const StackThread thread = ParsePerfThread(head->thread);
  CHECK(thread.name == "worker 1");
  CHECK(thread.process == "12394");
  CHECK(thread.number == "12395");
  const auto traced = ParsePerfHead("a:1.5: b  77  12.5: sched:sched_switch: prev_comm=x");
  REQUIRE(traced);
  CHECK(traced->thread == "a:1.5: b  77");
  CHECK(traced->event == "sched:sched_switch");
  CHECK_FALSE(traced->period);
  CHECK(ParsePerfHead("prog 7  1.5: ")->event.empty());
  CHECK(ParsePerfHead("prog 7/8 [001] 250 cycles:")->period == 250U);
  CHECK(ParsePerfHead("prog 7/8 [001] 250 cycles:")->thread == "prog 7/8");
  CHECK(ParsePerfHead("prog 7 cycles:")->event == "cycles");
  for (const char* none : {"", "a;b 12", "main", "prog 7 12:", "12.5:x"}) CHECK_FALSE(ParsePerfHead(none));
}

TEST_CASE("a frame is parsed from the parentheses at its end", "[perf]") {
  const auto frame = ParsePerfFrame("\t  1733 operator() (int, a) const+0x23 (/dir/lib x.so (deleted))");
  REQUIRE(frame);
  CHECK(frame->address == 0x1733);
  CHECK(frame->name == "operator() (int, a) const");
  CHECK(frame->image == "/dir/lib x.so (deleted)");
  CHECK(ParsePerfFrame("  40 a+0xb+0x1f (p)")->name == "a+0xb");
  CHECK(ParsePerfFrame("  40 f(int)+0x1f (inlined)")->is_inlined);
  CHECK(ParsePerfFrame("  40 [unknown] ([unknown])")->image == "[unknown]");
  CHECK(ParsePerfFrame("  40 f+0x1f")->image.empty());
  CHECK(ParsePerfFrame("  40 (p)")->name.empty());
  for (const char* none : {"", "  file.c:12", "  xyz f (p)", "4g f (p)"}) CHECK_FALSE(ParsePerfFrame(none));
}

TEST_CASE("samples become paths, regardless of their addresses", "[perf]") {
  const StackProfile stacks = ReadText(
      "prog  7/7  1.100000:    1000000 cpu-clock: \n"
      "\t            1733 leaf+0x23 (/bin/prog)\n"
      "\t            1900 main+0x3 (/bin/prog)\n"
      "\n"
      "prog  7/8  1.101000:    1000000 cpu-clock: \n"
      "\t            1744 leaf+0x34 (/bin/prog)\n"
      "\t            1910 main+0x13 (/bin/prog)\n"
      "\n");
  CHECK(Describe(stacks) == "main@/bin/prog;leaf@/bin/prog 2000000 2\n");
  CHECK(stacks.format->name == "perf");
  CHECK(stacks.events[0].unit == "seconds");
  CHECK(stacks.events[0].rate == 1e9);
  CHECK(stacks.events[0].count == 2);
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[1].number == "8");
  CHECK(stacks.contexts.squares.empty());
}

TEST_CASE("the threads of a file do not depend on those that are read", "[perf]") {
  StackOptions options;
  options.threads = {"8"};
  const StackProfile stacks = ReadText(
      "prog 7/7 1.1: 10 cpu-clock: \n  40 f+0x1 (p)\n\n"
      "prog 7/8 1.2: 5 cpu-clock: \n  40 g+0x1 (p)\n\n",
      options);
  CHECK(Describe(stacks) == "g@p 5 1\n");
  REQUIRE(stacks.threads.size() == 2);
  CHECK(stacks.threads[0].samples == 1);
}

TEST_CASE("without stacks the header contains the frame", "[perf]") {
  const StackProfile stacks = ReadText(
      "            cc1 12394  1970.251996:        250 cycles:u:      7f00 cc1_main+0x4 (/usr/bin/cc1)\r\n"
      "            cc1 12394  1970.251997:        300 cycles:u:      7f00 [unknown] ([unknown])\r\n");
  CHECK(Describe(stacks) == "[unknown] 300 1\ncc1_main@/usr/bin/cc1 250 1\n");
  CHECK(stacks.events[0].unit == "cycles");
  CHECK(stacks.contexts.squares.size() == 2);
}

TEST_CASE("an inlined frame is in the next one at its address", "[perf]") {
  const std::string text =
      "prog 7 1.1: 10 cpu-clock: \n"
      "  40 get+0x1 (inlined)\n"
      "  40 work+0x1 (/bin/prog)\n"
      "  27304 __libc_start_main_impl+0x84 (inlined)\n"
      "  1580 _start+0x2 (/bin/prog)\n"
      "\n";
  CHECK(Describe(ReadText(text)) == "_start@/bin/prog;__libc_start_main_impl;work@/bin/prog;get@/bin/prog 10 1\n");
  StackOptions options;
  options.no_inline = true;
  CHECK(Describe(ReadText(text, options)) == "_start@/bin/prog;work@/bin/prog 10 1\n");
}

TEST_CASE("source lines and frames without an image do not end a sample", "[perf]") {
  CHECK(Describe(ReadText("# comment\nprog 7 1.1: 10 cpu-clock: \n"
                          "  40 work+0x1 (/bin/prog)\n"
                          "  prog.c:12\n"
                          "  50 main+0x1\n"
                          "  prog.c:30\n\n")) == "main;work@/bin/prog 10 1\n");
}

TEST_CASE("samples without a stack belong to no function", "[perf]") {
  CHECK(Describe(ReadText("prog 7 1.1: 10 cpu-clock: \n\nprog 7 1.2: 5 cpu-clock: \n  40 f+0x1 (p)\n")) ==
        "f@p 5 1\n- 10 1\n");
}

TEST_CASE("an empty line may separate the header from its frames", "[perf]") {
  const std::string head = "prog 7/7 1.1: 10 cpu-clock: \n", frame = "\t 40 f+0x1 (p)\n";
  CHECK(Describe(ReadText(head + "\n" + frame + "\t 50 main+0x1 (p)\n\n")) == "main@p;f@p 10 1\n");
  CHECK(Describe(ReadText(head + "\n\n \n" + frame + "\n" + head + "\n" + frame)) == "f@p 20 2\n");
  // Samples without a stack have the same empty line.
  CHECK(Describe(ReadText(head + "\n" + head + "\n" + head + "\n" + frame + "\n" + head + "\n")) ==
        "f@p 10 1\n- 30 3\n");
  CHECK(Describe(ReadText(head + "\n# a comment\nw 7/7 5.2: PERF_RECORD_COMM: w:7/7\n\t more\n" + head + frame)) ==
        "f@p 10 1\n- 10 1\n");
  // After frames, an empty line ends the sample: the header of other frames is missing.
  CHECK(ErrorText(head + frame + "\n" + frame) == "file: perf, line 4: a frame without a sample's first line");
  CHECK(ErrorText(head + "\n\t main.c:7\n") == "file: perf, line 3: neither a sample's first line nor a frame");
  const StackProfile stacks = ReadText(head + frame + "\n" + head + "\n");
  CHECK(stacks.remarks.empty());
}

TEST_CASE("frames need not be indented", "[perf]") {
  const std::string text =
      "java 19983 cycles:\nffffffff8103d0ca write_msr ([kernel.kallsyms])\n7f72 base(Type) const (/lib/libjvm.so)\n"
      "face inner (inlined)\nface LBusy;::main (/tmp/perf-19982.map)\n\n"
      "java 19983 cycles:\n\nface main (/bin/java)\njava 19983 cycles:\nface main (/bin/java)\n\tmain.c:7\n\n";
  CHECK(Describe(ReadText(text)) ==
        "LBusy;::main@/tmp/perf-19982.map;inner@/tmp/perf-19982.map;base(Type) const@/lib/libjvm.so;"
        "write_msr@[kernel.kallsyms] 1 1\nmain@/bin/java 2 2\n");
  // A command can look like an address.
  CHECK(Describe(ReadText("prog 7/7 1.1: 10 cycles:\nface 7/7 1.2: 10 cycles: 40 f (p)\n\n")) == "f@p 10 1\n- 10 1\n");
  CHECK(ErrorText("prog 7 cycles:\n40 f (p)\n50 ma\n\n") ==
        "file: perf, line 3: neither a sample's first line nor a frame");
  CHECK(ErrorText("prog 7 cycles:\n40 f (p)\n50 main (/bin/pr") == "file: perf, line 3: the line ends within a frame");
}

TEST_CASE("a command may be all blanks and digits", "[perf]") {
  const StackProfile stacks = ReadText("  12 1.5:  7/7  1.100000: 10 cpu-clock: \n  40 f+0x1 (p)\n\n");
  REQUIRE(stacks.threads.size() == 1);
  CHECK(stacks.threads[0].name == "12 1.5:");
}

TEST_CASE("the event is the requested one, a clock, cycles, or the first", "[perf]") {
  const std::string text =
      "prog 7 1.1: 1 page-faults:u: \n  40 a+0x1 (p)\n\nprog 7 1.1: 7 cycles:u: \n  40 b+0x1 (p)\n\n";
  CHECK(Describe(ReadText(text)) == "b@p 7 1\n");
  StackOptions options;
  options.event = "page-faults";
  CHECK(Describe(ReadText(text, options)) == "a@p 1 1\n");
  options.event = "instructions";
  CHECK(ErrorText(text, options) == "file: perf: no event 'instructions'; events are: page-faults:u, cycles:u");
}

TEST_CASE("threads are selected by command or number", "[perf]") {
  const std::string text =
      "main 7/7 1.1: 1 cpu-clock: \n  40 a+0x1 (p)\n\npool 7/19 1.1: 7 cpu-clock: \n  40 b+0x1 (p)\n\n"
      "make 8/8 1.1: 9 cpu-clock: \n  40 b+0x1 (p)\n\n";
  StackOptions options;
  options.threads = {"^19$", "main"};
  CHECK(Describe(ReadText(text, options)) == "a@p 1 1\nb@p 7 1\n");
  options.threads = {};
  options.processes = {"^8$"};
  CHECK(Describe(ReadText(text, options)) == "b@p 9 1\n");
  options.processes = {"nothing"};
  CHECK(ErrorText(text, options) == "file: perf: no sample matches the filters");
  options.processes = {"("};
  CHECK_THROWS_AS(ReadText(text, options), Error);
}

TEST_CASE("the time of hidden frames goes to their callers", "[perf]") {
  const std::string text =
      "prog 7 1.1: 10 cpu-clock: \n"
      "  ffffffff81 do_syscall_64+0x1 ([kernel.kallsyms])\n"
      "  ffffffff80 nf_hook+0x1 ([nf_tables])\n"
      "  40 clock_gettime+0x1 ([vdso])\n"
      "  50 _ZN3app4workEv+0x1 (/bin/prog)\n"
      "  60 main+0x1 (/bin/prog)\n\n";
  StackOptions options;
  options.no_kernel = true;
  CHECK(Describe(ReadText(text, options)) == "main@/bin/prog;_ZN3app4workEv@/bin/prog;clock_gettime@[vdso] 10 1\n");
  options.hide = {"app::work", "^clock"};
  CHECK(Describe(ReadText(text, options)) == "main@/bin/prog 10 1\n");
  options.hide = {"."};
  CHECK(Describe(ReadText(text, options)) == "- 10 1\n");
}

TEST_CASE("damage is reported with its line, and samples before it can be used", "[perf]") {
  const std::string good = "prog 7 1.1: 10 cpu-clock: \n  40 f+0x1 (p)\n\n";
  CHECK(ErrorText(good + "nonsense\n") == "file: perf, line 4: neither a sample's first line nor a frame");
  CHECK(ErrorText(good + "prog 7 1.2: 18446744073709551616 cpu-clock: \n") ==
        "file: perf, line 4: a period of more than 63 bits");
  CHECK(ErrorText(good + "prog 7 1.2: 9223372036854775807 cpu-clock: \n\n") ==
        "file: perf, line 5: the numbers are too large to add up");
  StackOptions options;
  options.salvage = true;
  const StackProfile stacks = ReadText(good + "nonsense\n" + good, options);
  CHECK(Describe(stacks) == "f@p 10 1\n");
  REQUIRE(stacks.missing.size() == 1);
  CHECK(TextOf(stacks.missing[0]) ==
        "file: perf, line 4: neither a sample's first line nor a frame; what follows is left out; used: 1 sample");
  CHECK(stacks.loss.is_cut);
}

TEST_CASE("records are no samples, and those of losses are counted", "[perf]") {
  const std::string sample = "w 7/7 5.1: 10 cpu-clock: \n\t 40 f+0x1 (p)\n";
  const StackProfile stacks = ReadText(sample + "\nw 7/7   5.2: PERF_RECORD_LOST lost 23\n" + sample +
                                       "  w 7/7   5.3: PERF_RECORD_LOST lost 4\n"
                                       "PERF_RECORD_LOST_SAMPLES lost 20\n"
                                       "w 7 [003] PERF_RECORD_THROTTLE\n"
                                       "w 7/7 5.4: PERF_RECORD_MMAP2 7/7: [0x5(0x1) @ 0x1 08:01 1 0]: r-xp /tmp/w\n"
                                       "w 7/7 5.4: PERF_RECORD_NAMESPACES 7/7 - nr_namespaces: 2 [\n"
                                       "\t\t1/net: 4/0xf0000075,\n" +
                                       sample + "\n");
  CHECK(Describe(stacks) == "f@p 30 3\n");
  CHECK(stacks.events.size() == 1);
  CHECK(stacks.loss.samples == 27);
  CHECK(stacks.loss.throttles == 1);
  CHECK_FALSE(stacks.loss.is_cut);
  CHECK(stacks.other_records == 2);
  CHECK(ReadText(sample + "\nw 7/7 5.2: PERF_RECORD_LOST_SAMPLES lost 9\n").loss.samples == 9);
  // A command may have such a name.
  CHECK(ReadText("PERF_RECORD_LOST lost 7/7 5.1: 10 cpu-clock: \n\t 40 f+0x1 (p)\n\n").loss.samples == 0);
  CHECK(Describe(ReadText("w 7/7 5.0: PERF_RECORD_COMM: w:7/7\nw 7/7 5.0: PERF_RECORD_LOST lost 1\n" + sample)) ==
        "f@p 10 1\n");
  CHECK(ErrorText("w 7/7 5.0: PERF_RECORD_LOST lost 1\n") == "file: perf: no event was recorded");
}

TEST_CASE("a text that is cut anywhere is never read as another one", "[perf]") {
  const std::string first = "prog 7/7 1.1: 10 cpu-clock:u: \n\t 40 f+0x1 (/bin/p)\n\t 50 rec+0x10 (/bin/p)\n\n";
  const std::string second = "prog 7/7 1.2: 10 cpu-clock:u: \n\t 60 g+0x1 (/bin/p)\n\t 50 rec+0x10 (/bin/p)\n";
  const std::string one = "rec@/bin/p;f@/bin/p 10 1\n";
  StackOptions options;
  options.salvage = true;
  for (std::size_t size = 0; size < second.size(); ++size) {
    const std::string text = first + second.substr(0, size);
    const std::string last = second.substr(0, size);
    CAPTURE(last);
    if (last.empty() || last.ends_with(')')) continue;
    if (last.ends_with('\n')) {  // all lines are whole
      CHECK(ReadText(text).events.size() == 1);
      continue;
    }
    CHECK(ErrorText(text).starts_with("file: perf, line "));
    const StackProfile saved = ReadText(text, options);
    CHECK(Describe(saved) == one);
    CHECK(saved.events.size() == 1);
    CHECK(saved.events[0].count == 1);
    CHECK(saved.loss.is_cut);
  }
  CHECK(ErrorText(first + "prog 7/7 1.2: 10 cpu-clock:u: \n\t 60 g+0x1 (/b\n\t 50 rec+0x10 (/bin/p)\n\n") ==
        "file: perf, line 6: the line ends within a frame");
}

TEST_CASE("the last line needs no line feed if it is whole", "[perf]") {
  CHECK(Describe(ReadText("prog 7 1.1: 10 cpu-clock: \n\t 40 f+0x1 (p)")) == "f@p 10 1\n");
  CHECK(Describe(ReadText("prog 7 1.1: 10 cycles: 7f00 f+0x4 (p)\nprog 7 1.2: 10 cycles: 7f00 f+0x4 (p)")) ==
        "f@p 20 2\n");
  CHECK(Describe(ReadText("prog 7 1.1: 10 cpu-clock: \n\t 40 f+0x1 (p)\n\t 50 main+0x1 (p)")) == "main@p;f@p 10 1\n");
  CHECK(Describe(ReadText("prog 7 1.1: 10 cpu-clock:\nprog 7 1.2: 10 cpu-clock:")) == "- 20 2\n");
}

TEST_CASE("stacks may be deep and names long", "[perf]") {
  std::string text = "prog 7 1.1: 10 cpu-clock: \n";
  for (int i = 0; i < 200'000; ++i) text += i % 2 == 0 ? "\t 40 f+0x1 (p)\n" : "\t 40 g+0x1 (p)\n";
  StackProfile stacks = ReadText(text);
  CHECK(stacks.contexts.size() == 200'000);
  CHECK(tests::IsSound(stacks));
  const Profile profile = ProfileOfStacks(stacks);
  CHECK(profile.exact->total_ticks == std::vector<double>{10, 10});
  const std::string name(1 << 20, 'n');
  stacks = ReadText("prog 7 1.1: 10 cpu-clock: \n\t 40 " + name + "+0x1 (p)\n");
  CHECK(stacks.functions.functions[0].name == name);
}

}  // namespace profdiff::perf_script_test
