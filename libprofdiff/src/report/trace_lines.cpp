// SPDX-License-Identifier: GPL-3.0-or-later
// Times stay whole numbers of nanoseconds until they are digits: what adds up in a trace adds up in its report.
#include "report/trace_lines.h"

#include <algorithm>
#include <limits>

#include "base/text.h"

namespace profdiff {
namespace {

constexpr int kTimeWidth = 11;
constexpr std::size_t kOuterCalls = 4, kInnerCalls = 4;  // of a long path

std::uint64_t Magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

// "-12.345" of -12345 and three decimals.
std::string WithDecimals(std::uint64_t magnitude, bool negative, std::size_t decimals) {
  std::string digits = std::to_string(magnitude);
  if (digits.size() <= decimals) digits.insert(0, decimals + 1 - digits.size(), '0');
  digits.insert(digits.size() - decimals, 1, '.');
  return negative && magnitude != 0 ? "-" + digits : digits;
}

}  // namespace

void AppendNanosecondsAsSeconds(std::string& out, std::int64_t nanoseconds) {
  out += WithDecimals(Magnitude(nanoseconds), nanoseconds < 0, 9);
}

TraceUnit::TraceUnit(std::uint64_t largest) : name_("s"), thousandth_(1'000'000) {
  constexpr std::uint64_t kMost = 100'000'000;  // thousandths, which with a sign, a point and a blank fill the cell
  if (largest < kMost * 1000) name_ = "ms", thousandth_ = 1000;
  if (largest < kMost) name_ = "us", thousandth_ = 1;
}

void TraceUnit::Append(std::string& out, std::int64_t nanoseconds) const {
  const auto step = static_cast<std::uint64_t>(thousandth_);
  const std::uint64_t thousandths = (Magnitude(nanoseconds) + step / 2) / step;
  out += ' ';
  AppendRight(out, WithDecimals(thousandths, nanoseconds < 0, 3), kTimeWidth - 1);
}

const std::string& TraceNames::Show(NameId name) {
  std::string& shown = shown_[name.value];
  const std::string& linkage_name = trace_.names[name.value];
  if (shown.empty()) shown = Demangle(linkage_name, style_, '\0').value_or(linkage_name);
  return shown;
}

std::uint64_t FirstStart(const Trace& trace) {
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  for (const ThreadTrace& thread : trace.threads) {
    if (thread.calls.size() != 0) first = std::min(first, thread.calls.start[0]);
  }
  return first;
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
    text += names.Show(calls.function[path[i].value]);
  }
  return text;
}

void AppendOpenCalls(std::string& out, std::string_view side, const Trace& trace, TraceNames& names) {
  for (const ThreadTrace& thread : trace.threads) {
    if (thread.calls.open.empty()) continue;
    out.append("not left").append(side).append(", ").append(thread.label).append(": ");
    out += PathText(thread.calls.open, thread.calls, names) + "\n";
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
