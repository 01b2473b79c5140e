// SPDX-License-Identifier: GPL-3.0-or-later
// Formats columns and paths for reports on traces. Times are integer nanoseconds until they are printed, so sums in a
// report are exact.
#include "report/trace/lines.h"

#include <algorithm>

#include "base/decimals.h"
#include "base/utf8.h"

namespace profdiff {
namespace {

constexpr std::size_t kOuterCalls = 4, kInnerCalls = 4;  // numbers of calls shown at the two ends of a long path

}  // namespace

TraceUnit::TraceUnit(std::uint64_t largest) : name_("s"), size_(1'000'000'000) {
  // The smallest value that has too many digits for the column, in thousandths of a unit. The column has eleven
  // characters, including a sign, a point and a blank.
  constexpr std::uint64_t kMost = 100'000'000;
  if (largest < kMost * 1000) name_ = "ms", size_ = 1'000'000;
  if (largest < kMost) name_ = "us", size_ = 1000;
}

std::string TraceUnit::Text(std::int64_t nanoseconds) const {
  const std::int64_t thousandth = size_ / 1000, rest = nanoseconds % thousandth;
  // Rounds half away from zero.
  const std::int64_t up = 2 * rest >= thousandth ? 1 : 2 * rest <= -thousandth ? -1 : 0;
  return WithDecimals(nanoseconds / thousandth + (thousandth == 1 ? 0 : up), 3);
}

// A long path keeps its outer calls, which show which part of the program is running, and its inner calls, which show
// exactly where.
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

void AppendOpenCalls(std::string& out, std::initializer_list<std::pair<std::string_view, NamedTrace*>> sides) {
  std::string lines;
  for (const auto& [side, of] : sides) {
    for (std::size_t t = 0; t < of->trace.threads.size(); ++t) {
      const CallTree& calls = of->trace.threads[t].calls;
      if (calls.open.empty()) continue;
      lines.append("not left").append(side).append(", ").append(ThreadLabel(of->trace, ThreadId(t))).append(": ");
      lines += PathText(calls.open, calls, of->names) + "\n";
    }
  }
  if (!lines.empty()) out.append("\n").append(lines);
}

void AppendSentence(std::string& out, std::string_view words, std::size_t column, std::size_t columns) {
  const std::size_t indent = column;
  for (bool is_first = true; !words.empty(); is_first = false) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(word.size() + 1, words.size()));
    const std::size_t size = CountCharacters(word);
    const bool fits = column + 1 + size <= columns;
    if (!is_first) out += fits ? " " : "\n" + std::string(indent, ' ');
    column = is_first || !fits ? indent + size : column + 1 + size;
    out += word;
  }
  out += '\n';
}

}  // namespace profdiff
