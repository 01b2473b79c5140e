// SPDX-License-Identifier: GPL-3.0-or-later
// Forms of several parameters. Trying all products of all terms would be slow, and the best one would often fit noise.
// Like Extra-P, this code finds the best terms of each parameter along lines (points that differ only in that
// parameter), and combines these terms into products and sums. The median over the lines decides, so that a few wrong
// values do not.
// Source: Calotoiu, Beckingsale, Earl, Hoefler, Karlin, Schulz, Wolf, Fast Multi-Parameter Performance Modeling.
// Tests: tests/unit/analyze/model/several_test.cpp.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "analyze/model/choose.h"
#include "analyze/model/product_scan.h"
#include "analyze/model/robust.h"
#include "base/median.h"

namespace profdiff {
namespace {

// Lines should have kLongLine points. The minimum is kShortestLine: with three points, a constant and a term leave one
// degree of freedom, so that a leave-one-out error can be computed.
constexpr std::size_t kLongLine = 5, kShortestLine = 3;
constexpr std::size_t kBestOfTwo = 3;   // number of terms of each of two parameters; one of each of more parameters
constexpr double kPairIsBetter = 0.6;   // largest median error of a pair of terms, relative to the best term's
constexpr double kTermIsBetter = 0.8;   // largest error of a line with a term, relative to that of the constant
constexpr double kLinesWithTerm = 0.3;  // least part of the lines in which the term is better than the constant
constexpr double kMoreIsBetter = 0.8;   // largest error of a sum of one term more, relative to that of the sum
constexpr double kEachCounts = 3, kMayCount = 2;  // smallest |t| of each term of a chosen and of a plausible sum
constexpr std::size_t kUsualSum = 3;              // largest number of terms of a sum of at most three parameters
constexpr int kFirstRounds = 2, kRounds = 6;      // rounds of weights for all sums, and for the best ones
constexpr std::size_t kRefined = 10;              // number of sums of each size that get all rounds
constexpr std::size_t kMostSums = 3000;           // of a size; with more, only sums that extend the best ones are tried
constexpr std::size_t kBestSums = 5;              // number of candidates that a model lists
// Terms of different products, such as x y^2 z + x^2 log2(y), are hidden along lines: one term of each parameter nearly
// fits each line, but no sum of their products fits all points. Sums of products of more terms are then scanned.
constexpr double kMissesMore = 1.5;    // least error of the best sum, relative to that of lines, for a scan
constexpr double kScanIsBetter = 0.5;  // largest error of a sum that the scan found, relative to that of the best sum
constexpr std::size_t kScanned = 20;   // number of pairs and of triples that are fitted robustly
constexpr double kLeftByChance = 0.4;  // least share of the squares that the best pair leaves where it fits noise
constexpr double kMostProducts = 4e8;  // largest number of points, times the square of the number of products

// Points that differ only in one parameter.
using Line = std::vector<std::size_t>;

std::vector<Line> LinesOf(const FitData& data, std::size_t parameter) {
  // Groups points by the values of the other parameters. All points are in ascending order, so the points of each line
  // are as well.
  std::map<std::vector<double>, Line> by_others;
  for (std::size_t i = 0; i < data.at.size(); ++i) {
    std::vector<double> others = data.at[i];
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(parameter));
    by_others[std::move(others)].push_back(i);
  }
  std::vector<Line> lines;
  for (auto& [others, line] : by_others) lines.push_back(std::move(line));
  return lines;
}

FitData DataOf(const FitData& data, const Line& line) {
  FitData part;
  part.is_sampled = data.is_sampled;
  part.weighting = data.weighting;
  for (const std::size_t i : line) {
    part.at.push_back(data.at[i]);
    part.values.push_back(data.values[i]);
    part.relative.push_back(data.relative[i]);
    part.weights.push_back(data.weights[i]);
  }
  return part;
}

// Errors of all terms of a parameter over its lines.
class LineErrors {
 public:
  LineErrors(const FitData& data, const std::vector<Line>& lines, std::span<const std::string> forms,
             std::size_t parameter) {
    // Lines of a grid have the same sizes, and so the same terms: powers and logarithms are computed only once.
    std::map<std::vector<double>, TermTable> tables;
    for (const Line& line : lines) {
      const FitData part = DataOf(data, line);
      std::vector<double> sizes;
      for (const std::vector<double>& at : part.at) sizes.push_back(at[parameter]);
      auto known = tables.find(sizes);
      if (known == tables.end()) known = tables.emplace(sizes, MakeTermTable(sizes, forms, parameter)).first;
      const TermTable& table = known->second;
      const Scanner scanner(table, part);
      if (terms_.empty()) {
        terms_ = table.terms;
        pairs_ = table.pairs;
        by_term_.resize(terms_.size());
        by_pair_.resize(pairs_.size());
      }
      const auto error_of = [&](const ScannedForm& form) {
        const bool fits = form.columns != 0 && (form.columns == 1 || form.rises);
        return fits ? form.error : std::numeric_limits<double>::infinity();
      };
      constants_.push_back(error_of(scanner.FitConstant(false)));
      // A line with other logarithms than the first one has other terms; a term that it lacks has no error there.
      for (std::size_t t = 0; t < terms_.size(); ++t) {
        const auto found = std::ranges::find(table.terms, terms_[t]);
        const bool is_there = found != table.terms.end();
        const auto place = static_cast<std::size_t>(found - table.terms.begin());
        by_term_[t].push_back(is_there ? error_of(scanner.FitTerm(place, false))
                                       : std::numeric_limits<double>::infinity());
      }
      for (std::size_t p = 0; p < pairs_.size() && p < table.pairs.size(); ++p) {
        by_pair_[p].push_back(error_of(scanner.FitPair(p, false)));
      }
    }
  }

