// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for symspecs: their grammar, their matches, and their combination as in gprof.
#include <catch2/catch.hpp>

#include "analyze/profile/symbol_spec.h"
#include "profdiff/profile.h"
#include "tests/support/tables.h"

namespace profdiff::select_test {

using tests::TableOf;

namespace {

FunctionTable Sample() {
  return TableOf({{"mcount", 0x080},
                  {"alpha", 0x100, "src/a.c", 10},
                  {"leaf", 0x200, "src/a.c", 20},
                  {"omega", 0x300, "src/a.c", 30},
                  {"beta", 0x400, "src/b.c", 10},
                  {"last", 0x500, "src/b.c", 40}},
                 0x600);
}

// Returns the names of the functions that one of the tables of specs (`half`) selects.
std::string Selected(const FunctionTable& table, const std::vector<SymbolSpec>& specs, SpecTable half,
                     SpecRules rules = SpecRules::kGprof) {
  Selection selection = Select(table, specs, rules);
  std::string names;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (selection.Selects(half, FunctionId(i))) names.append(names.empty() ? "" : " ").append(table.functions[i].name);
  }
  return names;
}

std::string SelectedFlat(const std::string& text, SpecRules rules = SpecRules::kGprof) {
  return Selected(Sample(), {{SpecTable::kFlat, true, text}}, SpecTable::kFlat, rules);
}

bool Keeps(const FunctionTable& table, const Selection& selection, const char* caller, const char* callee) {
  auto find = [&](std::string_view name) {
    return *std::find_if(table.functions.begin(), table.functions.end(),
                         [&](const Function& f) { return f.name == name; });
  };
  return selection.KeepsArc(find(caller), find(callee));
}

}  // namespace

TEST_CASE("the grammar of one spec", "[select]") {
  SpecPattern both = ParsePattern("dir:x.c:12ab");
  CHECK(both.file == "dir:x.c");
  CHECK(both.line == 12);
  CHECK(ParsePattern("x.c").file == "x.c");
  CHECK(ParsePattern(":x.c").name == "x.c");
  CHECK(ParsePattern("17").line == 17);
  CHECK(ParsePattern("main").name == "main");
  CHECK(ParsePattern("x.c:").file == "x.c");
}

TEST_CASE("names, files and lines select", "[select]") {
  CHECK(SelectedFlat("leaf") == "leaf");
  CHECK(SelectedFlat("a.c") == "alpha leaf omega");
  CHECK(SelectedFlat("b.c:beta") == "beta");
  CHECK(SelectedFlat("b.c:leaf") == "alpha leaf omega beta last");  // a spec without a match has no effect
  CHECK(SelectedFlat("10") == "alpha beta");
  CHECK(SelectedFlat("a.c:30") == "omega");
  CHECK(SelectedFlat("src/a.c") != "alpha leaf omega");  // a slash begins the second half of the spec
  CHECK(SelectedFlat("") == "mcount alpha leaf omega beta last");
  CHECK(SelectedFlat("0") == "mcount alpha leaf omega beta last");
}

TEST_CASE("the profiling runtime is omitted unless it is requested", "[select]") {
  CHECK(Selected(Sample(), {}, SpecTable::kFlat) == "alpha leaf omega beta last");
  CHECK(Selected(Sample(), {}, SpecTable::kGraph) == "alpha leaf omega beta last");
  CHECK(Selected(Sample(), {}, SpecTable::kExec) == "mcount alpha leaf omega beta last");
  CHECK(SelectedFlat("mcount") == "mcount");
}

TEST_CASE("overlapping ranges hide functions as in gprof, unless rules are exact", "[select]") {
  std::vector<SymbolSpec> specs = {{SpecTable::kFlat, true, "a.c"}, {SpecTable::kFlat, true, "leaf"}};
  CHECK(Selected(Sample(), specs, SpecTable::kFlat) == "alpha leaf");  // gprof loses omega because of leaf's range
  CHECK(Selected(Sample(), specs, SpecTable::kFlat, SpecRules::kExact) == "alpha leaf omega");
}

TEST_CASE("if ranges start at the same address, the last spec counts", "[select]") {
  std::vector<SymbolSpec> specs = {{SpecTable::kFlat, true, "a.c"}, {SpecTable::kFlat, true, "alpha"}};
  CHECK(Selected(Sample(), specs, SpecTable::kFlat) == "alpha");
  std::swap(specs[0], specs[1]);
  CHECK(Selected(Sample(), specs, SpecTable::kFlat) == "alpha leaf omega");
}

