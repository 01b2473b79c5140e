// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the text of a condition into steps, by recursive descent; the grammar is in profdiff/significance.h.
// Test: tests/unit/analyze/gate/gate_test.cpp.
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <vector>

#include "profdiff/error.h"
#include "profdiff/significance.h"

namespace profdiff {

class GateParser {
 public:
  GateParser(std::string_view text, Gate::Subject subject)
      : text_(text), of_threads_(subject == Gate::Subject::kThreads) {
    gate_.text_ = text;
  }

  Gate Parse() {
    ParseCondition();
    SkipBlanks();
    if (at_ < text_.size()) Fail("'and' or 'or' expected");
    return std::move(gate_);
  }

 private:
  static constexpr int kDeepest = 100;  // limit of nested brackets and "not", as the parser is recursive

  [[noreturn]] void Fail(const std::string& expected) const {
    throw Error(ErrorCode::kBadArgument,
                "condition '" + gate_.text_ + "': " + expected + " at '" + std::string(text_.substr(at_)) + "'");
  }

  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  static bool IsWordCharacter(char c) { return (c >= 'a' && c <= 'z') || c == '-'; }

  // Takes a word if it is the next whole word; for example, "only-base" does not match "only-baseline".
  bool TakeWord(std::string_view word) {
    SkipBlanks();
    if (text_.substr(at_, word.size()) != word) return false;
    if (at_ + word.size() < text_.size() && IsWordCharacter(text_[at_ + word.size()])) return false;
    at_ += word.size();
    return true;
  }

  bool Take(std::string_view sign) {
    SkipBlanks();
    if (text_.substr(at_, sign.size()) != sign) return false;
    at_ += sign.size();
    return true;
  }

  void Add(Gate::Kind kind) { gate_.steps_.push_back({kind, {}, {}, 0, false}); }

  void ParseCondition() {
    ParseAll();
    while (TakeWord("or")) {
      ParseAll();
      Add(Gate::Kind::kOr);
    }
  }

  void ParseAll() {
    const std::size_t first = gate_.steps_.size();
    ParseOne();
    while (TakeWord("and")) {
      ParseOne();
      Add(Gate::Kind::kAnd);
    }
    BindVerdicts(first);
  }

  // Determines, for each word "significant" from step `first` on, the verdict to which the word refers, unless this is
  // already determined: the verdict on self time, on inclusive time or on both, depending on the times that these steps
  // compare. If the steps compare no times, the enclosing "and" decides.
  void BindVerdicts(std::size_t first) {
    bool self = false, total = false;
    for (std::size_t i = first; i < gate_.steps_.size(); ++i) {
      const Gate::Step& step = gate_.steps_[i];
      if (step.kind != Gate::Kind::kCompare) continue;
      self = self || step.figure == Gate::Figure::kSelf;
      total = total || step.figure == Gate::Figure::kTotal;
    }
    if (!self && !total) return;
    while (!unbound_.empty() && unbound_.back() >= first) {
      if (total) {
        gate_.steps_[unbound_.back()].kind = self ? Gate::Kind::kBothSignificant : Gate::Kind::kTotalSignificant;
      }
      unbound_.pop_back();
    }
  }

  void ParseOne() {
    if (++depth_ > kDeepest) Fail("fewer nested parentheses expected");
    if (TakeWord("not")) {
      ParseOne();
      Add(Gate::Kind::kNot);
    } else if (Take("(")) {
      ParseCondition();
      if (!Take(")")) Fail("')' expected");
    } else if (!ParseWord()) {
      ParseComparison();
    }
    --depth_;
  }

  // Parses a condition that is a single word; returns false if the text does not continue with one. Conditions on
  // threads have no such words.
  bool ParseWord() {
    if (of_threads_) return false;
    if (TakeWord("significant")) {
      gate_.needs_significance_ = true;
      unbound_.push_back(gate_.steps_.size());
      Add(Gate::Kind::kSignificant);
    } else if (TakeWord("only-base")) {
      Add(Gate::Kind::kOnlyBase);
    } else if (TakeWord("only-other")) {
      Add(Gate::Kind::kOnlyOther);
    } else {
      return false;
    }
    return true;
  }

