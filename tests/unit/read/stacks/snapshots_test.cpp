// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "profdiff/ranking.h"
#include "profdiff/stacks.h"
#include "support/messages.h"
#include "support/temporary_folder.h"

namespace profdiff::snapshots_test {
namespace {

constexpr std::string_view kText = "PID 17 - process\nTID 17:\n#0  0x01 main\n";

// Returns the ranks that files with these names have, or the error.
std::string RanksOf(std::initializer_list<const char*> names) {
  const tests::TemporaryFolder folder;
  for (const char* name : names) folder.Write(name, kText);
  std::string text;
  try {
    const StackSnapshots stacks = ReadStackSnapshots({folder.path()});
    for (const ProcessStacks& process : stacks.snapshots.at(0)) text += " " + std::to_string(process.rank);
  } catch (const Error& error) {
    return error.cause();
  }
  return text;
}

}  // namespace

TEST_CASE("the number in the name of a file is the rank", "[stacks]") {
  CHECK(RanksOf({"rank.0.txt", "rank.10.txt", "rank.2.txt"}) == " 0 2 10");
  CHECK(RanksOf({"stack.17"}) == " 17");
  CHECK(RanksOf({"stack.txt"}) == " 0");
  CHECK(RanksOf({"node7-0-901.txt", "node7-1-900.txt", ".hidden"}) == " 0 1");
  CHECK(RanksOf({"run3.901.gdb", "run3.900.gdb"}) == " 900 901");
  CHECK(RanksOf({"host1.900", "host2.901"}).find("several numbers") != std::string::npos);
  CHECK(RanksOf({"a", "b"}).find("need different numbers") != std::string::npos);
  CHECK(RanksOf({"a.1", "b.1"}).find("need different numbers") != std::string::npos);
  CHECK(RanksOf({}) == "no files of stacks in this directory");
}

TEST_CASE("processes without stacks are remarks, unless no process has any", "[stacks]") {
  const tests::TemporaryFolder folder;
  folder.Write("0", kText);
  folder.Write("1", "ptrace: Operation not permitted.\n");
  const StackSnapshots stacks = ReadStackSnapshots({folder.path(), folder.path()});
  REQUIRE(stacks.snapshots.size() == 2);
  CHECK(stacks.snapshots[1].size() == 1);
  CHECK(tests::TextsOf(stacks.remarks).size() == 2);
  CHECK_THROWS_AS(ReadStackSnapshots({folder.path() + "/none"}), Error);
  const tests::TemporaryFolder refused;
  refused.Write("1", "ptrace: Operation not permitted.\n");
  CHECK_THROWS_AS(ReadStackSnapshots({refused.path()}), Error);
}

}  // namespace profdiff::snapshots_test
