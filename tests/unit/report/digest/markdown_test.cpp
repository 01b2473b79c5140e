// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the Markdown of a digest: its parts, its bound, and names that look like markup.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "profdiff/listing.h"
#include "support/example_runs.h"
#include "support/profile_builder.h"

namespace profdiff::markdown_test {
namespace {

struct Written {
  DigestChoice choice;
  GateResults gates;
  std::vector<Message> caveats, readings;
  SideLabels labels = {"p, a", "p, b"};
};

std::string MarkdownOf(const TestExecution& base, const TestExecution& other, const Written& what = {}) {
  const Difference difference = SubtractTests(base, other);
  const RunTable base_runs = MakeRunTable({&base.profile, 1}), other_runs = MakeRunTable({&other.profile, 1});
  const Digest digest = MakeDigest(difference, nullptr, what.choice);
  Conclusion conclusion = Conclude(difference, base_runs, other_runs, {});
  conclusion.gates = what.gates;
  const DigestView view{difference, digest,     nullptr,     conclusion,   &base.functions, &other.functions,
                        base_runs,  other_runs, what.labels, what.caveats, "functions",     what.choice.order,
                        100,        false,      {},          {},           what.readings};
  std::string text = "before\n";
  WriteMarkdown(text, view, difference);
  REQUIRE(text.starts_with("before\n"));
  text.erase(0, 7);
  CHECK(CountCharacters(text) <= 60000);
  return text;
}

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t CountOf(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TestExecution Many(int functions, double factor, const std::string& name = "function_") {
  ProfileBuilder builder;
  for (int i = 0; i < functions; ++i) builder.Function(name + std::to_string(i), factor * (1 + i));
  return builder.Build();
}

}  // namespace

TEST_CASE("Markdown begins with the verdict", "[markdown]") {
  const std::string text = MarkdownOf(PaperBase(), PaperOther());
  CHECK(text.starts_with("**other takes 20.2 % less"));
  CHECK(Has(text, "| base | 10.94 s | `p, a` |\n| other | 8.73 s | `p, b` |\n"));
  CHECK(Has(text,
            "| base s | other s | base-other | calls | function | mostly for |\n"
            "|--:|--:|--:|--:|:--|:--|\n"
            "| 5.51 | 2.04 | 3.47 | 31→22 | `f_d` | `f_c` |\n"));
  CHECK_FALSE(Has(text, "<details>"));
}

TEST_CASE("Ten rows are shown, the others folded, and what has no room is counted", "[markdown]") {
  Written what;
  what.choice.top = 0;
  const std::string few = MarkdownOf(Many(12, 1), Many(12, 2), what);
  CHECK(CountOf(few, "`function_") == 12);
  CHECK(Has(few, "<details><summary>2 more functions</summary>\n\n| base s |"));
  CHECK(few.find("`function_1`") > few.find("<details>"));
  CHECK(few.find("`function_2`") < few.find("<details>"));
  const std::string eleven = MarkdownOf(Many(11, 1), Many(11, 2), what);
  CHECK(Has(eleven, "<summary>1 more function</summary>"));
  const std::string long_name = std::string(150, '|');
  const std::string many = MarkdownOf(Many(5000, 1, long_name), Many(5000, 2, long_name), what);
  const std::size_t shown = CountOf(many, " | `\\|");
  CHECK(shown > 10);
  CHECK(Has(many, std::to_string(5000 - shown) + " more do not fit into this text, together -"));
}

TEST_CASE("Conditions come after the verdict, each with its result", "[markdown]") {
  Written what;
  what.gates.gates.resize(3);
  what.gates.gates[0].condition = "self > 5%";
  what.gates.gates[0].outcome = GateOutcome::kFailed;
  for (int i = 0; i < 4; ++i) what.gates.gates[0].offenders.push_back(FunctionId(static_cast<std::size_t>(i % 2)));
  what.gates.gates[1].condition = "total > 5% | x";
  what.gates.gates[2].condition = "program > 1%";
  what.gates.gates[2].outcome = GateOutcome::kUnknown;
  what.gates.gates[2].why = Message("samples were lost in @a");
  what.gates.unknown = {"no#1"};
  const std::string text = MarkdownOf(PaperBase(), PaperOther(), what);
  CHECK(Has(text,
            "**\n\n- **failed**: `self > 5%`: `f_b`, `f_c`, `f_b`, `f_c`\n"
            "- passed: `total > 5% | x`\n"
            "- **cannot tell**: `program > 1%`: samples were lost in `@a`\n"
            "- **cannot tell**: there is no function `no#1`\n\n"));
  what.gates.gates[0].offenders.assign(12, FunctionId(0));
  CHECK(Has(MarkdownOf(PaperBase(), PaperOther(), what), "`f_b` and 2 more\n"));
}

TEST_CASE("Nothing in a name acts as markup", "[markdown]") {
  Written what;
  what.labels = {"a|b\n@you", "`x` #1"};
  what.caveats.emplace_back("the file <img src=x> is *odd*");
  what.readings.emplace_back("as @text");
  const TestExecution base = ProfileBuilder().Function("a|b`c", 1).Function("#1 @you", 2).Build();
  const TestExecution other = ProfileBuilder().Function("a|b`c", 3).Function("#1 @you", 9).Build();
  const std::string text = MarkdownOf(base, other, what);
  CHECK(Has(text, "| `a\\|b?@you` |\n"));
  CHECK(Has(text, "| `` `x` #1 `` |\n"));
  CHECK(Has(text, "- the file `<img` `src=x>` is `*odd*`\n- read: as `@text`\n"));
  CHECK(Has(text, "| ``a\\|b`c`` |\n"));
  CHECK(Has(text, "| `#1 @you` |\n"));
}

TEST_CASE("Whatever is said, the text has at most 60,000 characters", "[markdown]") {
  Written what;
  what.choice.top = 0;
  what.labels = {std::string(100000, '|'), std::string(100000, '`')};
  what.caveats.assign(500, Message(std::string(5000, '*')));
  for (std::size_t i = 0; i < what.caveats.size(); ++i) what.caveats[i].cause += std::to_string(i);
  what.gates.gates.resize(500);
  for (GateResult& gate : what.gates.gates) gate.condition = std::string(5000, '|');
  const std::string name = std::string(3000, '\\') + "|";
  const std::string text = MarkdownOf(Many(300, 1, name), Many(300, 2, name), what);
  CHECK(Has(text, "more conditions\n"));
  CHECK(Has(text, "more remarks\n"));
  CHECK(Has(text, "| function |"));
}

}  // namespace profdiff::markdown_test