  std::size_t looked_at() const { return terms_.size() + pairs_.size(); }
  const std::vector<ModelTerm>& terms() const { return terms_; }

  // Returns the terms that occur in pairs, those that explain the lines best first.
  std::vector<ModelTerm> TermsToScan() const {
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t t = 0; t < terms_.size(); ++t) {
      double least = std::numeric_limits<double>::infinity();
      bool is_paired = false;
      for (std::size_t p = 0; p < pairs_.size() && by_pair_[p].size() == constants_.size(); ++p) {
        if (pairs_[p][0] != t && pairs_[p][1] != t) continue;
        is_paired = true;
        least = std::min(least, Median(by_pair_[p]));
      }
      if (is_paired) ranked.push_back({std::min(least, Median(by_term_[t])), t});
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<double, std::size_t>::first);
    std::vector<ModelTerm> terms;
    for (const auto& [error, term] : ranked) terms.push_back(terms_[term]);
    return terms;
  }

  // Returns the median over the lines of the error of the term that explains them best.
  double LeastError() const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::vector<double>& errors : by_term_) least = std::min(least, Median(errors));
    return least;
  }

  // Returns up to `most` terms that explain the lines best; none if the parameter has no effect.
  std::vector<ModelTerm> BestTerms(std::size_t most) const {
    std::vector<std::pair<double, std::size_t>> ranked;
    for (std::size_t t = 0; t < terms_.size(); ++t) ranked.push_back({Median(by_term_[t]), t});
    std::ranges::stable_sort(ranked, {}, &std::pair<double, std::size_t>::first);
    if (ranked.empty() || !HasEffect(ranked.front().second)) return {};
    std::vector<ModelTerm> best;
    for (std::size_t i = 0; i < std::min(most, ranked.size()); ++i) best.push_back(terms_[ranked[i].second]);
    double least = kPairIsBetter * ranked.front().first;
    std::optional<std::size_t> pair;
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const double median = Median(by_pair_[p]);
      if (by_pair_[p].size() != constants_.size() || !(median < least)) continue;
      least = median;
      pair = p;
    }
    if (pair) best = {terms_[pairs_[*pair][0]], terms_[pairs_[*pair][1]]};
    return best;
  }

 private:
  bool HasEffect(std::size_t term) const {
    std::size_t better = 0;
    for (std::size_t line = 0; line < constants_.size(); ++line) {
      if (by_term_[term][line] < kTermIsBetter * constants_[line]) ++better;
    }
    return better > 0 && static_cast<double>(better) >= kLinesWithTerm * static_cast<double>(constants_.size());
  }

  std::vector<ModelTerm> terms_;
  std::vector<std::array<std::size_t, 2>> pairs_;
  std::vector<std::vector<double>> by_term_, by_pair_;  // by line
  std::vector<double> constants_;
};

