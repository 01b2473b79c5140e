// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/call_tree_builder.h"

#include <catch2/catch.hpp>
#include <string_view>
#include <utility>

#include "support/trace_text.h"

namespace profdiff::call_tree_builder_test {
namespace {

// Builds a trace from a string such as "m(c(a),a)", with one nanosecond between successive records.
class Builder {
 public:
  explicit Builder(std::string_view first_names = "") {
    for (const char c : first_names) names_.Intern(std::string(1, c));
  }
  Trace Make(std::string_view text) {
    char last = ' ';
    for (const char c : text) {
      if (c == ')' || c == ',') Leave();
      if (c != '(' && c != ')' && c != ',') Enter(c);
      last = c;
    }
    if (last != '!') Leave();
    Trace trace;
    trace.threads.emplace_back().calls = builder_.End();
    trace.names = names_.Take();
    return trace;
  }

 private:
  void Enter(char c) {
    if (c != '!') REQUIRE(builder_.Enter(names_.Intern(std::string(1, c)), ++time_) == TreeProblem::kNone);
  }
  void Leave() { REQUIRE(builder_.Leave(++time_) == TreeProblem::kNone); }

  NameTable names_;
  CallTreeBuilder builder_;
  std::uint64_t time_ = 0;
};

std::uint64_t ShapeOf(std::string_view text, std::string_view first_names = "") {
  return Builder(first_names).Make(text).threads[0].calls.shape[0];
}

}  // namespace

TEST_CASE("calls become rows in the order in which they begin", "[call_tree_builder]") {
  const Trace trace = Builder().Make("m(c(a),a)");
  const CallTree& calls = trace.threads[0].calls;
  CHECK(tests::IsSound(trace));
  CHECK(tests::TimesAsText(trace) == "m@1+7(c@2+3(a@3+1),a@6+1)");
  CHECK(calls.end == std::vector<std::uint32_t>{4, 3, 3, 4});
  CHECK(calls.open.empty());
}

TEST_CASE("calls that are not left are listed and last until the end", "[call_tree_builder]") {
  NameTable names;
  CallTreeBuilder builder;
  const HashedName f = names.Intern("f");
  REQUIRE(builder.Enter(f, 10) == TreeProblem::kNone);
  REQUIRE(builder.Enter(f, 20) == TreeProblem::kNone);
  REQUIRE(builder.Leave(30) == TreeProblem::kNone);
  REQUIRE(builder.Enter(f, 40) == TreeProblem::kNone);
  const CallTree calls = builder.End(50);
  CHECK(calls.open == std::vector<CallId>{CallId(0), CallId(2)});
  CHECK(calls.duration == std::vector<std::uint64_t>{40, 10, 10});
  CHECK(calls.end == std::vector<std::uint32_t>{3, 2, 3});
}

TEST_CASE("a shape depends on the names and their nesting, not on the ids", "[call_tree_builder]") {
  const std::uint64_t shape = ShapeOf("m(c(a),a)");
  CHECK(ShapeOf("m(c(a),a)", "xyzac") == shape);
  for (const char* other :
       {"m(c(a,a))", "m(c,a,a)", "m(c(a))", "m(a,c(a))", "m(c(b),a)", "x(c(a),a)", "m(c(a),a,a)", "m"}) {
    CHECK(ShapeOf(other) != shape);
  }
  const CallTree calls = Builder().Make("m(c(a),b(a),c(a))").threads[0].calls;
  CHECK(calls.shape[1] == calls.shape[5]);
  CHECK(calls.shape[1] != calls.shape[3]);
  CHECK(calls.shape[2] == ShapeOf("a"));
}

TEST_CASE("names have one id and one hash each", "[name_table]") {
  NameTable names, others;
  const HashedName a = names.Intern("a");
  CHECK(names.Intern("b").id == NameId(1));
  CHECK(names.Intern("a").id == a.id);
  CHECK(others.Intern("b").hash == names.Intern("b").hash);
  CHECK(others.Intern("").hash != others.Intern("b").hash);
  CHECK(names.Merge(others) == std::vector<NameId>{NameId(1), NameId(2)});
  CHECK(names.Take() == std::vector<std::string>{"a", "b", ""});
}

TEST_CASE("records that contradict previous ones are refused and change nothing", "[call_tree_builder]") {
  NameTable names;
  CallTreeBuilder builder;
  const HashedName f = names.Intern("f"), g = names.Intern("g");
  CHECK(builder.Leave(10) == TreeProblem::kNothingOpen);
  REQUIRE(builder.Enter(f, 10) == TreeProblem::kNone);
  CHECK(builder.Enter(g, 9) == TreeProblem::kBackwards);
  CHECK(builder.Leave(9) == TreeProblem::kBackwards);
  CHECK(builder.depth() == 1);
  CHECK(builder.innermost() == f.id);
  CHECK(builder.NameAt(0) == f.id);
  CHECK(builder.Leave(10) == TreeProblem::kNone);
  CHECK(builder.End().size() == 1);
}

TEST_CASE("a wrong expectation changes nothing", "[call_tree_builder]") {
  NameTable names;
  const HashedName f = names.Intern("f");
  std::vector<CallTree> trees;
  for (const std::uint64_t expected : {std::uint64_t{0}, std::uint64_t{700}, std::uint64_t{100000}}) {
    CallTreeBuilder builder(expected);
    for (std::uint64_t i = 0; i < 5000; ++i) {
      REQUIRE(builder.Enter(f, 2 * i) == TreeProblem::kNone);
      if (i % 3 != 0) REQUIRE(builder.Leave(2 * i + 1) == TreeProblem::kNone);
    }
    trees.push_back(builder.End());
  }
  CHECK(trees[0].size() == 5000);
  CHECK(trees[0].open.size() == 1667);
  for (const CallTree& tree : trees) {
    CHECK(tree.end == trees[0].end);
    CHECK(tree.duration == trees[0].duration);
    CHECK(tree.shape == trees[0].shape);
  }
}

}  // namespace profdiff::call_tree_builder_test
