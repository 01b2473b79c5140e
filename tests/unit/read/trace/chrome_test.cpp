// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/trace.h"
#include "read/trace/chrome_events.h"
#include "support/gzip.h"
#include "support/temporary_file.h"
#include "support/temporary_folder.h"
#include "support/trace_text.h"

using namespace profdiff;

namespace {

Trace Read(std::string_view text, bool salvage = false) {
  TraceOptions options;
  options.salvage = salvage;
  return ReadTrace(tests::TemporaryFile(text).path(), options);
}

// Returns the events of one thread, such as "B 10 f", "E 20 f" or "X 10 5 f", as JSON.
std::string Json(const std::vector<std::string>& events) {
  std::string out = "[";
  for (const std::string& event : events) {
    char kind = 0, name[16] = "";
    char time[32] = "", duration[32] = "";
    if (event[0] == 'X') {
      std::sscanf(event.c_str(), "%c %31s %31s %15s", &kind, time, duration, name);
    } else {
      std::sscanf(event.c_str(), "%c %31s %15s", &kind, time, name);
    }
    out += std::string(out.size() > 1 ? "," : "") + "{\"ph\":\"" + kind + "\",\"pid\":1,\"tid\":1,\"ts\":" + time;
    if (*name != 0) out += std::string(",\"name\":\"") + name + "\"";
    if (*duration != 0) out += std::string(",\"dur\":") + duration;
    out += "}";
  }
  return out + "]";
}

std::string Times(const std::vector<std::string>& events) { return tests::TimesAsText(Read(Json(events))); }

Error ErrorOf(std::string_view text) {
  try {
    Read(text);
  } catch (const Error& error) {
    CHECK(error.message().find('\n') == std::string::npos);
    return error;
  }
  FAIL("no error");
  return Error(ErrorCode::kSystem, "");
}

}  // namespace

TEST_CASE("microseconds are read to the nanosecond", "[chrome]") {
  CHECK(ParseMicroseconds("12") == 12000);
  CHECK(ParseMicroseconds("8999999999999999.123") == 8999999999999999123);
  CHECK(ParseMicroseconds("0.1239") == 123);
  CHECK(ParseMicroseconds("1.5e3") == 1500000);
  CHECK(ParseMicroseconds("-0.1239") == -123);
  CHECK(ParseMicroseconds("-8999999999999999.123") == -8999999999999999123);
  CHECK(ParseMicroseconds("-1.5e3") == -1500000);
  for (const char* bad : {"", "-", "--1", "+1", "x", "1x", "1.2.3", "1.2-3", "9000000000000001", "-9000000000000001",
                          "1e30", "-1e30", "nan", "-nan", "e"}) {
    CHECK_FALSE(ParseMicroseconds(bad));
  }
}

TEST_CASE("events that begin and end become calls", "[chrome]") {
  CHECK(Times({"B 1 m", "B 2 c", "E 3 c", "B 4.5 a", "E 5", "E 6 m"}) == "m@1000+5000(c@2000+1000,a@4500+500)");
  CHECK(Times({"B 1 m", "B 2 c", "E 3 c"}) == "m!@1000+2000(c@2000+1000)");
  CHECK(Times({"E 6 m", "B 1 m"}) == "m@1000+5000");  // events may be in any order in the file
}

TEST_CASE("whole events become calls, in any order", "[chrome]") {
  CHECK(Times({"X 4 1 a", "X 1 9 m", "X 2 1 c", "X 11 1 n"}) == "m@1000+9000(c@2000+1000,a@4000+1000) n@11000+1000");
  CHECK(Times({"X 1 5 inner", "X 1 6 outer"}) == "outer@1000+6000(inner@1000+5000)");
  CHECK(Times({"X 1 0 a", "X 1 0 b"}) == "a@1000+0 b@1000+0");
  CHECK(Times({"B 1 m", "X 2 3 a", "X 5 1 b", "E 6 m"}) == "m@1000+5000(a@2000+3000,b@5000+1000)");
  CHECK(Times({"B 1 m", "X 2 3 a"}) == "m!@1000+4000(a@2000+3000)");
}

