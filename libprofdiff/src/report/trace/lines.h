// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of times, and call paths, for reports on traces.
// Tests: tests/unit/report/trace/text_test.cpp.
#ifndef PROFDIFF_REPORT_TRACE_LINES_H_
#define PROFDIFF_REPORT_TRACE_LINES_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profdiff/trace.h"
#include "report/format/table.h"
#include "report/trace/names.h"

namespace profdiff {

// The unit of times in a table with three decimals: the smallest unit in which the largest time has at most eleven
// characters.
class TraceUnit {
 public:
  // `largest` is an absolute value in nanoseconds.
  explicit TraceUnit(std::uint64_t largest);

  std::string_view name() const { return name_; }
  // Returns a time, which is given in nanoseconds, as text with three decimals.
  std::string Text(std::int64_t nanoseconds) const;
  // Returns a column for times in nanoseconds, eleven characters wide including its gap.
  TableColumn Column(std::string_view heading, std::string_view key) const {
    return {.heading = heading, .key = key, .unit = name_, .width = 10, .unit_size = size_};
  }

 private:
  std::string_view name_;
  std::int64_t size_;  // number of nanoseconds in a unit
};

// Returns a column of counts. `width` includes the blank before it.
inline TableColumn CountColumn(std::string_view heading, std::string_view key, std::string_view unit, int width) {
  return {.heading = heading, .key = key, .unit = unit, .width = width - 1};
}
inline TableColumn LastColumn(std::string_view heading, std::string_view key) {
  return {.heading = heading, .key = key, .gap = 2};
}

// Returns text such as "main > work > step". Calls in the middle of a long path are replaced by their number, for
// example "(12 calls)".
std::string PathText(const std::vector<CallId>& path, const CallTree& calls, TraceNames& names);

// Appends one empty line, followed by a line such as "not left in A, LABEL: main > work" for each thread with calls
// that had not returned. Appends nothing if there are no such threads. Each side is given as a pair: a text (" in A"
// or " in B") and a trace. For a single trace, the text is empty.
void AppendOpenCalls(std::string& out, std::initializer_list<std::pair<std::string_view, NamedTrace*>> sides);

// Appends words to a line that has `column` characters, and breaks it at blanks, so that lines have at most `columns`
// characters unless a word is longer. Lines after the first are indented.
void AppendSentence(std::string& out, std::string_view words, std::size_t column, std::size_t columns);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_TRACE_LINES_H_