  Gate::Figure ParseThreadFigure() {
    if (TakeWord("beyond")) return Gate::Figure::kBeyond;
    if (TakeWord("change")) return Gate::Figure::kChange;
    if (TakeWord("noise")) return Gate::Figure::kNoise;
    Fail("beyond, change, noise, not or '(' expected");
  }

  Gate::Figure ParseFigure() {
    if (of_threads_) return ParseThreadFigure();
    if (TakeWord("self")) return Gate::Figure::kSelf;
    if (TakeWord("total")) return Gate::Figure::kTotal;
    if (TakeWord("calls")) return Gate::Figure::kCalls;
    if (TakeWord("program")) return Gate::Figure::kProgram;
    if (TakeWord("unmatched")) {
      gate_.needs_alignment_ = true;
      return Gate::Figure::kUnmatched;
    }
    Fail("self, total, calls, program, significant, only-base, only-other, not or '(' expected");
  }

  Gate::Relation ParseRelation() {
    if (Take(">=")) return Gate::Relation::kAtLeast;
    if (Take(">")) return Gate::Relation::kMore;
    if (Take("<=")) return Gate::Relation::kAtMost;
    if (Take("<")) return Gate::Relation::kLess;
    if (Take("!=")) return Gate::Relation::kUnequal;
    if (Take("==") || Take("=")) return Gate::Relation::kEqual;
    Fail("a comparison such as '>' expected");
  }

  double ParseNumber() {
    SkipBlanks();
    Take("+");
    double number = 0;
    // from_chars does not depend on the locale and does not accept a plus sign. Fixed notation is required, so that the
    // e of a unit is not read as an exponent.
    const char* begin = text_.data() + at_;
    auto result = std::from_chars(begin, text_.data() + text_.size(), number, std::chars_format::fixed);
    if (result.ec != std::errc() || !std::isfinite(number)) Fail("a number expected");
    at_ += static_cast<std::size_t>(result.ptr - begin);
    return number;
  }

  // Takes the word after a blank as the unit of an event, for example "Ir", "cache-misses" or "bytes".
  std::string_view TakeUnit() {
    constexpr std::string_view kMore = "-_:/.";
    const auto is_part = [&](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || kMore.find(c) != kMore.npos;
    };
    SkipBlanks();
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
  void ParseTimeUnit(Gate::Step& step) {
    std::string_view unit = "seconds";
    if (TakeWord("ms")) {
      step.number *= 1e-3;
    } else if (TakeWord("us")) {
      step.number *= 1e-6;
    } else if (!TakeWord("s")) {
      unit = TakeUnit();
      if (unit.empty() && step.number != 0) Fail("a unit expected, s, ms, us or %,");
    }
    if (unit.empty()) return;
    // A profile has times in one unit, so a condition with two units could never be evaluated.
    if (!gate_.unit_.empty() && gate_.unit_ != unit) Fail("the same unit expected");
    gate_.unit_ = unit;
  }

  void ParseComparison() {
    Gate::Step step;
    step.figure = ParseFigure();
    step.relation = ParseRelation();
    step.number = ParseNumber();
    const bool counts = step.figure == Gate::Figure::kCalls || step.figure == Gate::Figure::kUnmatched;
    if (of_threads_) {
      // Values in conditions on threads are from 0 to 1 and have no unit.
    } else if (Take("%")) {
      step.percent = true;
    } else if (!counts) {
      ParseTimeUnit(step);
    }
    gate_.steps_.push_back(step);
  }

  std::string_view text_;
  bool of_threads_ = false;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<std::size_t> unbound_;  // indices of steps "significant" that are not bound to a time yet
  Gate gate_;
};

Gate Gate::Parse(std::string_view text, Subject subject) { return GateParser(text, subject).Parse(); }

}  // namespace profdiff
