// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "profdiff/trace.h"
#include "read/trace/chrome_events.h"
#include "support/gzip.h"
#include "support/temporary_file.h"
#include "support/temporary_folder.h"
#include "support/trace_text.h"

namespace profdiff::chrome_test {
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
    CHECK(TextOf(error.message()).find('\n') == std::string::npos);
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
  CHECK(Read(Json({"X 1 5 m", "X 3 4 a"})).remarks.empty());
}

TEST_CASE("a call that ends after the call in which it begins is cut at its end", "[chrome]") {
  const Trace whole = Read(Json({"X 1 50 a", "X 30 90 b", "X 40 2 c", "X 200 1 d"}));
  CHECK(tests::TimesAsText(whole) == "a@1000+50000(b@30000+21000(c@40000+2000)) d@200000+1000");
  REQUIRE(whole.remarks.size() == 1);
  CHECK_THAT(TextOf(whole.remarks[0]), Catch::Contains("calls that begin within another call and end after it are cut "
                                                       "at its end: 1, the first: event that ends at byte"));
  const Trace begun = Read(Json({"B 1 a", "B 30 b", "B 40 c", "E 42 c", "E 51 a", "E 120 b", "B 200 d", "E 201 d"}));
  CHECK(tests::TimesAsText(begun) == tests::TimesAsText(whole));
}

TEST_CASE("no call outlasts the whole event in which it begins", "[chrome]") {
  // b is cut at 51, and its end belongs to no other call.
  const Trace begun = Read(Json({"B 0 b", "X 1 50 a", "B 30 b", "E 120 b", "X 130 1 c", "E 140 b"}));
  CHECK(tests::TimesAsText(begun) == "b@0+140000(a@1000+50000(b@30000+21000),c@130000+1000)");
  REQUIRE(begun.remarks.size() == 1);
  CHECK_THAT(TextOf(begun.remarks[0]), Catch::Contains("are cut at its end: 1, the first"));
  const Trace inner = Read(Json({"X 0 10 a", "B 1 b", "X 2 13 c", "E 20 b", "X 30 1 d"}));
  CHECK(tests::TimesAsText(inner) == "a@0+10000(b@1000+9000(c@2000+8000)) d@30000+1000");
  CHECK(Times({"X 20 1 e", "B 20 f", "E 22 f"}) == "e@20000+2000(f@20000+2000)");
}

TEST_CASE("streams that run side by side become lanes", "[chrome]") {
  std::vector<std::string> kernels;
  for (int i = 0; i < 10; ++i) {
    kernels.push_back("X " + std::to_string(1000 * i) + " 990 even");
    kernels.push_back("X " + std::to_string(1000 * i + 500) + " 990 odd");
  }
  const Trace trace = Read(Json(kernels));
  REQUIRE(trace.threads.size() == 2);
  CHECK(trace.threads[0].label == "thread 1, lane 1");
  CHECK(trace.threads[1].label == "thread 1, lane 2");
  for (const ThreadTrace& lane : trace.threads) CHECK(lane.calls.size() == 10);
  CHECK(trace.remarks.empty());
}

