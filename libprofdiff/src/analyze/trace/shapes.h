// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/trace/rename_test.cpp.
#ifndef PROFDIFF_ANALYZE_TRACE_SHAPES_H_
#define PROFDIFF_ANALYZE_TRACE_SHAPES_H_

#include <functional>
#include <string>

#include "profdiff/trace.h"

namespace profdiff {

// Computes CallTree::shape of all threads again, after names have changed.
void FindShapes(Trace& trace);

// Replaces each name with what `change` makes of it; functions that get the same name become one. Returns true if a
// name changes.
bool ChangeNames(Trace& trace, const std::function<std::string(const std::string& name)>& change);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_TRACE_SHAPES_H_
