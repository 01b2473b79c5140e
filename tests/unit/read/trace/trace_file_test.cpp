// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the recorded traces in testdata/traces, for finding a trace's format by its path, and for the same trace in
// three formats.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <map>

#include "profdiff/trace.h"
#include "support/temporary_file.h"
#include "support/trace_text.h"
#include "support/uftrace_bytes.h"

namespace profdiff::trace_file_test {
namespace {

std::string Recorded(const std::string& name) { return std::string(PROFDIFF_TESTDATA) + "/traces/" + name; }

// The first calls of main and of each thread in the recordings of traced.c, except for version 2 of the program.
const std::string kRounds =
    "Round(Recurse(Leaf),Block(Leaf)),Round(Recurse(Leaf,Recurse(Leaf)),Block(Leaf)),"
    "Round(Recurse(Leaf,Recurse(Leaf,Recurse(Leaf))),Block(Leaf))";

// Returns the calls of a thread from main on.
std::string MainOf(const Trace& trace, std::size_t thread = 0) {
  const std::string calls = tests::CallsAsText(trace, thread);
  return calls.substr(std::min(calls.find("main"), calls.size()));
}

Error ErrorOf(const std::string& path) {
  try {
    ReadTrace(path);
  } catch (const Error& error) {
    CHECK(TextOf(error.message()).starts_with(path));
    return error;
  }
  FAIL("no error");
  return Error(ErrorCode::kSystem, "");
}

void CheckSameCalls(const Trace& a, const Trace& b) {
  REQUIRE(a.threads.size() == b.threads.size());
  for (std::size_t i = 0; i < a.threads.size(); ++i) {
    CHECK(a.threads[i].number == b.threads[i].number);
    CHECK(tests::TimesAsText(a, i) == tests::TimesAsText(b, i));
    CHECK(a.threads[i].calls.shape == b.threads[i].calls.shape);
    CHECK(a.threads[i].calls.end == b.threads[i].calls.end);
    CHECK(a.threads[i].calls.open == b.threads[i].calls.open);
  }
}

const char* const kAllRecorded[] = {"simple", "simple2",   "threads", "jumps",       "fork",
                                    "killed", "arguments", "debug",   "expressions", "globs"};

}  // namespace

TEST_CASE("uftrace's recordings contain what the program does", "[trace_file]") {
  const std::string simple = "main(" + kRounds + ",strcmp,strcmp,strcmp,strcmp)";
  CHECK(MainOf(ReadTrace(Recorded("simple"))) == simple);
  CHECK(MainOf(ReadTrace(Recorded("arguments"))) == simple);
  const std::string heat = tests::CallsAsText(ReadTrace(Recorded("heat_mpi/rank.0")));
  CHECK(tests::CallsAsText(ReadTrace(Recorded("expressions"))) == heat);
  CHECK(tests::CallsAsText(ReadTrace(Recorded("globs"))) == heat);
  CHECK(MainOf(ReadTrace(Recorded("jumps"))) ==
        "main(" + kRounds + ",strcmp,strcmp,Jumps(_setjmp,Jump(Jump(Jump(longjmp))),Leaf),strcmp,strcmp)");
  CHECK(MainOf(ReadTrace(Recorded("killed")))
            .starts_with("main!(" + kRounds + ",strcmp,strcmp,strcmp,strcmp,Killed!(Leaf"));
  CHECK_THAT(MainOf(ReadTrace(Recorded("simple2"))), Catch::Contains("Block(Other,Leaf)"));
}

TEST_CASE("threads and processes are those of the program", "[trace_file]") {
  for (const char* name : {"threads", "debug"}) {
    const Trace trace = ReadTrace(Recorded(name));
    REQUIRE(trace.threads.size() == 3);
    CHECK(trace.threads[0].label == "thread 1");
    CHECK(tests::CallsAsText(trace, 1) == "Thread(" + kRounds + ")");
    CHECK(tests::CallsAsText(trace, 2).starts_with("Thread(" + kRounds + ",Round("));
  }
  CHECK_FALSE(ReadTrace(Recorded("threads")).threads[0].off_cpu.empty());
  const Trace fork = ReadTrace(Recorded("fork"));
  REQUIRE(fork.threads.size() == 2);
  CHECK(fork.threads[1].label == "process 2, thread 1");
  CHECK(tests::CallsAsText(fork, 1).starts_with("Child(Leaf,execl)"));
  CHECK(MainOf(fork, 1) == "main(" + kRounds + ",strcmp,strcmp,strcmp,strcmp)");
}

TEST_CASE("ranks that were recorded separately are the threads of one trace", "[trace_file]") {
  const Trace trace = ReadTrace(Recorded("heat_mpi"));
  REQUIRE(trace.threads.size() == 3);
  std::string calls = "main(MPI_Init,MPI_Comm_rank,ReadInput";
  for (int step = 0; step < 6; ++step) calls += ",Step(MPI_Sendrecv,Relax,Measure,MPI_Allreduce)";
  calls += ",WriteOutput,MPI_Finalize)";
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    CHECK(trace.threads[rank].rank == rank);
    CHECK(trace.threads[rank].label == "rank " + std::to_string(rank) + ", thread 1");
    CHECK(MainOf(trace, rank) == calls);
  }
}

