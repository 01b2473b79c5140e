// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of objects with equal attributes.
// Tests: tests/unit/analyze/ranking/lattice_test.cpp.
#ifndef PROFDIFF_ANALYZE_RANKING_CLASSES_H_
#define PROFDIFF_ANALYZE_RANKING_CLASSES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {

struct ObjectClasses {
  std::vector<std::uint32_t> class_of;    // indexed by object: its class; classes are numbered in order of appearance
  std::vector<const AttributeSet*> sets;  // indexed by class: its attributes; points into the given objects
};

ObjectClasses FindClasses(std::span<const AttributeSet> objects);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_RANKING_CLASSES_H_
