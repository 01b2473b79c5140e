// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for pages of reports: blocks of data, omitted rows, and the part that is shown without scripts. tests/cli/page
// opens them in a browser.
#include <catch2/catch.hpp>
#include <string>

#include "profdiff/formats.h"
#include "profdiff/profile.h"
#include "profdiff/ranks.h"
#include "support/example_runs.h"
#include "support/stack_files.h"

namespace profdiff::page_test {
namespace {

bool CanWrite() { return CanWritePage(); }

bool Has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Returns the block of data with the id `name`; empty if there is none.
std::string Block(const std::string& page, const std::string& name) {
  const std::string begin = "<script type=\"application/json\" id=\"" + name + "\">\n";
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return "";
  return page.substr(at + begin.size(), page.find("\n</script>", at) - at - begin.size());
}

std::string PageOf(const Difference& difference, const ReportPageOptions& options = {}) {
  std::string page;
  WriteReportPage(page, difference, {"old <1>", "new & 2"}, nullptr, options);
  return page;
}

}  // namespace

TEST_CASE("a page of a difference has its document in columns", "[page]") {
  if (!CanWrite()) return;
  const Difference difference = SubtractTests(CycleBase(), CycleOther());
  ReportPageOptions options;
  options.remarks = {Message("few samples")};
  options.scale = 2;
  options.of_traces = true;
  options.gates.gates = {{"self > 5%", {FunctionId(0)}, false, GateOutcome::kFailed, false, {}}};
  const std::string page = PageOf(difference, options);
  CHECK(Has(Block(page, "document"), "\"kind\":\"difference\""));
  CHECK(Has(Block(page, "document"), "old \\u003c1\\u003e"));
  for (const char* name : {"functions", "cycles", "arcs"}) CHECK(Has(Block(page, name), "\"columns\":{"));
  CHECK(Block(page, "contexts").empty());
  const std::string view = Block(page, "view");
  for (const char* part :
       {"\"notes\":[\"few samples\"]", "\"normalized\":2.0", "\"recordedBy\":\"a tracer, each call\"",
        "\"condition\":\"self \\u003e 5%\",\"offenders\":[1]", "\"leftOut\":{\"flat\":0", "\"bends\":["}) {
    INFO(part);
    CHECK(Has(view, part));
  }
}

TEST_CASE("the part without scripts is escaped, and has the first rows", "[page]") {
  if (!CanWrite()) return;
  const std::string page = PageOf(SubtractTests(PaperBase(), PaperOther()));
  const std::size_t first = page.find("<section id=\"first\">");
  REQUIRE(first != std::string::npos);
  const std::string part = page.substr(first, page.find("</section>", first) - first);
  CHECK(Has(part, "Base: old &lt;1&gt;, "));
  CHECK(Has(part, "Positive: other takes less."));
  CHECK(Has(part, "<th scope=\"col\">difference</th>"));
  CHECK(Has(part, "<bdi>main</bdi>"));
}

TEST_CASE("a page that is cut has the largest functions, and the total of the others", "[page]") {
  if (!CanWrite()) return;
  const Difference difference = SubtractTests(PaperBase(), PaperOther());
  ReportPageOptions options;
  options.functions = 2;
  const std::string page = PageOf(difference, options);
  CHECK(Has(Block(page, "functions"), "{\"rows\":2,"));
  CHECK(!Has(Block(page, "view"), "\"leftOut\":{\"flat\":0"));
  CHECK(!Has(Block(page, "view"), "\"leftOutSum\":{\"base\":0.0,\"other\":0.0}"));
  options.functions = 0;
  CHECK(Has(Block(PageOf(difference, options), "view"), "\"leftOut\":{\"flat\":0,\"graph\":0"));
}

TEST_CASE("paths without a row are added up in one row below their parent", "[page]") {
  if (!CanWrite()) return;
  const tests::StackRun run(tests::ReadText("main;a 5\nmain;b 4\nmain;c 3\nmain;d 2\nmain;e 1\n"));
  ReportPageOptions options;
  options.functions = 2;
  std::string page;
  WriteReportPage(page, run.execution(), "p", options);
  CHECK(Has(Block(page, "contexts"), "null"));
  CHECK(Has(Block(page, "contexts"), "\"parent\":[null,0,0,0]"));
  CHECK(Has(Block(page, "view"), "\"tree\":3"));
}

TEST_CASE("a page of ranks has each rank's times", "[page]") {
  if (!CanWrite()) return;
  const TestExecution run = PaperBase();
  RankStatistics ranks;
  RankTimes times;
  for (std::uint32_t rank = 0; rank < 3; ++rank) {
    ranks.Add(run.profile, rank);
    times.emplace_back(run.functions.size(), rank);
  }
  std::string page;
  WriteReportPage(page, run.functions, ranks, times, "a.out", {});
  CHECK(Has(Block(page, "document"), "\"kind\":\"ranks\""));
  CHECK(Has(Block(page, "view"), "\"labels\":[\"rank 0\",\"rank 1\",\"rank 2\"]"));
  CHECK(Has(Block(page, "view"), "[0.0,1.0,2.0]"));
}

}  // namespace profdiff::page_test