TEST_CASE("each rank has the status and time of its end", "[trace_file]") {
  const Trace killed = ReadTrace(Recorded("killed"));
  REQUIRE(killed.ends.size() == 1);
  CHECK(killed.ends[0].exit_status == 9);
  const std::uint64_t begin = 42667121995617;  // start of the program in nanoseconds, from its task.txt
  CHECK(killed.ends[0].recording_end == begin + 23914947);
  const Trace ranks = ReadTrace(Recorded("heat_mpi"));
  REQUIRE(ranks.ends.size() == 3);
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    CHECK(ranks.ends[rank].rank == rank);
    CHECK(ranks.ends[rank].exit_status == 0);
    CHECK(ranks.ends[rank].recording_end > ranks.threads[rank].calls.start[0]);
  }
}

TEST_CASE("numbers at the end of names are ranks, unless they cannot be", "[trace_file]") {
  auto ranks_of = [](const std::vector<std::string>& names) {
    const tests::TemporaryFolder folder;
    std::vector<std::uint32_t> ranks;
    for (const std::string& name : names) {
      std::filesystem::copy(Recorded("simple"), folder.path() + "/" + name, std::filesystem::copy_options::recursive);
    }
    for (const ThreadTrace& thread : ReadTrace(folder.path()).threads) ranks.push_back(thread.rank);
    return ranks;
  };
  using Ranks = std::vector<std::uint32_t>;
  CHECK(ranks_of({"r.0", "r.3", "r.11"}) == Ranks{0, 3, 11});  // the ranks between them were not recorded
  CHECK(ranks_of({"r.5"}) == Ranks{5});
  CHECK(ranks_of({"pid.4711", "pid.4713"}) == Ranks{0, 1});
  CHECK(ranks_of({"a.1", "b.1"}) == Ranks{0, 1});
}

TEST_CASE("if some ranks cannot be used, the others keep their places", "[trace_file]") {
  tests::TemporaryFolder folder;
  for (const char* rank : {"r.0", "r.1", "r.2"}) {
    std::filesystem::copy(Recorded("simple"), folder.path() + "/" + rank, std::filesystem::copy_options::recursive);
  }
  std::filesystem::remove(folder.path() + "/r.1/info");
  CHECK_THAT(TextOf(ErrorOf(folder.path()).message()), Catch::Contains("r.1: uftrace did not finish this recording"));
  TraceOptions options;
  options.salvage = true;
  const Trace trace = ReadTrace(folder.path(), options);
  REQUIRE(trace.threads.size() == 2);
  CHECK((trace.threads[0].rank == 0 && trace.threads[1].rank == 2));
  REQUIRE(trace.ends.size() == 2);
  CHECK(trace.ends[1].rank == 2);
  REQUIRE(trace.missing.size() == 1);
  CHECK_THAT(TextOf(trace.missing[0]), Catch::Contains("r.1") && Catch::Contains("this rank is left out"));
  for (const char* rank : {"r.0", "r.2"}) std::filesystem::remove(folder.path() + "/" + rank + "/info");
  CHECK_THROWS_AS(ReadTrace(folder.path(), options), Error);
  folder.Write("r.0/info", "text");
  CHECK_THAT(TextOf(ErrorOf(folder.path() + "/r.0").message()),
             Catch::Contains("its file 'info' was not written by uftrace"));
}

