// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the reports of traces.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "report/format/text_table.h"
#include "report/trace/lines.h"
#include "support/trace_builder.h"

namespace profdiff::text_test {
namespace {

SelectedTrace OneThread(const std::string& calls) { return {TraceBuilder().Thread(calls).Build(), {}}; }

// Two compared traces and their report.
struct Comparison {
  SelectedTrace a, b;
  Alignment alignment;
  TraceDifference difference;

  Comparison(SelectedTrace first, SelectedTrace second, bool flat = false) : a(std::move(first)), b(std::move(second)) {
    AlignOptions options;
    options.flat = flat;
    alignment = Align(a.trace, b.trace, options);
    difference = SubtractTraces(a.trace, b.trace, alignment);
  }
  TraceComparison Parts() const { return {a, b, "before", "after", alignment, difference}; }
  std::string Report(const TraceListingOptions& options = {}) const {
    std::string out;
    WriteTraceDifference(out, *FindTableFormat("text"), Parts(), options);
    return out;
  }
};

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const char* const kA = "m:10(c:5(a:3),a:4)";
const char* const kB = "m:11(c:5(a:1,b:2),b:7)";

}  // namespace

TEST_CASE("The lines for scripts", "[trace text]") {
  const std::string lines =
      "\nequal: 3 calls, 0.000000001 s\n"
      "different: 1 calls, -0.000000003 s\n"
      "only in A: 0 calls, 0.000000000 s\n"
      "only in B: 1 calls, 0.000000002 s\n"
      "residual: 0 ns\n";
  const std::string tree = Comparison(OneThread(kA), OneThread(kB)).Report();
  INFO(tree);
  CHECK(Has(tree, lines));
  CHECK_FALSE(Has(tree, "score: "));
  const std::string flat = Comparison(OneThread(kA), OneThread(kB), true).Report();
  INFO(flat);
  CHECK(Has(flat, "\nequal: 6 calls, "));
  CHECK(Has(flat, "\nresidual: 0 ns\nscore: 9\n"));
}

TEST_CASE("Labels of traces cannot control the terminal", "[trace text]") {
  const Comparison compared(OneThread(kA), OneThread(kB));
  TraceComparison parts = compared.Parts();
  parts.label_a = "\x1b[31mx";
  std::string text;
  WriteTraceDifference(text, *FindTableFormat("text"), parts, {});
  CHECK(text.starts_with("A             0.022 us  ?[31mx\nB             0.026 us  after\n"));
}

TEST_CASE("Lists that were aligned in parts are counted", "[trace text]") {
  Comparison comparison(OneThread(kA), OneThread(kB));
  CHECK_FALSE(Has(comparison.Report(), "cut: "));
  comparison.alignment.threads[0].cut_lists = 1;
  CHECK(Has(comparison.Report(), "\nresidual: 0 ns\ncut: 1 list of calls\n"));
  comparison.alignment.threads[0].cut_lists = 2;
  CHECK(Has(comparison.Report(), "\ncut: 2 lists of calls\n"));
}

TEST_CASE("The answer comes first", "[trace text]") {
  const std::string report = Comparison(OneThread(kA), OneThread(kB)).Report();
  INFO(report);
  CHECK(
      report.starts_with("A             0.022 us  before\n"
                         "B             0.026 us  after\n"
                         "difference   -0.004 us  B takes 18.2 % more\n"
                         "calls        3 equal, 1 different, 0 only in A, 1 only in B\n"
                         "noise        one run per side: noise is not known\n"
                         "\n"
                         "   A us   B us   A - B  calls  call\n"
                         "! 0.004  0.007  -0.003      1  m > a | b\n"
                         "  0.003  0.001   0.002      1  m > c > a\n"
                         "+        0.002  -0.002    0→1  m > c > b\n"
                         "  0.010  0.011  -0.001      1  m\n"
                         "\n"
                         "left out: 1 path that did not change\n"));
  TraceListingOptions two;
  two.top = 2;
  CHECK(Has(Comparison(OneThread(kA), OneThread(kB)).Report(two),
            "\nleft out: 2 paths of calls that changed less, together -0.003 us; 1 that did not change\n"));
}

TEST_CASE("Paths are cut to the width of the line", "[trace text]") {
  std::string calls = "the_last:5";
  for (int i = 0; i < 20; ++i) calls = "a_long_name(" + calls + ")";
  TraceListingOptions narrow;
  narrow.columns = 72;
  const std::string report = Comparison(OneThread(calls), OneThread(calls + ",x:9")).Report(narrow);
  INFO(report);
  CHECK(Has(report, "  x\n"));
  std::string slow = calls;
  slow.replace(slow.find(":5"), 2, ":9");
  const std::string deep = Comparison(OneThread(calls), OneThread(slow)).Report(narrow);
  INFO(deep);
  const std::size_t end = deep.find(" > the_last\n"), begin = deep.rfind('\n', end) + 1;
  REQUIRE(end != std::string::npos);
  CHECK(end + std::string(" > the_last").size() - begin <= 72);
  CHECK(deep.substr(begin, end - begin).find(" calls) > ") != std::string::npos);
}

TEST_CASE("The tables of functions and of threads", "[trace text]") {
  TraceListingOptions tables;
  tables.functions = tables.threads = true;
  const std::string report = Comparison(OneThread(kA), OneThread(kB)).Report(tables);
  INFO(report);
  CHECK(Has(report,
            "\n     self A     self B      A - B  inclusive  matched different   only A   only B\n"
            "         us         us         us      A - B    calls     calls    calls    calls  function\n"
            "      0.000      0.009     -0.009     -0.009        0         1        0        1  b\n"
            "      0.007      0.001      0.006      0.006        1         1        0        0  a\n"
            "      0.010      0.011     -0.001     -0.004        1         0        0        0  m\n"
            "      0.005      0.005      0.000      0.000        1         0        0        0  c\n"));
  CHECK(Has(report, "      0.022      0.026     -0.004         3         1         0         1  thread 0\n"));
  TraceListingOptions one = tables;
  one.limit = 1;
  CHECK(Has(Comparison(OneThread(kA), OneThread(kB)).Report(one), "  b\n3 more functions left out\n"));
}

TEST_CASE("A trace compared with itself has no differences to list", "[trace text]") {
  const std::string report = Comparison(OneThread(kA), OneThread(kA)).Report();
  CHECK(Has(report, "\nequal: 4 calls, 0.000000000 s\ndifferent: 0 calls, 0.000000000 s\n"));
  CHECK(Has(report, "\nNo call differs in time.\n"));
}

TEST_CASE("Calls that are omitted as start-up are listed", "[trace text]") {
  SelectedTrace a = OneThread(kA), b = OneThread(kB);
  a.dropped = {{"_start", 1, 0, true}, {"boring", 7, 0, false}};
  b.dropped = {{"__monstartup", 2, 5, true}, {"_start", 1, 0, true}};
  const std::string report = Comparison(std::move(a), std::move(b)).Report();
  INFO(report);
  CHECK(Has(report,
            "\n  calls A  calls B  left out as start-up\n"
            "        0        2  __monstartup, and 5 calls below it\n"
            "        1        1  _start\n"));
  CHECK(Has(report, "\nleft out: 1 function, 7 calls in A, 0 in B\n"));
}

TEST_CASE("One trace is summarised", "[trace text]") {
  const SelectedTrace trace = OneThread("main:10(_Z1fi:5,_Z1fi:6)"), none;
  const TraceDifference difference = SubtractTraces(trace.trace, none.trace, Align(trace.trace, none.trace));
  std::string out;
  WriteTraceSummary(out, trace, "before", difference);
  INFO(out);
  CHECK(Has(out, "trace: before\n1 thread, 3 calls, 0.000000021 s\n"));
  CHECK(Has(out, "      0.011      0.011          2  f(int)\n      0.010      0.021          1  main\n"));
}

TEST_CASE("Blocks follow each other", "[trace blocks]") {
  const Comparison comparison(OneThread(kA), OneThread(kB));
  std::string csv;
  WriteAlignmentBlocks(csv, *FindTableFormat("csv"), comparison.Parts());
  CHECK(csv ==
        "thread,mark,first_a,count_a,function_a,start_a_ns,time_a_ns,first_b,count_b,function_b,start_b_ns,time_b_"
        "ns\r\n" +
            csv.substr(csv.find('\n') + 1));
  INFO(csv);
  CHECK(Has(csv, "\n0,equal,0,3,m,0,18,0,3,m,0,17\r\n"));
  CHECK(Has(csv, "\n0,only in B,3,0,,,,3,1,b,"));
  CHECK(Has(csv, "\n0,different,3,1,a,"));
  std::string text;
  WriteAlignmentBlocks(text, *FindTableFormat("text"), comparison.Parts());
  INFO(text);
  CHECK(Has(text, "\n     0 equal              0         3      0.000          0         3      0.000  m\n"));
  CHECK(Has(text, "  a | b\n"));
}

TEST_CASE("Times are exact, in the unit that shows most of them", "[trace text]") {
  auto cell = [](std::uint64_t largest, std::int64_t nanoseconds) {
    const TableColumn columns[] = {TraceUnit(largest).Column("time", "time")};
    std::string out;
    TextTableWriter writer(out);
    writer.StartTable("", columns);
    out = columns[0].unit;
    writer.AddCell(nanoseconds);
    return out;
  };
  CHECK(cell(99'999'999, -99'999'999) == "us -99999.999");
  CHECK(cell(100'000'000, 100'000'000) == "ms    100.000");
  CHECK(cell(99'999'999'999, -1500) == "ms     -0.002");
  CHECK(cell(100'000'000'000, 1'500'000) == "s      0.002");
  CHECK(cell(100'000'000'000, -400'000) == "s      0.000");
}

TEST_CASE("The middle of long paths is left out", "[trace text]") {
  std::string calls = "f";
  for (int i = 0; i < 20; ++i) calls = "r(" + calls + ")";
  const Trace trace = TraceBuilder().Thread(calls).Build();
  const CallTree& tree = trace.threads[0].calls;
  TraceNames names(trace, DemangleStyle::kAuto);
  CHECK(PathText(CallPath(tree, CallId(20)), tree, names) == "r > r > r > r > (13 calls) > r > r > r > f");
  CHECK(PathText(CallPath(tree, CallId(8)), tree, names) == "r > r > r > r > r > r > r > r > r");
}

}  // namespace profdiff::text_test
