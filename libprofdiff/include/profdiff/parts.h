// SPDX-License-Identifier: GPL-3.0-or-later
// Measures a recording of many ranks part by part, to save memory or to use several processes.
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

// Measures a trace part by part, in one process or in several. Of each part only sums and MPI calls are kept; all parts
// together give the measurements that MeasureTrace finds.
class PROFDIFF_EXPORT MeasuredParts {
 public:
  explicit MeasuredParts(MeasureOptions options = {});
  ~MeasuredParts();
  MeasuredParts(MeasuredParts&&) noexcept;
  MeasuredParts& operator=(MeasuredParts&&) noexcept;

  // Adds a part, whose ranks are in no other part. `place` orders the parts: it is the rank. The trace that
  // ReadTraceByRank returns has no place; if several are added, the paths and damage of the first are used. Errors:
  // those of MeasureTrace.
  void Add(const Trace& part, std::optional<std::uint32_t> place);

  // Serializes all parts added so far, for Unpack in another process of the same program.
  std::string Pack();
  // Adds the parts that another process packed. Errors: kBadTrace for any other bytes.
  void Unpack(std::string_view bytes);

  // Consumes the parts. Errors: those of MeasureTrace; kBadTrace if no part was usable.
  Measurements Measure();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Reads ranks of a trace and adds them to `parts`. `wants` selects ranks; if it is empty, all are read. Errors: those
// of ReadTrace and MeasureTrace.
PROFDIFF_EXPORT void LoadMeasuredParts(const std::string& path, const MeasureOptions& options,
                                       const std::function<bool(std::uint32_t rank)>& wants, MeasuredParts& parts);

}  // namespace profdiff

#endif  // PROFDIFF_PARTS_H_