// A sum of a constant and some of the candidate terms.
struct Sum {
  std::vector<std::size_t> terms;  // indices of candidates, ascending
  RobustFit fit;
};

class SeveralParameters {
 public:
  SeveralParameters(const ModelOptions& options, const FitData& data) : options_(options), data_(data) {}

  std::optional<ChosenShape> Choose(std::vector<ModelShape> user_shapes, bool& has_short_lines) {
    const bool has_line = AddCandidates(has_short_lines);
    if (!has_line && user_shapes.empty()) return std::nullopt;
    FindSums();
    ScanProducts();
    for (const ModelShape& shape : user_shapes) AddUserShape(shape);
    looked_at_ += sums_.size() + user_shapes.size();
    return Choice();
  }

 private:
  // Finds the best terms of each parameter, and makes their products; false if there is no line.
  bool AddCandidates(bool& has_short_lines) {
    const std::size_t parameters = data_.at.front().size();
    std::vector<std::vector<ModelTerm>> terms;
    bool has_line = false;
    for (std::size_t p = 0; p < parameters; ++p) {
      std::vector<Line> lines = LinesOf(data_, p);
      const std::size_t longest = std::ranges::max_element(lines, {}, &Line::size)->size();
      if (longest < kLongLine) has_short_lines = true;
      if (longest < kShortestLine) continue;
      has_line = true;
      // Uses only lines with at least the wanted number of points, because many terms would fit shorter lines well.
      const std::size_t wanted = std::min(longest, kLongLine);
      std::erase_if(lines, [wanted](const Line& line) { return line.size() < wanted; });
      const LineErrors errors(data_, lines, options_.forms, p);
      looked_at_ += errors.looked_at();
      all_terms_.insert(all_terms_.end(), errors.terms().begin(), errors.terms().end());
      terms.push_back(errors.BestTerms(parameters == 2 ? kBestOfTwo : 1));
      if (terms.back().empty()) continue;
      to_scan_.push_back(errors.TermsToScan());
      line_error_ = std::min(line_error_, errors.LeastError());
    }
    for (ModelTerm& product : ProductsOf(terms)) AddCandidate(std::move(product));
    return has_line;
  }

  // Returns all products of at most one term of each list, except that of none.
  static std::vector<ModelTerm> ProductsOf(const std::vector<std::vector<ModelTerm>>& lists) {
    std::vector<ModelTerm> products = {{}};
    for (const std::vector<ModelTerm>& terms : lists) {
      const std::size_t before = products.size();
      for (const ModelTerm& term : terms) {
        for (std::size_t i = 0; i < before; ++i) {
          ModelTerm product = products[i];
          product.factors.push_back(term.factors.front());
          products.push_back(std::move(product));
        }
      }
    }
    products.erase(products.begin());
    return products;
  }

  std::size_t AddCandidate(ModelTerm term) {
    columns_.push_back(ColumnOf(term));
    candidates_.push_back(std::move(term));
    return candidates_.size() - 1;
  }

  std::vector<double> ColumnOf(const ModelTerm& term) const {
    std::vector<double> column;
    for (const std::vector<double>& at : data_.at) column.push_back(TermAt(term, at));
    return column;
  }

  RobustFit FitOf(const std::vector<std::size_t>& terms, int rounds) const {
    std::vector<const std::vector<double>*> columns;
    for (const std::size_t term : terms) columns.push_back(&columns_[term]);
    return FitRobustly(columns, data_, rounds);
  }

