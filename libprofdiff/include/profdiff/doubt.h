// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons to doubt the numbers of an execution or of a difference.
#ifndef PROFDIFF_DOUBT_H_
#define PROFDIFF_DOUBT_H_

#include <cstdint>
#include <string_view>

#include "profdiff/error.h"
#include "profdiff/export.h"

namespace profdiff {

// What is doubtful. WordOf() returns the word that documents use.
enum class DoubtCode : std::uint8_t {
  kCaveat,        // any other limit of the numbers
  kNoTimes,       // a side has no times
  kUnits,         // the sides are measured in different units
  kNoSamples,     // there are no samples to judge
  kMisfit,        // a profile does not fit its program
  kNoFunction,    // time of samples is in no function
  kNormalized,    // the times of a side were multiplied, so that both totals are equal
  kNoise,         // the size of noise is unknown
  kNoStatistics,  // this build of the library cannot judge
  kUnknownUnit,   // the values may be times in an unknown unit instead of numbers of samples
  kLoss,          // samples were lost, or a file ends early
};

struct Doubt {
  DoubtCode code = DoubtCode::kCaveat;
  Message message;
  // True if the doubt leaves nothing to conclude about times. A doubt about missing time is never decisive by itself:
  // it matters only where the missing time (SideTotals::missing_seconds) could change the conclusion.
  bool is_decisive = false;
};

// Returns the name of a code, for example "noFunction".
PROFDIFF_EXPORT std::string_view WordOf(DoubtCode code);

}  // namespace profdiff

#endif  // PROFDIFF_DOUBT_H_
