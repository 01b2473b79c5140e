// SPDX-License-Identifier: GPL-3.0-or-later
// Checks all gates, the conditions of --fail-if. A gate that cannot fail is worse than none. What cannot be judged is
// therefore reported and does not count as passed: a name that matches no function, a condition on significance if
// there are too few samples for any verdict, and a condition whose value depends on what is unknown.
// Test: tests/unit/analyze/gate/check_test.cpp.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "analyze/gate/figures.h"
#include "profdiff/significance.h"
#include "values/amount_words.h"
#include "values/known_calls.h"
#include "values/unequal_loss.h"

namespace profdiff {
namespace {

using Names = std::span<const std::string>;
using NameOf = std::function<std::string(FunctionId)>;

// Returns the default condition, which is used if names but no gates are given: a significant slowdown. Event counts
// are not in seconds, so their limit of 0 has no unit.
Gate UsualGate(const SideTotals& totals) {
  const bool is_event = totals.is_exact && totals.dimension != "seconds";
  return Gate::Parse(is_event ? "self > 0 and significant" : "self > 0s and significant");
}

// Returns by FunctionId whether gates guard a function: true if its demangled or linkage name is in `names`, or if
// `names` is empty. Appends the names that no function has to `unknown`.
std::vector<bool> FindGuarded(Names names, const Difference& difference, const NameOf& name_of,
                              std::vector<std::string>& unknown) {
  std::vector<bool> is_guarded(difference.functions.size(), names.empty()), is_known(names.size());
  for (std::size_t f = 0; f < is_guarded.size() && !names.empty(); ++f) {
    const std::string name = name_of(FunctionId(f));
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] != name && names[i] != difference.match.functions.functions[f].name) continue;
      is_guarded[f] = is_known[i] = true;
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!is_known[i]) unknown.push_back(names[i]);
  }
  return is_guarded;
}

enum class Truth : std::uint8_t { kFalse, kTrue, kUnknown };

Truth TruthOf(const Gate& gate, const std::vector<Gate::Figures>& possible) {
  const bool first = gate.Holds(possible.front());
  const bool is_certain =
      std::ranges::all_of(possible, [&](const Gate::Figures& figures) { return gate.Holds(figures) == first; });
  return !is_certain ? Truth::kUnknown : first ? Truth::kTrue : Truth::kFalse;
}

class Checker {
 public:
  Checker(const GateSubject& subject, Names names, GateResults& results, const NameOf& name_of)
      : subject_(subject),
        names_(names),
        results_(results),
        is_guarded_(FindGuarded(names, subject.difference, name_of, results.unknown)) {}

  void Check(const Gate& gate) {
    gate.RequireUnit(subject_.difference.base);
    GateResult result;
    result.condition = gate.text();
    if (subject_.conclusion == nullptr) {
      CheckAsMeasured(gate, result);
    } else {
      CheckWithDoubts(gate, result);
    }
    results_.gates.push_back(std::move(result));
  }

 private:
  static void SetUnknown(GateResult& result, Message why) {
    result.outcome = GateOutcome::kUnknown;
    result.why = std::move(why);
  }

  // True if no function has any of the given names.
  bool GuardsNothing() const { return !names_.empty() && results_.unknown.size() == names_.size(); }

  // True if the gate requires significance, but none of the guarded functions can be significant, because there are too
  // few samples or the runs differ too much. Such a gate would accept every change.
  bool IsBlind(const Gate& gate) const {
    if (!gate.RisesWithSignificance() || subject_.significance == nullptr) return false;
    if (GuardsNothing()) return false;
    for (std::size_t f = 0; f < is_guarded_.size(); ++f) {
      if (is_guarded_[f] && gate.CanRise(*subject_.significance, FunctionId(f))) return false;
    }
    return true;
  }

  Message WhyBlind() const {
    if (subject_.significance->evidence == Evidence::kNone) {
      return Message("change cannot be distinguished from noise, so this condition checks nothing");
    }
    return Message(std::string(names_.empty() ? "no function" : "no named function") +
                   " could be significant, even with all its samples on one side, so this condition checks nothing: "
                   "more or longer runs are needed");
  }

  void FailOrBlind(const Gate& gate, GateResult& result) const {
    if (!result.offenders.empty()) {
      result.outcome = GateOutcome::kFailed;
    } else if (IsBlind(gate)) {
      result.blind = true;
      SetUnknown(result, WhyBlind());
    }
  }

  void CheckAsMeasured(const Gate& gate, GateResult& result) const {
    result.offenders = FindOffenders(gate, subject_.difference, subject_.significance);
    std::erase_if(result.offenders, [&](FunctionId f) { return !is_guarded_[f.value]; });
    FailOrBlind(gate, result);
  }

  // Returns the reason why the gate cannot be judged, for any of the functions; null if there is none.
  const Doubt* Obstacle(const Gate& gate) const {
    const auto prevents = [&](const Doubt& doubt) {
      if (doubt.code == DoubtCode::kNormalized) return gate.UsesProgram();
      const bool is_about_all = doubt.code == DoubtCode::kMisfit || doubt.code == DoubtCode::kNoFunction;
      return doubt.is_decisive && (is_about_all || gate.UsesTimes());
    };
    const auto found = std::ranges::find_if(subject_.conclusion->doubts, prevents);
    return found == subject_.conclusion->doubts.end() ? nullptr : &*found;
  }

