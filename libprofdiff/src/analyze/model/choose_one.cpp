// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the form of one parameter. A sum of two terms, a form without one of the points, and two forms of two parts
// explain any points better than a single term does; each therefore has to be better by a wide margin. The margins were
// found with points of planted forms and noise: they decide how well four times the largest size is predicted.
// Tests: tests/unit/analyze/model/choose_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analyze/model/choose.h"
#include "analyze/model/quantiles.h"

namespace profdiff {
namespace {

constexpr std::size_t kListed = 5;  // number of candidates that a model lists
// A sum of two terms, a pair, wins with this largest error, relative to the best single term, from six points on.
constexpr std::size_t kPairPoints = 6;
constexpr double kPairWins = 0.5;
// With five points, chance makes a pair win with this margin in 1 of 100 series of a single term with noise. With four,
// a pair cannot win, but it can be plausible.
constexpr std::size_t kLeastPairPoints = 4;
constexpr std::size_t kExactPairPoints = 5;
constexpr double kExactPairWins = 0.1;
constexpr double kPairCounts = 3;          // smallest |t| of the terms of a winning pair
constexpr double kPairMayCount = 2;        // and of a plausible pair
constexpr std::size_t kOutlierPoints = 6;  // fewest points for an outlier
constexpr double kOutlierWins = 0.25;      // largest error without the outlier, relative to the error with it
constexpr double kOutlierErrors = 8;       // an outlier is off by more than this number of errors,
constexpr double kOutlierShare = 0.2;      // and by more than this share of the value
constexpr std::size_t kSegmentPoints = 4;  // fewest points of a part
constexpr double kSegmentsWin = 0.35;      // largest error of two parts, relative to the error of one form
constexpr double kSegmentsNeed = 2;        // smallest error of one form, in percent, with which parts are tried
constexpr double kPlausible = 3;           // largest residual variance of a plausible form, relative to the least
constexpr double kSlopeLevel = 0.01;       // level of the test of the slope of logarithms
constexpr double kNoVariance = 1e-18;      // largest relative variance that rounding causes

struct Candidate {
  enum class Of { kConstant, kTerm, kPair, kOther };

  Of of = Of::kConstant;
  std::size_t index = 0;
  double score = 0;
};

// All forms of one parameter, fitted to the same points.
class Round {
 public:
  using ChooseBy = ModelOptions::ChooseBy;

  // `table` may be a part of `whole`, to whose terms plausible forms refer.
  Round(const TermTable& table, const TermTable& whole, bool has_normal, const ShapeList& others, const FitData& data,
        ChooseBy choose_by)
      : table_(table), whole_(whole), others_(others), data_(data), choose_by_(choose_by), scanner_(table, data) {
    if (has_normal) {
      for (std::size_t i = 0; i < table.terms.size(); ++i) terms_.push_back(scanner_.FitTerm(i, true));
      if (data.values.size() >= kLeastPairPoints) {
        for (std::size_t i = 0; i < table.pairs.size(); ++i) pairs_.push_back(scanner_.FitPair(i, true));
      }
    }
    for (const ModelShape& shape : others.shapes) fits_.push_back(FitShape(shape, data, choose_by));
  }

  bool HasConstant() const { return fits_.front().has_value(); }
  const FittedShape& constant() const { return *fits_.front(); }
  // Returns the number of forms that could have been chosen instead of `best`.
  std::size_t LookedAt(const FittedShape& best) const {
    const std::size_t pairs = HasFewPoints() && !IsPair(best) ? 0 : pairs_.size();
    return terms_.size() + pairs + others_.shapes.size() - 1;
  }