TEST_CASE("recorded traces are sound, and shapes are the same in all", "[trace_file]") {
  std::map<std::string, std::uint64_t> shapes;
  for (const char* name : kAllRecorded) {
    const Trace trace = ReadTrace(Recorded(name));
    CHECK(tests::IsSound(trace));
    CHECK(trace.missing.empty());
    CHECK(trace.paths == std::vector<std::string>{Recorded(name)});
    CHECK(trace.ends.size() == 1);
    for (const ThreadTrace& thread : trace.threads) {
      for (std::size_t row = 0; row < thread.calls.size(); ++row) {
        if (thread.calls.end[row] != row + 1) continue;
        const auto [known, is_new] =
            shapes.emplace(trace.names[thread.calls.function[row].value], thread.calls.shape[row]);
        CHECK(known->second == thread.calls.shape[row]);
      }
    }
  }
  CHECK(shapes.size() > 8);
}

TEST_CASE("a trace is the same in Chrome's format", "[trace_file]") {
  for (const char* name : kAllRecorded) {
    const Trace trace = ReadTrace(Recorded(name));
    for (const bool whole_events : {false, true}) {
      CheckSameCalls(trace, ReadTrace(tests::TemporaryFile(tests::TraceAsChromeJson(trace, whole_events)).path()));
    }
  }
}

#ifdef PROFDIFF_HAS_OTF2
TEST_CASE("a trace is the same in an OTF2 archive with any name", "[trace_file]") {
  for (const char* name : kAllRecorded) {
    const Trace trace = ReadTrace(Recorded(name));
    tests::TemporaryFolder folder;
    REQUIRE(tests::WriteOtf2(trace, folder.path() + "/archive", "any name"));
    CheckSameCalls(trace, ReadTrace(folder.path() + "/archive"));
    CheckSameCalls(trace, ReadTrace(folder.path() + "/archive/any name.otf2"));
  }
}

TEST_CASE("damaged archives lead to errors of one line", "[trace_file]") {
  Trace empty;
  empty.names = {"f"};
  empty.threads.resize(1);
  tests::TemporaryFolder folder;
  REQUIRE(tests::WriteOtf2(empty, folder.path() + "/empty", "traces"));
  CHECK_THAT(TextOf(ErrorOf(folder.path() + "/empty").message()), Catch::Contains("an archive without events"));
  CHECK(ErrorOf(folder.Write("no/traces.otf2", "nonsense")).code() == ErrorCode::kNotATrace);

  const Trace trace = ReadTrace(Recorded("threads"));
  REQUIRE(tests::WriteOtf2(trace, folder.path() + "/cut", "traces"));
  const std::string events = folder.path() + "/cut/traces/" + std::to_string(trace.threads[0].number) + ".evt";
  std::filesystem::resize_file(events, std::filesystem::file_size(events) / 2);
  const std::string archive = folder.path() + "/cut";
  CHECK_THROWS_AS(ReadTrace(archive), Error);
  TraceOptions options;
  options.salvage = true;
  const Trace saved = ReadTrace(archive, options);
  CHECK(tests::IsSound(saved));
  CHECK(saved.missing.size() == 1);

  std::filesystem::remove(events);
  CHECK_THAT(TextOf(ErrorOf(archive).message()), Catch::Contains("the file of its events is missing"));
  const Trace others = ReadTrace(archive, options);
  CHECK(others.threads.size() == 2);
  REQUIRE(others.missing.size() == 1);
  CHECK_THAT(TextOf(others.missing[0]), Catch::Contains("the thread is left out"));
  std::filesystem::remove(archive + "/traces.def");
  CHECK_THAT(TextOf(ErrorOf(archive).message()), Catch::Contains("definitions are missing"));
}

TEST_CASE("what EZTrace recorded of an MPI program is read", "[trace_file]") {
  const Trace trace = ReadTrace(Recorded("eztrace"));
  REQUIRE(trace.threads.size() == 2);
  CHECK(trace.threads[1].rank == 1);
  const std::string rounds =
      "MPI_Recv,MPI_Allreduce,MPI_Recv,MPI_Allreduce,MPI_Recv,MPI_Allreduce,MPI_Recv,"
      "MPI_Allreduce,MPI_Recv,MPI_Allreduce";
  CHECK(tests::CallsAsText(trace, 1) == "Working(" + rounds + ",EZTrace finalize)");
  CHECK(trace.remarks.size() == 2);
}

