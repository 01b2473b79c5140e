// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/listing.h"
#include "support/stack_files.h"
#include "values/context_paths.h"

namespace profdiff::common_test {
namespace {

// The common stacks, written as "SHARE WRAPPER …", and the note about them.
struct Found {
  std::string text, note;
};

Found Common(std::string_view base, std::string_view other) {
  const tests::StackRun a(tests::ReadText(base)), b(tests::ReadText(other));
  const Difference difference = tests::SubtractStacks(a, b);
  const CommonContexts common = FindCommonContexts(*difference.contexts, difference.match);
  Found found{std::to_string(std::lround(100 * common.share)), ""};
  if (const std::optional<Message> note = DescribeUncommonContexts(difference)) {
    found.note = TextOf(*note, [](const Remedy& remedy) { return RemedyText{"", "; hide " + remedy.value}; });
  }
  for (FunctionId f : common.wrappers) found.text.append(" ").append(difference.match.functions[f].name);
  return found;
}

}  // namespace

TEST_CASE("the same paths are common", "[common]") {
  const Found found = Common("main;a 3\nmain;b 1\n", "main;a 2\nmain;c 4\n");
  CHECK(found.text == "50");
  CHECK(found.note.empty());
  CHECK(Common("main 1\n", "main 7\n").text == "100");
}

TEST_CASE("wrappers on one side separate everything below them", "[common]") {
  const Found found = Common("old.prog;main;a 3\nold.prog;main;b 5\n", "new;shim;main;a 2\nnew;shim;main;b 6\n");
  CHECK(found.text == "0 new old.prog shim");
  CHECK(found.note ==
        "stacks common to both sides account for 0 % of the samples; functions that only one side has are above the "
        "others; "
        "hide '^(new|old\\.prog|shim)$'");
  CHECK(Common("main;a 3\n", "it's;main;a 3\n").note.find("hide '^(it'\\''s)$'") != std::string::npos);
}

TEST_CASE("a new function below common functions is not a wrapper", "[common]") {
  const Found found = Common("main;a 3\n", "main;added;helper 9\nmain;added;a 9\n");
  CHECK(found.text == "0");
  CHECK(found.note == "stacks common to both sides account for 0 % of the samples");
  // a and b are not wrappers, because the sides have no common stack below them.
  CHECK(Common("a 1\n", "b 1\n").text == "0");
}

}  // namespace profdiff::common_test