  // Returns all forms that may win, the best first. Among forms with equal scores, simple ones come first.
  std::vector<Candidate> Ranked() const {
    std::vector<Candidate> ranked = {{Candidate::Of::kConstant, 0, constant().score}};
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      if (MayWin(terms_[i])) ranked.push_back({Candidate::Of::kTerm, i, Score(terms_[i])});
    }
    for (std::size_t i = 1; i < fits_.size(); ++i) {
      if (fits_[i] && IsPositive(*fits_[i])) ranked.push_back({Candidate::Of::kOther, i, fits_[i]->score});
    }
    std::ranges::stable_sort(ranked, {}, &Candidate::score);
    if (const auto pair = BestPair(); pair && pair->score < Margin() * ranked.front().score) {
      ranked.insert(ranked.begin(), *pair);
    }
    return ranked;
  }

  FittedShape FitOf(const Candidate& candidate) const {
    if (candidate.of == Candidate::Of::kConstant) return constant();
    if (candidate.of == Candidate::Of::kOther) return *fits_[candidate.index];
    std::vector<ModelTerm> terms;
    if (candidate.of == Candidate::Of::kTerm) {
      terms = {table_.terms[candidate.index]};
    } else {
      for (const std::size_t term : table_.pairs[candidate.index]) terms.push_back(table_.terms[term]);
    }
    // The scan and the solver judge dependent columns alike up to rounding; the constant is the safe choice.
    std::optional<FittedShape> fit = FitShape(SumOf("pmnf", terms), data_, choose_by_);
    return fit ? std::move(*fit) : constant();
  }

  // Returns the best form that is 0 or less where a value above 0 was measured, if it is better than `score`.
  std::optional<LeftOutShape> BestLeftOut(double score) const {
    if (data_.is_sampled) return std::nullopt;
    std::optional<FittedShape> best;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const ScannedForm& form = terms_[i];
      if (form.columns == 0 || !form.rises || form.is_positive || Score(form) >= score) continue;
      score = Score(form);
      best = FitOf({Candidate::Of::kTerm, i, score});
    }
    for (const std::optional<FittedShape>& fit : fits_) {
      if (!fit || fit->is_positive || fit->score >= score) continue;
      score = fit->score;
      best = fit;
    }
    if (!best) return std::nullopt;
    for (std::size_t i = 0; i < data_.values.size(); ++i) {
      if (!(best->solved.fitted[i] > 0) && data_.values[i] > 0) return LeftOutShape{best->fit, i};
    }
    return std::nullopt;
  }

  // Adds all forms that explain the points about as well as the best one, and `best` itself.
  void AddPlausible(ChosenShape& chosen) {
    const std::size_t points = data_.values.size();
    double least = std::numeric_limits<double>::infinity();
    const auto variance_of = [&](const ScannedForm& form) {
      return form.relative_rss / static_cast<double>(points - form.columns);
    };
    const auto may_be = [&](const ScannedForm& form) {
      return MayWin(form) && form.least_t >= (form.columns > 2 ? kPairMayCount : 0);
    };
    const auto see = [&](double variance) { least = std::min(least, variance); };
    // One of 45 pairs often fits well by chance, which excludes no single term.
    const bool pairs_exclude = IsPair(chosen.best);
    for (const auto* forms : {&terms_, &pairs_}) {
      if (forms == &pairs_ && !pairs_exclude) continue;
      for (const ScannedForm& form : *forms) {
        if (may_be(form)) see(variance_of(form));
      }
    }
    for (const std::optional<FittedShape>& fit : fits_) {
      if (fit && points > fit->fit.coefficients.size()) {
        chosen.owned.push_back(*fit);
        see(RelativeVariance(*fit, data_));
      }
    }
    const double most = kPlausible * std::max(least, kNoVariance);
    for (const auto* forms : {&terms_, &pairs_}) {
      for (const ScannedForm& form : *forms) {
        if (may_be(form) && variance_of(form) <= most) chosen.plausible.push_back(PlausibleScanned(form));
      }
    }
    std::erase_if(chosen.owned, [&](const FittedShape& fit) {
      return (!IsPositive(fit) && fit.fit.form != "constant") || RelativeVariance(fit, data_) > most;
    });
    if (points > chosen.best.fit.coefficients.size()) chosen.owned.push_back(chosen.best);
    for (const FittedShape& fit : chosen.owned) chosen.plausible.push_back(PlausibleOf(fit, data_));
  }

