// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for whole and damaged recordings in uftrace's format, which the tests write themselves.
#include "read/trace/uftrace/records.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <functional>

#include "profdiff/trace.h"
#include "support/trace_text.h"
#include "support/uftrace_bytes.h"
#include "tests/support/messages.h"

namespace profdiff::records_test {

using tests::UftraceFolder;
using tests::UftraceRecords;

namespace {

std::string Calls(const UftraceRecords& records) {
  return tests::CallsAsText(ReadTrace(UftraceFolder(records.bytes()).path()));
}

Error ErrorOf(const std::string& path) {
  try {
    ReadTrace(path);
  } catch (const Error& error) {
    CHECK(TextOf(error.message()).find('\n') == std::string::npos);
    return error;
  }
  FAIL("no error");
  return Error(ErrorCode::kSystem, "");
}

Trace Salvaged(const std::string& path) {
  TraceOptions options;
  options.salvage = true;
  return ReadTrace(path, options);
}

// Returns the records of the calls m(c(a),a), without any arguments.
UftraceRecords SmallRecords() {
  UftraceRecords records;
  records.Enter(100, 0, 'm').Enter(110, 1, 'c').Enter(120, 2, 'a').Leave(130, 2, 'a').Leave(140, 1, 'c');
  return records.Enter(150, 1, 'a').Leave(160, 1, 'a').Leave(170, 0, 'm');
}

}  // namespace

TEST_CASE("records of uftrace become calls", "[uftrace]") {
  const Trace trace = ReadTrace(UftraceFolder(SmallRecords().bytes()).path());
  REQUIRE(trace.threads.size() == 1);
  CHECK(tests::TimesAsText(trace) == "m@100+70(c@110+30(a@120+10),a@150+10)");
  CHECK(trace.names == std::vector<std::string>{"m", "c", "a"});
  CHECK(trace.threads[0].number == 10);
  CHECK(trace.threads[0].label == "thread 1");
  CHECK(trace.missing.empty());
  CHECK(tests::IsSound(trace));
}

TEST_CASE("calls that are open at the end are normal", "[uftrace]") {
  CHECK(Calls(UftraceRecords().Enter(1, 0, 'm').Enter(2, 1, 'a').Leave(3, 1, 'a').Enter(4, 1, 'b')) == "m!(a,b!)");
  CHECK(Calls(UftraceRecords()).empty());
}

TEST_CASE("longjmp ends what it jumps over", "[uftrace]") {
  UftraceFolder folder(UftraceRecords()
                           .Enter(1, 0, 'm')
                           .Enter(2, 1, 's')
                           .Leave(3, 1, 's')
                           .Enter(4, 1, 'd')
                           .Enter(5, 2, 'e')
                           .Leave(6, 1, 's')  // setjmp returns for the second time
                           .Enter(7, 1, 'a')
                           .Leave(8, 1, 'a')
                           .Leave(9, 0, 'm')
                           .bytes());
  CHECK(ErrorOf(folder.path()).code() == ErrorCode::kBadTrace);  // only setjmp may return twice
  folder.Write("p.sym", "# path name: /p\n0000000000001000 T f\n0000000000001480 T _setjmp\n00000000000014c0 T g\n");
  CHECK(tests::TimesAsText(ReadTrace(folder.path())) == "f@1+8(_setjmp@2+1,f@4+2(f@5+1),f@7+1)");
}

TEST_CASE("exec ends all calls, and later names are those of the new program", "[uftrace]") {
  UftraceFolder folder(
      UftraceRecords().Enter(100, 0, 'm').Enter(110, 1, 'x').Enter(200, 0, 'm').Leave(210, 0, 'm').bytes());
  folder.Write("task.txt",
               "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\n"
               "SESS timestamp=0.000000150 pid=10 sid=bb exename=\"/q\"\n");
  folder.Write("sid-bb.map", "400000-500000 r-xp 00000000 00:00 0    /q\n");
  folder.Write("q.sym", "# path name: /q\n0000000000001000 T other\n");
  CHECK(tests::TimesAsText(ReadTrace(folder.path())) == "m@100+100(x@110+90) other@200+10");
}

TEST_CASE("a forked process leaves its parent's calls, which have no rows", "[uftrace]") {
  UftraceFolder folder("");
  folder.Write("task.txt",
               "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\nFORK timestamp=0.0 pid=11 ppid=10\n");
  const std::string child = UftraceRecords()
                                .Leave(1, 2, 'f')
                                .Enter(2, 2, 'a')
                                .Leave(3, 2, 'a')
                                .Leave(4, 1, 'g')
                                .Enter(5, 1, 'b')
                                .Leave(6, 1, 'b')
                                .bytes();
  folder.Write("11.dat", child);
  const Trace trace = ReadTrace(folder.path());
  REQUIRE(trace.threads.size() == 2);
  CHECK(trace.threads[1].label == "process 2, thread 1");
  CHECK(tests::CallsAsText(trace, 1) == "a b");
  folder.Write("11.dat", child + UftraceRecords().Leave(7, 1, 'h').bytes());
  CHECK(ErrorOf(folder.path()).code() == ErrorCode::kBadTrace);  // the process has already left the call at that depth
}

TEST_CASE("records that contradict those before them are named", "[uftrace]") {
  const UftraceRecords begin = SmallRecords();
  const std::pair<UftraceRecords, const char*> bad[] = {
      {UftraceRecords(begin).Enter(100, 0, 'a'), "time runs backwards"},
      {UftraceRecords(begin).Leave(200, 0, 'a'), "a call ends that was not entered"},
      {UftraceRecords(begin).Enter(200, 0, 'a').Leave(210, 0, 'b'),
       "a call ends while a call that it made is still open"},
      {UftraceRecords(begin).Enter(200, 1, 'a'), "a call is entered at depth 1"},
      {UftraceRecords(begin).Number(200, 8).Number(0, 8), "not a record of uftrace"},
      {UftraceRecords(begin).Number(200, 8).Number(6 << 3, 8), "not a record of uftrace"}};
  for (const auto& [records, reason] : bad) {
    UftraceFolder folder(records.bytes());
    const Error error = ErrorOf(folder.path());
    CHECK(error.code() == ErrorCode::kBadTrace);
    CHECK_THAT(TextOf(error.message()), Catch::Contains("10.dat: record at byte 1") && Catch::Contains(reason));
    CHECK(error.place().number >= 128);
    CHECK(error.path().ends_with("10.dat"));
    const Trace saved = Salvaged(folder.path());
    CHECK(tests::IsSound(saved));
    CHECK(tests::CallsAsText(saved).starts_with("m(c(a),a)"));
    REQUIRE(saved.missing.size() == 1);
    CHECK(TextOf(saved.missing[0]) == TextOf(error.message()) + "; what follows is left out");
  }
}

TEST_CASE("lost records are an error, and are counted when salvaging", "[uftrace]") {
  UftraceRecords records =
      UftraceRecords().Enter(1, 0, 'm').Enter(2, 1, 'a').Lost(3, 40).Enter(4, 5, 'b').Leave(5, 5, 'b');
  records.Leave(6, 4, 'x').Lost(7, 2).Enter(8, 1, 'c').Leave(9, 1, 'c').Leave(10, 0, 'm');
  UftraceFolder folder(records.bytes());
  const Error error = ErrorOf(folder.path());
  CHECK(error.code() == ErrorCode::kLostRecords);
  CHECK_THAT(TextOf(error.message()), Catch::Contains("record at byte 32") && Catch::Contains("lost 40 records"));
  const Trace trace = Salvaged(folder.path());
  CHECK(trace.threads[0].lost_records == 42);
  CHECK(tests::TimesAsText(trace) == "m@1+9(a@2+6(b@4+1),c@8+1)");
  REQUIRE(trace.missing.size() == 1);
  CHECK_THAT(TextOf(trace.missing[0]), Catch::Contains("lost 42 records"));
}

TEST_CASE("values after records are skipped according to the recorded layout", "[uftrace]") {
  UftraceRecords records;
  records.Enter(1, 0, 'm', true).Number(7, 4).Number(0, 4).Enter(2, 1, 'a', true).Text(std::string("\3\0abc", 5));
  records.Text("\1\1\1")
      .Leave(3, 1, 'a', true)
      .Number(1, 8)
      .Event(4, 100001, true)
      .Number(24, 2)
      .Text(std::string(30, 'v'));
  records.Event(5, 1000001).Leave(6, 0, 'm');
  UftraceFolder folder(records.bytes(), "argspec:m@arg1/i32;a@arg1/s\nargauto:b@arg1\nretauto:^a$@retval\n");
  CHECK(tests::CallsAsText(ReadTrace(folder.path())) == "m(a)");
  folder.Write("info", tests::UftraceInfoBytes("argspec:m@arg1/i32\n"));
  Error error = ErrorOf(folder.path());
  CHECK(error.code() == ErrorCode::kUnsupported);
  CHECK_THAT(TextOf(error.message()),
             Catch::Contains("record at byte 24") && Catch::Contains("the arguments of a follow it"));
  folder.Write("info", tests::UftraceInfoBytes("argspec:m@arg1,arg2;a@arg1/s\nretauto:a@retval\n"));
  error = ErrorOf(folder.path());
  CHECK_THAT(TextOf(error.message()), Catch::Contains("do not have the recorded layout"));
  // The recording can also define the layout of arguments in its debug information.
  folder.Write("info", tests::UftraceInfoBytes(""));
  folder.Write("p.dbg", "F: 1000 a\nA: @arg1/s\nR: @retval\nF: 1300 m\nA: @arg1/i32\n");
  CHECK(tests::CallsAsText(ReadTrace(folder.path())) == "m(a)");
}

TEST_CASE("texts of all threads have common numbers, and only the option texts reads them", "[uftrace]") {
  const auto calls = [](const std::string& first, const std::string& second) {
    UftraceRecords records;
    for (std::uint64_t i = 0; i < 2; ++i) {
      const std::string& text = i == 0 ? first : second;
      records.Enter(10 * i, 0, 'a', true).Number(text.size(), 2).Text(text + std::string(6 - text.size(), '\0'));
      records.Number(5, 8).Leave(10 * i + 5, 0, 'a');
    }
    return records.bytes();
  };
  UftraceFolder folder(calls("rows", "pairs"), "argspec:a@arg1/s,arg2/i64\n");
  folder.Write("11.dat", calls("pairs", "cells"));
  TraceOptions options;
  options.values = true;
  Trace trace = ReadTrace(folder.path(), options);
  CHECK(trace.value_names.empty());
  CHECK(trace.threads.at(1).values.size() == 2);
  options.texts = true;
  for (options.threads = 1; options.threads < 3; ++options.threads) {
    trace = ReadTrace(folder.path(), options);
    CHECK(trace.value_names == std::vector<std::string>{"arg1\x1frows", "arg1\x1fpairs",
                                                        "arg1\x1f"
                                                        "cells"});
    REQUIRE(trace.threads.size() == 2);
    std::vector<std::uint32_t> numbers;
    for (const CallValue& value : trace.threads[1].values) numbers.push_back(value.argument);
    CHECK(numbers == std::vector<std::uint32_t>{CallValue::kFirstNamed + 1, 2, CallValue::kFirstNamed + 2, 2});
  }
}

TEST_CASE("source lines of functions are read if --srcline recorded them", "[uftrace]") {
  UftraceFolder folder(SmallRecords().bytes());
  CHECK(ReadTrace(folder.path()).definitions.empty());
  folder.Write("p.dbg", "F: 1000 a\nL: 4 src/a b.c\nF: 1300 m\nL: 70 /m.c\nF: 1040 c\nL: x c.c\n");
  const Trace trace = ReadTrace(folder.path());
  std::string lines;
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    lines += trace.names[i] + " " + trace.definitions[i].file + ":" + std::to_string(trace.definitions[i].line) + "\n";
  }
  CHECK_THAT(lines, Catch::Contains("a src/a b.c:4\n") && Catch::Contains("m /m.c:70\n"));
}

