// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/report/digest/digest_test.cpp, tests/unit/report/digest/markdown_test.cpp.
#include "report/digest/columns.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "base/text.h"
#include "report/digest/names.h"
#include "report/gprof/amounts.h"
#include "values/evidence.h"

namespace profdiff {
namespace {

// Formats a count with its sign. The negation is unsigned, since -2^63 has no positive counterpart.
std::string Signed(std::int64_t count) {
  const auto size = static_cast<std::uint64_t>(count);
  return count < 0 ? "-" + ShortCount(std::uint64_t{0} - size) : ShortCount(size);
}

class ColumnMaker {
 public:
  explicit ColumnMaker(const DigestView& view) : view_(view) {}

  std::vector<NumberColumn> Run() {
    view_.digest.times ? AddTimes() : AddCallsAlone();
    if (HasIntervals()) AddIntervals();
    if (view_.digest.times && view_.digest.calls) AddCalls();
    return std::move(columns_);
  }

 private:
  const Difference::Row& RowOf(std::size_t i) const {
    return view_.difference.functions[view_.digest.rows[i].function.value];
  }

  bool HasIntervals() const { return VerdictsOnRows(view_) != nullptr; }

  const Verdict& VerdictOn(std::size_t i) const {
    return (*VerdictsOnRows(view_))[view_.digest.rows[i].function.value];
  }

  template <class Cell>
  void Add(std::string heading, Cell cell) {
    NumberColumn column{std::move(heading)};
    for (std::size_t i = 0; i < view_.digest.rows.size(); ++i) column.cells.push_back(cell(i));
    columns_.push_back(std::move(column));
  }

  // Returns the self time or, if the rows are about inclusive times, the inclusive time.
  double Amount(const SideNumbers& side) const { return view_.digest.totals ? side.total : side.self; }

  std::string Seconds(const SideNumbers& side) const {
    return side.present ? DigestSeconds(view_, Amount(side)) : std::string("-");
  }

  void AddTimes() {
    const std::string unit = " " + DigestUnit(view_);
    Add("base" + unit, [this](std::size_t i) { return Seconds(RowOf(i).base); });
    Add("other" + unit, [this](std::size_t i) { return Seconds(RowOf(i).other); });
    Add("base-other", [this](std::size_t i) {
      return DigestSeconds(view_, SecondsDifference(Amount(RowOf(i).base), Amount(RowOf(i).other)));
    });
    columns_.back().is_difference = true;
  }

  void AddCallsAlone() {
    const auto known = [](bool is_known, std::string text) { return is_known ? std::move(text) : std::string("-"); };
    const bool base = view_.difference.base.calls_known, other = view_.difference.other.calls_known;
    Add("base calls", [=, this](std::size_t i) { return known(base, ShortCount(RowOf(i).base.calls)); });
    Add("other calls", [=, this](std::size_t i) { return known(other, ShortCount(RowOf(i).other.calls)); });
    Add("base-other", [=, this](std::size_t i) {
      return known(base && other, Signed(CountDifference(RowOf(i).base.calls, RowOf(i).other.calls)));
    });
    columns_.back().is_difference = true;
  }

  // Adds half the width of the 95 % interval. Rows within noise are marked with "~", unless they have their own
  // section; functions that were not judged have no interval.
  void AddIntervals() {
    const bool marks = view_.order != DigestOrder::kWeight;
    Add("±", [this, marks](std::size_t i) {
      const Verdict& verdict = VerdictOn(i);
      if (!IsJudged(view_.significance->evidence, verdict)) return std::string(kNotJudged);
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

  const DigestView& view_;
  std::vector<NumberColumn> columns_;
};

}  // namespace

std::vector<NumberColumn> NumberColumns(const DigestView& view) { return ColumnMaker(view).Run(); }

std::string NameHeading(const DigestView& view) {
  std::string heading = view.rows_are;
  if (heading.ends_with('s')) heading.pop_back();
  return heading;
}

std::size_t FirstWithinNoise(const DigestView& view) {
  const std::vector<Digest::Row>& rows = view.digest.rows;
  const std::vector<Verdict>* const verdicts = VerdictsOnRows(view);
  if (verdicts == nullptr || view.order != DigestOrder::kWeight) return rows.size();
  const auto found = std::ranges::find_if(
      rows, [verdicts](const Digest::Row& row) { return !(*verdicts)[row.function.value].significant; });
  return static_cast<std::size_t>(found - rows.begin());
}

const std::vector<Verdict>* VerdictsOnRows(const DigestView& view) {
  const Significance* const judged = view.significance;
  if (!view.digest.times || judged == nullptr || !HasInterval(judged->evidence)) return nullptr;
  const std::vector<Verdict>& verdicts = view.digest.totals ? judged->totals : judged->functions;
  return verdicts.empty() ? nullptr : &verdicts;
}

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

std::string LossWords(const Significance& significance) {
  const auto explains = [](const Verdict& verdict) { return verdict.loss_explains; };
  return std::ranges::any_of(significance.functions, explains) ? " or loss" : "";
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
