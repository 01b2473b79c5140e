// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/trace/names.h"

#include <catch2/catch.hpp>

#include "support/trace_builder.h"
#include "values/first_start.h"

namespace profdiff::names_test {

TEST_CASE("names in traces are demangled, in UTF-8, and on one line", "[trace names]") {
  Trace trace;
  trace.names = {"_Z1fi", "a\nb\x7f", "caf\xe9", "", "x\u202ey"};
  TraceNames names(trace, DemangleStyle::kAuto), raw(trace, DemangleStyle::kNone);
  CHECK(names[NameId(0)] == "f(int)");
  CHECK(names[NameId(1)] == "a?b?");
  CHECK(names[NameId(2)] == "caf\xc3\xa9");
  CHECK(names[NameId(3)] == "?");
  CHECK(names[NameId(4)] == "x?y");
  CHECK(raw[NameId(0)] == "_Z1fi");
}

TEST_CASE("functions of traces have source lines if the recording says so", "[trace names]") {
  Trace trace;
  trace.names = {"a", "b", "c"};
  CHECK(SourceOf(trace, NameId(0)).empty());
  trace.definitions = {{.file = "x\n.c", .line = 8}, {.file = "y.c"}};
  CHECK(SourceOf(trace, NameId(0)) == "x?.c:8");
  CHECK(SourceOf(trace, NameId(1)).empty());
  CHECK(SourceOf(trace, NameId(2)).empty());
}

TEST_CASE("pairs of threads are named after both", "[trace names]") {
  Trace a = TraceBuilder().Thread("m").Thread("m").Build(), b = a;
  a.threads[0].label = b.threads[0].label = "main\tthread";
  b.threads[1].label = "worker";
  const auto label = [&](ThreadId of_a, ThreadId of_b) {
    return PairLabel(a, b, {.a = of_a, .b = of_b, .blocks = {}});
  };
  CHECK(label(ThreadId(0), ThreadId(0)) == "main?thread");
  CHECK(label(ThreadId(1), ThreadId(1)) == "thread 1 | worker");
  CHECK(label(ThreadId(1), ThreadId()) == "thread 1, only in A");
  CHECK(label(ThreadId(), ThreadId(1)) == "worker, only in B");
  CHECK(ThreadLabel(a, ThreadId()).empty());
}

TEST_CASE("a trace begins with the first call of any thread", "[trace names]") {
  Trace trace = TraceBuilder().Thread("m").Thread("m").Build();
  trace.threads.emplace_back();
  trace.threads[1].calls.start[0] = 700;
  CHECK(FirstStart(trace) == 700);
  CHECK(FirstStart(Trace()) == 0);
}

}  // namespace profdiff::names_test
