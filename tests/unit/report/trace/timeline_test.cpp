// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "support/trace_builder.h"

namespace profdiff::timeline_test {
namespace {

Trace Make(const std::string& calls) { return TraceBuilder().Thread(calls).Build(); }

std::string Csv(const Trace& a, const Trace& b, std::uint64_t rows = 0) {
  TimelineOptions options;
  options.rows = rows;
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTimeline(text, *FindTableFormat("csv"), {a, b, alignment}, options);
  return text;
}

// Returns the rows of a CSV table that contains no quoted cells; each row maps column names to values.
std::vector<std::map<std::string, std::string>> Rows(const std::string& csv) {
  std::vector<std::vector<std::string>> lines(1, std::vector<std::string>(1));
  for (const char c : csv) {
    if (c == ',') {
      lines.back().emplace_back();
    } else if (c == '\n') {
      lines.emplace_back(1);
    } else if (c != '\r') {
      lines.back().back() += c;
    }
  }
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    REQUIRE(lines[i].size() == lines[0].size());
    rows.emplace_back();
    for (std::size_t c = 0; c < lines[0].size(); ++c) rows.back()[lines[0][c]] = lines[i][c];
  }
  return rows;
}

// Returns the sum of a column; cells may be empty.
std::int64_t Sum(const std::vector<std::map<std::string, std::string>>& rows, const std::string& column,
                 const std::string& mark = "") {
  std::int64_t sum = 0;
  for (const auto& row : rows) {
    if ((mark.empty() || row.at("mark") == mark) && !row.at(column).empty()) sum += std::stoll(row.at(column));
  }
  return sum;
}

constexpr const char* kHeading =
    "mark,callsA,callsB,common,selfA,selfB,selfDifference,startA,startB,durationA,durationB,difference,depth,thread,"
    "nameA,nameB\r\n";

}  // namespace

TEST_CASE("matched calls start together on the common time line", "[trace_timeline]") {
  // In A, m runs from 0 to 38, c from 10 to 30, a from 15 to 30, x from 30 to 35 and e from 35 to 38. In B, m runs from
  // 0 to 49, c from 20 to 28, a from 26 to 28, d from 28 to 48 and e from 48 to 49.
  const Trace a = Make("m:10(c:5(a:15),x:4(y:1),e:3)"), b = Make("m:20(c:6(a:2),d:20,e:1)");
  CHECK(Csv(a, b) == std::string(kHeading) +
                         "equal,1,1,0,10,20,-10,0,0,38,49,-11,0,thread 0,m,m\r\n"
                         "equal,1,1,20,5,6,-1,10,20,20,8,12,1,thread 0,c,c\r\n"
                         "equal,1,1,26,15,2,13,15,26,15,2,13,2,thread 0,a,a\r\n"
                         "different,1,1,28,4,20,-16,30,28,5,20,-15,1,thread 0,x,d\r\n"
                         "different,1,0,45,1,,1,34,,1,,1,2,thread 0,y,\r\n"
                         "equal,1,1,48,3,1,2,35,48,3,1,2,1,thread 0,e,e\r\n");
}

TEST_CASE("calls of one side have empty cells for the other", "[trace_timeline]") {
  CHECK(Csv(Make("m:2(a:3)"), Make("m:2")) == std::string(kHeading) +
                                                  "equal,1,1,0,2,2,0,0,0,5,2,3,0,thread 0,m,m\r\n"
                                                  "onlyA,1,0,2,3,,3,2,,3,,3,1,thread 0,a,\r\n");
  CHECK(Csv(Make("m:2"), Make("m:2(a:3)")) == std::string(kHeading) +
                                                  "equal,1,1,0,2,2,0,0,0,2,5,-3,0,thread 0,m,m\r\n"
                                                  "onlyB,0,1,2,,3,-3,,2,,3,-3,1,thread 0,,a\r\n");
}

TEST_CASE("a time line as JSON", "[trace_timeline]") {
  const Trace a = Make("m:2(a:3)"), b = Make("m:2");
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTimeline(text, *FindTableFormat("json"), {a, b, alignment, "left \"1\"", "right"});
  CHECK(text ==
        R"({"schema": "egprof-1", "version": "1.1", "kind": "timeline", "labelA": "left \"1\"", "labelB": "right", )"
        "\"rows\": [\n"
        R"({"mark": "equal", "callsA": 1, "callsB": 1, "common": 0, "selfA": 2, "selfB": 2, "selfDifference": 0, )"
        R"("startA": 0, "startB": 0, "durationA": 5, "durationB": 2, "difference": 3, "depth": 0, )"
        R"("thread": "thread 0", "nameA": "m", "nameB": "m"},)"
        "\n"
        R"({"mark": "onlyA", "callsA": 1, "callsB": 0, "common": 2, "selfA": 3, "selfB": null, "selfDifference": 3, )"
        R"("startA": 2, "startB": null, "durationA": 3, "durationB": null, "difference": 3, "depth": 1, )"
        R"("thread": "thread 0", "nameA": "a", "nameB": null})"
        "\n]}\n");
  text.clear();
  const Trace none;
  const Alignment nothing = Align(none, none);
  WriteTimeline(text, *FindTableFormat("json"), {none, none, nothing});
  CHECK(text.find("\"rows\": []}\n") != std::string::npos);
}

