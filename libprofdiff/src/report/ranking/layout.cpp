// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a lattice in layers. Within a layer, concepts are ordered by the mean position of the concepts above them, so
// that few lines cross: one downward barycentre sweep (Sugiyama, Tagawa and Toda 1981).
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include "report/ranking/layout.h"

#include <algorithm>

#include "values/thread_attributes.h"

namespace profdiff {
namespace {

constexpr double kGapX = 30, kGapY = 60;

// Returns, for each concept, the length of the longest path from the top concept. Concepts are in topological order, so
// one pass is enough.
std::vector<std::size_t> LayersOf(const Lattice& lattice) {
  std::vector<std::size_t> layers(lattice.concepts.size());
  for (std::size_t i = 0; i < layers.size(); ++i) {
    for (ConceptId above : lattice.concepts[i].above) layers[i] = std::max(layers[i], layers[above.value] + 1);
  }
  return layers;
}

double MeanOfAbove(const Concept& node, const std::vector<ConceptPlace>& places) {
  double sum = 0;
  for (ConceptId above : node.above) sum += places[above.value].x;
  return node.above.empty() ? 0 : sum / static_cast<double>(node.above.size());
}

}  // namespace

std::vector<ConceptPlace> PlaceConcepts(const Lattice& lattice) {
  const std::vector<std::size_t> layers = LayersOf(lattice);
  std::vector<std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    rows.resize(std::max(rows.size(), layers[i] + 1));
    rows[layers[i]].push_back(i);
  }
  std::vector<ConceptPlace> places(lattice.concepts.size());
  for (std::size_t layer = 0; layer < rows.size(); ++layer) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i : rows[layer]) order.emplace_back(MeanOfAbove(lattice.concepts[i], places), i);
    // Sorts pairs (position, concept id), so that concepts at the same position are ordered by id.
    std::ranges::sort(order);
    const double width = static_cast<double>(order.size()) * (kConceptWidth + kGapX);
    for (std::size_t place = 0; place < order.size(); ++place) {
      places[order[place].second] = {static_cast<double>(place) * (kConceptWidth + kGapX) - width / 2,
                                     static_cast<double>(layer) * (kConceptHeight + kGapY)};
    }
  }
  return places;
}

}  // namespace profdiff
