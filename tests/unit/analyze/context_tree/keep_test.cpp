// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "support/stack_files.h"
#include "values/loading_stacks.h"

namespace profdiff::keep_test {
namespace {

std::string Kept(const std::vector<SymbolSpec>& specs) {
  StackProfile stacks = tests::ReadText("main 1\nmain;a 2\nmain;a;b 3\nmain;c;b 4\nstart;c 5\n");
  stacks.contexts = KeepStacks(stacks.contexts, Select(stacks.functions, specs, SpecRules::kExact));
  CHECK(tests::IsSound(stacks));
  return tests::Describe(stacks);
}

}  // namespace

TEST_CASE("stacks through a function are kept or dropped whole", "[keep]") {
  CHECK(Kept({}) == "main 1 1\nmain;a 2 2\nmain;a;b 3 3\nmain;c;b 4 4\nstart;c 5 5\n");
  CHECK(Kept({{SpecTable::kTime, true, "a"}}) == "main;a 2 2\nmain;a;b 3 3\n");
  CHECK(Kept({{SpecTable::kGraph, true, "c"}}) == "main;c;b 4 4\nstart;c 5 5\n");
  CHECK(Kept({{SpecTable::kTime, false, "a"}}) == "main 1 1\nmain;c;b 4 4\nstart;c 5 5\n");
  CHECK(Kept({{SpecTable::kTime, true, "b"}, {SpecTable::kTime, false, "c"}}) == "main;a;b 3 3\n");
  CHECK(Kept({{SpecTable::kGraph, false, "a"}}).starts_with("main 1 1\nmain;a 2 2\n"));
  CHECK(Kept({{SpecTable::kTime, false, "main"}, {SpecTable::kTime, false, "start"}}).empty());
}

}  // namespace profdiff::keep_test
