// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a condition: its comparisons and flags, which "and", "or", "not" and parentheses join. The grammar is in
// profdiff/significance.h.
// Test: tests/unit/analyze/gate/gate_test.cpp.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/significance.h"
#include "values/expression_parser.h"

namespace profdiff {

class GateParser final : public TextWords {
 public:
  GateParser(std::string_view text, Gate::Subject subject)
      : TextWords(text), of_threads_(subject == Gate::Subject::kThreads) {
    gate_.text_ = text;
  }

  Gate Parse() {
    gate_.terms_ = ParsePostfix(*this, kGateOperators);
    if (!rest().empty()) Fail("'and' or 'or' expected");
    BindVerdicts();
    return std::move(gate_);
  }

  // Also finds the ends of conditions that "and" joins, which decide what "significant" refers to.
  bool Take(std::string_view word) override {
    if (!TextWords::Take(word)) return false;
    if (word == "or" || word == ")") BindVerdicts();
    if (word == ")") firsts_.pop_back();
    if (word == "or") firsts_.back() = gate_.conditions_.size();
    if (word == "(") firsts_.push_back(gate_.conditions_.size());
    return true;
  }

  ExpressionTerm TakeValue() override {
    const std::size_t number = gate_.conditions_.size();
    Gate::Condition condition;
    if (!of_threads_ && Take("significant")) {
      unbound_.push_back(number);
    } else if (!of_threads_ && Take("only-base")) {
      TakeOneSided(&Gate::Figures::only_base, &Gate::Figures::base_alone, condition);
    } else if (!of_threads_ && Take("only-other")) {
      TakeOneSided(&Gate::Figures::only_other, &Gate::Figures::other_alone, condition);
    } else {
      TakeComparison(TakeFigure(), condition);
    }
    gate_.conditions_.push_back(condition);
    return {.number = static_cast<double>(number)};
  }

  [[noreturn]] void Refuse(ExpressionMistake mistake, std::uint32_t /*position*/) override {
    if (mistake == ExpressionMistake::kTooDeep) Fail("fewer nested parentheses expected");
    if (mistake == ExpressionMistake::kTooLong) Fail("fewer conditions expected");
    Fail("')' expected");
  }

 private:
  [[noreturn]] void Fail(const std::string& expected) const {
    throw Error(ErrorCode::kBadArgument,
                "condition '" + gate_.text_ + "': " + expected + " at '" + std::string(rest()) + "'");
  }

  // Determines, for each word "significant" since the last "or" or open parenthesis, the verdicts to which the word
  // refers, unless this is already determined: those on the times that are compared there. If no times are compared,
  // the enclosing "and" decides.
  void BindVerdicts() {
    const std::size_t first = firsts_.back();
    const auto compares = [&](Gate::Growth Gate::Figures::*figure) {
      return std::any_of(gate_.conditions_.begin() + static_cast<std::ptrdiff_t>(first), gate_.conditions_.end(),
                         [figure](const Gate::Condition& each) { return each.figure == figure; });
    };
    const bool self = compares(&Gate::Figures::self), total = compares(&Gate::Figures::total),
               program = compares(&Gate::Figures::program);
    if (!self && !total && !program) return;
    for (; !unbound_.empty() && unbound_.back() >= first; unbound_.pop_back()) {
      Gate::Condition& condition = gate_.conditions_[unbound_.back()];
      condition.of_self = self;
      condition.of_total = total;
      condition.of_program = program;
    }
  }

  Gate::Growth Gate::Figures::*TakeFigure() {
    using Figures = Gate::Figures;
    struct Known {
      std::string_view word;
      Gate::Growth Figures::*figure;
      bool of_threads;
    };
    constexpr Known kFigures[] = {{"self", &Figures::self, false},           {"total", &Figures::total, false},
                                  {"calls", &Figures::calls, false},         {"program", &Figures::program, false},
                                  {"unmatched", &Figures::unmatched, false}, {"beyond", &Figures::beyond, true},
                                  {"change", &Figures::change, true},        {"noise", &Figures::noise, true}};
    for (const Known& known : kFigures) {
      if (known.of_threads == of_threads_ && Take(known.word)) return known.figure;
    }
    if (of_threads_) Fail("beyond, change, noise, not or '(' expected");
    Fail("self, total, calls, program, significant, only-base, only-other, not or '(' expected");
  }