  bool MayWin(const ScannedForm& form) const {
    return form.columns != 0 && form.rises && (form.is_positive || data_.is_sampled);
  }

  double Score(const ScannedForm& form) const {
    return ScoreOf(form.error, form.smape, form.rss, data_.values, choose_by_);
  }

 private:
  // Squares are compared for sums of squares.
  double Margin() const {
    const std::size_t points = data_.values.size();
    const double margin = !HasFewPoints() ? kPairWins : points >= kExactPairPoints ? kExactPairWins : 0;
    return choose_by_ == ChooseBy::kRss ? margin * margin : margin;
  }

  bool HasFewPoints() const { return data_.values.size() < kPairPoints; }
  static bool IsPair(const FittedShape& fit) { return fit.fit.form == "pmnf" && fit.fit.coefficients.size() == 3; }

  bool IsPositive(const FittedShape& fit) const { return fit.is_positive || data_.is_sampled; }

  std::optional<Candidate> BestPair() const {
    std::optional<Candidate> best;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!MayWin(pairs_[i]) || pairs_[i].least_t < kPairCounts) continue;
      const double score = Score(pairs_[i]);
      if (!best || score < best->score) best = Candidate{Candidate::Of::kPair, i, score};
    }
    return best;
  }

  PlausibleForm PlausibleScanned(ScannedForm form) const {
    scanner_.AddCovariance(form);
    PlausibleForm plausible;
    plausible.terms.push_back(nullptr);
    for (std::size_t c = 1; c < form.columns; ++c) plausible.terms.push_back(&whole_.terms[form.terms[c - 1]]);
    plausible.coefficients.assign(form.coefficients.begin(),
                                  form.coefficients.begin() + static_cast<std::ptrdiff_t>(form.columns));
    plausible.covariance.assign(form.covariance.begin(),
                                form.covariance.begin() + static_cast<std::ptrdiff_t>(form.columns * form.columns));
    plausible.half_width = TwoSidedT(static_cast<double>(data_.values.size() - form.columns));
    return plausible;
  }

  const TermTable& table_;
  const TermTable& whole_;
  const ShapeList& others_;
  const FitData& data_;
  ChooseBy choose_by_;
  Scanner scanner_;
  std::vector<ScannedForm> terms_, pairs_;
  std::vector<std::optional<FittedShape>> fits_;  // by shape of others_; the constant first
};

// Returns the least error of all forms of the scanner's points; `best` is the form that has it.
double LeastError(const TermTable& table, const Scanner& scanner, bool with_pairs, bool is_sampled, ScannedForm& best) {
  const auto may_win = [&](const ScannedForm& form) {
    return form.columns != 0 && form.rises && (form.is_positive || is_sampled);
  };
  best = scanner.FitConstant(false);
  double least = best.columns != 0 ? best.error : std::numeric_limits<double>::infinity();
  const auto see = [&](const ScannedForm& form, double limit) {
    if (!may_win(form) || form.error >= limit) return false;
    best = form;
    return true;
  };
  for (std::size_t i = 0; i < table.terms.size(); ++i) {
    if (see(scanner.FitTerm(i, false), least)) least = best.error;
  }
  if (!with_pairs || scanner.count() < kPairPoints) return least;
  double limit = kPairWins * least;
  for (std::size_t i = 0; i < table.pairs.size(); ++i) {
    const ScannedForm form = scanner.FitPair(i, false);
    if (form.least_t >= kPairCounts && see(form, limit)) least = limit = form.error;
  }
  return least;
}

// Returns the least error of all forms of all points. The data have relative weights.
double WholeError(const TermTable& table, const FitData& data) {
  ScannedForm best;
  return LeastError(table, Scanner(table, data), true, data.is_sampled, best);
}

