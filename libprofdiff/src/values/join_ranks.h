// SPDX-License-Identifier: GPL-3.0-or-later
// Joins ranks that were read one by one.
// Tests: tests/unit/read/trace/trace_file_test.cpp.
#ifndef PROFDIFF_VALUES_JOIN_RANKS_H_
#define PROFDIFF_VALUES_JOIN_RANKS_H_

#include "profdiff/trace.h"
#include "values/name_table.h"
#include "values/value_names.h"

namespace profdiff {

class RankJoiner {
 public:
  // Adds the trace of one rank. Ranks must be added in ascending order.
  void Add(Trace rank);
  // Returns one trace with all ranks. The joiner must not be used afterwards.
  Trace Take();

 private:
  Trace whole_;
  NameTable names_;
  ValueNames value_names_;
};

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_JOIN_RANKS_H_
