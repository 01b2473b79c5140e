// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the text of a digest.
#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "profdiff/listing.h"
#include "report/digest/columns.h"
#include "report/digest/names.h"
#include "support/example_runs.h"
#include "support/measured_runs.h"
#include "support/profile_builder.h"

namespace profdiff::digest_test {
namespace {

struct Shown {
  std::string text;
  std::vector<std::string> lines;
  std::size_t widest = 0;
};

// The words of a program with options.
RemedyText WordsFor(const Remedy& remedy) {
  switch (remedy.kind) {
    case RemedyKind::kShowAll:
      return {"", " (--top=0 shows them)"};
    case RemedyKind::kShowSmall:
      return {"", " by --min"};
    case RemedyKind::kShowNotes:
      return {"", ", which --side-by-side shows"};
    default:
      return {};
  }
}

struct Look {
  DigestChoice choice;
  std::size_t columns = 100;
  bool full_names = false;
  std::vector<Message> caveats, readings;
  std::vector<Doubt> doubts;
  RemedyWords words = WordsFor;
};

Shown Show(const TestExecution& base, const TestExecution& other, const Look& look = {}) {
  const Difference difference = SubtractTests(base, other);
  const RunTable base_runs = MakeRunTable({&base.profile, 1}), other_runs = MakeRunTable({&other.profile, 1});
  const Digest digest = MakeDigest(difference, nullptr, look.choice);
  const Conclusion conclusion = Conclude(difference, base_runs, other_runs, look.doubts);
  const DigestView view{
      difference, digest,           nullptr,      conclusion,  &base.functions,   &other.functions, base_runs,
      other_runs, {"p, a", "p, b"}, look.caveats, "functions", look.choice.order, look.columns,     look.full_names,
      {},         look.words,       look.readings};
  Shown shown;
  WriteDigest(shown.text, view);
  std::istringstream in(shown.text);
  for (std::string line; std::getline(in, line);) {
    shown.widest = std::max(shown.widest, CountCharacters(line));
    CHECK((line.empty() || line.back() != ' '));
    shown.lines.push_back(line);
  }
  return shown;
}

}  // namespace

TEST_CASE("A digest has this layout", "[digest]") {
  CHECK(Show(PaperBase(), PaperOther()).text ==
        "base         10.94 s  p, a\n"
        "other         8.73 s  p, b\n"
        "difference    2.21 s  other takes 20.2 % less (95 % interval 1.33 to 3.09 s)\n"
        "comparable   yes: 1094 and 873 samples at 100 Hz\n"
        "\n"
        "base s  other s  base-other  calls  function  mostly for\n"
        "  5.51     2.04        3.47  31→22  f_d       f_c\n"
        "  1.15     3.08       -1.93      -  main\n"
        "  3.19     1.91        1.28      1  f_c       main\n"
        "  1.09     1.70       -0.61      1  f_b       main\n");
}

TEST_CASE("Omitted rows are reported last", "[digest]") {
  Look look;
  look.choice.top = 1;
  look.choice.least = 1;
  const Shown shown = Show(PaperBase(), PaperOther(), look);
  CHECK(shown.text.ends_with(
      "\nleft out: 2 functions that changed less (--top=0 shows them), together -0.65 s; 1 by --min, together\n"
      "          -0.61 s\n"));
  look.columns = 60;
  CHECK(Show(PaperBase(), PaperOther(), look).widest <= 60);
  look.words = {};
  look.columns = 100;
  CHECK(Show(PaperBase(), PaperOther(), look)
            .text.ends_with(
                "\nleft out: 2 functions that changed less, together -0.65 s; 1 that are small, together -0.61 s\n"));
}

TEST_CASE("Both executions the same", "[digest]") {
  const std::string text = Show(PaperBase(), PaperBase()).text;
  CHECK(text.find("both take the same time") != std::string::npos);
  CHECK(text.find("None of the functions differs.\n\nleft out: 4 functions that did not change\n") !=
        std::string::npos);
}

TEST_CASE("No samples, no times, no calls", "[digest]") {
  const TestExecution none = ProfileBuilder().Function("main").Build();
  CHECK(Show(none, none).text.find("cannot tell: neither side has samples") != std::string::npos);
  auto calls = [](std::uint64_t count) { return ProfileBuilder().Call("main", "f", count).WithoutHistogram().Build(); };
  const std::string text = Show(calls(3), calls(8)).text;
  CHECK(text.find("comparable   calls alone\n             - the base has no histogram, so there are no times\n") !=
        std::string::npos);
  CHECK(text.find("base calls  other calls  base-other  function  mostly for\n"
                  "         3            8          -5  f         main\n") != std::string::npos);
  CHECK(text.find(" s  ") == std::string::npos);
}

TEST_CASE("New, removed and renamed functions", "[digest]") {
  const TestExecution base = ProfileBuilder().Function("f", 3).Function("old", 1).Build();
  const TestExecution other = ProfileBuilder().Function("f", 1).Function("fresh", 2).Build();
  const std::string text = Show(base, other).text;
  CHECK(text.find("-        2.00       -2.00  fresh (new)") == std::string::npos);
  CHECK(text.find("     -     2.00       -2.00  fresh (new)\n") != std::string::npos);
  CHECK(text.find("  1.00        -        1.00  old (gone)\n") != std::string::npos);
}

TEST_CASE("Overloads show their parameters, static functions of one name their file", "[digest]") {
  auto run = [](double scale) {
    return ProfileBuilder()
        .Function("_Z1fi", 5 * scale)
        .Function("_Z1fd", 4 * scale)
        .Function("_Z1gi", 3 * scale)
        .Static("helper", "a.c", 2 * scale)
        .Static("helper", "b.c", 1 * scale)
        .Build();
  };
  const std::string text = Show(run(1), run(2)).text;
  for (const char* name : {"  f(int)\n", "  f(double)\n", "  g\n", "  helper (a.c)\n", "  helper (b.c)\n"}) {
    CHECK(text.find(name) != std::string::npos);
  }
}

TEST_CASE("Every width from 40 on is observed, with names of any length", "[digest]") {
  auto run = [](double scale) {
    return ProfileBuilder()
        .Function(std::string(10000, 'x'), 3 * scale)
        .Function(std::string(5000, 'y') + "\x1b[2J\n\xff" + std::string(5000, 'y'), scale)
        .Function("f", 12345 * scale)
        .Call(std::string(10000, 'c'), "f", 123456789)
        .Call("f", std::string(10000, 'x'), 999999)
        .Build();
  };
  for (std::size_t columns = 40; columns <= 200; ++columns) {
    Look look;
    look.columns = columns;
    look.caveats = {Message(std::string(3000, 'w')),
                    Message("some words of a warning that go on and on and on until the line is full")};
    const Shown shown = Show(run(1), run(2), look);
    INFO(columns << "\n" << shown.text);
    CHECK(shown.widest <= columns);
    CHECK(shown.text.find('\x1b') == std::string::npos);
  }
  Look look;
  look.full_names = true;
  CHECK(Show(run(1), run(2), look).text.find(std::string(10000, 'x')) != std::string::npos);
}

TEST_CASE("A report has at most 40 lines, whatever its contents", "[digest]") {
  ProfileBuilder base, other;
  for (int i = 0; i < 100; ++i) {
    base.Function("function_" + std::to_string(i), 1 + i);
    other.Function("function_" + std::to_string(i), 2 + 2 * i);
  }
  Look look;
  for (int i = 0; i < 20; ++i) {
    look.caveats.emplace_back(std::to_string(i) + std::string(50, 'w') + " " + std::string(300, 'x') + " and so on");
  }
  const Shown shown = Show(base.Unattributed(1000).Build(), other.Build(), look);
  INFO(shown.text);
  CHECK(shown.lines.size() <= 40);
  CHECK(shown.text.find("- and 20 more, which --side-by-side shows\n") != std::string::npos);
}

TEST_CASE("Sentences are wrapped and never cut", "[digest]") {
  const std::string sentence =
      "112 differences would be significant alone (the interval excludes 0), but not among the 5000 functions that are "
      "judged together, and this goes on for much longer than any two lines of a terminal can hold, until its last "
      "word";
  Look look;
  look.caveats = {Message(sentence), Message("leave them out with --hide='^(" + std::string(150, 'x') + ")$'")};
  const std::string text = Show(PaperBase(), PaperOther(), look).text;
  std::istringstream in(text);
  std::string unwrapped;
  for (std::string word; in >> word;) unwrapped += (unwrapped.empty() ? "" : " ") + word;
  CHECK(unwrapped.find(sentence) != std::string::npos);
  // An option is copied, so it stays whole although it is longer than a line.
  CHECK(text.find("--hide='^(" + std::string(150, 'x') + ")$'\n") != std::string::npos);
}

TEST_CASE("How files were read is no caveat", "[digest]") {
  Look look;
  look.readings = {Message("event cycles"), Message("perf's own data")};
  const std::string text = Show(PaperBase(), PaperOther(), look).text;
  CHECK(text.find("comparable   yes: 1094 and 873 samples at 100 Hz\n"
                  "read         event cycles\n"
                  "             perf's own data\n"
                  "\n") != std::string::npos);
}

TEST_CASE("Rows of inclusive times say so, and have no sums", "[digest]") {
  Look look;
  look.choice.order = DigestOrder::kTotal;
  look.choice.top = 1;
  const std::string text = Show(PaperBase(), PaperOther(), look).text;
  INFO(text);
  CHECK(text.find("\ninclusive times, of functions with all that they call:\nbase s  other s  base-other") !=
        std::string::npos);
  CHECK(text.find("\n  8.52     3.76        4.76 ") != std::string::npos);
  CHECK(text.find("together") == std::string::npos);
}

TEST_CASE("Counts are short from a million on", "[digest]") {
  CHECK(ShortCount(0) == "0");
  CHECK(ShortCount(999999) == "999999");
  CHECK(ShortCount(1000000) == "1.00M");
  CHECK(ShortCount(9994999) == "9.99M");
  CHECK(ShortCount(9995000) == "10.0M");
  CHECK(ShortCount(99950000) == "100M");
  CHECK(ShortCount(999499999) == "999M");
  CHECK(ShortCount(999500000) == "1.00G");
  CHECK(ShortCount(~std::uint64_t{0}) == "18.4E");
}

TEST_CASE("Long texts lose their middle", "[digest]") {
  CHECK(Shortened("abcdefghij", 10) == "abcdefghij");
  CHECK(Shortened("abcdefghij", 7) == "abc…hij");
  CHECK(Shortened("abcdefghij", 6) == "abc…ij");
  CHECK(Shortened("abcdefghij", 1) == "…");
  CHECK(Shortened("ä…äöüäöü", 5) == "ä……öü");
  CHECK(ForLine("a\x1b[2J\xc2\x9b\xff") == "a?[2J?ÿ");
}

TEST_CASE("A digest of stacks has no calls, and a responsible caller for each change", "[digest]") {
  CHECK(Show(tests::StacksBase(), tests::StacksOther()).text ==
        "base         101 samples  p, a\n"
        "other         61 samples  p, b\n"
        "difference    40 samples  other takes 39.6 % less (95 % interval 14 to 66 samples)\n"
        "comparable   numbers alone: samples of folded, 101 samples, and samples of folded, 61 samples\n"
        "\n"
        "base samples  other samples  base-other  function                    mostly for\n"
        "          21              5          16  parse                       main\n"
        "          70             56          14  scan                        parse\n"
        "          10              -          10  init (no samples in other)  main\n"
        "\n"
        "left out: 1 function that did not change\n");
}

TEST_CASE("A digest of counts has calls, and callers by inclusive costs", "[digest]") {
  const std::string text = Show(tests::CountedBase(), tests::CountedOther()).text;
  CHECK(text.find("comparable   yes: Ir of callgrind\n") != std::string::npos);
  CHECK(text.find("3500000000  2000000000  1500000000    3→2  work      main\n") != std::string::npos);
}

TEST_CASE("Where calls are counted, a function is gone; where only samples are, it has none", "[digest]") {
  const std::string samples = Show(tests::RunOf("main;a 30\nmain;b 10\n"), tests::RunOf("main;a 30\nmain;c 10\n")).text;
  INFO(samples);
  CHECK(samples.find("b (no samples in other)") != std::string::npos);
  CHECK(samples.find("c (no samples in base)") != std::string::npos);
  const auto counted = [](const std::string& name) {
    return tests::RunOf("# callgrind format\nevents: Ir\nfl=a.c\nfn=main\n1 50\nfn=" + name + "\n2 70\ntotals: 120\n");
  };
  const std::string counts = Show(counted("b"), counted("c")).text;
  INFO(counts);
  CHECK(counts.find("b (gone)") != std::string::npos);
  CHECK(counts.find("c (new)") != std::string::npos);
  // A trace records each call, unless it contains samples.
  SideTotals side;
  side.calls_known = false;
  side.origin.emplace();
  side.origin->format = "chrome";
  CHECK(side.ListsAllFunctions());
  side.origin->samples = 5;
  CHECK_FALSE(side.ListsAllFunctions());
  side.origin->samples = 0;
  side.origin->format = "pprof";
  CHECK_FALSE(side.ListsAllFunctions());
}

TEST_CASE("Rows, what is left out and time in no function add up to the difference", "[digest]") {
  const TestExecution base = ProfileBuilder().Function("f", 6).Unattributed(3).Build();
  const TestExecution other = ProfileBuilder().Function("f", 5).Unattributed(4.2).Build();
  const std::string text = Show(base, other).text;
  CHECK(text.find("base          9.00 s") != std::string::npos);
  CHECK(text.find("difference   -0.20 s  other takes 2.2 % more, which noise explains") != std::string::npos);
  CHECK(text.ends_with("\nleft out: -1.20 s in no function\n"));
}

TEST_CASE("A conclusion that is impossible is not shown as a change", "[digest]") {
  const TestExecution base = ProfileBuilder().Function("f", 5).Build();
  const TestExecution other = ProfileBuilder().Function("f").Unattributed(8).Build();
  const std::string text = Show(base, other).text;
  CHECK(text.find("cannot tell: 100 % of the time of the other side is in no function") != std::string::npos);
  CHECK(text.find("more") == std::string::npos);
  Look look;
  look.doubts = {{DoubtCode::kMisfit, Message("p.gmon does not fit"), true},
                 {DoubtCode::kCaveat, Message("a caveat"), false}};
  const std::string misfit = Show(base, base, look).text;
  CHECK(misfit.find("cannot tell: p.gmon does not fit\n") != std::string::npos);
  CHECK(misfit.find("             - a caveat\n") != std::string::npos);
}

}  // namespace profdiff::digest_test
