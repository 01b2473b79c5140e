// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the counts that tools print as CSV.
//
// perf stat -x, prints a line for each event: the value, its unit, the event, how long it was counted and further
// cells; with options such as -A and -I, cells for a processor, a thread or a time come first. likwid-perfctr -O prints
// tables with a column for each hardware thread. Both print values that were scaled for the time without counting.
//
// Times on the processor are the metric `busy` in seconds: the task clock of perf, and likwid's reference cycles
// divided by the clock of the processor. Cycles divided by them are the frequency. Tests:
// tests/unit/read/property/counter_tables_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "profdiff/error.h"
#include "read/file/text_lines.h"
#include "read/property/metric_rows.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

using Cells = std::vector<std::string_view>;

constexpr const char* kBusy = "busy";

Cells CellsOf(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  Cells cells;
  while (!line.empty()) cells.push_back(Trimmed(TakeUpTo(line, ',')));
  return cells;
}

std::optional<double> FiniteNumber(std::string_view text) {
  const auto number = NumberFrom<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// The number at the end of a text such as "CPU12" or "HWThread 3".
std::optional<std::uint32_t> LastNumber(std::string_view text) {
  const std::size_t digit = text.find_last_not_of("0123456789");
  return NumberFrom<std::uint32_t>(digit == std::string_view::npos ? text : text.substr(digit + 1));
}

struct PerfCount {
  std::optional<double> value;  // nullopt if the event was not counted
  std::string unit, event;
  std::optional<std::uint32_t> thread;
};

bool IsPerfValue(std::string_view cell) { return cell.starts_with("<not ") || FiniteNumber(cell).has_value(); }

// Parses a line of perf stat. Names of events in slashes may contain commas.
std::optional<PerfCount> ParsePerfLine(std::string_view line) {
  const Cells cells = CellsOf(line);
  for (std::size_t i = 0; i + 4 < cells.size(); ++i) {
    if (!IsPerfValue(cells[i]) || FiniteNumber(cells[i + 1]) || cells[i + 2].empty()) continue;
    PerfCount count{FiniteNumber(cells[i]), std::string(cells[i + 1]), std::string(cells[i + 2]), {}};
    std::size_t next = i + 3;
    const auto is_open = [&] { return std::ranges::count(count.event, '/') % 2 == 1; };
    for (; is_open() && next < cells.size(); ++next) count.event += "," + std::string(cells[next]);
    if (next < cells.size() && cells[next].ends_with('%')) ++next;  // the variance of repeated runs
    if (next + 1 >= cells.size() || !FiniteNumber(cells[next]) || !FiniteNumber(cells[next + 1])) return std::nullopt;
    const std::string_view place = i == 0 ? "" : cells[i - 1];
    if (place.starts_with("CPU") || place.find('-') != std::string_view::npos) count.thread = LastNumber(place);
    return count;
  }
  return std::nullopt;
}

bool IsRemark(std::string_view line) { return Trimmed(line).empty() || line.starts_with('#'); }

// Names the events without a number.
void AddRemark(const std::set<std::string>& not_counted, const std::string& recorder, Measurements& made) {
  std::string names;
  for (const std::string& event : not_counted) names += (names.empty() ? "" : ", ") + event;
  if (!names.empty()) made.remarks.emplace_back(recorder + " could not count " + names);
}

// The tables of likwid.
class LikwidTables {
 public:
  LikwidTables(const std::string& path, const MeasureOptions& options) : rows_(path, options) {}

  void Read(std::string_view line) {
    const Cells cells = CellsOf(line);
    if (cells.size() < 2) return;
    if (cells[0] == "STRUCT" || cells[0] == "TABLE") {
      columns_.clear();
      begins_info_ = cells[0] == "STRUCT";
      if (begins_info_) region_.clear();
      constexpr std::string_view kRegion = "Region ";
      if (cells[1].starts_with(kRegion)) region_ = cells[1].substr(kRegion.size());
      return;
    }
    // Markers of older versions: the number of a group and the name of a region.
    if (std::exchange(begins_info_, false) && LastNumber(cells[0])) region_ = cells[1];
    if (cells[0] == "CPU clock:") ReadClock(cells[1]);
    if (cells[0] == "Event" || cells[0] == "Metric" || cells[0] == "Region Info") return ReadHeader(cells);
    if (!columns_.empty()) ReadRow(cells);
  }

  Measurements Take(const std::string& path) {
    if (rows_.empty()) throw Error(ErrorCode::kBadProfile, "no counts of hardware threads", path);
    Measurements made = rows_.Take();
    AddRemark(not_counted_, "likwid", made);
    return made;
  }

 private:
  void ReadClock(std::string_view text) {
    const auto number = FiniteNumber(TakeUpTo(text, ' '));
    if (number && text == "GHz") clock_ = *number * 1e9;
  }

  // Leaves out tables of sums, whose columns are no threads.
  void ReadHeader(const Cells& cells) {
    kind_ = cells[0];
    columns_.assign(cells.begin() + (kind_ == "Event" ? 2 : 1), cells.end());
    if (!columns_.empty() && columns_.front() == "Sum") columns_.clear();
  }

  // "host:rank:thread" is a column of likwid-mpirun.
  static Location LocationOf(std::string_view column) {
    const std::size_t thread = column.rfind(':');
    if (thread == std::string_view::npos) return {std::nullopt, LastNumber(column)};
    return {LastNumber(column.substr(0, thread)), LastNumber(column)};
  }

  void ReadRow(const Cells& cells) {
    const std::string name = NameOf(cells[0]);
    if (name.empty() || name.ends_with(" STAT")) return;
    const std::size_t first = kind_ == "Event" ? 2 : 1;
    for (std::size_t i = 0; i < columns_.size() && first + i < cells.size(); ++i) {
      // "-": another thread of the socket has counted for all.
      if (columns_[i].empty() || cells[first + i] == "-") continue;
      const auto value = FiniteNumber(cells[first + i]);
      if (!value) {
        not_counted_.insert(name);
        continue;
      }
      const bool is_time = name == "runtime";
      const Location location = LocationOf(columns_[i]);
      if (is_time && !timed_.insert({region_, location}).second) continue;  // more than one table has it
      rows_.Add({.region = region_, .location = location, .metric = name, .value = *value, .unit = is_time ? "s" : ""});
      if (name != "CPU_CLK_UNHALTED_REF" || clock_ <= 0) continue;
      rows_.Add({.region = region_, .location = location, .metric = kBusy, .value = *value / clock_, .unit = "s"});
    }
  }

  // Returns the name of a row's metric; empty if the row is left out: metrics that likwid derives from counts cannot be
  // added up.
  std::string NameOf(std::string_view cell) const {
    if (cell == "Runtime (RDTSC) [s]" || cell == "RDTSC Runtime [s]") return "runtime";
    if (cell == "call count" || cell == "Region calls") return "calls";
    return kind_ == "Event" ? std::string(cell) : std::string();
  }

  MetricRows rows_;
  std::string region_;  // empty for the program
  std::string kind_;    // first cell of the current table
  std::vector<std::string> columns_;
  std::set<std::pair<std::string, Location>> timed_;
  std::set<std::string> not_counted_;
  double clock_ = 0;  // Hz
  bool begins_info_ = false;
};

}  // namespace

