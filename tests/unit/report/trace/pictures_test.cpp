// SPDX-License-Identifier: GPL-3.0-or-later
// Writes all pictures of a pair of traces; other programs read them in tests/cli/pictures_test.sh. The traces differ in
// one block of code, and one call takes 247 us longer in A.
#include <catch2/catch.hpp>
#include <fstream>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "support/trace_builder.h"

namespace profdiff::pictures_test {
namespace {

std::string Turns(const std::string& block, int late_turn) {
  std::string calls;
  for (int i = 0; i < 40; ++i) {
    const std::string store = i == late_turn ? "store:250000" : "store:3000";
    calls += "iterate:" + std::to_string(900 + i * 7) + "(load:4000," + block + "," + store + "),";
  }
  return calls;
}

void Save(const char* path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE(file.flush());
}

// Saves a complete and a shortened page with 60 levels of calls, which are too many for a screen. In B, the last level
// takes longer.
void SaveDeepPage() {
  std::string calls;
  for (int i = 0; i < 59; ++i) calls += "level" + std::to_string(i + 1) + ":2000(";
  const std::string end(59, ')');
  const Trace a = TraceBuilder().Thread(calls + "deepest:1000" + end).Build();
  const Trace b = TraceBuilder().Thread(calls + "deepest:41000" + end).Build();
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTracePage(text, {a, b, alignment, "before", "after"});
  Save("deep.html", text);
  TracePageOptions few;
  few.bars = 0;
  text.clear();
  WriteTracePage(text, {a, b, alignment, "before", "after"}, few);
  Save("cut.html", text);
}

}  // namespace

TEST_CASE("pictures are written into the working folder", "[.pictures]") {
  const std::string begin = "main:2000(init:5000(read:12000),", end = "_Z6reportPKc:7000(\"</script>\xff\":3000))";
  const Trace a = TraceBuilder().Thread(begin + Turns("oldSolve:9000(mul:2000)", 23) + end).Thread("w:9").Build();
  const Trace b = TraceBuilder().Thread(begin + Turns("newSolve:4000(fma:1500)", -1) + "check:4000," + end).Build();
  const Alignment alignment = Align(a, b);
  const AlignedTraces traces{a, b, alignment, "before", "after"};
  std::string text;
  WriteTimeline(text, *FindTableFormat("csv"), traces);
  Save("timeline.csv", text);
  text.clear();
  WriteTimeline(text, *FindTableFormat("json"), traces);
  Save("timeline.json", text);
  text.clear();
  WriteChromeTrace(text, traces);
  Save("chrome.json", text);
  text.clear();
  if (CanWritePage()) WriteTracePage(text, traces);
  Save("page.html", text);
  if (CanWritePage()) SaveDeepPage();
}

}  // namespace profdiff::pictures_test
