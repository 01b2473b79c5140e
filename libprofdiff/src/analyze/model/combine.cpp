// SPDX-License-Identifier: GPL-3.0-or-later
// Forms of several parameters. Trying all pairs of 42 terms would be slow, and the best pair would often fit noise.
// Like Extra-P, this code finds the three best terms of each parameter along lines (points that differ only in that
// parameter), and combines these terms into a few forms.
// Source: Calotoiu, Beckingsale, Earl, Hoefler, Karlin, Schulz, Wolf, Fast Multi-Parameter Performance Modeling.
// Tests: tests/unit/analyze/model/choose_test.cpp.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyze/model/choose.h"

namespace profdiff {
namespace {

// Lines should have kLongLine points. The minimum is kShortestLine: with three points, a constant and a term leave one
// degree of freedom, so that a leave-one-out error can be computed.
constexpr std::size_t kBest = 3, kLongLine = 5, kShortestLine = 3, kMostTerms = 3;

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
  for (const std::size_t i : line) {
    part.at.push_back(data.at[i]);
    part.values.push_back(data.values[i]);
    part.relative.push_back(data.relative[i]);
    part.weights.push_back(data.weights[i]);
  }
  return part;
}

// Returns the score of a term over all lines, or nullopt if the term cannot be fitted to one of the lines. Each line is
// weighted by its number of points: a root mean square is squared and multiplied by this number, a mean is multiplied
// by it, and a sum of squares is used as it is.
std::optional<double> ScoreOn(const std::vector<FitData>& lines, const ModelFactor& factor,
                              ModelOptions::ChooseBy choose_by) {
  const ModelShape shape{"pmnf", {{}, {{factor}, {}}}, kShortestLine};
  double sum = 0;
  for (const FitData& line : lines) {
    const std::optional<FittedShape> fit = FitShape(shape, line, choose_by);
    if (!fit) return std::nullopt;
    const auto points = static_cast<double>(line.values.size());
    if (choose_by == ModelOptions::ChooseBy::kError) sum += points * fit->score * fit->score;
    if (choose_by == ModelOptions::ChooseBy::kSmape) sum += points * fit->score;
    if (choose_by == ModelOptions::ChooseBy::kRss) sum += fit->score;
  }
  return sum;
}

class Combiner {
 public:
  Combiner(const ModelOptions& options, const FitData& data) : options_(options), data_(data) {}

  ShapeList Make(bool& has_short_lines) {
    list_.shapes.push_back({"constant", {{}}, 1});
    const std::size_t parameters = data_.at.front().size();
    for (std::size_t p = 0; p < parameters; ++p) best_.push_back(BestOf(p, has_short_lines));
    Choose({}, 0);
    list_.looked_at += list_.shapes.size() - 1;
    return std::move(list_);
  }

 private:
  std::vector<ModelFactor> BestOf(std::size_t parameter, bool& has_short_lines) {
    std::vector<Line> lines = LinesOf(data_, parameter);
    std::size_t longest = 0;
    for (const Line& line : lines) longest = std::max(longest, line.size());
    if (longest < kLongLine) has_short_lines = true;
    if (longest < kShortestLine) return {};
    // Uses only lines with at least the wanted number of points, because many terms would fit shorter lines well.
    const std::size_t wanted = std::min(longest, kLongLine);
    std::vector<FitData> parts;
    for (const Line& line : lines) {
      if (line.size() >= wanted) parts.push_back(DataOf(data_, line));
    }
    // Leaves out logarithms if a parameter has values below 1, where a logarithm is negative and its square decreases:
    // models describe growth.
    const bool has_logarithms = std::ranges::all_of(data_.at, [&](const auto& at) { return at[parameter] >= 1; });
    std::vector<std::pair<double, ModelFactor>> scored;
    for (const ModelFactor& factor : FactorsOf(options_.forms, parameter, has_logarithms)) {
      ++list_.looked_at;
      if (const auto score = ScoreOn(parts, factor, options_.choose_by)) scored.push_back({*score, factor});
    }
    std::ranges::stable_sort(scored, {}, &std::pair<double, ModelFactor>::first);
    std::vector<ModelFactor> best;
    for (std::size_t i = 0; i < std::min(kBest, scored.size()); ++i) best.push_back(scored[i].second);
    return best;
  }

  // Makes all combinations with one of the best terms of each parameter.
  void Choose(std::vector<ModelFactor> chosen, std::size_t parameter) {
    if (parameter == best_.size()) return AddShapes(chosen);
    if (best_[parameter].empty()) return Choose(chosen, parameter + 1);
    for (const ModelFactor& factor : best_[parameter]) {
      std::vector<ModelFactor> more = chosen;
      more.push_back(factor);
      Choose(std::move(more), parameter + 1);
    }
  }

  // Adds products of the terms, and sums of these products; for two terms A and B, these are AB, A + B, A + AB and so
  // on. These shapes are Extra-P's hypotheses for several parameters. Sums of three products are used only for three
  // parameters.
  void AddShapes(const std::vector<ModelFactor>& factors) {
    std::vector<ModelTerm> products;
    for (unsigned subset = 1; subset < 1U << factors.size(); ++subset) {
      products.push_back({.factors = SubsetOf(factors, subset)});
    }
    const std::size_t most = factors.size() < 3 ? 2 : kMostTerms;
    for (unsigned subset = 1; subset < 1U << products.size(); ++subset) {
      const std::vector<ModelTerm> terms = SubsetOf(products, subset);
      if (terms.size() <= most && known_.insert(terms).second) list_.shapes.push_back(SumOf("pmnf", terms));
    }
  }

  const ModelOptions& options_;
  const FitData& data_;
  ShapeList list_;
  std::vector<std::vector<ModelFactor>> best_;  // best terms, by parameter
  std::set<std::vector<ModelTerm>> known_;
};

}  // namespace

ShapeList ShapesOfSeveral(const ModelOptions& options, const FitData& data, bool& has_short_lines) {
  return Combiner(options, data).Make(has_short_lines);
}

}  // namespace profdiff
