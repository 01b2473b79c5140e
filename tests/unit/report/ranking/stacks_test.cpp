// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/stacks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "profdiff/stacks.h"

namespace profdiff::stacks_test {
namespace {

using tests::Process;
using tests::Repeated;

StackSnapshots Stopped(std::size_t snapshots) {
  std::vector<ProcessStacks> processes;
  for (std::uint32_t rank = 0; rank < 8; ++rank) {
    processes.push_back(Process(rank, {rank == 2 ? "_start main receive MPI_Recv poll" : "_start main MPI_Allreduce",
                                       "clone3 progress epoll_wait"}));
  }
  return Repeated(snapshots, processes);
}

std::string Text(const StackFindings& findings) {
  std::string out;
  WriteStacks(out, *FindTableFormat("text"), {findings, 100});
  return out;
}

bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a report about stacks begins with the answer", "[stacks]") {
  CHECK(Text(CompareStacks(Stopped(3))) ==
        "stopped: no thread of 8 ranks moved in 3 snapshots\n"
        "suspect: 2.0, in main > receive > MPI_Recv, or the other rank; 7 ranks are in MPI_Allreduce\n"
        "waiting: 7 in MPI_Allreduce: 0.0 1.0 3.0 to 7.0\n"
        "waiting: 1 in MPI_Recv: 2.0\n"
        "alone: 2.0 in main > receive > MPI_Recv\n"
        "read: 3 snapshots, 8 ranks, 16 threads; 150 frames = 99 compared + 48 that start threads + 3\n"
        "    inside of waits\n"
        "\n"
        "threads  stacks of the last snapshot\n"
        "      8  main: 0.0 to 7.0\n"
        "      7    MPI_Allreduce: 0.0 1.0 3.0 to 7.0\n"
        "      1    receive > MPI_Recv: 2.0\n"
        "      8  progress > epoll_wait: 0.1 to 7.1\n");
}

TEST_CASE("a report says what cannot be known, and what would help", "[stacks]") {
  CHECK(Has(Text(CompareStacks(Stopped(1))), "cannot tell: 1 snapshot does not show whether threads move; take 3"));
  CHECK(Has(Text(CompareStacks(Stopped(2))), "cannot tell: no thread moved in 2 snapshots, which may be chance"));
  StackSnapshots stacks = Stopped(3);
  stacks.snapshots[0].pop_back();
  CHECK(Has(Text(CompareStacks(stacks)), "cannot tell: 1 rank lacks frames in some snapshots; take them again: 7\n"));
  stacks.snapshots[1][2].threads[0].frames.back() = "main";
  stacks.snapshots[1][2].threads[0].frames[2] = "other";
  CHECK(Has(Text(CompareStacks(stacks)), "not stopped: 1 of 16 threads moved in 3 snapshots: 2.0\n"));
  const StackSnapshots different = Repeated(3, {Process(0, {"main MPI_Bcast"}), Process(1, {"main MPI_Barrier"})});
  CHECK(Has(Text(CompareStacks(different)), "cannot tell who: ranks are in different collective operations"));
  const StackSnapshots alike = Repeated(3, {Process(0, {"main MPI_Recv"}), Process(1, {"main MPI_Recv"})});
  CHECK(Has(Text(CompareStacks(alike)), "cannot tell who: the stacks do not show for whom threads wait"));
  CHECK(Has(Text(CompareStacks(alike, alike)), "cannot tell who: the good snapshots do not set some threads apart"));
  StackSnapshots of_gdb = alike;
  of_gdb.snapshots[0][0].source = "gdb";
  CHECK(Has(Text(CompareStacks(alike, of_gdb)), "note: the good snapshots come from another program"));
}

TEST_CASE("a deadlock is written with the locks that threads hold", "[stacks]") {
  const StackSnapshots stacks =
      Repeated(1, {Process(0, {"main pthread_join", "f pthread_mutex_lock", "g pthread_mutex_lock"})});
  const std::vector<LockWait> locks = {{0, 1, 0, 2}, {0, 2, 0x40, 3}, {0, 3, 0x80, 2}};
  const StackFindings findings = CompareStacks(stacks, {}, locks);
  CHECK(Has(Text(findings),
            "stopped: threads wait for each other\n"
            "deadlock: 0.1 (holds 0x80) -> 0.2 (holds 0x40) -> 0.1; 0.0 waits for them\n"));
  std::string json;
  WriteStacks(json, *FindTableFormat("json"), {findings, 100});
  CHECK(Has(json, R"({"id":"0.1","for":["0.2"],"call":"pthread_mutex_lock","what":"0x40","holds":["0x80"]})"));
  CHECK(Has(json, R"({"threads":["0.1","0.2"]})"));
}

TEST_CASE("a document has the tree with its children, and CSV has threads and classes", "[stacks]") {
  const StackFindings findings = CompareStacks(Stopped(3));
  std::string json;
  WriteStacks(json, *FindTableFormat("json"), {findings, 100});
  CHECK(Has(json, R"("kind": "stacks")"));
  CHECK(Has(json, R"({"id":"2.0","frames":["main","receive","MPI_Recv"],"moves":false,"waits":true})"));
  CHECK(Has(json, R"("children":[{"frames":["MPI_Allreduce"],"count":7)"));
  CHECK(Has(json, R"("suspects":["2.0"])"));
  std::string csv;
  WriteStacks(csv, *FindTableFormat("csv"), {findings, 100});
  CHECK(Has(csv, "id,moves,waits,frames\r\n"));
  CHECK(Has(csv, "count,frames,ids\r\n8,progress epoll_wait,"));
}

TEST_CASE("names with control characters and long stacks keep to their line", "[stacks]") {
  ProcessStacks process = Process(0, {"main x"});
  process.threads[0].frames = {"main", "a\x1b[31m", "b\nc"};
  for (int i = 0; i < 2000; ++i) process.threads[0].frames.push_back("f" + std::to_string(i));
  const std::string text = Text(CompareStacks(Repeated(1, {process})));
  CHECK_FALSE(Has(text, "\x1b"));
  CHECK(std::ranges::count(text, '\n') < 12);
}

}  // namespace profdiff::stacks_test