// Finds a point that is far from all forms that the other points follow; nullopt if there is none, or if the point of
// the largest size is one: it may be the only one that shows how values grow. The data have relative weights: others
// let steep forms miss small sizes. `error` is their WholeError.
std::optional<std::size_t> FindOutlier(const TermTable& table, const FitData& data, double error) {
  const std::size_t points = data.values.size();
  if (points < kOutlierPoints) return std::nullopt;
  Scanner scanner(table, data);
  // If a point is off by kOutlierShare from the fit to the other points, the error of this form is at least as large.
  if (error < 100 * kOutlierShare / std::sqrt(static_cast<double>(points))) return std::nullopt;
  std::optional<std::size_t> outlier;
  double least = kOutlierWins * error;
  for (std::size_t i = 0; i + 1 < points; ++i) {
    scanner.LeaveOut(i);
    ScannedForm best;
    const double without = LeastError(table, scanner, true, data.is_sampled, best);
    const double fitted = without < least ? scanner.ValueAt(best, i) : 0;
    const double off = fitted > 0 ? std::abs(data.values[i] - fitted) / fitted : 0;
    if (off > kOutlierShare && 100 * off > kOutlierErrors * without) {
      least = without;
      outlier = i;
    }
    scanner.PutBack(i);
  }
  return outlier;
}

struct Split {
  std::size_t lower = 0;  // number of points of the lower part
  ScannedForm lower_form, upper_form;
  double error = 0;  // of both parts
};

// Divides the points into two parts with a form each; nullopt if this is not much better than one form. The data have
// relative weights; `error` is their WholeError.
std::optional<Split> FindSplit(const TermTable& table, const FitData& data, double error) {
  const std::size_t points = data.values.size();
  if (points < 2 * kSegmentPoints || error <= kSegmentsNeed) return std::nullopt;
  Scanner scanner(table, data);
  std::optional<Split> found;
  // Sums of squared errors over all points.
  double least = static_cast<double>(points) * kSegmentsWin * kSegmentsWin * error * error;
  for (std::size_t lower = kSegmentPoints; lower + kSegmentPoints <= points; ++lower) {
    Split split;
    split.lower = lower;
    scanner.Restrict(0, lower);
    const double low = LeastError(table, scanner, false, data.is_sampled, split.lower_form);
    const double low_squares = static_cast<double>(lower) * low * low;
    if (!(low_squares < least)) continue;
    scanner.Restrict(lower, points);
    const double high = LeastError(table, scanner, false, data.is_sampled, split.upper_form);
    const double squares = low_squares + static_cast<double>(points - lower) * high * high;
    if (!(squares < least)) continue;
    least = squares;
    split.error = std::sqrt(squares / static_cast<double>(points));
    found = split;
  }
  return found;
}

FitData Relative(FitData data) {
  data.weights = data.relative;
  return data;
}

// Removes the sizes from `begin` to `end` from a table.
void EraseSizes(TermTable& table, std::size_t begin, std::size_t end) {
  const auto erase = [&](std::vector<double>& list) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(begin), list.begin() + static_cast<std::ptrdiff_t>(end));
  };
  for (std::vector<double>& column : table.columns) erase(column);
}

class OneParameter {
 public:
  OneParameter(const TermTable& table, bool has_normal, const ShapeList& others, const FitData& data,
               ModelOptions::ChooseBy choose_by)
      : table_(table), has_normal_(has_normal), others_(others), data_(data), choose_by_(choose_by) {}

