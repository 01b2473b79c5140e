// SPDX-License-Identifier: GPL-3.0-or-later
// Finds members (interchangeable implementations) that took longer in a recording than their models predict, at points
// where another member would have been faster.
// Tests: tests/cli/select/run.py.
#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <utility>

#include "analyze/expression/formula.h"
#include "analyze/model/least_squares.h"
#include "analyze/model/reduce.h"
#include "base/time_unit.h"
#include "profdiff/error.h"
#include "profdiff/families.h"
#include "profdiff/listing.h"
#include "profdiff/models.h"

namespace profdiff {
namespace {

// Relative tolerance. The 95 % band of an exact fit has width 0, and rounding must not put its points outside the band.
constexpr double kRounding = 1e-9;

// Returns the values of names that have the same value at all points: constants, and inputs with a single value.
NamedValues KnownValues(const Families& families, const SelectOptions& options) {
  // An input replaces a constant with the same name, even if the input has several values and is therefore left out.
  NamedValues known = families.constants;
  for (const auto* inputs : {&families.inputs, &options.set}) {
    for (const auto& [name, values] : *inputs) {
      known.erase(name);
      if (values.size() == 1) known[name] = values.front();
    }
  }
  return known;
}

const Expression* TimeWithoutMethod(const FamilyMember& member) {
  const auto time = std::ranges::find_if(member.times, [](const auto& each) { return each.first.empty(); });
  return time != member.times.end() ? &time->second : nullptr;
}

// Evaluates the times of one family at the points of a series. The available names are the parameters of the series,
// followed by constants and inputs with a single value.
class SeriesTimes {
 public:
  SeriesTimes(const MemberFamily& family, std::size_t member, const ObservedSeries& series, const NamedValues& known)
      : names_(series.parameters), band_(family.members[member].band) {
    for (const auto& [name, value] : known) {
      if (std::ranges::find(series.parameters, name) != series.parameters.end()) continue;
      names_.push_back(name);
      known_.push_back(value);
    }
    for (std::size_t i = 0; i < family.members.size(); ++i) {
      const Expression* const time = TimeWithoutMethod(family.members[i]);
      // Skips a member whose time uses a name that has no value at these points.
      if (time == nullptr || !HasNames(*time)) continue;
      if (i == member) {
        own_ = CompileExpression(*time, names_);
      } else {
        others_.emplace_back(i, CompileExpression(*time, names_));
      }
    }
    if (!std::ranges::all_of(band_.terms, [&](const Expression& term) { return HasNames(term); })) own_.reset();
    if (!own_) return;
    for (const Expression& term : band_.terms) terms_.push_back(CompileExpression(term, names_));
  }

  // Returns the 95 % band of the member's own model; nullopt if a name in the model has no value or if the band is not
  // finite.
  std::optional<std::pair<double, double>> BandAt(const ObservedPoint& point) {
    if (!own_) return std::nullopt;
    const std::vector<double> values = ValuesAt(point);
    std::vector<double> row;
    for (const Formula& term : terms_) row.push_back(term.Value(values));
    // The matrix `spread` includes the t quantile, so its quadratic form is the square of the band's half width (see
    // Model::spread).
    const double square = QuadraticForm(row, band_.spread);
    const double value = own_->Value(values), half = std::sqrt(std::max(square, 0.0));
    if (!std::isfinite(value) || !std::isfinite(square)) return std::nullopt;
    if (band_.is_power) return std::pair(value * std::exp(-half), value * std::exp(half));
    return std::pair(value - half, value + half);
  }

  // Returns the fastest other member and its time. Ignores members whose time is not above 0.
  std::optional<std::pair<std::size_t, double>> FastestOther(const ObservedPoint& point) {
    const std::vector<double> values = ValuesAt(point);
    std::optional<std::pair<std::size_t, double>> fastest;
    for (auto& [member, expression] : others_) {
      const double time = expression.Value(values);
      if (time > 0 && (!fastest || time < fastest->second)) fastest = {member, time};
    }
    return fastest;
  }

