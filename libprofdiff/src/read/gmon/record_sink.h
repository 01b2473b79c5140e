// SPDX-License-Identifier: GPL-3.0-or-later
// The receiver of a profile file's records, in file order.
#ifndef PROFDIFF_READ_GMON_RECORD_SINK_H_
#define PROFDIFF_READ_GMON_RECORD_SINK_H_

#include <cstdint>
#include <span>

#include "profdiff/gmon.h"

namespace profdiff {

enum class HistogramEnd {
  kWhole,   // all bins were read
  kCut,     // incomplete and ignored
  kPadded,  // incomplete; the missing bins are 0
};

// Largest number of arcs for which memory is reserved in advance. There is a limit because even a small (sparse) file
// can announce any number of arcs.
inline constexpr std::uint64_t kMostExpectedArcs = std::uint64_t{1} << 22;

class RecordSink {
 public:
  virtual ~RecordSink() = default;

  // Starts a histogram with `announced` bins; `outline` contains no bins. Returns the bins to which samples are added:
  // those of an earlier histogram if its properties are equal, otherwise an empty list.
  virtual Bins& OpenHistogram(const Histogram& outline, std::uint64_t announced) = 0;
  virtual void CloseHistogram(HistogramEnd end) = 0;

  // Announces the approximate number of arcs, if known.
  virtual void ExpectArcs(std::uint64_t count) = 0;
  virtual void AddArcs(std::span<const ArcRecord> arcs) = 0;

  virtual void AddBlock(const BlockRecord& block) = 0;
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_GMON_RECORD_SINK_H_
