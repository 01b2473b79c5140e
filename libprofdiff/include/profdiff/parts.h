// SPDX-License-Identifier: GPL-3.0-or-later
// A recording of many ranks, measured part by part: in little memory, or by several processes.
#ifndef PROFDIFF_PARTS_H_
#define PROFDIFF_PARTS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "profdiff/export.h"
#include "profdiff/properties.h"
#include "profdiff/trace.h"

namespace profdiff {

// Measurements of a trace whose parts are read one by one, maybe by several processes. Of each part only sums and calls
// of MPI are kept; all together have the measurements that MeasureTrace finds.
class PROFDIFF_EXPORT MeasuredParts {
 public:
  explicit MeasuredParts(MeasureOptions options = {});
  ~MeasuredParts();
  MeasuredParts(MeasuredParts&&) noexcept;
  MeasuredParts& operator=(MeasuredParts&&) noexcept;

  // Adds a part, whose ranks no other part has, with a place among the others: its rank. A part without a place is what
  // ReadTraceByRank returns; of several such the first one's paths and damages count. Errors: those of MeasureTrace.
  void Add(const Trace& part, std::optional<std::uint32_t> place);

  // What was added so far, for Unpack in another process of the same program.
  std::string Pack();
  // Adds what another process packed. Errors: kBadTrace for other bytes.
  void Unpack(std::string_view bytes);

  // The parts are gone afterwards. Errors: those of MeasureTrace; kBadTrace where nothing could be used.
  Measurements Measure();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Adds ranks of a trace to parts; `wants` says which, and none means all. Errors: those of ReadTrace and MeasureTrace.
PROFDIFF_EXPORT void LoadMeasuredParts(const std::string& path, const MeasureOptions& options,
                                       const std::function<bool(std::uint32_t rank)>& wants, MeasuredParts& parts);

}  // namespace profdiff

#endif  // PROFDIFF_PARTS_H_
