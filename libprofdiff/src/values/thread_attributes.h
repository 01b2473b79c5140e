// SPDX-License-Identifier: GPL-3.0-or-later
// The attributes of the threads of a run: their similarities, and the lattice of those that they share.
#ifndef PROFDIFF_VALUES_THREAD_ATTRIBUTES_H_
#define PROFDIFF_VALUES_THREAD_ATTRIBUTES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

using ConceptId = Id<struct ConceptTag>;  // index into Lattice::concepts

using AttributeSet = std::vector<std::uint32_t>;  // indices of attributes, ascending

// The attributes of every thread, with the same numbering for all runs.
struct ThreadAttributes {
  // Attributes as text, such as "MPI_Recv:3", "L0 MPI_Recv:1" (a pair) or "L0" (no frequency). Sorted by entries.
  std::vector<std::string> names;
  std::vector<std::vector<AttributeSet>> runs;  // in the order of FoldedTraces::runs
};

ThreadAttributes FindAttributes(const FoldedTraces& folded, AttributeRow row);

// Threads and their attributes as a formal context, in the sense of formal concept analysis.
struct FormalContext {
  std::vector<std::string> attributes;
  std::vector<AttributeSet> objects;
};

// Returns the context of one run: its threads in order, and the attributes that at least one of them has.
FormalContext ContextOf(const ThreadAttributes& attributes, std::size_t run);

// The similarities of all pairs of objects. Objects with equal attributes form a class. Memory: classes^2.
struct Similarities {
  std::vector<std::uint32_t> class_of;  // by object: index of its class; classes are in order of first occurrence
  std::vector<std::uint32_t> sizes;     // by class: number of attributes
  std::vector<std::uint32_t> shared;    // number of common attributes of classes a >= b, at [a * (a + 1) / 2 + b]

  std::size_t classes() const { return sizes.size(); }
  // Jaccard index: number of common attributes / number of attributes that either object has; 1 if neither has any.
  double At(std::size_t a, std::size_t b) const;
  double OfClasses(std::size_t a, std::size_t b) const;
};

// Compares all pairs. Cost: classes^2 * attributes / 64. Errors: kOverflow for more than 2^15 classes.
Similarities FindSimilarities(std::span<const AttributeSet> objects, unsigned threads = 1);

double Similarity(const AttributeSet& a, const AttributeSet& b);

// Returns the mean Fowlkes-Mallows index of two average-linkage clusterings of the same n objects into 2 to n - 1
// clusters. The index is 1 for equal clusterings. Returns nullopt for fewer than 3 or more than kMostForBScore objects.
// Shape: `a` and `b` are n * n similarities by row and column.
// Source: Fowlkes and Mallows, A method for comparing two hierarchical clusterings.
inline constexpr std::size_t kMostForBScore = 2048;
std::optional<double> BScore(std::span<const double> a, std::span<const double> b, std::size_t n);

// The lattice of concepts.

// A maximal set of objects, and all attributes that these objects have in common. Its full labels are its own reduced
// labels plus the reduced labels of all concepts below it (for objects) or above it (for attributes).
struct Concept {
  std::uint32_t objects = 0, attributes = 0;  // numbers of objects and attributes
  std::vector<std::uint32_t> own_objects;     // reduced label: objects with exactly these attributes
  std::vector<std::uint32_t> own_attributes;  // reduced label: attributes of exactly these objects
  std::vector<ConceptId> above, below;        // direct neighbours with more objects, and with fewer objects
};

// Concepts in topological order, from the top (all objects) to the bottom (all attributes). The order of objects
// affects only the ids of concepts.
struct Lattice {
  std::vector<Concept> concepts;
};

// Builds a lattice by adding objects one by one; the number of concepts can double with each object. Returns nullopt if
// there are more than `most` concepts, or if their sets take more than 128 MiB.
// Source: Godin, Missaoui, Alaoui, Incremental concept formation algorithms based on Galois (concept) lattices; Nourine
// and Raynaud, A fast algorithm for building lattices (neighbours).
inline constexpr std::size_t kMostConcepts = 100'000;
std::optional<Lattice> MakeLattice(const FormalContext& context, std::size_t most = kMostConcepts);

// Returns the number of concepts of the lattice without making it; nullopt in the same cases as MakeLattice.
std::optional<std::size_t> CountConcepts(const FormalContext& context, std::size_t most = kMostConcepts);

// Return the full labels of a concept, ascending.
std::vector<std::uint32_t> FullObjects(const Lattice& lattice, ConceptId of);
std::vector<std::uint32_t> FullAttributes(const Lattice& lattice, ConceptId of);

// Returns the concept that has the object in its reduced label; invalid if there is none.
ConceptId ConceptOfObject(const Lattice& lattice, std::uint32_t object);
// Returns the lowest concept that is above or equal to both concepts. It has all attributes that they have in common.
ConceptId LowestCommonAncestor(const Lattice& lattice, ConceptId a, ConceptId b);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_THREAD_ATTRIBUTES_H_