TEST_CASE("asynchronous calls become lanes by category and name", "[chrome]") {
  const Trace trace = Read(R"([{"ph":"X","pid":1,"tid":1,"ts":0,"dur":9,"name":"m"},
    {"ph":"b","cat":"net","id":7,"pid":1,"tid":1,"ts":1,"name":"get"},
    {"ph":"b","cat":"net","id":7,"pid":1,"tid":1,"ts":2,"name":"wait"},
    {"ph":"n","cat":"net","id":7,"pid":1,"tid":1,"ts":3,"name":"retry"},
    {"ph":"e","cat":"net","id":7,"pid":1,"tid":2,"ts":4,"name":"wait"},
    {"ph":"b","cat":"net","id2":{"local":"0x7"},"pid":1,"tid":1,"ts":3,"name":"get"},
    {"ph":"e","cat":"net","id2":{"local":"0x7"},"pid":1,"tid":1,"ts":9,"name":"get"},
    {"ph":"e","cat":"net","id":7,"pid":1,"tid":1,"ts":5,"name":"get"},
    {"ph":"b","cat":"net","id":8,"pid":1,"tid":1,"ts":5,"name":"get"},
    {"ph":"e","cat":"net","id":8,"pid":1,"tid":1,"ts":6,"name":"get"},
    {"ph":"b","cat":"net","id":9,"pid":1,"tid":1,"ts":5,"name":"never ends"},
    {"ph":"C","pid":1,"tid":1,"ts":3,"name":"counter"}])");
  REQUIRE(trace.threads.size() == 3);
  CHECK(trace.threads[1].label == "async net: get");
  CHECK(tests::TimesAsText(trace, 1) == "get@1000+4000(wait@2000+2000) get@5000+1000");
  CHECK(trace.threads[2].label == "async net: get 2");
  CHECK(tests::TimesAsText(trace, 2) == "get@3000+6000");
  REQUIRE(trace.remarks.size() == 1);
  CHECK_THAT(TextOf(trace.remarks[0]), Catch::EndsWith(": 3 of 12 events were left out: 2 async, 1 counter"));
}

TEST_CASE("clang's asynchronous calls belong to their thread, and its sums are not calls", "[chrome]") {
  const Trace trace = Read(R"([{"ph":"X","pid":1,"tid":5,"ts":0,"dur":90,"name":"ExecuteCompiler"},
    {"ph":"b","cat":"Source","id":0,"pid":1,"tid":5,"ts":10,"name":"Source","args":{"detail":"a.h"}},
    {"ph":"e","cat":"Source","id":0,"pid":1,"tid":5,"ts":30,"name":"Source"},
    {"ph":"X","pid":1,"tid":6,"ts":0,"dur":20,"name":"Total Source","args":{"count":1}}])");
  REQUIRE(trace.threads.size() == 1);
  CHECK(tests::TimesAsText(trace) == "ExecuteCompiler@0+90000(Source: a.h@10000+20000)");
  CHECK(trace.remarks.empty());
  REQUIRE(trace.sums.size() == 1);
  CHECK((trace.sums[0].name == "Total Source" && trace.sums[0].time == 20000));
  CHECK(trace.producer.starts_with("clang -ftime-trace: "));
}

TEST_CASE("producers are recognised by members, categories and calls", "[chrome]") {
  const auto producer = [](const std::string& more, const std::string& category) {
    const std::string trace = Read(R"({"traceEvents":[{"ph":"X","pid":1,"tid":5,"ts":0,"dur":9,"name":"f","cat":")" +
                                   category + R"("}])" + more + "}")
                                  .producer;
    return trace.substr(0, trace.find(':'));
  };
  CHECK(producer("", "x").empty());
  CHECK(producer("", "x,cpu_op") == "PyTorch");
  CHECK(producer(R"(,"deviceProperties":[])", "") == "PyTorch");
  CHECK(producer(R"(,"viztracer_metadata":{"version":"0.16"})", "") == "viztracer");
  CHECK(producer(R"(,"otherData":{"bazel_version":"7"})", "") == "Bazel");
  CHECK(producer("", "disabled-by-default-x,devtools.timeline") == "Chrome");
}