TEST_CASE("the scheduler's events in a thread's file become off_cpu", "[uftrace]") {
  UftraceRecords records = UftraceRecords().Enter(1, 0, 'm').Event(2, 200002).Event(5, 200001).Event(7, 200007);
  const Trace trace = ReadTrace(UftraceFolder(records.Leave(9, 0, 'm').bytes()).path());
  REQUIRE(trace.threads[0].off_cpu.size() == 2);
  CHECK(trace.threads[0].off_cpu[0].end == 5);
  CHECK(trace.threads[0].off_cpu[1].end == 9);
}

TEST_CASE("missing files are named", "[uftrace]") {
  const std::string records = SmallRecords().bytes();
  auto without = [&](const char* name) {
    UftraceFolder folder(records);
    std::filesystem::remove(folder.path() + "/" + name);
    return ErrorOf(folder.path());
  };
  CHECK(without("p.sym").code() == ErrorCode::kLostSymbols);
  CHECK_THAT(TextOf(without("p.sym").message()), Catch::Contains("no symbols of /p"));
  CHECK(without("sid-aa.map").code() == ErrorCode::kSystem);
  CHECK(without("task.txt").code() == ErrorCode::kSystem);
  CHECK(without("10.dat").code() == ErrorCode::kNotATrace);
  CHECK_THAT(TextOf(without("info").message()), Catch::Contains("file 'info' is missing"));
  UftraceFolder folder(records);
  std::filesystem::remove(folder.path() + "/p.sym");
  const Trace trace = Salvaged(folder.path());
  CHECK(trace.missing.size() == 1);
  CHECK(trace.names[0] == "p+0x130e");
}