bool IsPerfStat(const FirstBytes& file) {
  std::string_view rest = file.bytes;
  constexpr int kLines = 10;
  for (int i = 0; i < kLines && !rest.empty(); ++i) {
    const std::string_view line = TakeUpTo(rest, '\n');
    if (!IsRemark(line)) return !line.starts_with('{') && ParsePerfLine(line).has_value();  // not JSON
  }
  return false;
}

Measurements ReadPerfStat(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  MetricRows rows(path, options);
  std::set<std::string> not_counted;
  TextLines lines(source);
  std::string_view line;
  while (lines.Next(line)) {
    if (IsRemark(line)) continue;
    const std::optional<PerfCount> count = ParsePerfLine(line);
    if (!count) {
      throw Error(ErrorCode::kBadProfile, "not a line of perf stat -x,", path, Place::Line(lines.number(), "counts"));
    }
    if (!count->value) {
      not_counted.insert(count->event);
      continue;
    }
    const Location location{std::nullopt, count->thread};
    rows.Add({.region = {}, .location = location, .metric = count->event, .value = *count->value, .unit = count->unit});
    if (count->event != "task-clock" || count->unit != "msec") continue;
    constexpr double kPerSecond = 1000;
    rows.Add({.region = {}, .location = location, .metric = kBusy, .value = *count->value / kPerSecond, .unit = "s"});
  }
  if (rows.empty()) throw Error(ErrorCode::kBadProfile, "no event was counted", path);
  Measurements made = rows.Take();
  AddRemark(not_counted, "perf", made);
  return made;
}

bool IsLikwid(const FirstBytes& file) {
  return (file.bytes.starts_with("TABLE,") || file.bytes.starts_with("STRUCT,") ||
          file.bytes.find("\nTABLE,") != std::string_view::npos) &&
         file.bytes.find("\nEvent,Counter,") != std::string_view::npos;
}

Measurements ReadLikwid(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  LikwidTables tables(path, options);
  TextLines lines(source);
  std::string_view line;
  while (lines.Next(line)) tables.Read(line);
  return tables.Take(path);
}

}  // namespace profdiff