TEST_CASE("a pool of threads has a lane for each of its outermost calls", "[chrome]") {
  const auto event = [](int thread, int time, int duration, const char* name) {
    return "{\"ph\":\"X\",\"pid\":1,\"tid\":" + std::to_string(thread) + ",\"ts\":" + std::to_string(time) +
           ",\"dur\":" + std::to_string(duration) + ",\"name\":\"" + name + "\"},";
  };
  const auto name = [](int thread, const char* text) {
    return "{\"ph\":\"M\",\"pid\":1,\"tid\":" + std::to_string(thread) +
           ",\"name\":\"thread_name\",\"args\":{\"name\":\"" + text + "\"}}";
  };
  const std::string calls = event(1, 0, 90, "main") + event(2, 0, 50, "build a") + event(2, 10, 20, "run") +
                            event(2, 60, 30, "build b") + event(3, 20, 10, "build b");
  const Trace trace = Read("{\"otherData\":{\"bazel_version\":\"7\"},\"traceEvents\":[" + calls +
                           name(2, "skyframe-evaluator 0 ") + "," + name(3, "skyframe-evaluator 1") + "]}");
  REQUIRE(trace.threads.size() == 3);
  CHECK(trace.threads[1].label == "skyframe-evaluator: build a");
  CHECK(trace.threads[2].label == "skyframe-evaluator: build b");
  CHECK(tests::TimesAsText(trace, 1) == "build a@0+50000(run@10000+20000)");
  CHECK(tests::TimesAsText(trace, 2) == "build b@20000+10000 build b@60000+30000");
}

TEST_CASE("samples are said to be a profile", "[chrome]") {
  const Error error = ErrorOf(R"([{"ph":"P","pid":1,"tid":5,"ts":0,"name":"ProfileChunk"}])");
  CHECK(error.remedy().kind == RemedyKind::kUseForProfiles);
}

TEST_CASE("source lines are read from events and from their arguments", "[chrome]") {
  const Trace trace = Read(R"([{"ph":"B","pid":1,"ts":0,"name":"m",".file":"src/m.rs",".line":7},
      {"ph":"X","pid":1,"ts":1,"dur":1,"name":"f","args":{"file":"f.py","line":12,"deep":{"file":"no","line":1}}},
      {"ph":"X","pid":1,"ts":2,"dur":1,"name":"g","args":{"file":"g.py"}},
      {"ph":"X","pid":1,"ts":3,"dur":1,"name":"h",".file":"h.rs",".line":1},
      {"ph":"X","pid":1,"ts":5,"dur":1,"name":"h",".file":"h.rs",".line":2},
      {"ph":"E","pid":1,"ts":9,"name":"m"}])");
  std::string lines;
  for (std::size_t i = 0; i < trace.names.size(); ++i) {
    lines += trace.names[i] + " " + trace.definitions[i].file + ":" + std::to_string(trace.definitions[i].line) + "\n";
  }
  CHECK(lines == "m src/m.rs:7\nf f.py:12\ng :0\nh :0\n");
  CHECK(Read(Json({"X 1 5 f"})).definitions.empty());
}

TEST_CASE("details of calls can be left out of their names", "[chrome]") {
  const std::string text = R"([{"ph":"X","pid":1,"tid":5,"ts":0,"dur":9,"name":"Source","args":{"detail":"a.h"}}])";
  CHECK(tests::CallsAsText(Read(text)) == "Source: a.h");
  TraceOptions options;
  options.details = false;
  CHECK(tests::CallsAsText(ReadTrace(tests::TemporaryFile(text).path(), options)) == "Source");
}

TEST_CASE("NaN and infinities among arguments are skipped, but stay in names", "[chrome]") {
  const std::string text = R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":3,"name":"NaN, -Infinity","args":{"a":NaN,
    "b":[Infinity,-Infinity], "c": "\\", "d":-1.5, "e\"":NaN}}])";
  CHECK(tests::TimesAsText(Read(text)) == "NaN, -Infinity@1000+3000");
  // The words may lie across the end of a buffer.
  for (std::size_t blanks = 65450; blanks < 65550; ++blanks) {
    CHECK(tests::CallsAsText(Read(text.substr(0, 10) + std::string(blanks, ' ') + text.substr(10))) ==
          "NaN, -Infinity");
  }
  CHECK(ErrorOf(R"([{"ph":"X","pid":1,"tid":1,"ts":1,"dur":3,"name":"f","args":{"a":Nan}}])").code() ==
        ErrorCode::kBadTrace);
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
  CHECK(trace.threads[0].name == "/worker");
  CHECK(trace.threads[1].name.empty());
  CHECK(trace.threads[1].number == 10);
  CHECK(trace.threads[2].label == "process p, thread main");
  CHECK(tests::TimesAsText(trace, 2) == "c@1500+2000");
}