TEST_CASE("arc specs", "[select]") {
  FunctionTable table = Sample();
  SECTION("excluded") {
    Selection selection = Select(table, {{SpecTable::kArcs, false, "alpha/leaf"}}, SpecRules::kGprof);
    CHECK_FALSE(Keeps(table, selection, "alpha", "leaf"));
    CHECK(Keeps(table, selection, "leaf", "alpha"));
    CHECK(Keeps(table, selection, "beta", "leaf"));
  }
  SECTION("included") {
    Selection selection = Select(table, {{SpecTable::kArcs, true, "/leaf"}}, SpecRules::kGprof);
    CHECK(Keeps(table, selection, "beta", "leaf"));
    CHECK_FALSE(Keeps(table, selection, "beta", "alpha"));
  }
  SECTION("of several for one caller gprof keeps the last, exact rules keep all") {
    std::vector<SymbolSpec> specs = {{SpecTable::kArcs, false, "alpha/leaf"}, {SpecTable::kArcs, false, "alpha/beta"}};
    Selection gprof = Select(table, specs, SpecRules::kGprof);
    CHECK(Keeps(table, gprof, "alpha", "leaf"));
    CHECK_FALSE(Keeps(table, gprof, "alpha", "beta"));
    Selection exact = Select(table, specs, SpecRules::kExact);
    CHECK_FALSE(Keeps(table, exact, "alpha", "leaf"));
    CHECK_FALSE(Keeps(table, exact, "alpha", "beta"));
  }
  SECTION("without a slash nothing happens") {
    Selection selection = Select(table, {{SpecTable::kArcs, false, "alpha"}}, SpecRules::kGprof);
    CHECK(Keeps(table, selection, "alpha", "leaf"));
  }
}

TEST_CASE("an arc spec of two files whose functions alternate", "[select]") {
  const FunctionTable table = TableOf({{"a0", 0x10, "a.c", 1},
                                       {"b0", 0x20, "b.c", 1},
                                       {"a1", 0x30, "a.c", 2},
                                       {"b1", 0x40, "b.c", 2},
                                       {"a2", 0x50, "a.c", 3},
                                       {"b2", 0x60, "b.c", 3},
                                       {"a3", 0x70, "a.c", 4},
                                       {"b3", 0x80, "b.c", 4},
                                       {"a4", 0x90, "a.c", 5}},
                                      0xa0);
  for (SpecRules rules : {SpecRules::kGprof, SpecRules::kExact}) {
    const Selection included = Select(table, {{SpecTable::kArcs, true, "a.c/b.c"}}, rules);
    const Selection excluded = Select(table, {{SpecTable::kArcs, false, "a.c/b.c"}}, rules);
    for (std::size_t from = 0; from < table.size(); ++from) {
      for (std::size_t to = 0; to < table.size(); ++to) {
        const bool is_meant = from % 2 == 0 && to % 2 == 1;
        CHECK(included.KeepsArc(table.functions[from], table.functions[to]) == is_meant);
        CHECK(excluded.KeepsArc(table.functions[from], table.functions[to]) != is_meant);
      }
    }
  }
}

TEST_CASE("an arc spec contains everything in the ranges of its functions, such as lines", "[select]") {
  FunctionTable table =
      TableOf({{"even", 0x100}, {"odd", 0x120}, {"even", 0x130}, {"odd", 0x140}, {"far", 0x200}}, 0x210);
  table.functions[0].end = 0x1ff;  // the range of the first function contains the three functions after it
  for (const bool as_caller : {true, false}) {
    const Selection selection =
        Select(table, {{SpecTable::kArcs, true, as_caller ? "even/" : "/even"}}, SpecRules::kGprof);
    std::string kept;
    for (const Function& f : table.functions) {
      const Function& far = table.functions.back();
      kept += (as_caller ? selection.KeepsArc(f, far) : selection.KeepsArc(far, f)) ? '1' : '0';
    }
    CHECK(kept == "11110");
  }
}

TEST_CASE("if source files have the same base name, gprof uses the last one", "[select]") {
  FunctionTable table = TableOf({{"f", 0x100, "x/u.c", 1}, {"g", 0x200, "y/u.c", 1}}, 0x300);
  std::vector<SymbolSpec> specs = {{SpecTable::kFlat, true, "u.c"}};
  CHECK(Selected(table, specs, SpecTable::kFlat) == "g");
  CHECK(Selected(table, specs, SpecTable::kFlat, SpecRules::kExact) == "f g");
}

TEST_CASE("some specs need source positions", "[select]") {
  CHECK(NeedsPositions({SpecTable::kFlat, true, "a.c"}));
  CHECK(NeedsPositions({SpecTable::kArcs, true, "main/12"}));
  CHECK_FALSE(NeedsPositions({SpecTable::kFlat, true, "main"}));
  CHECK_FALSE(NeedsPositions({SpecTable::kFlat, true, "a/b"}));
  CHECK_FALSE(NeedsPositions({SpecTable::kFlat, true, ""}));
}

}  // namespace profdiff::select_test