// EZTrace 2.0 ends the region "Working" while the inner region "EZTrace finalize" is still open, and does not
// synchronise the clocks of processes.
TEST_CASE("an archive whose regions end out of order is read, and these ends are counted", "[trace_file]") {
  constexpr std::uint64_t kSecond = 1000000000, kApart = 900000000;
  const std::vector<std::string> names = {"Working", "MPI_Send", "EZTrace finalize"};
  auto rank = [](std::uint64_t begin) {
    return std::vector<tests::Otf2Event>{{'E', begin, 0},      {'E', begin + 10, 1}, {'L', begin + 30, 1},
                                         {'E', begin + 50, 2}, {'L', begin + 60, 0}, {'L', begin + 70, 2}};
  };
  // The archive's clock begins before the events of rank 1, or after them.
  for (const std::uint64_t first_tick : {std::uint64_t{0}, kSecond}) {
    tests::TemporaryFolder folder;
    REQUIRE(tests::WriteOtf2Events(names, {rank(kSecond), rank(kSecond - kApart)}, first_tick, folder.path() + "/a",
                                   "eztrace_log"));
    const Trace trace = ReadTrace(folder.path() + "/a");
    REQUIRE(trace.threads.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) CHECK(tests::CallsAsText(trace, i) == "Working(MPI_Send,EZTrace finalize)");
    const std::uint64_t first = first_tick == 0 ? kSecond - kApart : 0;
    CHECK(tests::TimesAsText(trace, 1) == "Working@" + std::to_string(first) + "+60(MPI_Send@" +
                                              std::to_string(first + 10) + "+20,EZTrace finalize@" +
                                              std::to_string(first + 50) + "+10)");
    CHECK(trace.threads[0].calls.start[0] == first + kApart);
    CHECK(tests::IsSound(trace));
    CHECK(trace.missing.empty());
    REQUIRE(trace.remarks.size() == 2);
    CHECK_THAT(TextOf(trace.remarks[0]),
               Catch::Contains(": ends of calls that are not open are left out: 2, the first: location 0, event 6"));
    CHECK_THAT(TextOf(trace.remarks[1]),
               Catch::Contains(": ends of calls that are not innermost also end the calls within them: 2,"));
  }
}

TEST_CASE("pipes in an archive are not waited for", "[trace_file]") {
  const Trace trace = ReadTrace(Recorded("simple"));
  const std::string location = std::to_string(trace.threads[0].number);
  for (const std::string& name : {std::string("t.def"), "t/" + location + ".evt", "t/" + location + ".def"}) {
    tests::TemporaryFolder folder;
    REQUIRE(tests::WriteOtf2(trace, folder.path() + "/a", "t"));
    const std::string path = folder.path() + "/a/" + name;
    std::filesystem::remove(path);
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    CHECK(TextOf(ErrorOf(folder.path() + "/a").message()) == path + ": not a regular file");
  }
}
#endif

TEST_CASE("a folder of ranks is one trace", "[trace_file]") {
  tests::TemporaryFolder folder;
  for (const char* rank : {"d.10", "d.9", "notes"}) {
    std::filesystem::copy(Recorded("simple"), folder.path() + "/" + rank, std::filesystem::copy_options::recursive);
  }
  folder.Write("d.11.json", R"([{"ph":"X","ts":1,"dur":2,"pid":1,"tid":1,"name":"Leaf"}])");
  folder.Write("12", "nonsense");
  const Trace trace = ReadTrace(folder.path());
  REQUIRE(trace.threads.size() == 3);
  CHECK(trace.paths ==
        std::vector<std::string>{folder.path() + "/d.9", folder.path() + "/d.10", folder.path() + "/d.11.json"});
  for (std::uint32_t i = 0; i < 3; ++i) CHECK(trace.threads[i].rank == i + 9);
  CHECK(trace.threads[1].label == "rank 10, thread 1");
  CHECK(tests::CallsAsText(trace, 0) == tests::CallsAsText(trace, 1));
  CHECK(tests::CallsAsText(trace, 2) == "Leaf");
  CHECK(trace.names.size() == ReadTrace(Recorded("simple")).names.size());
}

TEST_CASE("a file that is not a trace is named", "[trace_file]") {
  tests::TemporaryFolder folder;
  CHECK(ErrorOf(folder.path()).code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf(folder.Write("text", "text")).code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf(folder.Write("empty", "")).code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf("/nowhere/trace").code() == ErrorCode::kSystem);
  folder.Write("task.txt", "");
  CHECK_THAT(TextOf(ErrorOf(folder.path()).message()), Catch::Contains("did not finish this recording"));
}

}  // namespace profdiff::trace_file_test