  std::optional<ChosenShape> Choose() {
    Round all(table_, table_, has_normal_, others_, data_, choose_by_);
    if (!all.HasConstant()) return std::nullopt;
    const FitData relative = Relative(data_);
    double error = has_normal_ ? WholeError(table_, relative) : 0;
    // The user's forms may explain what no normal form does.
    if (others_.shapes.size() > 1) error = std::min(error, all.FitOf(all.Ranked().front()).fit.error);
    const auto outlier = has_normal_ ? FindOutlier(table_, relative, error) : std::nullopt;
    if (!outlier) return ChooseFrom(all, table_, data_, 1, error);
    TermTable table = table_;
    EraseSizes(table, *outlier, *outlier + 1);
    const FitData data = Without(data_, *outlier);
    Round rest(table, table_, has_normal_, others_, data, choose_by_);
    if (!rest.HasConstant()) return ChooseFrom(all, table_, data_, 1, error);
    // Each point could have been left out, so chance has as many more occasions to look like growth.
    std::optional<ChosenShape> chosen =
        ChooseFrom(rest, table, data, static_cast<double>(data_.values.size()), WholeError(table, Relative(data)));
    chosen->outliers = {*outlier};
    return chosen;
  }

 private:
  // `error` is the WholeError of the data with relative weights.
  ChosenShape ChooseFrom(Round& round, const TermTable& table, const FitData& data, double times, double error) const {
    const std::vector<Candidate> ranked = round.Ranked();
    if (const auto split = has_normal_ ? FindSplit(table, Relative(data), error) : std::nullopt) {
      return ChooseParts(*split, round, ranked, table, data);
    }
    ChosenShape chosen;
    AddCandidates(round, ranked, chosen);
    chosen.points = data.values.size();
    chosen.best = round.FitOf(ranked.front());
    Decide(round, ranked, data, times, chosen);
    chosen.error = chosen.best.fit.error;
    chosen.least_error = std::min(chosen.error, RelativeError(chosen.best, data));
    if (chosen.best.fit.form != "constant" || ranked.front().of == Candidate::Of::kConstant) {
      chosen.left_out = round.BestLeftOut(chosen.best.score);
    }
    round.AddPlausible(chosen);
    BoundChange(table, data, chosen);
    return chosen;
  }

  // Returns the error of the same form with relative weights.
  double RelativeError(const FittedShape& fitted, const FitData& data) const {
    const auto again = FitShape({fitted.fit.form, fitted.fit.terms, 0}, Relative(data), choose_by_);
    return again ? again->fit.error : fitted.fit.error;
  }

  static void AddCandidates(const Round& round, const std::vector<Candidate>& ranked, ChosenShape& chosen) {
    for (std::size_t i = 0; i < std::min(kListed, ranked.size()); ++i) {
      chosen.candidates.push_back(round.FitOf(ranked[i]).fit);
    }
  }

  // Decides whether the values change with the size at all. `times` is the number of choices before: each choice gives
  // chance another occasion.
  static void Decide(const Round& round, const std::vector<Candidate>& ranked, const FitData& data, double times,
                     ChosenShape& chosen) {
    const auto forms = static_cast<double>(round.LookedAt(chosen.best));
    const bool has_form = ranked.front().of != Candidate::Of::kConstant;
    if (has_form && BeatsConstant(chosen.best, round.constant(), data.values.size(), forms * times)) return;
    // The slope is one test instead of a hundred, and finds growth that no form fits well.
    std::vector<double> sizes;
    for (const std::vector<double>& at : data.at) sizes.push_back(at[0]);
    const auto line = SlopeOfLogarithms(sizes, data.values);
    const auto other =
        std::ranges::find_if(ranked, [](const Candidate& each) { return each.of != Candidate::Of::kConstant; });
    if (line && line->p <= kSlopeLevel / times && other != ranked.end()) {
      chosen.best = round.FitOf(*other);
      chosen.is_uncertain = true;
      return;
    }
    chosen.has_no_growth = has_form;
    chosen.best = round.constant();
  }