  // Returns why a condition may or may not hold, depending on what is unknown.
  Message WhyUncertain(const Gate& gate, FunctionId function) const {
    const auto& [difference, significance, conclusion] = subject_;
    if (PossibleLoss(difference.base, difference.other).Any()) return WhyLoss();
    if (significance == nullptr) {
      return Message(ErrorCode::kUnsupported,
                     "this build cannot compute statistics: it was compiled without Boost.Math (Debian: libboost-dev)");
    }
    if (gate.UsesVerdictOnTotal() && function.valid() && significance->totals.empty()) {
      return Message(
          "inclusive times are estimates, propagated by counts of calls: whether noise explains their change is "
          "unknown");
    }
    return conclusion->why;
  }

  Message WhyLoss() const {
    const std::vector<Doubt>& doubts = subject_.conclusion->doubts;
    const auto loss = std::ranges::find(doubts, DoubtCode::kLoss, &Doubt::code);
    if (loss != doubts.end()) return loss->message;
    return Message("samples are missing, which could explain the difference or hide one");
  }

  void CheckWithDoubts(const Gate& gate, GateResult& result) const {
    const auto& [difference, significance, conclusion] = subject_;
    result.is_program = gate.IsOnlyProgram();
    if (const Doubt* obstacle = Obstacle(gate)) return SetUnknown(result, obstacle->message);
    if (gate.UsesCalls() && !CallsKnown(difference)) return SetUnknown(result, Message(WhyNoCalls(difference)));
    if (gate.UsesCalls() && (difference.base.loss.is_cut || difference.other.loss.is_cut)) {
      return SetUnknown(result, WhyLoss());
    }
    if (gate.UsesProgram() && CheckProgram(gate, result)) return;
    if (GuardsNothing()) return SetUnknown(result, Message("no function has any of the names"));
    CheckFunctions(gate, result);
  }

  // Checks whether the program's time alone decides. Returns true if it does.
  bool CheckProgram(const Gate& gate, GateResult& result) const {
    const Truth truth = TruthOf(gate, PossibleFigures(subject_, FunctionId()));
    if (truth == Truth::kTrue) {
      result.is_program = true;
      result.outcome = GateOutcome::kFailed;
      return true;
    }
    if (!result.is_program) return false;
    const bool could_not_fail = gate.RisesWithSignificance() && subject_.conclusion->kind == ConclusionKind::kUnknown;
    if (truth == Truth::kUnknown || could_not_fail) SetUnknown(result, WhyUncertain(gate, FunctionId()));
    return true;
  }

  void CheckFunctions(const Gate& gate, GateResult& result) const {
    FunctionId uncertain;
    for (FunctionId function : OrderByGrowth(subject_.difference)) {
      if (!is_guarded_[function.value]) continue;
      const Truth truth = TruthOf(gate, PossibleFigures(subject_, function));
      if (truth == Truth::kTrue) result.offenders.push_back(function);
      if (truth == Truth::kUnknown && !uncertain.valid()) uncertain = function;
    }
    FailOrBlind(gate, result);
    if (result.outcome != GateOutcome::kPassed) return;
    const SideTotals &base = subject_.difference.base, &other = subject_.difference.other;
    if (uncertain.valid()) {
      SetUnknown(result, WhyUncertain(gate, uncertain));
    } else if (gate.UsesTimes() && base.IsMostlyInNoFunction() && other.IsMostlyInNoFunction()) {
      SetUnknown(result, Message("most of the " + AmountWord(base.dimension) + " of both sides " +
                                 std::string(IsOrAre(base.dimension)) + " in no function"));
    }
  }

  const GateSubject& subject_;
  const Names names_;
  GateResults& results_;
  const std::vector<bool> is_guarded_;
};

GateResults CheckSubject(std::span<const Gate> gates, Names names, const GateSubject& subject, const NameOf& name_of) {
  GateResults results;
  Checker checker(subject, names, results, name_of);
  for (const Gate& gate : gates) checker.Check(gate);
  if (gates.empty() && !names.empty()) checker.Check(UsualGate(subject.difference.base));
  return results;
}

}  // namespace

GateResults CheckGates(std::span<const Gate> gates, Names names, const Difference& difference,
                       const Significance* significance, const NameOf& name_of) {
  return CheckSubject(gates, names, {difference, significance, nullptr}, name_of);
}

GateResults CheckGates(std::span<const Gate> gates, Names names, const Difference& difference,
                       const Significance* significance, const Conclusion& conclusion, const NameOf& name_of) {
  return CheckSubject(gates, names, {difference, significance, &conclusion}, name_of);
}

bool GatesNeedSignificance(std::span<const Gate> gates, Names names) {
  if (gates.empty()) return !names.empty();
  return std::ranges::any_of(gates, [](const Gate& gate) { return gate.NeedsSignificance(); });
}

}  // namespace profdiff
