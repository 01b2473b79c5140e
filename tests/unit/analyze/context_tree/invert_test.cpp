// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/context_tree/invert.h"

#include <catch2/catch.hpp>
#include <map>

#include "profdiff/listing.h"
#include "support/full_run.h"
#include "support/stack_files.h"

namespace profdiff::invert_test {
namespace {

StackProfile Inverted(StackProfile stacks) {
  stacks.contexts = InvertContexts(stacks.contexts);
  return stacks;
}

}  // namespace

TEST_CASE("callers are below the functions that they call", "[invert]") {
  const StackProfile inverted = Inverted(tests::ReadText("main 1\nmain;a 2\nmain;a;b 3\nmain;c;b 4\nstart;c;b 5\n"));
  CHECK(tests::IsSound(inverted));
  CHECK(tests::Describe(inverted) == "a;main 2 2\nb;a;main 3 3\nb;c;main 4 4\nb;c;start 5 5\nmain 1 1\n");
}

TEST_CASE("recursion is inverted as well", "[invert]") {
  CHECK(tests::Describe(Inverted(tests::ReadText("f 1\nf;f 2\nf;f;f 3\nf;g;f 5\n"))) ==
        "f 1 1\nf;f 2 2\nf;f;f 3 3\nf;g;f 5 5\n");
}

TEST_CASE("a tree that is inverted twice is the same", "[invert]") {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    CAPTURE(seed);
    const StackProfile stacks = tests::ReadText(tests::AsFolded(tests::RandomStacks(seed)));
    const StackProfile inverted = Inverted(stacks);
    REQUIRE(tests::IsSound(inverted));
    REQUIRE(tests::Describe(Inverted(inverted)) == tests::Describe(stacks));
  }
}

TEST_CASE("samples keep their weights, and samples without a stack stay", "[invert]") {
  StackProfile stacks = tests::ReadText("main;a 2\n");
  stacks.contexts.squares = {0, 7};
  stacks.contexts.stackless = 9;
  stacks.contexts.stackless_samples = 3;
  const ContextTree inverted = InvertContexts(stacks.contexts);
  CHECK(inverted.squares == std::vector<double>{0, 7});
  CHECK(inverted.stackless == 9);
  CHECK(inverted.stackless_samples == 3);
  CHECK(InvertContexts(ContextTree()).size() == 0);
}

TEST_CASE("deep stacks are inverted, too many of them are refused", "[invert]") {
  ContextTree deep;
  constexpr std::uint32_t kFrames = 200000;
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    deep.function.push_back(FunctionId(i % 7));
    deep.end.push_back(kFrames);
    deep.self.push_back(0);
  }
  deep.self.back() = 5;
  const ContextTree inverted = InvertContexts(deep);
  CHECK(inverted.size() == kFrames);
  CHECK(inverted.self.back() == 5);
  CHECK(inverted.function[0] == deep.function.back());
  if (!tests::IsFullRun()) return;  // reaching the size limit takes six seconds
  deep.self.assign(kFrames, 1);
  CHECK_THROWS_WITH(InvertContexts(deep), "these stacks are too many and too deep to be inverted");
}

}  // namespace profdiff::invert_test
