// SPDX-License-Identifier: GPL-3.0-or-later
// Where the records of a profile file go while it is read, in the order of the file.
#ifndef PROFDIFF_READ_PROFILE_RECORD_SINK_H_
#define PROFDIFF_READ_PROFILE_RECORD_SINK_H_

#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/gmon.h"

namespace profdiff {

enum class HistogramEnd {
  kWhole,   // it has got all its bins
  kCut,     // it has not, and does not count
  kPadded,  // it has not; what it has counts, the others are 0
};

// Room for more arcs is taken only when there are more: what announces them can be a file with a hole.
inline constexpr std::uint64_t kMostExpectedArcs = std::uint64_t{1} << 22;

class RecordSink {
 public:
  virtual ~RecordSink() = default;

  // A histogram that announces that many bins; `outline` has none. Samples are added to the bins that this returns:
  // all of them, or none yet.
  virtual Bins& OpenHistogram(const Histogram& outline, std::uint64_t announced) = 0;
  virtual void CloseHistogram(HistogramEnd end) = 0;

  // About that many arcs follow, if any can be told.
  virtual void ExpectArcs(std::uint64_t count) = 0;
  virtual void AddArcs(std::span<const ArcRecord> arcs) = 0;

  virtual void AddBlock(const BlockRecord& block) = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_RECORD_SINK_H_
