// SPDX-License-Identifier: GPL-3.0-or-later
// Where the concepts of a lattice are drawn, for GML and for the page.
#ifndef PROFDIFF_REPORT_RANKING_LAYOUT_H_
#define PROFDIFF_REPORT_RANKING_LAYOUT_H_

#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

struct ConceptPlace {
  double x = 0, y = 0;  // of the upper left corner
};

inline constexpr double kConceptWidth = 190, kConceptHeight = 40;

// By concept. Layers: those with all objects are on top, each concept is below all those above it; a layer is centred.
std::vector<ConceptPlace> PlaceConcepts(const Lattice& lattice);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_LAYOUT_H_