  bool MayWin(const RobustFit& fit, double least_t) const {
    return fit.is_solved && fit.rises && fit.least_t >= least_t && (fit.is_positive || data_.is_sampled);
  }

  // Fits sums of one term, of two terms and so on; the best ones of each size get all rounds of weights.
  void FindSums() {
    const std::size_t parameters = data_.at.front().size();
    std::vector<std::vector<std::size_t>> wanted = {{}};
    for (std::size_t size = 1; size <= std::max(kUsualSum, parameters); ++size) {
      wanted = Extended(wanted, size);
      std::vector<Sum> sums;
      for (const std::vector<std::size_t>& terms : wanted) {
        Sum sum{terms, FitOf(terms, kFirstRounds)};
        if (sum.fit.is_solved) sums.push_back(std::move(sum));
      }
      std::ranges::stable_sort(sums, {}, [](const Sum& sum) { return sum.fit.error; });
      sums.resize(std::min(sums.size(), kRefined));
      wanted.clear();
      for (Sum& sum : sums) {
        sum.fit = FitOf(sum.terms, kRounds);
        wanted.push_back(sum.terms);
        if (MayWin(sum.fit, kMayCount)) sums_.push_back(std::move(sum));
      }
    }
  }

  // Scans sums of products if the best sum misses the points by more than lines are missed. Sums that are much better
  // replace those of the lines' best terms.
  void ScanProducts() {
    const Sum* const best = BestSum();
    if (best == nullptr || to_scan_.empty() || !(ErrorOf(*best) > kMissesMore * line_error_)) return;
    const std::size_t first = candidates_.size();
    for (ModelTerm& product : ProductsOf(FewEnough(to_scan_))) AddCandidate(std::move(product));
    const std::span<const std::vector<double>> columns = std::span(columns_).subspan(first);
    // In the first rounds, no point is left out: only another term may explain it.
    const ProductScan scan(columns, data_.values, FitOf(best->terms, kFirstRounds).weights);
    const std::vector<TermSum> pairs = scan.BestPairs(kScanned);
    std::vector<Sum> found;
    AddScanned(pairs, first, found);
    AddScanned(scan.BestTriples(pairs, kScanned), first, found);
    const double limit = kScanIsBetter * ErrorOf(*best);
    const auto is_better = [&](const Sum& sum) { return sum.fit.least_t >= kEachCounts && ErrorOf(sum) < limit; };
    if (std::ranges::none_of(found, is_better)) return;
    looked_at_ += columns.size() * (columns.size() - 1) / 2;
    sums_ = std::move(found);
  }

  void AddScanned(const std::vector<TermSum>& sums, std::size_t first, std::vector<Sum>& found) const {
    for (Sum sum; const TermSum& terms : sums) {
      sum.terms = terms;
      for (std::size_t& term : sum.terms) term += first;
      sum.fit = FitOf(sum.terms, kRounds);
      if (MayWin(sum.fit, kMayCount)) found.push_back(sum);
    }
  }

  // Shortens the lists of terms until there are so few products that a scan is fast, and that chance explains little:
  // the best of M pairs leaves about M^(-2/d) of the squares of n points without any structure, where d = n - 3.
  std::vector<std::vector<ModelTerm>> FewEnough(std::vector<std::vector<ModelTerm>> lists) const {
    const auto points = static_cast<double>(data_.values.size());
    const auto is_too_much = [&] {
      double products = 1;
      for (const std::vector<ModelTerm>& terms : lists) products *= static_cast<double>(terms.size() + 1);
      const double left = std::pow(products * products / 2, -2 / std::max(points - 3, 1.0));
      return products * products * points > kMostProducts || left < kLeftByChance;
    };
    while (is_too_much()) {
      std::vector<ModelTerm>& longest = *std::ranges::max_element(lists, {}, &std::vector<ModelTerm>::size);
      if (longest.size() < 2) break;
      longest.pop_back();
    }
    return lists;
  }

