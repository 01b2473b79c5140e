// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/trace.h"
#include "support/temporary_file.h"
#include "support/trace_builder.h"

namespace profdiff::chrome_test {
namespace {

std::string Write(const Trace& a, const Trace& b) {
  const Alignment alignment = Align(a, b);
  TracePictureOptions options;
  options.demangle = DemangleStyle::kNone;
  std::string text;
  WriteChromeTrace(text, {a, b, alignment, "one", "two"}, options);
  return text;
}

void RequireSame(const Trace& before, const ThreadTrace& thread, const Trace& after, const ThreadTrace& read,
                 std::uint64_t begin) {
  REQUIRE(DescribeCalls(after, read.calls) == DescribeCalls(before, thread.calls));
  CHECK(read.calls.duration == thread.calls.duration);
  CHECK(read.calls.open == thread.calls.open);
  for (std::size_t row = 0; row < read.calls.size(); ++row) {
    REQUIRE(read.calls.start[row] == thread.calls.start[row] - begin);
  }
}

// Writes both traces to one file, with A's threads first, and reads it. Checks that neither trace has changed.
void RequireRoundTrip(const Trace& a, const Trace& b) {
  tests::TemporaryFile file(Write(a, b));
  const Trace both = ReadTrace(file.path());
  REQUIRE(both.threads.size() == a.threads.size() + b.threads.size());
  std::size_t next = 0;
  for (const ThreadTrace& thread : a.threads) RequireSame(a, thread, both, both.threads[next++], 1000);
  for (const ThreadTrace& thread : b.threads) RequireSame(b, thread, both, both.threads[next++], 1000);
}

}  // namespace

TEST_CASE("two traces as events", "[trace_chrome]") {
  const Trace a = TraceBuilder().Thread("m:1500(c:2,x)").Build(),
              b = TraceBuilder().Thread("m:500(c:2(d:7),y)").Build();
  CHECK(Write(a, b) ==
        "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n"
        R"({"ph": "M", "pid": 1, "tid": 0, "name": "process_name", "args": {"name": "A: one"}},)"
        "\n"
        R"({"ph": "M", "pid": 2, "tid": 0, "name": "process_name", "args": {"name": "B: two"}},)"
        "\n"
        R"({"ph": "M", "pid": 1, "tid": 1, "name": "thread_name", "args": {"name": "thread 0"}},)"
        "\n"
        R"({"ph": "M", "pid": 2, "tid": 2, "name": "thread_name", "args": {"name": "thread 0"}},)"
        "\n"
        R"({"ph": "B", "pid": 1, "tid": 1, "ts": 0.000, "name": "m", "cat": "equal", )"
        R"("args": {"partner": "m", "partnerStart": 0.000, "difference": 0.993}},)"
        "\n"
        R"({"ph": "B", "pid": 2, "tid": 2, "ts": 0.000, "name": "m", "cat": "equal", )"
        R"("args": {"partner": "m", "partnerStart": 0.000, "difference": 0.993}},)"
        "\n"
        R"({"ph": "B", "pid": 1, "tid": 1, "ts": 1.500, "name": "c", "cat": "equal", )"
        R"("args": {"partner": "c", "partnerStart": 0.500, "difference": -0.007}},)"
        "\n"
        R"({"ph": "B", "pid": 2, "tid": 2, "ts": 0.500, "name": "c", "cat": "equal", )"
        R"("args": {"partner": "c", "partnerStart": 1.500, "difference": -0.007}},)"
        "\n"
        R"({"ph": "B", "pid": 2, "tid": 2, "ts": 0.502, "name": "d", "cat": "onlyB"},)"
        "\n"
        R"({"ph": "E", "pid": 1, "tid": 1, "ts": 1.502},)"
        "\n"
        R"({"ph": "B", "pid": 1, "tid": 1, "ts": 1.502, "name": "x", "cat": "different", )"
        R"("args": {"partner": "y", "partnerStart": 0.509, "difference": 0.000}},)"
        "\n"
        R"({"ph": "E", "pid": 2, "tid": 2, "ts": 0.509},)"
        "\n"
        R"({"ph": "E", "pid": 2, "tid": 2, "ts": 0.509},)"
        "\n"
        R"({"ph": "B", "pid": 2, "tid": 2, "ts": 0.509, "name": "y", "cat": "different", )"
        R"("args": {"partner": "x", "partnerStart": 1.502, "difference": 0.000}},)"
        "\n"
        R"({"ph": "E", "pid": 1, "tid": 1, "ts": 1.503},)"
        "\n"
        R"({"ph": "E", "pid": 1, "tid": 1, "ts": 1.503},)"
        "\n"
        R"({"ph": "E", "pid": 2, "tid": 2, "ts": 0.510},)"
        "\n"
        R"({"ph": "E", "pid": 2, "tid": 2, "ts": 0.510})"
        "\n]}\n");
}

TEST_CASE("traces do not change in Chrome's format", "[trace_chrome]") {
  RequireRoundTrip(TraceBuilder().Thread("m(c(a),a)").Build(), TraceBuilder().Thread("m(c(a,b),b)").Build());
  const Trace two = TraceBuilder().Thread("m(c(a),a)").Thread("w:2(v),w").Build();
  RequireRoundTrip(two, TraceBuilder().Thread("m").Build());
  RequireRoundTrip(TraceBuilder().Thread("m").Build(), two);
  RandomTraces random(5);
  for (int round = 0; round < 20; ++round) {
    const RandomTraces::Pair pair = random.Make(200);
    RequireRoundTrip(pair.a, pair.b);
  }
}

TEST_CASE("calls without time remain below their callers", "[trace_chrome]") {
  RequireRoundTrip(TraceBuilder().Thread("m:0(c:0(a:0),a:0,b:0(a:0))").Build(),
                   TraceBuilder().Thread("m:5(c:0,a)").Build());
}

TEST_CASE("calls that were not left have no end", "[trace_chrome]") {
  Trace a = TraceBuilder().Thread("m(c(a),w:4(v:9))").Build();
  a.threads[0].calls.open = {CallId(std::size_t{0}), CallId(std::size_t{3}), CallId(std::size_t{4})};
  const std::string text = Write(a, TraceBuilder().Thread("m").Build());
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = text.find("\"ph\": \"E\"", at)) != std::string::npos; ++at) ++ends;
  CHECK(ends == 3);
}

TEST_CASE("hostile names do not change in Chrome's format", "[trace_chrome]") {
  const Trace a = TraceBuilder().Thread("\"}]{\\u0041</script><!--,\"").Build();
  RequireRoundTrip(a, a);
  const std::string text = Write(TraceBuilder().Thread("\x01\xfe\n").Build(), a);
  CHECK(text.find("\"name\": \"?\xc3\xbe?\"") != std::string::npos);
  CHECK(text.find("</script>") == std::string::npos);
}

TEST_CASE("two empty traces have no events", "[trace_chrome]") {
  CHECK(Write(Trace(), Trace()).find("\"ph\": \"B\"") == std::string::npos);
}

}  // namespace profdiff::chrome_test
