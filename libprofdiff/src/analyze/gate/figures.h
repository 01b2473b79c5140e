// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of one function that a gate compares, and what else they could be.
#ifndef PROFDIFF_ANALYZE_GATE_FIGURES_H_
#define PROFDIFF_ANALYZE_GATE_FIGURES_H_

#include <string>
#include <vector>

#include "profdiff/difference.h"
#include "profdiff/significance.h"

namespace profdiff {

// What a gate is checked against. The pointers may be null.
struct GateSubject {
  const Difference& difference;
  const Significance* significance;
  const Conclusion* conclusion;
};

// Returns the verdict on inclusive time; if inclusive times are propagated and have no verdict, returns the verdict on
// self time.
const Verdict& VerdictOnTotal(const Significance& significance, FunctionId function);

// Returns the figures as measured. An invalid function stands for one without times and calls. Verdicts that are
// unknown are not significant.
Gate::Figures FiguresOf(const GateSubject& subject, FunctionId function);

// Returns all figures that the measurements allow: as measured; with the time that one side lost beyond the other's
// share, in proportion to its functions' times; if that is the base, also with all of this time in the function,
// because losses come in bursts; each with both values of each verdict that is unknown. Requires a conclusion.
std::vector<Gate::Figures> PossibleFigures(const GateSubject& subject, FunctionId function);

// Returns the functions that a flat listing has, by growth of self time, descending.
std::vector<FunctionId> OrderByGrowth(const Difference& difference);

// Returns the reason why calls are unknown.
std::string WhyNoCalls(const Difference& difference);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_GATE_FIGURES_H_
