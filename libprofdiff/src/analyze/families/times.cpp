// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates the times of members (interchangeable implementations). Members with a time of 0 or less are excluded: a
// model of measured data can be negative for some inputs, and the member would otherwise be chosen for these inputs.
// For example, -963 + 0.315 Q, a published model of the Godunov method, is negative for Q below 3057.
// Tests: tests/cli/select/run.py.
#include "analyze/families/times.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "profdiff/error.h"

namespace profdiff {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

const Expression& TimeOf(const MemberFamily& family, const FamilyMember& member, const std::string& method) {
  if (member.times.empty()) {
    throw Error(ErrorCode::kBadArgument, family.name + "=" + member.name + " needs the model of '" + member.model + "'",
                {}, {}, {RemedyKind::kNameModels, {}});
  }
  for (const auto& [name, time] : member.times) {
    // A time without a method applies to every method.
    if (name.empty() || name == method) return time;
  }
  throw Error(ErrorCode::kBadArgument, family.name + "=" + member.name + " has no time for " +
                                           (method.empty() ? "a call without a method: add \"calls\" to the file"
                                                           : "the method '" + method + "'"));
}

}  // namespace

MemberTimes::MemberTimes(const Families& families, const std::vector<std::string>& names) : families_(families) {
  // If the file lists no calls, each family is called once; otherwise, families without calls are ignored.
  std::vector<FamilyCall> calls;
  if (families.calls) {
    calls = *families.calls;
  } else {
    for (std::size_t i = 0; i < families.families.size(); ++i) calls.push_back({i, {}, ParseExpression("1"), {}});
  }
  for (const FamilyCall& call : calls) significant_.push_back(call.family);
  std::ranges::sort(significant_);
  significant_.erase(std::unique(significant_.begin(), significant_.end()), significant_.end());
  variable_of_.resize(families.families.size(), kNone);
  for (std::size_t i = 0; i < significant_.size(); ++i) variable_of_[significant_[i]] = i;
  for (const FamilyCall& call : calls) calls_.push_back(MakeCall(call, names));
  if (families.fixed) fixed_ = CompileExpression(*families.fixed, names);
  for (const MemberInteraction& each : families.interactions) {
    const bool matters = variable_of_[each.first.family] != kNone && variable_of_[each.second.family] != kNone;
    Formula time = CompileExpression(each.time, names);
    if (matters) interactions_.emplace_back(&each, std::move(time));
  }
}

MemberTimes::Call MemberTimes::MakeCall(const FamilyCall& call, const std::vector<std::string>& names) {
  Call made{CompileExpression(call.count, names), {}, {}, variable_of_[call.family]};
  std::vector<std::string> inner = names;
  for (const auto& [name, value] : call.inputs) {
    // Inputs of a call override names from outside the call. The values of these inputs are evaluated with the names
    // from outside.
    const auto found = std::ranges::find(inner, name);
    made.inputs.emplace_back(static_cast<std::size_t>(found - inner.begin()), CompileExpression(value, names));
    if (found == inner.end()) inner.push_back(name);
  }
  const MemberFamily& family = families_.families[call.family];
  for (const FamilyMember& member : family.members) {
    made.times.push_back(CompileExpression(TimeOf(family, member, call.method), inner));
  }
  return made;
}

TimedProblem MemberTimes::Evaluate(const std::vector<double>& values) {
  TimedProblem problem;
  for (const std::size_t family : significant_) {
    problem.choice.own.emplace_back(families_.families[family].members.size(), 0.0);
  }
  for (Call& call : calls_) {
    // The negated comparison rejects NaN as well.
    const double count = call.count.Value(values);
    if (!(count >= 0)) throw Error(ErrorCode::kBadArgument, "a count of calls is undefined or below 0", families_.path);
    std::vector<double> inner = values;
    for (auto& [at, input] : call.inputs) {
      if (at >= inner.size()) inner.resize(at + 1);
      inner[at] = input.Value(values);
    }
    for (std::size_t member = 0; member < call.times.size(); ++member) {
      const double time = call.times[member].Value(inner);
      problem.choice.own[call.variable][member] += time > 0 ? count * time : ChoiceProblem::kNever;
    }
  }
  for (std::size_t i = 0; i < significant_.size(); ++i) {
    const MemberFamily& family = families_.families[significant_[i]];
    for (std::size_t member = 0; member < family.members.size(); ++member) {
      double& time = problem.choice.own[i][member];
      // The product of 0 calls and an infinite time is NaN.
      if (std::isnan(time)) time = ChoiceProblem::kNever;
      if (time == ChoiceProblem::kNever) problem.flags.push_back("negative: " + family.members[member].name);
    }
  }
  for (auto& [each, compiled] : interactions_) {
    // The problem has one table for each pair of variables, with the smaller variable first. Several interactions of
    // one pair are added up in its table.
    const bool in_order = variable_of_[each->first.family] < variable_of_[each->second.family];
    const MemberId &a = in_order ? each->first : each->second, &b = in_order ? each->second : each->first;
    const std::size_t first = variable_of_[a.family], second = variable_of_[b.family];
    auto& pairs = problem.choice.pairs;
    auto pair = std::ranges::find_if(
        pairs, [&](const ChoiceProblem::Pair& known) { return known.first == first && known.second == second; });
    const std::size_t width = problem.choice.own[second].size();
    if (pair == pairs.end()) {
      pair = pairs.insert(pair, {first, second, std::vector<double>(problem.choice.own[first].size() * width)});
    }
    const double time = compiled.Value(values);
    pair->times[a.member * width + b.member] += time >= 0 ? time : ChoiceProblem::kNever;
    if (time >= 0) continue;
    problem.flags.push_back("negative: " + families_.families[a.family].members[a.member].name + ", " +
                            families_.families[b.family].members[b.member].name);
  }
  if (fixed_) problem.fixed = fixed_->Value(values);
  if (!(problem.fixed >= 0))
    throw Error(ErrorCode::kBadArgument, "fixed: the time is undefined or below 0", families_.path);
  return problem;
}

}  // namespace profdiff
