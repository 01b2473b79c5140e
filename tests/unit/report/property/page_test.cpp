// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the data blocks in HTML pages for findings, differences and searches. tests/cli/check/page.py opens such
// pages in a browser.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "profdiff/properties.h"
#include "profdiff/search.h"
#include "read/property/asl.h"
#include "support/properties.h"

namespace profdiff::page_test {
namespace {

// Returns the findings of a search in a program whose names have special characters.
Search MakeSearch() {
  Search search;
  search.measurements = tests::Measure("region,file,line,metric,value\nf</script>,x.c,7,a,3\n,,,a,4\n");
  search.measurements.inputs = {"a & b"};
  search.measurements.clocks = {{0, -700}, 70};
  search.measurements.efficiencies = {{"loadBalance", 0.5}};
  const PropertySet set = ParseProperties(
      "CONTEXT M { a; b; }\n"
      "PROPERTY P(M m) HINT \"<mend>\" { CONDITION: m.a > 3.5; CONFIDENCE: 1; SEVERITY: m.a / 10; }\n"
      "PROPERTY R(M m) REFINES P { CONDITION: m.a < 3.5; CONFIDENCE: 1; SEVERITY: m.a / 10; }\n"
      "PROPERTY Q(M m) { CONDITION: m.b > 1; CONFIDENCE: 1; SEVERITY: 1; }\n",
      "test.asl");
  search.findings = FindProperties(search.measurements, set);
  search.steps = {
      {.step = 1, .run = 1, .tool = "callgrind", .command = "valgrind <x>", .kind = "regions", .proved = 2}};
  search.stopped = SearchStop::kBudget;
  return search;
}

// Returns the block of data with the id `name`.
std::string Block(const std::string& page, const std::string& name) {
  const std::string begin = "<script type=\"application/json\" id=\"" + name + "\">\n";
  const std::size_t at = page.find(begin) + begin.size();
  return page.substr(at, page.find("\n\n</script>", at) - at);
}

std::string SearchPage() {
  std::string page;
  WriteSearchPage(page, MakeSearch());
  return page;
}

}  // namespace

TEST_CASE("A page of a search has its document, and texts for people", "[properties]") {
  if (!CanWritePage()) return;
  const std::string page = SearchPage(), document = Block(page, "document");
  for (const char* part :
       {"\"kind\": \"properties\"", "f\\u003c/script\\u003e", "a \\u0026 b", "\"stopped\": \"budget\"",
        "\"loadBalance\":0.5", "\"offsets\":[0,-700],\"halfWidth\":70", "\"hypotheses\": 0, \"proved\": 2"}) {
    INFO(part);
    CHECK(document.find(part) != std::string::npos);
  }
  CHECK(Block(page, "view") ==
        "{\"findings\": [0,1], \"absent\": [-1], "
        "\"regions\": [[\"the whole program\",-1],[\"line 7 of x.c (f\\u003c/script\\u003e)\",0]], "
        "\"hints\": [[\"P\",\"\\u003cmend\\u003e\"]], \"metas\": [], "
        "\"cause\": null, \"times\": null, "
        "\"steps\": [[\"regions\",\"valgrind \\u003cx\\u003e\"]], \"stopped\": \"the budget is used up\"}");
}

TEST_CASE("A page of a difference has the text of each row", "[properties]") {
  if (!CanWritePage()) return;
  const Measurements base = MakeSearch().measurements, other = tests::Measure("region,metric,value\n,a,4\n");
  const PropertySet set = ParseProperties(
      "CONTEXT M { a; }\nPROPERTY P(M m) { CONDITION: m.a > 1; CONFIDENCE: 1; SEVERITY: m.a / 10; }\n", "test.asl");
  const PropertyDifference difference = SubtractProperties(base, other, set);
  std::string page;
  WritePropertyPage(page, PropertyDifferenceView{base, other, difference});
  CHECK(Block(page, "document").find("\"kind\": \"propertyDifference\"") != std::string::npos);
  CHECK(Block(page, "view") ==
        "{\"texts\": [\"the whole program\",\"line 7 of x.c (f\\u003c/script\\u003e)\"], \"absent\": [], "
        "\"cause\": null}");
}

TEST_CASE("A page of findings has no steps", "[properties]") {
  const Search search = MakeSearch();
  const PropertyView view{search.measurements, search.findings};
  std::string page;
  if (!CanWritePage()) {
    CHECK_THROWS_AS(WritePropertyPage(page, view), Error);
    return;
  }
  WritePropertyPage(page, view);
  CHECK(Block(page, "document").find("experiments") == std::string::npos);
  CHECK(Block(page, "view").find("steps") == std::string::npos);
}

}  // namespace profdiff::page_test
