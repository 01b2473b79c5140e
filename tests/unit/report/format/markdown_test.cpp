// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for names and sentences in Markdown.
#include "report/format/markdown.h"

#include <catch2/catch.hpp>
#include <string>

namespace profdiff::markdown_test {
namespace {

constexpr auto kText = MarkdownPlace::kText;
constexpr auto kCell = MarkdownPlace::kCell;

TEST_CASE("A name is a code span with a fence that it does not contain", "[markdown]") {
  CHECK(MarkdownCode("main", kText) == "`main`");
  CHECK(MarkdownCode("@torvalds fixes #1", kText) == "`@torvalds fixes #1`");
  CHECK(MarkdownCode("a`b", kText) == "``a`b``");
  CHECK(MarkdownCode("`a``", kText) == "``` `a`` ```");
  CHECK(MarkdownCode(" a ", kText) == "`  a  `");
  CHECK(MarkdownCode("a\nb\tc\x1b", kText) == "`a?b?c?`");
  CHECK(MarkdownCode("", kText) == "(empty name)");
  CHECK(MarkdownCode(std::string(300, 'x'), kText, 11) == "`xxxxx…xxxxx`");
}

TEST_CASE("In a table, a bar in a name does not end the cell", "[markdown]") {
  CHECK(MarkdownCode("operator|", kText) == "`operator|`");
  CHECK(MarkdownCode("operator|", kCell) == "`operator\\|`");
  CHECK(MarkdownCode("a||b", kCell) == "`a\\|\\|b`");
  // Readers of tables treat a backslash before an escaped bar in different ways.
  CHECK(MarkdownCode("a\\|b", kCell) == "<code>a&#92;&#124;b</code>");
  CHECK(MarkdownCode("a\\|b", kText) == "`a\\|b`");
}

TEST_CASE("A word that could act as markup is code, others are text", "[markdown]") {
  CHECK(MarkdownWords("other takes 3.4 % more (95 % interval -0.41 to -0.12 s)", kText) ==
        "other takes 3.4 % more (95 % interval -0.41 to -0.12 s)");
  CHECK(MarkdownWords("none (--top=0 shows them), together 0.00 s; 5 did not", kText) ==
        "none (--top=0 shows them), together 0.00 s; 5 did not");
  CHECK(MarkdownWords("see a_b.out: @you and #1", kText) == "see `a_b.out:` `@you` and `#1`");
  CHECK(MarkdownWords("*bold* <img> [x](y) a\\b $x$ http://x www.x.y :tada: GH-1", kText) ==
        "`*bold*` `<img>` `[x](y)` `a\\b` `$x$` `http://x` `www.x.y` `:tada:` `GH-1`");
  CHECK(MarkdownWords("1. item", kText) == "`1.` item");
  CHECK(MarkdownWords("- item", kText) == "`-` item");
  CHECK(MarkdownWords("item 1. and - more", kText) == "item 1. and - more");
  CHECK(MarkdownWords("a|b", kCell) == "`a\\|b`");
  CHECK(MarkdownWords("two\nlines  apart", kText) == "two?lines apart");
  // An option is copied, so it is never shortened.
  const std::string option = "--hide='^(" + std::string(300, 'x') + ")$'";
  CHECK(MarkdownWords(option, kText) == "`" + option + "`");
}

}  // namespace
}  // namespace profdiff::markdown_test
