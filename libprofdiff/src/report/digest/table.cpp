// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the rows of a digest as a table. Columns are as wide as their cells; names get the rest of the line. If that
// is too little, callers are dropped first, then calls, then intervals.
//
// Test: tests/unit/report/digest/digest_test.cpp.
#include "report/digest/table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/digest/names.h"
#include "report/gprof/amounts.h"

namespace profdiff {
namespace {

constexpr std::size_t kGap = 2;      // blanks between columns
constexpr std::size_t kNarrow = 16;  // columns are dropped if fewer characters than this remain for names
constexpr std::size_t kLeast = 8;    // minimum width of names on the narrowest lines
// Width of names and callers, in characters, below which callers are shown only if nothing has to be cut.
constexpr std::size_t kWithCaller = 40;
// Maximum width to which full names are padded. Callers after longer names are not aligned.
constexpr std::size_t kMostPadding = 60;

struct Column {
  std::string heading;
  std::vector<std::string> cells;  // by row

  std::size_t Width() const {
    std::size_t width = CountCharacters(heading);
    for (const std::string& cell : cells) width = std::max(width, CountCharacters(cell));
    return width;
  }
};

void AppendCell(std::string& out, std::string_view text, std::size_t width, bool left) {
  const std::size_t size = CountCharacters(text), blanks = width - std::min(width, size);
  if (!left) out.append(blanks, ' ');
  out += text;
  if (left) out.append(blanks, ' ');
}

// Formats a count with its sign. The negation is unsigned, since -2^63 has no positive counterpart.
std::string Signed(std::int64_t count) {
  const auto size = static_cast<std::uint64_t>(count);
  return count < 0 ? "-" + ShortCount(std::uint64_t{0} - size) : ShortCount(size);
}

class Table {
 public:
  explicit Table(const DigestView& view) : view_(view), names_(NameRows(view)) {
    view_.digest.times ? AddTimes() : AddCallsAlone();
    if (HasIntervals()) AddIntervals();
    if (view_.digest.times && view_.digest.calls) AddCalls();
    Fit();
  }

  void Append(std::string& out) const {
    AppendLine(
        out, [](const Column& column) -> const std::string& { return column.heading; }, NameHeading(), "mostly for");
    const bool parted = HasIntervals() && view_.order == DigestOrder::kWeight;
    bool within_noise = false;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (parted && !within_noise && !IsSignificant(i)) {
        within_noise = true;
        out += "within noise:\n";
      }
      AppendLine(
          out, [i](const Column& column) -> const std::string& { return column.cells[i]; }, NameCell(names_[i]),
          names_[i].caller);
    }
  }

 private:
  const Difference::Row& RowOf(std::size_t i) const {
    return view_.difference.functions[view_.digest.rows[i].function.value];
  }

  // Counted costs have no noise, and therefore no confidence intervals.
  bool HasIntervals() const {
    return view_.digest.times && view_.significance != nullptr && HasInterval(view_.significance->evidence);
  }

  bool IsSignificant(std::size_t i) const {
    return view_.significance->functions[view_.digest.rows[i].function.value].significant;
  }

  template <class Cell>
  void Add(std::string heading, Cell cell) {
    Column column{std::move(heading), {}};
    for (std::size_t i = 0; i < names_.size(); ++i) column.cells.push_back(cell(i));
    columns_.push_back(std::move(column));
  }

  std::string Seconds(const SideNumbers& side) const {
    return side.present ? DigestSeconds(view_, side.self) : std::string("-");
  }

  void AddTimes() {
    const std::string unit = " " + DigestUnit(view_);
    Add("base" + unit, [this](std::size_t i) { return Seconds(RowOf(i).base); });
    Add("other" + unit, [this](std::size_t i) { return Seconds(RowOf(i).other); });
    Add("base-other", [this](std::size_t i) {
      return DigestSeconds(view_, SecondsDifference(RowOf(i).base.self, RowOf(i).other.self));
    });
  }

  void AddCallsAlone() {
    const auto known = [](bool is_known, std::string text) { return is_known ? std::move(text) : std::string("-"); };
    const bool base = view_.difference.base.calls_known, other = view_.difference.other.calls_known;
    Add("base calls", [=, this](std::size_t i) { return known(base, ShortCount(RowOf(i).base.calls)); });
    Add("other calls", [=, this](std::size_t i) { return known(other, ShortCount(RowOf(i).other.calls)); });
    Add("base-other", [=, this](std::size_t i) {
      return known(base && other, Signed(CountDifference(RowOf(i).base.calls, RowOf(i).other.calls)));
    });
  }

  // Adds half the width of the 95 % interval. Rows within noise are marked with "~", unless they have their own
  // section.
  void AddIntervals() {
    const bool marks = view_.order != DigestOrder::kWeight;
    Add("±", [this, marks](std::size_t i) {
      const Verdict& verdict = view_.significance->functions[view_.digest.rows[i].function.value];
      const std::string half = DigestSeconds(view_, (verdict.high - verdict.low) / 2);
      return marks && !verdict.significant ? "~" + half : half;
    });
  }

