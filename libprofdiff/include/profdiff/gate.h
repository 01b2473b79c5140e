// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions on a difference under which a change should not be merged.
#ifndef PROFDIFF_GATE_H_
#define PROFDIFF_GATE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/export.h"
#include "profdiff/significance.h"

namespace profdiff {

// A condition that is asked of each function, as in "self > +5% and self > 0.05s and significant".
//
//   condition  = all { "or" all }
//   all        = one { "and" one }
//   one        = "not" one | "(" condition ")" | comparison | "significant" | "only-base" | "only-other"
//   comparison = ("self" | "total" | "calls" | "program" | "unmatched") (">" | ">=" | "<" | "<=" | "=" | "!=") number
//   unit unit       = "%" | "s" | "ms" | "us" | nothing, which is for calls
//
// All figures are growth: what the other execution has more than the base. A percentage is of the base's figure; of
// what the base has not it is without bound. "program" is the self time of all functions, whichever is asked.
// "unmatched" is for traces alone: the calls of both sides that are no partners, a percentage is of all of them.
class PROFDIFF_EXPORT Gate {
 public:
  // What a condition asks of a function.
  struct Growth {
    double base = 0;  // seconds or calls
    double more = 0;  // what the other side has more
  };
  struct Figures {
    Growth self, total, calls, program, unmatched;
    bool only_base = false, only_other = false, significant = false;
  };

  // Errors: kBadArgument; message() shows where the text stops making sense.
  static Gate Parse(std::string_view text);

  const std::string& text() const { return text_; }
  bool NeedsSignificance() const { return needs_significance_; }
  // True if the condition can hold of a function because it is significant: "significant" is not under "not" alone.
  bool RisesWithSignificance() const;
  bool NeedsAlignment() const { return needs_alignment_; }

  bool Holds(const Figures& figures) const;
  // `significance` may be null if it is not needed.
  bool Holds(const Difference& difference, const Significance* significance, FunctionId function) const;

 private:
  friend class GateParser;

  enum class Kind : std::uint8_t { kAnd, kOr, kNot, kSignificant, kOnlyBase, kOnlyOther, kCompare };
  enum class Figure : std::uint8_t { kSelf, kTotal, kCalls, kProgram, kUnmatched };
  enum class Relation : std::uint8_t { kMore, kAtLeast, kLess, kAtMost, kEqual, kUnequal };

  // Conditions stand behind what they are made of.
  struct Step {
    Kind kind = Kind::kCompare;
    Figure figure = Figure::kSelf;
    Relation relation = Relation::kMore;
    double number = 0;  // seconds, calls or percent
    bool percent = false;
  };

  static bool Compare(const Step& step, const Figures& figures);

  std::string text_;
  std::vector<Step> steps_;
  bool needs_significance_ = false;
  bool needs_alignment_ = false;
};

// The functions for which a gate's condition holds, those that grew most first.
PROFDIFF_EXPORT std::vector<FunctionId> FindOffenders(const Gate& gate, const Difference& difference,
                                                      const Significance* significance);

}  // namespace profdiff

#endif  // PROFDIFF_GATE_H_
