// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the contents of the page that shows two traces. tests/cli/pictures_test.sh tests that a browser draws it.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "report/trace/page_paths.h"
#include "report/trace/timeline_bars.h"
#include "support/trace_builder.h"

namespace profdiff::page_test {
namespace {

// Describes each bar as "depth name begin-end mark". A bar that represents several calls has the number of calls
// instead of a name.
std::string Describe(const Trace& trace, const std::vector<TimelineBar>& bars, bool is_a) {
  std::string text;
  for (const TimelineBar& bar : bars) {
    const CallId call = is_a ? bar.a : bar.b;
    text += text.empty() ? "" : "; ";
    text += std::to_string(bar.depth) + " ";
    text += bar.calls > 1 ? std::to_string(bar.calls) : trace.names[trace.threads[0].calls.function[call.value].value];
    text += " " + std::to_string(bar.begin) + "-" + std::to_string(bar.end);
    text += bar.mixed ? " *" : std::string(" ") + "=!AB"[static_cast<std::size_t>(bar.mark)];
  }
  return text;
}

TimelineBars Make(const Trace& a, const Trace& b, const BarLimits& limits) {
  const Alignment alignment = Align(a, b);
  return MakeBars(a.threads[0].calls, b.threads[0].calls, alignment.threads[0], CommonClock(1000, 1000), limits);
}

TimelineBars Make(const Trace& a, const Trace& b, std::uint32_t parts) { return Make(a, b, {parts, 16, 1000}); }

std::string Page(const Trace& a, const Trace& b) {
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTracePage(text, {a, b, alignment, "one\u202e", "two</script>"});
  return text;
}

}  // namespace

TEST_CASE("bars are below those of their callers on the common time line", "[trace_page]") {
  const Trace a = TraceBuilder().Thread("m:10(c:5(a:15),x:4,e:3)").Build();
  const Trace b = TraceBuilder().Thread("m:20(c:6(a:2),d:20,e:1)").Build();
  const TimelineBars bars = Make(a, b, 100);
  CHECK(Describe(a, bars.a, true) == "2 a 26-41 =; 1 c 20-41 =; 1 x 41-45 !; 1 e 48-51 =; 0 m 0-51 =");
  CHECK(Describe(b, bars.b, false) == "2 a 26-28 =; 1 c 20-28 =; 1 d 28-48 !; 1 e 48-49 =; 0 m 0-49 =");
  CHECK(bars.length == 51);
}

TEST_CASE("bars have the times of their own side", "[trace_page]") {
  const Trace a = TraceBuilder().Thread("m:10(c:5(a:15),x:4,e:3)").Build();
  const Trace b = TraceBuilder().Thread("m:20(c:6(a:2),d:20,e:1)").Build();
  const TimelineBars bars = Make(a, b, 100);
  const TimelineBar& whole = bars.b.back();
  CHECK((whole.own_begin == b.threads[0].calls.start[0] && whole.own_end - whole.own_begin == 49));
}

TEST_CASE("a page has the paths with the longest times, and the call of each that differs most", "[trace_page]") {
  const Trace a = TraceBuilder().Thread("m:10(c:5(a:15),x:4)").Build();
  const Trace b = TraceBuilder().Thread("m:10(c:5(a:25),y:2,x:4)").Build();
  const Alignment alignment = Align(a, b);
  const TraceDifference difference = SubtractTraces(a, b, alignment);
  const auto chosen = [&](const std::vector<PathRow>& rows, std::size_t most) {
    std::string indices;
    for (const PlacedPath& place : ChoosePagePaths(difference, rows, most)) indices += std::to_string(place.path);
    return indices;
  };
  REQUIRE(difference.paths.size() == 5);
  CHECK(chosen({}, 9) == "01234");
  CHECK(chosen({}, 2) == "01");
  CHECK(chosen({{&difference.paths[2], 2}}, 1) == "012");
  std::vector<PlacedPath> places = ChoosePagePaths(difference, {}, 9);
  NamedTrace named_a(a, DemangleStyle::kNone), named_b(b, DemangleStyle::kNone);
  PlacePaths({a, b, alignment}, difference, named_a, named_b, places);
  CHECK((places[2].time_a == 15 && places[2].time_b == 25));
  // y begins after a, which takes 25 in B; A has no such call, but the same time has passed since a began.
  CHECK((places[3].time_a == 0 && places[3].time_b == 2));
  CHECK(places[3].begin == places[2].begin + 25);
  CHECK(places[3].start_a - places[2].start_a == 25);
  CHECK(places[3].start_b - places[2].start_b == 25);
}

TEST_CASE("short bars are merged with their neighbours", "[trace_page]") {
  std::string calls = "m(";
  for (int i = 0; i < 100; ++i) calls += "f,";
  const Trace a = TraceBuilder().Thread(calls + "x,e:100)").Build(),
              b = TraceBuilder().Thread(calls + "y,e:100)").Build();
  CHECK(Describe(a, Make(a, b, 4).a, true) == "1 50 1-51 =; 1 51 51-102 *; 1 e 102-202 =; 0 m 0-202 =");
  CHECK(Describe(a, Make(a, b, {4, 1, 0}).a, true) == "0 m 0-202 =");
}

TEST_CASE("times of merged calls and of their matches are added up", "[trace_page]") {
  const Trace a = TraceBuilder().Thread("m(f:2,f:2,f:2,e:100)").Build(),
              b = TraceBuilder().Thread("m(f:1,f:1,f:1,e:90)").Build();
  const TimelineBars bars = Make(a, b, 4);
  REQUIRE(bars.a[0].calls == 3);
  CHECK(bars.a[0].time_a == 6);
  CHECK(bars.a[0].time_b == 3);
  CHECK(bars.a[1].time_a == 100);
  CHECK(bars.b[1].time_b == 90);
}

TEST_CASE("all levels are drawn if their bars are few; omitted calls are counted", "[trace_page]") {
  std::string calls;
  for (int i = 0; i < 60; ++i) calls += "f:2(";
  calls += "g" + std::string(60, ')');
  const Trace trace = TraceBuilder().Thread(calls).Build();
  const TimelineBars all = Make(trace, trace, {50, 16, 1000}), few = Make(trace, trace, {50, 16, 40});
  CHECK(all.levels == 61);
  CHECK(all.left_out == 0);
  CHECK(all.a.size() == 61);
  CHECK(few.levels == 61);
  CHECK(few.a.size() == 20);
  CHECK(few.left_out == 82);
  CHECK(Make(trace, trace, {50, 16, 0}).a.size() == 16);
}

TEST_CASE("a page contains everything it needs, and nothing ends its data", "[trace_page]") {
  const Trace a = TraceBuilder().Thread("m(c(a),</script><b>)").Build(),
              b = TraceBuilder().Thread("m(c(a,b),b)").Build();
  if (!CanWritePage()) {
    CHECK_THROWS_AS(Page(a, b), Error);
    return;
  }
  const std::string page = Page(a, b);
  CHECK(page.find("d3js.org") != std::string::npos);
  const std::size_t licence = page.find("Redistributions of source code must retain the above copyright");
  CHECK(licence < page.find("<script>"));
  CHECK(page.find("Permission to use, copy, modify") < page.find("<script>"));
  CHECK(page.find("\\u003c/script\\u003e\\u003cb\\u003e") != std::string::npos);
  CHECK(page.find("two\\u003c/script\\u003e") != std::string::npos);
  CHECK(page.find("\"one?\"") != std::string::npos);
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = page.find("</script>", at)) != std::string::npos; ++at) ++ends;
  CHECK(ends == 5);
}

TEST_CASE("a page of a long trace stays small", "[trace_page]") {
  if (!CanWritePage()) return;
  RandomTraces random(2);
  const RandomTraces::Pair pair = random.Make(200000);
  CHECK(Page(pair.a, pair.b).size() < 4000000);
}

}  // namespace profdiff::page_test