  void AddCalls() {
    bool any = false;
    Add("calls", [this, &any](std::size_t i) {
      const std::uint64_t base = RowOf(i).base.calls, other = RowOf(i).other.calls;
      any = any || base != 0 || other != 0;
      if (base == 0 && other == 0) return std::string("-");
      return base == other ? ShortCount(base) : ShortCount(base) + "→" + ShortCount(other);
    });
    // The column is dropped if no row has calls.
    if (!any) columns_.pop_back();
  }

  std::size_t NumbersWidth() const {
    std::size_t width = 0;
    for (const Column& column : columns_) width += column.Width() + kGap;
    return width;
  }

  std::string NameHeading() const {
    std::string heading = view_.rows_are;
    if (heading.ends_with('s')) heading.pop_back();
    return heading;
  }

  // Decides which columns stay, and how wide names and callers are. Numbers are never cut. Names and callers share the
  // rest of the line: callers get at most two fifths of it, or more if names need less.
  void Fit() {
    std::size_t callers = 0;
    for (const DigestName& row : names_) {
      name_width_ = std::max(name_width_, CountCharacters(NameCell(row, std::string::npos)));
      callers = std::max(callers, CountCharacters(row.caller));
    }
    name_width_ = std::max(name_width_, NameHeading().size());
    callers = callers > 0 ? std::max<std::size_t>(callers, std::string_view("mostly for").size()) : 0;
    if (view_.full_names) {
      caller_width_ = callers;
      return;
    }
    auto room = [this] { return view_.columns - std::min(view_.columns, NumbersWidth()); };
    if (room() < kWithCaller && name_width_ + kGap + callers > room()) callers = 0;
    while (room() < kNarrow && columns_.size() > 3) columns_.pop_back();
    const std::size_t space = std::max(room(), kLeast);
    if (callers == 0) {
      name_width_ = std::min(name_width_, space);
      return;
    }
    const std::size_t shared = space - kGap;
    const std::size_t least = std::min(callers, shared * 2 / 5);
    caller_width_ = std::clamp(shared - std::min(shared, name_width_), least, callers);
    name_width_ = std::min(name_width_, shared - caller_width_);
  }

  std::string NameCell(const DigestName& row) const {
    return NameCell(row, view_.full_names ? std::string::npos : name_width_);
  }

  // Returns "name", "name (new)", "name (was old_name)" or "name (file.c:12)". If the cell is too long, the name itself
  // is cut first, down to three characters.
  static std::string NameCell(const DigestName& row, std::size_t width) {
    const bool whole = width == std::string::npos;
    std::string rest = row.place;
    if (!row.mark.empty()) rest += " (" + row.mark;
    if (!row.was.empty()) rest += " " + Shortened(row.was, whole ? width : width / 2 - 3);
    if (!row.mark.empty()) rest += ")";
    if (whole) return row.name + rest;
    rest = Shortened(rest, width - std::min<std::size_t>(width, 3));
    return Shortened(row.name, width - CountCharacters(rest)) + rest;
  }

  template <class CellOf>
  void AppendLine(std::string& out, CellOf cell_of, const std::string& name, const std::string& caller) const {
    for (const Column& column : columns_) {
      AppendCell(out, cell_of(column), column.Width(), false);
      out.append(kGap, ' ');
    }
    if (caller_width_ == 0 || caller.empty()) {
      out.append(name).append("\n");
      return;
    }
    AppendCell(out, name, view_.full_names ? std::min(name_width_, kMostPadding) : name_width_, true);
    out.append(kGap, ' ');
    out.append(view_.full_names ? caller : Shortened(caller, caller_width_)).append("\n");
  }

  const DigestView& view_;
  const std::vector<DigestName> names_;
  std::vector<Column> columns_;
  std::size_t name_width_ = 0, caller_width_ = 0;
};

}  // namespace

void AppendDigestTable(std::string& out, const DigestView& view) { Table(view).Append(out); }

std::string DigestSeconds(const DigestView& view, double seconds) {
  // A third decimal is noise at 100 samples per second, and superfluous from 1000 seconds on.
  constexpr double kDefaultRate = 100, kMany = 1000;
  const int digits = AmountsOf(view.difference).digits;
  const double known = std::max(view.base_runs.samples_per_second, view.other_runs.samples_per_second);
  const double most = std::max(view.difference.base.seconds, view.difference.other.seconds);
  return FixedText(seconds, digits == 2 && known > kDefaultRate && most < kMany ? 3 : digits);
}

std::string DigestUnit(const DigestView& view) {
  const std::string& dimension = UnitOf(view.difference);
  return dimension == "seconds" ? "s" : ForLine(dimension.substr(0, 15));
}

std::string ShortCount(std::uint64_t count) {
  constexpr std::array<char, 5> kUnits = {'M', 'G', 'T', 'P', 'E'};
  if (count < 1000000) return std::to_string(count);
  double scaled = static_cast<double>(count) / 1e6;
  std::size_t unit = 0;
  // The thresholds are the values at which rounding would give a fourth digit: 999.5M is written as "1.00G", 9.995M as
  // "10.0M".
  for (; scaled >= 999.5; scaled /= 1000) ++unit;
  return FixedText(scaled, scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0) + kUnits[unit];
}

}  // namespace profdiff
