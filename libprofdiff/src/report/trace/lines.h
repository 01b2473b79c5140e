// SPDX-License-Identifier: GPL-3.0-or-later
// What reports of traces have in common: times as columns, and call paths.
// Tests: tests/unit/report/trace/text_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_LINES_H_
#define PROFDIFF_REPORT_TRACE_LINES_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/trace.h"
#include "report/trace/names.h"

namespace profdiff {

// "0.001234567": exactly, unlike a division.
void AppendNanosecondsAsSeconds(std::string& out, std::int64_t nanoseconds);

// The unit of a table's times, which have three decimals: the smallest in which the largest keeps to eleven characters.
class TraceUnit {
 public:
  // `largest` is in nanoseconds, without a sign.
  explicit TraceUnit(std::uint64_t largest);

  std::string_view name() const { return name_; }
  // A cell of eleven characters.
  void Append(std::string& out, std::int64_t nanoseconds) const;

 private:
  std::string_view name_;
  std::int64_t thousandth_;  // of the unit, in nanoseconds
};

// "main > work > step"; of a long path the calls in its middle are left out.
std::string PathText(const std::vector<CallId>& path, const CallTree& calls, TraceNames& names);

// Lines "not left in A, LABEL: main > work" for threads whose calls were not all left; `side` is "" or " in A".
void AppendOpenCalls(std::string& out, std::string_view side, const Trace& trace, TraceNames& names);

// A column's heading: what stands in it, and below that the unit.
struct Heading {
  std::string_view text, unit;
  int width;
};

// Both lines of heading, the second one to `last` and the end of the line.
void AppendHeading(std::string& out, std::initializer_list<Heading> columns, std::string_view last);

// A count, right-aligned, with a blank before it.
void AppendCell(std::string& out, std::uint64_t count, int width);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_LINES_H_
