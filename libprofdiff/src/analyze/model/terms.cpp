// SPDX-License-Identifier: GPL-3.0-or-later
// Forms made from users' terms. Users can thus try terms that no built-in form has, such as "if(8*n > cache, n, 0)",
// which is 0 unless the data exceed a cache.
// Tests: tests/unit/analyze/model/models_test.cpp.
#include "analyze/model/terms.h"

#include <algorithm>
#include <utility>

namespace profdiff {
namespace {

constexpr std::size_t kMostInSum = 3;

// True if every name in the expression is a parameter of the series or has a known value.
bool HasNames(const Expression& expression, const std::vector<std::string>& parameters, const NamedValues& known) {
  return std::ranges::all_of(NamesIn(expression), [&](const std::string& name) {
    return known.contains(name) || std::ranges::find(parameters, name) != parameters.end();
  });
}

ModelTerm TermOf(const std::shared_ptr<const Expression>& expression, const std::vector<std::string>& parameters,
                 const NamedValues& known) {
  // The closure copies all names and values, because the terms of a model outlive the observations.
  auto value = [expression, parameters, values = known](std::span<const double> at) mutable {
    for (std::size_t i = 0; i < parameters.size(); ++i) values[parameters[i]] = at[i];
    return EvaluateExpression(*expression, values);
  };
  return {{}, expression->text, std::make_shared<const ModelTerm::Value>(std::move(value))};
}

}  // namespace

std::vector<std::shared_ptr<const Expression>> ParseTerms(const ModelOptions& options) {
  if (options.terms.empty()) return {};
  if (options.terms.size() > kMostUserTerms) {
    throw Error(ErrorCode::kBadArgument, "more than " + std::to_string(kMostUserTerms) + " terms", {}, {},
                {RemedyKind::kSetTerms, {}});
  }
  std::vector<std::shared_ptr<const Expression>> parsed;
  for (const std::string& term : options.terms) {
    parsed.push_back(std::make_shared<const Expression>(ParseExpression(term, {{}, {}, {RemedyKind::kSetTerms, {}}})));
  }
  return parsed;
}

std::vector<ModelShape> ShapesOfTerms(const std::vector<std::shared_ptr<const Expression>>& expressions,
                                      const std::vector<std::string>& parameters, const NamedValues& known) {
  std::vector<ModelTerm> terms;
  for (const auto& expression : expressions) {
    if (HasNames(*expression, parameters, known)) terms.push_back(TermOf(expression, parameters, known));
  }
  std::vector<ModelShape> shapes;
  // Each bit mask represents a subset of the terms. kMostUserTerms limits the number of subsets to 255.
  for (unsigned subset = 1; subset < 1U << terms.size(); ++subset) {
    const std::vector<ModelTerm> chosen = SubsetOf(terms, subset);
    if (chosen.size() <= kMostInSum) shapes.push_back(SumOf("terms", chosen));
  }
  return shapes;
}

}  // namespace profdiff
