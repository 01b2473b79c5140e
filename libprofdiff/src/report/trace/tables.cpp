// SPDX-License-Identifier: GPL-3.0-or-later
// The tables and lines that are the same in reports on one trace and on two traces.
//
// Tests: tests/unit/report/trace/text_test.cpp.
#include "report/trace/tables.h"

#include <algorithm>
#include <map>

#include "base/decimals.h"
#include "base/text.h"
#include "base/utf8.h"
#include "report/format/message.h"
#include "report/trace/names.h"
#include "values/first_start.h"

namespace profdiff {
namespace {

struct DroppedCalls {
  std::uint64_t a = 0, b = 0;
  std::uint64_t below = 0;  // number of calls below dropped calls, on both sides
};
using DroppedByName = std::map<std::string, DroppedCalls>;

// Divides dropped functions into start-up functions and others.
void Collect(const std::vector<DroppedFunction>& dropped, std::uint64_t DroppedCalls::*side, DroppedByName& startup,
             DroppedByName& others) {
  for (const DroppedFunction& function : dropped) {
    DroppedCalls& calls = (function.startup ? startup : others)[function.name];
    calls.*side += function.calls;
    calls.below += function.below;
  }
}

void AppendCalls(std::string& out, std::uint64_t calls) {
  out += ' ';
  AppendCount(out, calls, 8);
}

// Start-up functions are dropped by default, so each of them is named. Of the functions that the user's own filters
// drop, only the number is written.
void AppendStartup(std::string& out, const DroppedByName& startup, bool both, DemangleStyle style) {
  if (startup.empty()) return;
  out += both ? "\n  calls A  calls B  left out as start-up\n" : "\n    calls  left out as start-up\n";
  for (const auto& [name, calls] : startup) {
    AppendCalls(out, calls.a);
    if (both) AppendCalls(out, calls.b);
    out += "  " + ReadableName(name, style);
    if (calls.below != 0) out += ", and " + Plural(calls.below, "call") + " below it";
    out += '\n';
  }
}

void AppendOthers(std::string& out, const DroppedByName& others, bool both, const RemedyWords& words) {
  if (others.empty()) return;
  DroppedCalls sum;
  for (const auto& [name, calls] : others) sum.a += calls.a, sum.b += calls.b;
  out += WithRemedy("\nleft out", {RemedyKind::kKeepCalls, {}}, words) + ": " + Plural(others.size(), "function") +
         ", " + Plural(sum.a, "call");
  if (both) out += " in A, " + std::to_string(sum.b) + " in B";
  out += '\n';
}

}  // namespace

// Only calls without a caller are examined, because no other call starts earlier or ends later.
std::uint64_t Span(const Trace& trace) {
  const std::uint64_t first = FirstStart(trace);
  std::uint64_t last = 0;
  for (const ThreadTrace& thread : trace.threads) {
    for (std::size_t row = 0; row < thread.calls.size(); row = thread.calls.end[row]) {
      last = std::max(last, thread.calls.start[row] + thread.calls.duration[row]);
    }
  }
  return last > first ? last - first : 0;
}

void AppendRemarks(std::string& out, const Trace& trace, const RemedyWords& words) {
  for (const Message& remark : trace.remarks) {
    out.append("note: ").append(WithoutControls(TextOf(remark, words))).append("\n");
  }
}

std::vector<MatchedSum> MatchSums(const std::vector<TraceSum>& a, const std::vector<TraceSum>& b) {
  std::map<std::string, MatchedSum> by_name;
  const auto add = [&](const std::vector<TraceSum>& sums, std::optional<std::int64_t> MatchedSum::*side) {
    for (const TraceSum& sum : sums) {
      const std::string name = AsUtf8(sum.name);
      MatchedSum& matched = by_name[name];
      matched.name = name;
      matched.*side = (matched.*side).value_or(0) + static_cast<std::int64_t>(sum.time);
    }
  };
  add(a, &MatchedSum::a);
  add(b, &MatchedSum::b);
  std::vector<MatchedSum> sums;
  for (auto& [name, sum] : by_name) sums.push_back(std::move(sum));
  std::ranges::stable_sort(sums, std::greater<>(), [](const MatchedSum& sum) { return Magnitude(sum.Difference()); });
  return sums;
}

void AppendDropped(std::string& out, const std::vector<DroppedFunction>& a, const std::vector<DroppedFunction>* b,
                   DemangleStyle style, const RemedyWords& words) {
  DroppedByName startup, others;
  Collect(a, &DroppedCalls::a, startup, others);
  if (b != nullptr) Collect(*b, &DroppedCalls::b, startup, others);
  AppendStartup(out, startup, b != nullptr, style);
  AppendOthers(out, others, b != nullptr, words);
}

}  // namespace profdiff
