// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/trace_text.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace tests {
namespace {

using namespace profdiff;

bool IsOpen(const CallTree& calls, std::size_t row) {
  return std::find(calls.open.begin(), calls.open.end(), CallId(row)) != calls.open.end();
}

using RowText = std::function<std::string(std::size_t)>;

std::string RowsAsText(const CallTree& calls, std::size_t begin, std::size_t end, const RowText& text, char separator) {
  std::string out;
  for (std::size_t row = begin; row < end; row = calls.end[row]) {
    if (row > begin) out += separator;
    out += text(row);
    if (calls.end[row] > row + 1) out += "(" + RowsAsText(calls, row + 1, calls.end[row], text, ',') + ")";
  }
  return out;
}

std::string Microseconds(std::uint64_t nanoseconds) {
  std::string digits = std::to_string(nanoseconds % 1000);
  return std::to_string(nanoseconds / 1000) + "." + std::string(3 - digits.size(), '0') + digits;
}

std::string JsonEvent(const Trace& trace, std::size_t thread, std::size_t row, const char* kind, std::uint64_t time) {
  const CallTree& calls = trace.threads[thread].calls;
  std::string event = "{\"name\":\"" + trace.names[calls.function[row].value] + "\",\"ph\":\"" + kind + "\",\"ts\":";
  event += Microseconds(time) + ",\"pid\":1,\"tid\":" + std::to_string(trace.threads[thread].number);
  if (*kind == 'X') event += ",\"dur\":" + Microseconds(calls.duration[row]);
  return event + "},\n";
}

std::string ThreadAsJson(const Trace& trace, std::size_t thread, bool whole_events) {
  const CallTree& calls = trace.threads[thread].calls;
  std::string out;
  std::function<void(std::size_t, std::size_t)> write = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; row = calls.end[row]) {
      const bool is_whole = whole_events && !IsOpen(calls, row);
      if (!is_whole) out += JsonEvent(trace, thread, row, "B", calls.start[row]);
      write(row + 1, calls.end[row]);
      const std::uint64_t left = calls.start[row] + calls.duration[row];
      if (is_whole) out += JsonEvent(trace, thread, row, "X", calls.start[row]);
      if (!is_whole && !IsOpen(calls, row)) out += JsonEvent(trace, thread, row, "E", left);
    }
  };
  write(0, calls.size());
  return out;
}

bool IsSoundRow(const CallTree& calls, std::size_t row, std::size_t end) {
  const std::uint64_t last = calls.start[row] + calls.duration[row];
  if (calls.end[row] <= row || calls.end[row] > end) return false;
  for (std::size_t below = row + 1; below < calls.end[row]; below = calls.end[below]) {
    if (calls.start[below] < calls.start[row] || calls.start[below] + calls.duration[below] > last) return false;
    if (!IsSoundRow(calls, below, calls.end[row])) return false;
  }
  return true;
}

// True if no call of the rank lasts beyond the end of its recording.
bool IsSoundEnd(const Trace& trace, const RankEnd& end) {
  if (end.exit_status.value_or(0) < 0 || end.exit_status.value_or(0) > 0xffff) return false;
  if (!end.recording_end) return true;
  for (const ThreadTrace& thread : trace.threads) {
    const CallTree& calls = thread.calls;
    for (std::size_t row = 0; thread.rank == end.rank && row < calls.size(); ++row) {
      if (calls.start[row] + calls.duration[row] > *end.recording_end) return false;
    }
  }
  return true;
}

}  // namespace

std::string CallsAsText(const Trace& trace, std::size_t thread) {
  const CallTree& calls = trace.threads[thread].calls;
  auto text = [&](std::size_t row) { return trace.names[calls.function[row].value] + (IsOpen(calls, row) ? "!" : ""); };
  return RowsAsText(calls, 0, calls.size(), text, ' ');
}

std::string TimesAsText(const Trace& trace, std::size_t thread) {
  const CallTree& calls = trace.threads[thread].calls;
  auto text = [&](std::size_t row) {
    return trace.names[calls.function[row].value] + (IsOpen(calls, row) ? "!" : "") + "@" +
           std::to_string(calls.start[row]) + "+" + std::to_string(calls.duration[row]);
  };
  return RowsAsText(calls, 0, calls.size(), text, ' ');
}

std::string TraceAsChromeJson(const Trace& trace, bool whole_events) {
  std::string out = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
  for (std::size_t i = 0; i < trace.threads.size(); ++i) out += ThreadAsJson(trace, i, whole_events);
  if (out.ends_with(",\n")) out.resize(out.size() - 2);
  return out + "\n]}\n";
}

bool IsSound(const Trace& trace) {
  for (const ThreadTrace& thread : trace.threads) {
    const CallTree& calls = thread.calls;
    const std::size_t rows = calls.size();
    if (calls.end.size() != rows || calls.start.size() != rows || calls.duration.size() != rows) return false;
    if (calls.shape.size() != rows || !std::is_sorted(calls.start.begin(), calls.start.end())) return false;
    for (const NameId name : calls.function) {
      if (name.value >= trace.names.size()) return false;
    }
    for (std::size_t row = 0; row < rows; row = calls.end[row]) {
      if (!IsSoundRow(calls, row, rows)) return false;
    }
    for (std::size_t i = 0; i < calls.open.size(); ++i) {
      if (calls.open[i].value >= rows || (i > 0 && calls.open[i] <= calls.open[i - 1])) return false;
    }
  }
  return std::ranges::adjacent_find(trace.ends, std::ranges::greater_equal(), &RankEnd::rank) == trace.ends.end() &&
         std::ranges::all_of(trace.ends, [&](const RankEnd& end) { return IsSoundEnd(trace, end); });
}

}  // namespace tests