TEST_CASE("names in time lines are escaped as each format requires", "[trace_timeline]") {
  const Trace a = Make("a\"b;c d\\e<f>\xff\n"), b = Make("_Z3fooii");
  CHECK(Csv(a, b).find(",\"a\"\"b;c d\\e<f>\xc3\xbf?\",\"foo(int, int)\"\r\n") != std::string::npos);
  const Alignment alignment = Align(a, b);
  std::string text;
  WriteTimeline(text, *FindTableFormat("json"), {a, b, alignment});
  CHECK(text.find(R"("nameA": "a\"b;c d\\e\u003cf\u003e)"
                  "\xc3\xbf?\", \"nameB\": \"foo(int, int)\"}") != std::string::npos);
}

TEST_CASE("rows account for all time, whether they are summed up or not", "[trace_timeline]") {
  RandomTraces random(11);
  for (int round = 0; round < 50; ++round) {
    const RandomTraces::Pair pair = random.Make(300);
    const Alignment alignment = Align(pair.a, pair.b);
    const TraceTotals totals = SubtractTraces(pair.a, pair.b, alignment).all;
    for (std::uint64_t limit : {0U, 400U, 40U, 1U}) {
      const auto rows = Rows(Csv(pair.a, pair.b, limit));
      if (limit != 0) CHECK(rows.size() <= std::max<std::uint64_t>(limit, 4));
      CHECK(Sum(rows, "selfA") == totals.total_a);
      CHECK(Sum(rows, "selfB") == totals.total_b);
      CHECK(Sum(rows, "selfDifference") == totals.total_a - totals.total_b);
      CHECK(Sum(rows, "callsA", "equal") == static_cast<std::int64_t>(totals.equal_a.calls));
      CHECK(Sum(rows, "callsB", "equal") == static_cast<std::int64_t>(totals.equal_b.calls));
      CHECK(Sum(rows, "selfA", "equal") == totals.equal_a.time);
      CHECK(Sum(rows, "callsB", "different") == static_cast<std::int64_t>(totals.different_b.calls));
      CHECK(Sum(rows, "selfB", "onlyB") == totals.only_b.time);
    }
  }
}

TEST_CASE("the largest difference keeps its place when rows are summed up", "[trace_timeline]") {
  std::string calls_a = "m(", calls_b = "m(";
  for (int i = 0; i < 100; ++i) {
    calls_a += "f:10,";
    calls_b += i == 70 ? "f:1000010," : "f:10,";
  }
  const auto rows = Rows(Csv(Make(calls_a + "e)"), Make(calls_b + "e)"), 40));
  CHECK(rows.size() <= 40);
  std::size_t found = 0;
  for (const auto& row : rows) found += row.at("difference") == "-1000000" && row.at("startA") == "701" ? 1 : 0;
  CHECK(found == 1);
}

TEST_CASE("threads that start later also do so on the common time line", "[trace_timeline]") {
  Trace a = TraceBuilder().Thread("m").Thread("w").Build(), b = a;
  for (std::uint64_t& start : a.threads[1].calls.start) start += 500;
  for (std::uint64_t& start : b.threads[1].calls.start) start += 700;
  const auto rows = Rows(Csv(a, b));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].at("thread") == "thread 1");
  CHECK(rows[1].at("common") == "700");
  CHECK(rows[1].at("startA") == "500");
}

TEST_CASE("a long time line is passed on in chunks", "[trace_timeline]") {
  std::string calls = "m(";
  for (int i = 0; i < 20000; ++i) calls += "f,";
  const Trace trace = Make(calls + "e)");
  const Alignment alignment = Align(trace, trace);
  for (const char* const name : {"csv", "json"}) {
    const TableFormat& format = *FindTableFormat(name);
    std::string whole, handed, rest;
    WriteTimeline(whole, format, {trace, trace, alignment});
    TimelineOptions options;
    std::size_t longest = 0;
    options.drain = [&](std::string& text) {
      longest = std::max(longest, text.size());
      handed += text.substr(0, text.size() - 1);
      text.erase(0, text.size() - 1);
    };
    WriteTimeline(rest, format, {trace, trace, alignment}, options);
    CHECK(handed + rest == whole);
    CHECK(longest != 0);
    CHECK(longest < 300000);
  }
}

}  // namespace profdiff::timeline_test
