// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/trace_listing.h"
#include "support/trace_builder.h"

namespace profdiff {
namespace {

Trace Make(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

// Returns the lines of the tree, without headings and times.
std::string Tree(const Trace& a, const Trace& b, std::uint32_t below = 2) {
  TraceTreeOptions options;
  options.below = below;
  const Alignment alignment = Align(a, b);
  std::string text, shown;
  WriteTraceTree(text, {a, b, alignment}, options);
  for (std::size_t begin = 0, line = 0; begin < text.size(); ++line) {
    const std::size_t end = text.find('\n', begin);
    if (line > 1) shown += text.substr(begin, 1) + text.substr(begin + 48, end - begin - 47);
    begin = end + 1;
  }
  return shown;
}
std::string Tree(const std::string& a, const std::string& b, std::uint32_t below = 2) {
  return Tree(Make(a), Make(b), below);
}

}  // namespace

TEST_CASE("a tree of the paper's example: one call different, one a gap", "[trace_tree]") {
  CHECK(Tree("m(c(a),a)", "m(c(a,b),b)") == " m\n   c\n     a\n+    b\n!  a | b\n");
}

TEST_CASE("each line of a tree has both times and their difference", "[trace_tree]") {
  const Trace a = Make("m:1000(c:2500(a:250),x:7)"), b = Make("m:2000(c:500(a:250),y:8(z:1),d)");
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTraceTree(text, {a, b, alignment});
  CHECK(text ==
        "thread 0\n"
        "           A us           B us       A - B us  call\n"
        "           3.757          2.760          0.997  m\n"
        "           2.750          0.750          2.000    c ... 1 equal calls below\n"
        "!          0.007          0.009         -0.002    x | y ... 0 and 1 calls below\n"
        "+                         0.001         -0.001    d\n");
}

TEST_CASE("equal neighbours are one line with a count", "[trace_tree]") {
  CHECK(Tree("m(a(x,y),b,c,d,e)", "m(a(x,y),b,c,e)") == " m\n   ... 5 equal calls\n-  d\n   e\n");
  CHECK(Tree("m(a,b)", "m(a,b)") == " m ... 2 equal calls below\n");
  CHECK(Tree("m,m", "m,m") == " ... 2 equal calls\n");
}

TEST_CASE("repeated lines are one line, and their times are added", "[trace_tree]") {
  CHECK(Tree("m(i(a,x),i(a,x),i(a,x),e)", "m(i(a,y),i(a,y),i(a,y),e)") == " m\n   i x 3\n     a\n!    x | y\n   e\n");
  const Trace a = Make("m(i(x:10),i(x:20),i(x:30))"), b = Make("m(i(y:1),i(y:1),i(y:1))");
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTraceTree(text, {a, b, alignment});
  CHECK(text.find("          0.063          0.006          0.057    i x 3\n") != std::string::npos);
  CHECK(text.find("!          0.060          0.003          0.057      x | y\n") != std::string::npos);
}

TEST_CASE("several lines that are repeated together are a loop", "[trace_tree]") {
  CHECK(Tree("m(a,x,a,x,a,x,e)", "m(a,y,a,y,a,y,e)") == " m\n   loop x 3\n     a\n!    x | y\n   e\n");
  CHECK(Tree("m(a,x,a,x,b,w,a,x,a,x,b,w)", "m(a,y,a,y,b,v,a,y,a,y,b,v)") ==
        " m\n   loop x 2\n     loop x 2\n       a\n!      x | y\n     b\n!    w | v\n");
}

TEST_CASE("calls of one side are shown down to a number of levels", "[trace_tree]") {
  const std::string a = "m(f(g(h(i(j))),g(h(i(j)))))";
  CHECK(Tree(a, "m", 0) == " m\n-  f ... 8 calls below\n");
  CHECK(Tree(a, "m", 1) == " m\n-  f\n-    g ... 3 calls below x 2\n");
  CHECK(Tree(a, "m", 9) == " m\n-  f\n-    g x 2\n-      h\n-        i\n-          j\n");
  CHECK(Tree("m", a, 1) == " m\n+  f\n+    g ... 3 calls below x 2\n");
}

TEST_CASE("deep recursion does not lead to long lines", "[trace_tree]") {
  std::string a, b, ends;
  for (int i = 0; i < 5000; ++i) a += (i % 2 == 0 ? "f(" : "g("), ends += ')';
  b = a + "x" + ends;
  a += "y" + ends;
  const std::string tree = Tree(a, b);
  CHECK(tree.size() < 5001 * 140);
  CHECK(tree.find(std::string(120, ' ') + "[4999] g\n!") != std::string::npos);
  CHECK(tree.find("[5000] y | x\n") != std::string::npos);
}

TEST_CASE("threads of one side have a section of their own", "[trace_tree]") {
  const Trace a = TraceBuilder().Thread("m").Build(), b = TraceBuilder().Thread("m").Thread("w(v)").Build();
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTraceTree(text, {a, b, alignment});
  CHECK(text.find("\n\nthread 1, only in B\n") != std::string::npos);
  CHECK(text.find("         -0.001    v\n") != std::string::npos);
}

TEST_CASE("a tree's names are demangled, in UTF-8 and on one line", "[trace_tree]") {
  CHECK(Tree("_Z3foov", "bar\n\x1b[31m\xff") == "!foo() | bar??[31m\xc3\xbf\n");
}

TEST_CASE("a long tree is passed on in chunks", "[trace_tree]") {
  std::string calls_a = "m(", calls_b = "m(";
  for (int i = 0; i < 9000; ++i) calls_a += "f" + std::to_string(i) + ",", calls_b += "g" + std::to_string(i) + ",";
  const Trace a = Make(calls_a + "e)"), b = Make(calls_b + "e)");
  const Alignment alignment = Align(a, b);
  std::string whole, handed, rest;
  WriteTraceTree(whole, {a, b, alignment});
  TraceTreeOptions options;
  std::size_t longest = 0;
  options.drain = [&](std::string& text) {
    longest = std::max(longest, text.size());
    handed += text.substr(0, text.size() - 1);
    text.erase(0, text.size() - 1);
  };
  WriteTraceTree(rest, {a, b, alignment}, options);
  CHECK(handed + rest == whole);
  CHECK(longest != 0);
  CHECK(longest < 300000);
}

TEST_CASE("lines of a tree account for all time", "[trace_tree]") {
  RandomTraces random(3);
  for (int round = 0; round < 100; ++round) {
    const RandomTraces::Pair pair = random.Make(100);
    const Alignment alignment = Align(pair.a, pair.b);
    std::string text, mirrored;
    WriteTraceTree(text, {pair.a, pair.b, alignment});
    const Alignment other_way = Align(pair.b, pair.a);
    WriteTraceTree(mirrored, {pair.b, pair.a, other_way});
    CHECK(std::count(text.begin(), text.end(), '\n') == std::count(mirrored.begin(), mirrored.end(), '\n'));
    CHECK(std::count(text.begin(), text.end(), '-') > 0);
  }
}

TEST_CASE("there is no tree of a flat alignment or of other traces", "[trace_tree]") {
  const Trace a = Make("m(a)"), b = Make("m(a,b)");
  AlignOptions flat;
  flat.flat = true;
  const Alignment flat_alignment = Align(a, b, flat), alignment = Align(a, a);
  std::string text;
  CHECK_THROWS_AS(WriteTraceTree(text, {a, b, flat_alignment}), Error);
  CHECK_THROWS_AS(WriteTraceTree(text, {a, b, alignment}), Error);
  CHECK(text.empty());
}

}  // namespace profdiff