 private:
  bool HasNames(const Expression& expression) const {
    return std::ranges::all_of(
        NamesIn(expression), [&](const std::string& name) { return std::ranges::find(names_, name) != names_.end(); });
  }

  std::vector<double> ValuesAt(const ObservedPoint& point) const {
    std::vector<double> values = point.at;
    values.insert(values.end(), known_.begin(), known_.end());
    return values;
  }

  std::vector<std::string> names_;
  const MemberBand& band_;
  std::vector<double> known_;
  std::optional<Formula> own_;
  std::vector<Formula> terms_;
  std::vector<std::pair<std::size_t, Formula>> others_;
};

// Returns the factor that converts observed values to the unit of the families. Values without a unit are already in
// that unit.
double ScaleOf(const Families& families, const ObservedSeries& series) {
  if (series.unit.empty() || series.unit == families.unit) return 1;
  const double from = UnitsPerSecond(series.unit), to = UnitsPerSecond(families.unit);
  if (from > 0 && to > 0) return to / from;
  throw Error(ErrorCode::kBadArgument,
              "its times are in '" + families.unit + "', but the observed times of '" + series.function + "' are in '" +
                  series.unit + "'",
              families.path);
}

bool IsOf(const ObservedSeries& series, const FamilyMember& member) {
  if (series.metric != member.band.metric) return false;
  return series.function == member.model || Demangle(series.function, DemangleStyle::kAuto, '\0') == member.model;
}

void CompareSeries(const Families& families, MemberId id, const ObservedSeries& series, const NamedValues& known,
                   ObservedMembers& out) {
  const MemberFamily& family = families.families[id.family];
  const auto statistic = FindPointStatistic(family.members[id.member].band.statistic);
  if (!statistic) return;
  const double scale = ScaleOf(families, series);
  SeriesTimes times(family, id.member, series, known);
  for (const ObservedPoint& point : series.points) {
    const auto band = times.BandAt(point);
    const std::optional<double> value = Reduce(point.values, *statistic);
    if (!band || !value) continue;
    ++out.compared;
    const double time = *value * scale;
    // Reports a point only if the member is slower than its own model explains, and another member would be faster.
    if (!(time > band->second * (1 + kRounding))) continue;
    const auto fastest = times.FastestOther(point);
    if (!fastest || !(fastest->second < time)) continue;
    SlowMember slow{id, {}, point.values.size(), time, band->first, band->second, fastest->first, fastest->second};
    for (std::size_t p = 0; p < point.at.size(); ++p) slow.inputs[series.parameters[p]] = point.at[p];
    out.slow.push_back(std::move(slow));
  }
}

}  // namespace

std::vector<std::string> MetricsOfMembers(const Families& families) {
  std::set<std::string> metrics;
  for (const MemberFamily& family : families.families) {
    for (const FamilyMember& member : family.members) {
      if (!member.band.spread.empty()) metrics.insert(member.band.metric);
    }
  }
  return {metrics.begin(), metrics.end()};
}

ObservedMembers CompareMembers(const Families& families, const Observations& observations,
                               const SelectOptions& options) {
  const NamedValues known = KnownValues(families, options);
  ObservedMembers out;
  for (std::size_t i = 0; i < families.families.size(); ++i) {
    for (std::size_t j = 0; j < families.families[i].members.size(); ++j) {
      const FamilyMember& member = families.families[i].members[j];
      if (member.band.spread.empty()) continue;
      for (const ObservedSeries& series : observations.series) {
        if (IsOf(series, member)) CompareSeries(families, {i, j}, series, known, out);
      }
    }
  }
  if (out.compared > 0) return out;
  throw Error(ErrorCode::kBadArgument, "nothing to compare: no call belongs to a member's model and has its parameters",
              observations.inputs.empty() ? "" : observations.inputs.front(), {}, {RemedyKind::kNameParameters, {}});
}

}  // namespace profdiff