TEST_CASE("whole events may overlap by a microsecond, which is rounding", "[chrome]") {
  CHECK(Times({"X 1 5 m", "X 3 4 a"}) == "m@1000+5000(a@3000+3000)");
  CHECK(Times({"X 1 5 a", "X 5 9 b"}) == "a@1000+4000 b@5000+9000");
  const Error error = ErrorOf(Json({"X 1 5 a", "X 3 9 b"}));
  CHECK(error.code() == ErrorCode::kBadTrace);
  CHECK_THAT(error.message(), Catch::Contains("overlaps"));
}

TEST_CASE("threads are identified by the process and number in events", "[chrome]") {
  const Trace trace = Read(R"({"otherData":{"traceEvents":[1]},"traceEvents":[
    {"ph":"X","pid":2,"tid":10,"ts":1,"dur":2,"name":"b"},
    {"ph":"X","pid":1,"tid":9,"ts":1,"dur":2,"name":"a","args":{"name":"x","deep":[{"ph":"B"}]}},
    {"ph":"X","pid":"p","tid":"main","ts":"1.5","dur":2,"name":"c"},
    {"ph":"M","pid":1,"tid":9,"name":"thread_name","args":{"name":"worker"}},
    {"ph":"C","pid":5,"tid":5,"ts":1,"name":"counter"}]})");
  REQUIRE(trace.threads.size() == 3);
  CHECK(trace.threads[0].label == "process 1, thread 9 (worker)");
  CHECK(trace.threads[1].number == 10);
  CHECK(trace.threads[2].label == "process p, thread main");
  CHECK(tests::TimesAsText(trace, 2) == "c@1500+2000");
}

TEST_CASE("events without a thread belong to the process's first one", "[chrome]") {
  const Trace trace = Read(R"([{"ph":"X","pid":20,"tid":21,"ts":1,"dur":2,"name":"b"},
    {"ph":"X","pid":20,"ts":1,"dur":2,"name":"a"}, {"ph":"M","pid":20,"name":"thread_name","args":{"name":"first"}}])");
  REQUIRE(trace.threads.size() == 2);
  CHECK(trace.threads[0].label == "thread 20 (first)");
  CHECK(trace.threads[0].number == 20);
  CHECK(tests::CallsAsText(trace, 1) == "b");
}

TEST_CASE("an array may end without its bracket", "[chrome]") {
  const std::string whole = Json({"B 1 m", "E 2 m"});
  for (const char* end : {"", ",", ",\n", "\n"})
    CHECK(tests::CallsAsText(Read(whole.substr(0, whole.size() - 1) + end)) == "m");
}

TEST_CASE("gzip is unpacked", "[chrome]") { CHECK(tests::CallsAsText(Read(tests::Gzip(Json({"X 1 2 f"})))) == "f"); }

TEST_CASE("JSON that is not a trace is refused", "[chrome]") {
  CHECK(ErrorOf("{}").code() == ErrorCode::kNotATrace);
  CHECK_THAT(ErrorOf("{\"traceEvents\":[]}").message(), Catch::Contains("no calls in this trace"));
  CHECK(ErrorOf("[1, 2]").code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf("{\"a\":x, \"b\":1}").code() == ErrorCode::kBadTrace);
  CHECK(ErrorOf("plain").code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf("[{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"x\"}]").code() == ErrorCode::kBadTrace);
  CHECK(ErrorOf(Json({"B x m"})).code() == ErrorCode::kBadTrace);
  CHECK_THAT(ErrorOf(Json({"X 1 -1 m"})).message(), Catch::Contains("not a number of microseconds"));
  CHECK_THAT(ErrorOf(Json({"B -5000000000000000 m", "E 5000000000000000 m"})).message(),
             Catch::Contains("285 years apart"));
}