  // Returns all sums of `size` terms or, if there are too many, those that extend one of the given sums by a term.
  std::vector<std::vector<std::size_t>> Extended(const std::vector<std::vector<std::size_t>>& best,
                                                 std::size_t size) const {
    double count = 1;
    for (std::size_t i = 0; i < size; ++i) {
      count *= static_cast<double>(candidates_.size() - std::min(i, candidates_.size())) / static_cast<double>(i + 1);
    }
    std::vector<std::vector<std::size_t>> sums;
    if (count > static_cast<double>(kMostSums)) {
      for (const std::vector<std::size_t>& terms : best) {
        for (std::size_t more = 0; more < candidates_.size(); ++more) {
          if (std::ranges::find(terms, more) != terms.end()) continue;
          std::vector<std::size_t> sum = terms;
          sum.push_back(more);
          std::ranges::sort(sum);
          if (std::ranges::find(sums, sum) == sums.end()) sums.push_back(std::move(sum));
        }
      }
      return sums;
    }
    if (size <= candidates_.size()) AddSums({}, 0, size, sums);
    return sums;
  }

  void AddSums(const std::vector<std::size_t>& chosen, std::size_t first, std::size_t size,
               std::vector<std::vector<std::size_t>>& sums) const {
    if (chosen.size() == size) return sums.push_back(chosen);
    for (std::size_t term = first; term < candidates_.size(); ++term) {
      std::vector<std::size_t> more = chosen;
      more.push_back(term);
      AddSums(more, term + 1, size, sums);
    }
  }

  // Adds a sum of the user's expressions, whose coefficients may have any sign.
  void AddUserShape(const ModelShape& shape) {
    Sum sum;
    for (std::size_t t = 1; t < shape.terms.size(); ++t) {
      sum.terms.push_back(AddCandidate(shape.terms[t]));
    }
    sum.fit = FitOf(sum.terms, kRounds);
    if (sum.fit.is_solved && (sum.fit.is_positive || data_.is_sampled)) users_.push_back(std::move(sum));
  }

  // Returns the error of a sum; 0 if rounding explains it.
  double ErrorOf(const Sum& sum) const {
    return ScoreOf(sum.fit.error, 0, 0, data_.values, ModelOptions::ChooseBy::kError);
  }

  // Returns the best sum: more terms only if they are much better. The user's sums compete with it by their error.
  const Sum* BestSum() const {
    const Sum* best = nullptr;
    std::size_t size = 0;
    for (const Sum& sum : sums_) {
      if (sum.fit.least_t < kEachCounts) continue;
      const bool is_larger = best != nullptr && sum.terms.size() > size;
      if (best != nullptr && !(ErrorOf(sum) < (is_larger ? kMoreIsBetter : 1) * ErrorOf(*best))) continue;
      best = &sum;
      size = sum.terms.size();
    }
    for (const Sum& sum : users_) {
      if (best == nullptr || ErrorOf(sum) < ErrorOf(*best)) best = &sum;
    }
    return best;
  }

  // Returns the data with the weights of a robust fit, without the points that it left out.
  FitData Kept(const RobustFit& fit) const {
    FitData kept;
    kept.weighting = data_.weighting;
    kept.is_sampled = data_.is_sampled;
    for (std::size_t i = 0; i < data_.values.size(); ++i) {
      if (fit.weights[i] == 0) continue;
      kept.at.push_back(data_.at[i]);
      kept.values.push_back(data_.values[i]);
      kept.relative.push_back(data_.relative[i]);
      kept.weights.push_back(fit.weights[i]);
    }
    return kept;
  }

  std::optional<FittedShape> Refitted(const Sum& sum, const FitData& data) const {
    std::vector<ModelTerm> terms;
    for (const std::size_t term : sum.terms) terms.push_back(candidates_[term]);
    const bool is_user = !terms.empty() && terms.front().value != nullptr;
    return FitShape(SumOf(is_user ? "terms" : "pmnf", terms), data, options_.choose_by);
  }

