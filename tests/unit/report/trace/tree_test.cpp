// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "support/trace_builder.h"

namespace profdiff::tree_test {
namespace {

Trace Make(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

// Two compared traces and their tree.
struct Compared {
  SelectedTrace a, b;
  Alignment alignment;
  TraceDifference difference;

  Compared(Trace first, Trace second, bool flat = false) : a{std::move(first), {}}, b{std::move(second), {}} {
    AlignOptions options;
    options.flat = flat;
    alignment = Align(a.trace, b.trace, options);
    difference = SubtractTraces(a.trace, b.trace, alignment);
  }
  Compared(const std::string& first, const std::string& second) : Compared(Make(first), Make(second)) {}

  std::string Tree(const TraceTreeOptions& options = {}) const {
    std::string text;
    WriteTraceTree(text, {a, b, "A", "B", alignment, difference}, options);
    return text;
  }
  // Returns the lines of the tree, without headings and times.
  std::string Lines(std::size_t limit = 0) const {
    TraceTreeOptions options;
    options.limit = limit;
    const std::string text = Tree(options);
    std::string shown;
    for (std::size_t begin = 0, line = 0; begin < text.size(); ++line) {
      const std::size_t end = text.find('\n', begin);
      if (line > 1) shown += text.substr(begin, 1) + text.substr(begin + 48, end - begin - 47);
      begin = end + 1;
    }
    return shown;
  }
};

std::string Tree(const std::string& a, const std::string& b) { return Compared(a, b).Lines(); }

}  // namespace

TEST_CASE("a tree of the paper's example: one call different, one a gap", "[trace_tree]") {
  CHECK(Tree("m(c(a),a)", "m(c(a,b),b)") == " m\n   c\n     a\n+    b\n!  a | b\n");
}

TEST_CASE("each line of a tree has both times and their difference", "[trace_tree]") {
  CHECK(Compared("m:1000(c:2500(a:250),x:7)", "m:2000(c:500(a:250),y:8(z:1),d)").Tree() ==
        "thread 0\n"
        "           A us           B us       A - B us  call\n"
        "           3.757          2.760          0.997  m\n"
        "           2.750          0.750          2.000    c\n"
        "           0.250          0.250          0.000      a\n"
        "!          0.007          0.009         -0.002    x | y ... 0 and 1 call below\n"
        "+                         0.001         -0.001    d\n");
}

TEST_CASE("neighbouring equal calls are one line with a count", "[trace_tree]") {
  CHECK(Tree("m(a(x,y),b,c,d,e)", "m(a(x,y),b,c,e)") == " m\n   ... 5 equal calls\n-  d\n   e\n");
  CHECK(Tree("m(a,b)", "m(a,b)") == " m ... 2 equal calls below\n");
  CHECK(Tree("m,m,n", "m,m,n") == " ... 3 equal calls\n");
}

TEST_CASE("equal calls are opened if they explain 5 % of all changes", "[trace_tree]") {
  CHECK(Tree("m(a:1(x:5,y:5),b:9)", "m(a:1(x:5,y:905),b:9)") == " m\n   a\n     x\n     y\n   b\n");
  CHECK(Tree("m(a:50,b:900)", "m(a:90,b:1)") == " m\n   a\n   b\n");
  CHECK(Tree("m(a:50,b:900)", "m(a:90,b:10)") == " m\n   a\n   b\n");
  CHECK(Tree("m(a:50,b:900)", "m(a:91,b:10000)") == " m\n   a\n   b\n");
}

TEST_CASE("calls with one path are one line, and their times are added", "[trace_tree]") {
  CHECK(Tree("m(i(a,x),i(a,x),i(a,x),e)", "m(i(a,y),i(a,y),i(a,y),e)") ==
        " m\n   i x 3\n     a x 3\n!    x | y x 3\n   e\n");
  const std::string text = Compared("m(i(x:10),i(x:20),i(x:30))", "m(i(y:1),i(y:1),i(y:1))").Tree();
  CHECK(text.find("          0.063          0.006          0.057    i x 3\n") != std::string::npos);
  CHECK(text.find("!          0.060          0.003          0.057      x | y x 3\n") != std::string::npos);
}

TEST_CASE("a caller and its only callee are one line", "[trace_tree]") {
  CHECK(Tree("m(a:1(b(c:1)),d)", "m(a:1(b(c:900)),d)") == " m\n   a > b > c\n   d\n");
  CHECK(Tree("m(a:1(b(c:1)),d)", "m(a:400(b(c:900)),d)") == " m\n   a\n     b > c\n   d\n");
}

TEST_CASE("calls of one side are shown down to two levels below", "[trace_tree]") {
  const std::string a = "m(f(g(h(i(j))),g(h(i(j)))))";
  CHECK(Tree(a, "m") == " m\n-  f\n-    g x 2\n-      h x 2 ... 4 calls below\n");
  CHECK(Tree("m", a) == " m\n+  f\n+    g x 2\n+      h x 2 ... 4 calls below\n");
}

TEST_CASE("a tree has at most as many lines as its limit allows", "[trace_tree]") {
  std::string a = "m(", b = "m(";
  for (int i = 0; i < 40; ++i) {
    a += "f" + std::to_string(i) + ":" + std::to_string(i + 1) + ",";
    b += "g" + std::to_string(i) + ":" + std::to_string(3 * i + 3) + ",";
  }
  const Compared compared(a + "e)", b + "e)");
  CHECK(compared.Lines(4) == " m\n   ... 39 calls\n!  f39 | g39\n   e\n");
  TraceTreeOptions options;
  options.limit = 0;
  options.top = 1;
  CHECK(compared.Tree(options) != compared.Tree());
  const std::string lines = compared.Lines(20);
  CHECK(std::count(lines.begin(), lines.end(), '\n') <= 20);
}

TEST_CASE("deep recursion does not lead to long lines", "[trace_tree]") {
  std::string a, b, ends;
  for (int i = 0; i < 5000; ++i) a += (i % 2 == 0 ? "f(" : "g("), ends += ')';
  b = a + "x:9" + ends;
  a += "y" + ends;
  const std::string tree = Compared(a, b).Lines();
  CHECK(tree.size() < 5001 * 140);
  CHECK(tree.find("y | x\n") != std::string::npos);
}

TEST_CASE("threads of one side have a section of their own", "[trace_tree]") {
  const std::string text =
      Compared(TraceBuilder().Thread("m").Build(), TraceBuilder().Thread("m").Thread("w(v)").Build()).Tree();
  CHECK(text.find("thread 1, only in B\n") != std::string::npos);
  CHECK(text.find("         -0.001    v\n") != std::string::npos);
  CHECK(text.find("\n1 pair of threads without a difference to show\n") != std::string::npos);
}

TEST_CASE("a tree's names are demangled, in UTF-8 and on one line", "[trace_tree]") {
  CHECK(Tree("_Z3foov", "bar\n\x1b[31m\xff") == "!foo() | bar??[31m\xc3\xbf\n");
}

TEST_CASE("a tree and its mirror image have as many lines", "[trace_tree]") {
  RandomTraces random(3);
  for (int round = 0; round < 100; ++round) {
    const RandomTraces::Pair pair = random.Make(100);
    const std::string text = Compared(pair.a, pair.b).Lines(), mirrored = Compared(pair.b, pair.a).Lines();
    CHECK(std::count(text.begin(), text.end(), '\n') == std::count(mirrored.begin(), mirrored.end(), '\n'));
  }
}

TEST_CASE("there is no tree of a flat alignment", "[trace_tree]") {
  CHECK_THROWS_AS(Compared(Make("m(a)"), Make("m(a,b)"), true).Tree(), Error);
}

}  // namespace profdiff::tree_test