TEST_CASE("a thread in task.txt keeps its place even without its file", "[uftrace]") {
  UftraceFolder folder(SmallRecords().bytes());
  folder.Write("task.txt",
               "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\nTASK timestamp=0.000000002 tid=10 pid=10\n"
               "TASK timestamp=0.1 tid=11 pid=10\nTASK timestamp=0.2 tid=12 pid=10\n");
  folder.Write("11.dat", UftraceRecords().Enter(100, 0, 'b').Leave(110, 0, 'b').bytes());
  folder.Write("12.dat", UftraceRecords().Enter(100, 0, 'c').Leave(110, 0, 'c').bytes());
  CHECK(ReadTrace(folder.path()).remarks.empty());
  std::filesystem::remove(folder.path() + "/11.dat");
  const Trace trace = ReadTrace(folder.path());
  REQUIRE(trace.threads.size() == 3);
  CHECK(trace.threads[1].number == 11);
  CHECK(trace.threads[1].calls.size() == 0);
  CHECK(tests::CallsAsText(trace, 2) == "c");
  CHECK(trace.threads[2].label == "thread 3");
  CHECK(trace.missing.empty());
  CHECK(tests::TextsOf(trace.remarks) ==
        std::vector<std::string>{folder.path() + ": task.txt names threads without a file of records, which count as "
                                                 "threads without calls: 11.dat"});
  std::string tasks = "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\n";
  for (int i = 10; i < 30; ++i) tasks += "TASK timestamp=0.1 tid=" + std::to_string(i) + " pid=10\n";
  folder.Write("task.txt", tasks);
  CHECK_THAT(TextOf(ReadTrace(folder.path()).remarks.at(0)), Catch::EndsWith("15.dat, 16.dat and 13 more"));
}

