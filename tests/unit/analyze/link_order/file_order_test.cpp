// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the order of object files.
#include <catch2/catch.hpp>

#include "support/profile_builder.h"
#include "values/ordering.h"

namespace profdiff::file_order_test {
namespace {

using Names = std::vector<std::string>;

// Returns a run in which the functions whose names end in ".o" represent object files.
TestExecution RunOfFiles(const ProfileBuilder& builder) {
  TestExecution run = builder.Build();
  for (Function& function : run.functions.functions) function.is_file = function.name.ends_with(".o");
  return run;
}

Names Order(const TestExecution& run, const OrderMap& map = {}) {
  return FindFileOrder(run.functions, run.profile, map);
}

}  // namespace

TEST_CASE("files that call each other are neighbours, the others follow by address", "[file_order]") {
  TestExecution run = RunOfFiles(ProfileBuilder()
                                     .Function("1.o")
                                     .Function("2.o")
                                     .Function("3.o")
                                     .Function("4.o")
                                     .Call("1.o", "4.o", 5)
                                     .Call("2.o", "1.o", 1));
  CHECK(Order(run) == Names{"1.o", "4.o", "2.o", "3.o"});
}

TEST_CASE("calls are taken in order of their creation, not of their counts", "[file_order]") {
  TestExecution run = RunOfFiles(ProfileBuilder()
                                     .Function("1.o")
                                     .Function("2.o")
                                     .Function("3.o")
                                     .Function("4.o")
                                     .Call("3.o", "4.o", 1)
                                     .Call("1.o", "2.o", 900)
                                     .Call("4.o", "3.o", 20));
  CHECK(Order(run) == Names{"3.o", "4.o", "1.o", "2.o"});
}

TEST_CASE("calls of other functions count towards the 99 %", "[file_order]") {
  ProfileBuilder before;
  before.Function("x").Function("1.o").Function("y").Function("2.o").Call("x", "y", 1000).Call("2.o", "1.o", 1);
  CHECK(Order(RunOfFiles(before)) == Names{"1.o", "2.o"});
  ProfileBuilder after;
  after.Function("x").Function("1.o").Function("y").Function("2.o").Call("2.o", "1.o", 1).Call("x", "y", 1000);
  CHECK(Order(RunOfFiles(after)) == Names{"2.o", "1.o"});
}

TEST_CASE("a call to a function that is not a file still places its caller's chain", "[file_order]") {
  TestExecution run = RunOfFiles(ProfileBuilder()
                                     .Function("1.o")
                                     .Function("2.o")
                                     .Function("3.o")
                                     .Function("4.o")
                                     .Function("x")
                                     .Call("3.o", "x", 1)
                                     .Call("1.o", "2.o", 1)
                                     .Call("3.o", "4.o", 1)
                                     .Call("x", "x", 1)
                                     .Call("4.o", "1.o", 1));
  CHECK(Order(run) == Names{"3.o", "4.o", "1.o", "2.o"});
}

TEST_CASE("files without a function come last, each once, by name", "[file_order]") {
  TestExecution run = RunOfFiles(ProfileBuilder().Function("m.o"));
  OrderMap map{{{"z.o", "gone"}, {"m.o", "main"}, {"b.o", "lost"}, {"z.o", "gone_too"}}};
  CHECK(Order(run, map) == Names{"m.o", "b.o", "z.o"});
}

TEST_CASE("an empty map gives an empty order", "[file_order]") {
  CHECK(Order(RunOfFiles(ProfileBuilder().Function("main").Call("main", "leaf", 3))).empty());
}

}  // namespace profdiff::file_order_test