TEST_CASE("times below 0 are treated like those of any other clock", "[chrome]") {
  CHECK(Times({"B -3 m", "B -2.5 c", "E -1 c", "X 1 2 a", "E 4 m"}) == "m@0+7000(c@500+1500,a@4000+2000)");
  CHECK(Times({"X -9 3 a", "X -5 9 b"}) == "a@0+3000 b@4000+9000");
  CHECK(Times({"B 1 m", "E 2 m"}) == "m@1000+1000");  // times are shifted only if one of them is negative
}

TEST_CASE("ends of calls that did not begin are omitted and counted", "[chrome]") {
  const std::string ring = Json({"E 1 m", "E 2", "B 3 m", "E 4 n", "B 5 c", "E 6 c", "E 7 m", "E 8"});
  const Trace trace = Read(ring);
  CHECK(tests::TimesAsText(trace) == "m@3000+4000(c@5000+1000)");
  CHECK(trace.missing.empty());
  REQUIRE(trace.remarks.size() == 1);
  CHECK_THAT(
      trace.remarks[0],
      Catch::Contains(": ends of calls that are not open are left out: 4, the first: event that ends at byte 45"));
  CHECK(tests::TimesAsText(Read(Json({"X 1 9 m", "X 2 3 c", "E 3 c", "E 3"}))) == "m@1000+9000(c@2000+3000)");
  CHECK(Read(Json({"E 1 m"})).threads.at(0).calls.size() == 0);
}

TEST_CASE("the end of a call that is not the innermost ends the calls within it", "[chrome]") {
  const Trace trace = Read(Json({"B 1 m", "B 2 c", "B 3 a", "E 4 c", "E 5 a", "X 6 9 x", "E 7 m"}));
  CHECK(tests::TimesAsText(trace) == "m@1000+6000(c@2000+2000(a@3000+1000),x@6000+1000)");
  REQUIRE(trace.remarks.size() == 2);
  CHECK_THAT(trace.remarks[0], Catch::Contains(": ends of calls that are not open are left out: 1,"));
  CHECK_THAT(trace.remarks[1],
             Catch::Contains(": ends of calls that are not innermost also end the calls within them: 2,"));
  // After the first end of a call that is not open, the reader counts open calls by name. This keeps 20,000 such ends
  // fast even if 20,000 calls are open.
  std::vector<std::string> deep(20000, "B 1 m");
  deep.insert(deep.end(), 20000, "E 2 n");
  CHECK(Read(Json(deep)).threads[0].calls.open.size() == 20000);
}

TEST_CASE("damaged JSON is used up to the damage when salvaging", "[chrome]") {
  const std::string text = "{\"traceEvents\":" + Json({"X 1 9 m", "X 2 1 c", "X 4 1 a"}) + "}";
  int whole = 0;
  for (std::size_t cut = 0; cut < text.size(); ++cut) {
    CHECK_THROWS_AS(Read(text.substr(0, cut)), Error);
    try {
      const Trace trace = Read(text.substr(0, cut), true);
      CHECK(tests::IsSound(trace));
      CHECK(trace.missing.size() == 1);
      ++whole;
    } catch (const Error& error) {
      CHECK(error.message().find('\n') == std::string::npos);
    }
  }
  CHECK(whole > 100);
  const Trace trace = Read(Json({"X 1 9 m", "X 2 1 c", "X 3 90 c", "X 4 1 a"}), true);
  CHECK(tests::CallsAsText(trace) == "m(c)");
  CHECK(trace.missing.size() == 1);
}

TEST_CASE("a flipped bit of JSON leads to an error or another trace", "[chrome]") {
  const std::string text = Json({"B 1 m", "X 2 1 c", "E 4 m"});
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string flipped = text;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    try {
      const Trace trace = Read(flipped, true);
      CHECK(tests::IsSound(trace));
    } catch (const Error& error) {
      CHECK(error.message().find('\n') == std::string::npos);
    }
  }
}