TEST_CASE("pipes and devices in a folder are not waited for", "[uftrace]") {
  for (const char* name : {"info", "task.txt", "sid-aa.map", "p.sym", "10.dat", "perf-cpu0.dat"}) {
    for (const bool is_pipe : {true, false}) {
      UftraceFolder folder(SmallRecords().bytes());
      const std::string path = folder.path() + "/" + name;
      std::filesystem::remove(path);
      if (is_pipe) {
        REQUIRE(mkfifo(path.c_str(), 0600) == 0);
      } else {
        std::filesystem::create_symlink("/dev/zero", path);
      }
      // Symbols that cannot be read count as absent, since other files may have them.
      const std::string said = std::string_view(name) == "p.sym" ? "no symbols of /p" : name;
      CHECK_THAT(TextOf(ErrorOf(folder.path()).message()), Catch::Contains(said));
    }
  }
  tests::TemporaryFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(TextOf(ErrorOf(pipe).message()) == pipe + ": not a regular file");
}

TEST_CASE("a thread of few calls takes little memory", "[uftrace]") {
  const Trace trace = ReadTrace(UftraceFolder(SmallRecords().bytes()).path());
  const CallTree& calls = trace.threads[0].calls;
  CHECK(calls.function.capacity() == calls.size());
  CHECK(calls.shape.capacity() == calls.size());
  CHECK(calls.start.capacity() == calls.size());
}

