// SPDX-License-Identifier: GPL-3.0-or-later
// Times stay whole numbers of nanoseconds until they are digits: what adds up in a trace adds up in its report.
#include "report/trace/lines.h"

#include "base/decimals.h"
#include "base/text.h"

namespace profdiff {
namespace {

constexpr int kTimeWidth = 11;
constexpr std::size_t kOuterCalls = 4, kInnerCalls = 4;  // of a long path

}  // namespace

void AppendNanosecondsAsSeconds(std::string& out, std::int64_t nanoseconds) { out += WithDecimals(nanoseconds, 9); }

TraceUnit::TraceUnit(std::uint64_t largest) : name_("s"), thousandth_(1'000'000) {
  constexpr std::uint64_t kMost = 100'000'000;  // thousandths, which with a sign, a point and a blank fill the cell
  if (largest < kMost * 1000) name_ = "ms", thousandth_ = 1000;
  if (largest < kMost) name_ = "us", thousandth_ = 1;
}

void TraceUnit::Append(std::string& out, std::int64_t nanoseconds) const {
  const auto step = static_cast<std::uint64_t>(thousandth_);
  const std::uint64_t size = (Magnitude(nanoseconds) + step / 2) / step;
  const auto thousandths = static_cast<std::int64_t>(nanoseconds < 0 ? 0 - size : size);
  out += ' ';
  AppendRight(out, WithDecimals(thousandths, 3), kTimeWidth - 1);
}

std::string PathText(const std::vector<CallId>& path, const CallTree& calls, TraceNames& names) {
  std::string text;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i != 0) text += " > ";
    if (i == kOuterCalls && path.size() > kOuterCalls + kInnerCalls + 1) {
      const std::size_t hidden = path.size() - kOuterCalls - kInnerCalls;
      text += "(" + std::to_string(hidden) + " calls) > ";
      i += hidden;
    }
    text += names[calls.function[path[i].value]];
  }
  return text;
}

void AppendOpenCalls(std::string& out, std::string_view side, const Trace& trace, TraceNames& names) {
  for (std::size_t t = 0; t < trace.threads.size(); ++t) {
    const CallTree& calls = trace.threads[t].calls;
    if (calls.open.empty()) continue;
    out.append("not left").append(side).append(", ").append(ThreadLabel(trace, ThreadId(t))).append(": ");
    out += PathText(calls.open, calls, names) + "\n";
  }
}

void AppendHeading(std::string& out, std::initializer_list<Heading> columns, std::string_view last) {
  out += '\n';
  for (const Heading& column : columns) AppendRight(out, column.text, column.width);
  out += '\n';
  for (const Heading& column : columns) AppendRight(out, column.unit, column.width);
  out.append("  ").append(last).append("\n");
}

void AppendCell(std::string& out, std::uint64_t count, int width) {
  out += ' ';
  AppendCount(out, count, width - 1);
}

}  // namespace profdiff
