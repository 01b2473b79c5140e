// SPDX-License-Identifier: GPL-3.0-or-later
// The positions of the concepts of a lattice, for GML and for the page.
#ifndef PROFDIFF_REPORT_RANKING_LAYOUT_H_
#define PROFDIFF_REPORT_RANKING_LAYOUT_H_

#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {

struct ConceptPlace {
  double x = 0, y = 0;  // upper left corner
};

inline constexpr double kConceptWidth = 190, kConceptHeight = 40;

// Returns positions by concept. The concept with all objects is in the top layer, and each concept is in a lower layer
// than the concepts above it in the lattice. Layers are centred.
std::vector<ConceptPlace> PlaceConcepts(const Lattice& lattice);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_LAYOUT_H_