TEST_CASE("a truncated file of records is an error; salvaging keeps its whole records", "[uftrace]") {
  const std::string bytes = SmallRecords().bytes();
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    UftraceFolder folder(std::string_view(bytes).substr(0, cut));
    const Trace trace = Salvaged(folder.path());
    CHECK(tests::IsSound(trace));
    CHECK(trace.missing.size() == (cut % 16 == 0 ? 0 : 1));
    if (cut % 16 != 0) {
      const Error error = ErrorOf(folder.path());
      CHECK(error.code() == ErrorCode::kTruncated);
      CHECK(error.place().number == cut / 16 * 16);
    }
  }
}

TEST_CASE("a flipped bit leads to an error or another trace", "[uftrace]") {
  UftraceRecords records = SmallRecords();
  records.Enter(180, 0, 'a', true).Text(std::string("\3\0abc\0\0\0", 8)).Leave(190, 0, 'a').Lost(195, 1);
  const std::string bytes = records.bytes();
  UftraceFolder folder("", "argspec:a@arg1/s\nargauto:b@arg1\n");
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    folder.Write("10.dat", flipped);
    try {
      const Trace trace = Salvaged(folder.path());
      CHECK(tests::IsSound(trace));
    } catch (const Error& error) {
      FAIL_CHECK(TextOf(error.message()));
    }
  }
}

TEST_CASE("the end of a recording is relative to the program's start, and is not earlier than the last record",
          "[uftrace]") {
  const std::string bytes = UftraceRecords().Enter(100, 0, 'a').Leave(200, 0, 'a').bytes();
  const auto ends = [&](const std::string& lines, const std::string& begin = "0.000000001") {
    const UftraceFolder folder(bytes, lines);
    folder.Write("task.txt", "SESS timestamp=" + begin + " pid=10 sid=aa exename=\"/p\"\n");
    const Trace trace = ReadTrace(folder.path());
    CHECK(tests::IsSound(trace));
    return trace.ends;
  };
  CHECK(ends("").empty());
  REQUIRE(ends("elapsed_time:0.000000500 sec\nexit_status:11\n").size() == 1);
  const RankEnd end = ends("elapsed_time:0.000000500 sec\nexit_status:11\n")[0];
  CHECK(end.recording_end == 501);
  CHECK(end.exit_status == 11);
  CHECK(ends("elapsed_time:0.000000100 sec\n").at(0).recording_end == 200);
  CHECK_FALSE(ends("elapsed_time:0.000000100 sec\n").at(0).exit_status);
  CHECK_FALSE(ends("exit_status:0\n").at(0).recording_end);
  CHECK(ends("elapsed_time:0.000000500 sec\n", "nothing").empty());
  CHECK(ends("elapsed_time:18446744072.000000000 sec\n", "18446744072.5").empty());
}

TEST_CASE("any number of threads reads the same traces", "[uftrace]") {
  UftraceFolder folder("");
  std::string tasks = "SESS timestamp=0.000000001 pid=10 sid=aa exename=\"/p\"\n";
  for (int i = 0; i < 9; ++i) {
    UftraceRecords records;
    for (std::uint64_t call = 0; call < 3000; ++call) {
      const char function =
          static_cast<char>('a' + call * static_cast<std::uint64_t>(i + 1) % static_cast<std::uint64_t>(5 + 2 * i));
      records.Enter(10 * call, 0, function).Leave(10 * call + 5, 0, function);
    }
    folder.Write(std::to_string(10 + i) + ".dat", records.bytes());
    tasks += "TASK timestamp=0.1 tid=" + std::to_string(10 + i) + " pid=10\n";
  }
  folder.Write("task.txt", tasks);
  TraceOptions options;
  const Trace one = ReadTrace(folder.path(), options);
  REQUIRE(one.threads.size() == 9);
  CHECK(one.threads[0].calls.size() == 3000);
  CHECK(one.names.size() > 15);
  for (options.threads = 2; options.threads < 6; ++options.threads) {
    const Trace other = ReadTrace(folder.path(), options);
    CHECK(other.names == one.names);
    for (std::size_t i = 0; i < 9; ++i) CHECK(other.threads[i].calls.function == one.threads[i].calls.function);
  }
}

}  // namespace profdiff::records_test
