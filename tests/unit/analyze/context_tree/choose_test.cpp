// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/listing.h"
#include "support/stack_files.h"

namespace profdiff::choose_test {
namespace {

constexpr std::string_view kBase = "main;a;x 10\nmain;a;y 1\nmain;b 5\nmain;c 5\nother 2\n";

// Writes each row as "name TOTAL", indented by two blanks per level of the tree.
std::string Rows(const ContextRows& rows, const FunctionTable& functions, bool two) {
  std::string out;
  for (const ContextRow& row : rows.rows) {
    out.append(2 * std::size_t{row.depth}, ' ');
    row.function.valid() ? void(out.append(functions[row.function].name))
                         : void(out += std::to_string(row.paths) + " more");
    out += " " + std::to_string(std::lround(row.base.total));
    if (two) out += " " + std::to_string(std::lround(row.other.total));
    out += "\n";
    CHECK((row.parent == ContextRow::kNone) == (row.depth == 0));
    if (row.depth > 0) CHECK(rows.rows[row.parent].depth + 1 == row.depth);
  }
  return out;
}

std::string Chosen(std::string_view folded, const ContextChoice& choice) {
  const StackProfile stacks = tests::ReadText(folded);
  return Rows(ChooseContexts({std::make_shared<const ContextTree>(stacks.contexts), 1}, choice), stacks.functions,
              false);
}

std::string Chosen(std::string_view base, std::string_view other, const ContextChoice& choice) {
  const Difference difference =
      tests::SubtractStacks(tests::StackRun(tests::ReadText(base)), tests::StackRun(tests::ReadText(other)));
  return Rows(ChooseContexts(*difference.contexts, difference.match, choice), difference.match.functions, true);
}

}  // namespace

TEST_CASE("a tree is opened where the most time is", "[choose]") {
  CHECK(Chosen(kBase, {TreeDirection::kDown, 0, true}) ==
        "main 21\n  a 11\n    x 10\n    y 1\n  b 5\n  c 5\nother 2\n");
  CHECK(Chosen(kBase, {TreeDirection::kDown, 3}) == "main 21\n  a 11\n    x 10\n");
  // Summary rows ("2 more") count towards the limit of rows; a summary replaces at least two paths.
  CHECK(Chosen(kBase, {TreeDirection::kDown, 4, true}) == "main 21\n  a 11\n  2 more 10\nother 2\n");
  CHECK(Chosen(kBase, {TreeDirection::kDown, 6, true}) == "main 21\n  a 11\n    x 10\n    y 1\n  2 more 10\nother 2\n");
  CHECK(Chosen(kBase, {TreeDirection::kDown, 1, true}) == "main 21\nother 2\n");
}

TEST_CASE("seen from the other end, callers are below", "[choose]") {
  CHECK(Chosen(kBase, {TreeDirection::kUp, 3}) == "x 10\n  a 10\n    main 10\n");
  CHECK(Chosen("main;a;f 3\nmain;b;f 2\n", {TreeDirection::kUp, 0}) == "f 5\n  a 3\n    main 3\n  b 2\n    main 2\n");
}

TEST_CASE("with two sides, the largest differences are opened", "[choose]") {
  CHECK(Chosen("main;a 100\nmain;b;x 5\nmain;b;y 5\n", "main;a 100\nmain;b;x 9\nmain;b;y 5\n",
               {TreeDirection::kDown, 5, true}) == "main 110 114\n  b 10 14\n    x 5 9\n    y 5 5\n  a 100 100\n");
  CHECK(Chosen("m;f 3\n", "m;g 2\nn;f 4\n", {TreeDirection::kUp, 0}) == "g 0 2\n  m 0 2\nf 3 4\n  n 0 4\n  m 3 0\n");
}

TEST_CASE("rows and summary rows add up to the total", "[choose]") {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    CAPTURE(seed);
    const StackProfile stacks = tests::ReadText(tests::AsFolded(tests::RandomStacks(seed)));
    const ScaledContexts contexts{std::make_shared<const ContextTree>(stacks.contexts), 1};
    for (const TreeDirection direction : {TreeDirection::kDown, TreeDirection::kUp}) {
      const ContextRows all = ChooseContexts(contexts, {direction, 0, true});
      REQUIRE(all.left_out == 0);
      for (std::size_t limit = 2; limit < 12; ++limit) {
        const ContextRows some = ChooseContexts(contexts, {direction, limit, true});
        REQUIRE(some.rows.size() <= limit);
        double top = 0, all_top = 0;
        std::size_t paths = 0;
        for (const ContextRow& row : some.rows) {
          if (row.depth == 0) top += row.base.total;
          if (row.function.valid()) ++paths;
        }
        for (const ContextRow& row : all.rows) all_top += row.depth == 0 ? row.base.total : 0;
        REQUIRE(top == all_top);
        REQUIRE(paths + some.left_out == all.rows.size());
      }
    }
  }
}

TEST_CASE("rows of a deep stack need no recursion", "[choose]") {
  std::string stack = "f";
  for (int i = 0; i < 199999; ++i) stack += i % 2 == 0 ? ";g" : ";f";
  const StackProfile stacks = tests::ReadText(stack + " 1\n");
  for (const TreeDirection direction : {TreeDirection::kDown, TreeDirection::kUp}) {
    const ContextRows rows =
        ChooseContexts({std::make_shared<const ContextTree>(stacks.contexts), 1}, {direction, 0, true});
    CHECK(rows.rows.size() == 200000);
    CHECK(rows.rows.back().depth == 199999);
  }
}

}  // namespace profdiff::choose_test