  std::optional<ChosenShape> Choice() {
    const ModelShape constant{"constant", {{}}, 1};
    const Sum* const best = BestSum();
    const FitData data = best != nullptr ? Kept(best->fit) : data_;
    std::optional<FittedShape> flat = FitShape(constant, data, options_.choose_by);
    if (!flat) return std::nullopt;
    ChosenShape chosen;
    chosen.points = data.values.size();
    std::optional<FittedShape> fitted = best != nullptr ? Refitted(*best, data) : std::nullopt;
    const bool grows = fitted && BeatsConstant(*fitted, *flat, data.values.size(), static_cast<double>(looked_at_));
    chosen.has_no_growth = fitted && !grows;
    if (grows) chosen.outliers = best->fit.dropped;
    ListCandidates(fitted, *flat, data, chosen);
    chosen.best = grows ? std::move(*fitted) : std::move(*flat);
    chosen.error = chosen.least_error = chosen.best.fit.error;
    AddPlausibleSums(data, chosen);
    if (!grows) {
      for (std::size_t p = 0; p < data.at.front().size(); ++p) {
        std::vector<double> sizes;
        for (const std::vector<double>& at : data.at) sizes.push_back(at[p]);
        BoundChange(MakeTermTable(sizes, options_.forms, p), data, chosen);
      }
    }
    return chosen;
  }

  void ListCandidates(const std::optional<FittedShape>& fitted, const FittedShape& flat, const FitData& data,
                      ChosenShape& chosen) const {
    std::vector<FittedShape> listed = {flat};
    for (const std::vector<Sum>* sums : {&sums_, &users_}) {
      for (const Sum& sum : *sums) {
        std::optional<FittedShape> each = Refitted(sum, data);
        if (each && (!fitted || each->fit.terms != fitted->fit.terms)) listed.push_back(std::move(*each));
      }
    }
    std::ranges::stable_sort(listed, {}, &FittedShape::score);
    if (fitted) listed.insert(listed.begin(), *fitted);
    for (std::size_t i = 0; i < std::min(kBestSums, listed.size()); ++i) chosen.candidates.push_back(listed[i].fit);
  }

  void AddPlausibleSums(const FitData& data, ChosenShape& chosen) const {
    constexpr double kVarianceRatio = 3, kRoundingVariance = 1e-18;
    std::vector<FittedShape> fits =
        FitsWithOtherTerms(chosen.best.fit, all_terms_, data, options_.choose_by, kMayCount);
    fits.insert(fits.begin(), chosen.best);
    for (const Sum& sum : sums_) {
      std::optional<FittedShape> each = Refitted(sum, data);
      if (each && each->fit.terms != chosen.best.fit.terms) fits.push_back(std::move(*each));
    }
    double least = std::numeric_limits<double>::infinity();
    for (const FittedShape& fit : fits) least = std::min(least, RelativeVariance(fit, data));
    for (std::size_t i = 0; i < fits.size(); ++i) {
      const bool is_close = RelativeVariance(fits[i], data) <= kVarianceRatio * std::max(least, kRoundingVariance);
      if (i == 0 || is_close) chosen.owned.push_back(std::move(fits[i]));
    }
    for (const FittedShape& fit : chosen.owned) chosen.plausible.push_back(PlausibleOf(fit, data));
  }

  const ModelOptions& options_;
  const FitData& data_;
  std::vector<ModelTerm> candidates_;
  std::vector<std::vector<double>> columns_;  // by candidate
  std::vector<Sum> sums_, users_;
  std::vector<ModelTerm> all_terms_;             // of all parameters with lines; each has one factor
  std::vector<std::vector<ModelTerm>> to_scan_;  // by parameter with an effect
  // The least error of lines, in percent: that of the parameter whose lines are explained best.
  double line_error_ = std::numeric_limits<double>::infinity();
  std::size_t looked_at_ = 0;
};

}  // namespace

std::optional<ChosenShape> ChooseOfSeveral(const ModelOptions& options, std::vector<ModelShape> user_shapes,
                                           const FitData& data, bool& has_short_lines) {
  return SeveralParameters(options, data).Choose(std::move(user_shapes), has_short_lines);
}

}  // namespace profdiff