  ChosenShape ChooseParts(const Split& split, const Round& whole, const std::vector<Candidate>& ranked,
                          const TermTable& table, const FitData& data) const {
    ChosenShape chosen;
    AddCandidates(whole, ranked, chosen);
    const std::size_t points = data.values.size();
    const FitData low = PartOf(data, 0, split.lower), high = PartOf(data, split.lower, points);
    TermTable low_table = table, high_table = table;
    EraseSizes(low_table, split.lower, points);
    EraseSizes(high_table, 0, split.lower);
    Round lower(low_table, table_, true, others_, low, choose_by_),
        upper(high_table, table_, true, others_, high, choose_by_);
    chosen.lower = LowerPart{BestOf(lower, split.lower_form).fit, split.lower};
    chosen.best = BestOf(upper, split.upper_form);
    chosen.points = high.values.size();
    chosen.error = chosen.best.fit.error = chosen.least_error = split.error;
    const auto forms = static_cast<double>(upper.LookedAt(chosen.best));
    chosen.is_uncertain =
        chosen.best.fit.form != "constant" && !BeatsConstant(chosen.best, upper.constant(), high.values.size(), forms);
    upper.AddPlausible(chosen);
    BoundChange(high_table, high, chosen);
    return chosen;
  }

  static FittedShape BestOf(const Round& part, const ScannedForm& form) {
    if (form.columns < 2) return part.constant();
    return part.FitOf({Candidate::Of::kTerm, form.terms[0], 0});
  }

  const TermTable& table_;
  bool has_normal_;
  const ShapeList& others_;
  const FitData& data_;
  ModelOptions::ChooseBy choose_by_;
};

}  // namespace

std::optional<ChosenShape> ChooseOfOne(const TermTable& table, bool has_normal, const ShapeList& others,
                                       const FitData& data, ModelOptions::ChooseBy choose_by) {
  return OneParameter(table, has_normal, others, data, choose_by).Choose();
}

void BoundChange(const TermTable& table, const FitData& data, ChosenShape& chosen) {
  const auto points = static_cast<double>(data.values.size());
  constexpr double kColumns = 2;
  if (points <= kColumns || table.rising == 0) return;
  const Scanner scanner(table, data);
  std::vector<ScannedForm> forms;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < table.rising; ++i) {
    forms.push_back(scanner.FitTerm(i, false));
    if (forms.back().columns != 0) least = std::min(least, forms.back().weighted_rss);
  }
  if (!std::isfinite(least)) return;
  const double spare = points - kColumns, most = least * (1 + kColumns / spare * LargeF(kColumns, spare));
  const double quantile = OneSidedT(spare);
  double rise = chosen.largest_rise.value_or(0), fall = chosen.largest_fall.value_or(0);
  for (std::size_t i = 0; i < table.rising; ++i) {
    const ScannedForm& form = forms[i];
    if (form.columns == 0 || form.weighted_rss > most) continue;
    const auto range = std::ranges::minmax(table.columns[i]);
    const double value = form.coefficients[0] + form.coefficients[1] * range.min;
    const double half = quantile * form.standard_errors[1];
    const auto share = [&](double slope) {
      const double change = slope * (range.max - range.min);
      if (!(change > 0)) return 0.0;
      return value > 0 ? change / value : std::numeric_limits<double>::infinity();
    };
    rise = std::max(rise, share(form.coefficients[1] + half));
    fall = std::max(fall, share(half - form.coefficients[1]));
  }
  chosen.largest_rise = rise;
  chosen.largest_fall = fall;
}

FitData Without(const FitData& data, std::size_t point) {
  FitData rest = PartOf(data, 0, point);
  const FitData after = PartOf(data, point + 1, data.values.size());
  rest.at.insert(rest.at.end(), after.at.begin(), after.at.end());
  rest.values.insert(rest.values.end(), after.values.begin(), after.values.end());
  rest.relative.insert(rest.relative.end(), after.relative.begin(), after.relative.end());
  rest.weights.insert(rest.weights.end(), after.weights.begin(), after.weights.end());
  return rest;
}

}  // namespace profdiff