  ExpressionTerm::Kind TakeRelation() {
    const ExpressionOperator* const relation = NextOperator(*this, kGateRelations, 2);
    if (relation == nullptr) Fail("a comparison such as '>' expected");
    Take(relation->text);
    return relation->kind;
  }

  double TakeNumber() {
    Take("+");
    double number = 0;
    // from_chars does not depend on the locale and does not accept a plus sign. Fixed notation is required, so that the
    // e of a unit is not read as an exponent.
    const std::string_view text = rest();
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (result.ec != std::errc() || !std::isfinite(number)) Fail("a number expected");
    at_ += static_cast<std::size_t>(result.ptr - text.data());
    return number;
  }

  // Takes the word after a blank as the unit of an event, for example "Ir", "cache-misses" or "bytes".
  std::string_view TakeUnit() {
    constexpr std::string_view kMore = "-_:/.";
    const auto is_part = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || kMore.find(c) != kMore.npos;
    };
    Position();
    // A blank is required before the unit: otherwise "5x" would be read as 5 of an event x, and a misspelled unit would
    // not be found.
    const bool is_apart = text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t';
    std::size_t end = at_;
    while (end < text_.size() && is_part(text_[end])) ++end;
    const std::string_view word = text_.substr(at_, end - at_);
    if (!is_apart || word == "and" || word == "or") return {};
    at_ = end;
    return word;
  }

  // Parses the unit of a time. A limit of 0 needs no unit.
  void TakeTimeUnit(double& number) {
    std::string_view unit = "seconds";
    if (Take("ms")) {
      number *= 1e-3;
    } else if (Take("us")) {
      number *= 1e-6;
    } else if (!Take("s")) {
      unit = TakeUnit();
      if (unit.empty() && number != 0) Fail("a unit expected, s, ms, us or %,");
    }
    if (unit.empty()) return;
    // A profile has times in one unit, so a condition with two units could never be evaluated.
    if (!gate_.unit_.empty() && gate_.unit_ != unit) Fail("the same unit expected");
    gate_.unit_ = unit;
  }

  // A relation makes the word a number of calls.
  void TakeOneSided(bool Gate::Figures::*flag, Gate::Growth Gate::Figures::*figure, Gate::Condition& condition) {
    if (NextOperator(*this, kGateRelations, 2) == nullptr) {
      condition.flag = flag;
    } else {
      TakeComparison(figure, condition);
    }
  }

  void TakeComparison(Gate::Growth Gate::Figures::*figure, Gate::Condition& condition) {
    using Figures = Gate::Figures;
    condition.figure = figure;
    condition.relation = TakeRelation();
    condition.number = TakeNumber();
    // Values in conditions on threads are from 0 to 1 and have no unit.
    condition.percent = !of_threads_ && Take("%");
    const auto is = [figure](Gate::Growth Figures::*other) { return figure == other; };
    const bool counts =
        is(&Figures::calls) || is(&Figures::unmatched) || is(&Figures::base_alone) || is(&Figures::other_alone);
    if (!of_threads_ && !condition.percent && !counts) TakeTimeUnit(condition.number);
  }

  const bool of_threads_;
  std::vector<std::size_t> firsts_ = {0};  // for each open parenthesis, and outside: first condition of its last "and"
  std::vector<std::size_t> unbound_;       // indices of verdicts that are not bound to a time yet
  Gate gate_;
};

Gate Gate::Parse(std::string_view text, Subject subject) { return GateParser(text, subject).Parse(); }

}  // namespace profdiff
