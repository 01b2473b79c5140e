// SPDX-License-Identifier: GPL-3.0-or-later
// Which columns stand side by side in the flat table of a difference.
#ifndef PROFDIFF_COLUMNS_H_
#define PROFDIFF_COLUMNS_H_

#include <optional>
#include <string_view>
#include <vector>

#include "profdiff/export.h"

namespace profdiff {

struct Significance;  // profdiff/significance.h

// Groups of columns. Each shows the base, the other side and their difference, if nothing else is said.
enum class Column {
  kImpact,     // the difference of self time by the sum of all such differences, in percent
  kSelf,       // self time, in seconds
  kInterval,   // 95 % interval of the difference of self time; "~" where noise explains the difference
  kDeviation,  // standard deviation of the runs' self time, of each side, in seconds
  kTotal,      // inclusive time, in seconds
  kShare,      // self time by all self time of the same side, in percent; the difference in percentage points
  kRatio,      // the other side's self time by the base's
  kPerCall,    // self time by calls, in milliseconds
  kCalls,      // calls; "low..high" where a side's runs differ
};

struct ColumnChoice {
  // In order; the functions' presence ("sym +-") and names always stand at the end.
  std::vector<Column> columns = {Column::kImpact, Column::kSelf, Column::kCalls};
  const Significance* significance = nullptr;  // for kInterval, kDeviation and the range of calls; may be null
};

// "impact,self,interval,deviation,total,share,ratio,per-call,calls": any of these words, in any order. Nothing if there
// is another word, or none.
PROFDIFF_EXPORT std::optional<std::vector<Column>> ParseColumns(std::string_view list);

}  // namespace profdiff

#endif  // PROFDIFF_COLUMNS_H_