TEST_CASE("processes have names", "[chrome]") {
  const Trace trace = Read(R"([{"ph":"M","pid":1,"name":"process_name","args":{"name":"Browser"}},
    {"ph":"X","pid":1,"tid":9,"ts":1,"dur":2,"name":"a"}, {"ph":"X","pid":2,"tid":3,"ts":1,"dur":2,"name":"a"},
    {"ph":"M","pid":1,"tid":9,"name":"thread_name","args":{"name":"Main"}}])");
  REQUIRE(trace.threads.size() == 2);
  CHECK(trace.threads[0].label == "process 1 (Browser), thread 9 (Main)");
  CHECK(trace.threads[0].name == "Browser/Main");
  CHECK(trace.threads[1].label == "process 2, thread 3");
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
  CHECK_THAT(TextOf(ErrorOf("{\"traceEvents\":[]}").message()), Catch::Contains("no calls in this trace"));
  CHECK_THAT(TextOf(ErrorOf(R"([{"ph":"P","pid":1,"ts":1,"name":"Profile"}])").message()),
             Catch::EndsWith("no calls in this trace; 1 of 1 event was left out: 1 sample"));
  CHECK(ErrorOf("[1, 2]").code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf("{\"traceEvents\":x, \"b\":1}").code() == ErrorCode::kBadTrace);
  CHECK(ErrorOf("plain").code() == ErrorCode::kNotATrace);
  CHECK(ErrorOf("[{\"ph\":\"M\",\"pid\":1,\"tid\":1,\"name\":\"x\"}]").code() == ErrorCode::kBadTrace);
  CHECK(ErrorOf(Json({"B x m"})).code() == ErrorCode::kBadTrace);
  CHECK_THAT(TextOf(ErrorOf(Json({"X 1 -1 m"})).message()), Catch::Contains("not a number of microseconds"));
  CHECK_THAT(TextOf(ErrorOf(Json({"B -5000000000000000 m", "E 5000000000000000 m"})).message()),
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
      TextOf(trace.remarks[0]),
      Catch::Contains(": ends of calls that are not open are left out: 4, the first: event that ends at byte 45"));
  CHECK(tests::TimesAsText(Read(Json({"X 1 9 m", "X 2 3 c", "E 3 c", "E 3"}))) == "m@1000+9000(c@2000+3000)");
  CHECK(Read(Json({"E 1 m"})).threads.at(0).calls.size() == 0);
}

TEST_CASE("the end of a call that is not the innermost ends the calls within it", "[chrome]") {
  const Trace trace = Read(Json({"B 1 m", "B 2 c", "B 3 a", "E 4 c", "E 5 a", "X 6 9 x", "E 7 m"}));
  CHECK(tests::TimesAsText(trace) == "m@1000+6000(c@2000+2000(a@3000+1000),x@6000+1000)");
  REQUIRE(trace.remarks.size() == 2);
  CHECK_THAT(TextOf(trace.remarks[0]), Catch::Contains(": ends of calls that are not open are left out: 1,"));
  CHECK_THAT(TextOf(trace.remarks[1]),
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
      CHECK(TextOf(error.message()).find('\n') == std::string::npos);
    }
  }
  CHECK(whole > 100);
  const Trace trace = Read(Json({"X 1 9 m", "X 2 1 c", "B x c", "X 4 1 a"}), true);
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
      CHECK(TextOf(error.message()).find('\n') == std::string::npos);
    }
  }
}

}  // namespace profdiff::chrome_test
