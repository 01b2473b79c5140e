// SPDX-License-Identifier: GPL-3.0-or-later
// Call graphs as GML, for yEd and every strict reader of the format.
#ifndef PROFDIFF_GML_H_
#define PROFDIFF_GML_H_

#include <cstddef>
#include <string>

#include "profdiff/difference.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"

namespace profdiff {

struct GmlOptions {
  std::size_t max_nodes = 500;  // functions kept: those of the largest time or |difference|; 0 keeps all
  bool size_by_time = false;    // node width shows self time, height inclusive time (the larger side's)
  bool show_unused = false;     // functions without time and calls as well
  NameStyle names;
};

// How many nodes a graph was cut by; 0 if it is whole.
struct GmlResult {
  std::size_t nodes = 0;
  std::size_t left_out = 0;
};

// Source: differential.md section 5.
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Execution& execution, const GmlOptions& options);
PROFDIFF_EXPORT GmlResult WriteGml(std::string& out, const Difference& difference, const GmlOptions& options);

}  // namespace profdiff

#endif  // PROFDIFF_GML_H_
