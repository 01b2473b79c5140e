// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for similarities of objects and the lattice of their concepts.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff::lattice_test {
namespace {

using Set = std::vector<std::uint32_t>;

FormalContext ContextOfSets(std::vector<Set> objects, std::size_t attributes) {
  FormalContext context;
  for (std::size_t i = 0; i < attributes; ++i) context.attributes.push_back("m" + std::to_string(i));
  context.objects = std::move(objects);
  return context;
}

// Table 1 of the DiffTrace paper (see profdiff/ranking.h) as printed, and a variant: object 2 without attribute 4.
// Attributes 0 to 5: Init, Comm_size, Comm_rank, Send, Recv, Finalize.
const std::vector<Set> kPrinted = {{0, 1, 2, 4, 5}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 5}};
const std::vector<Set> kListed = {{0, 1, 2, 4, 5}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, 5}, {0, 1, 2, 3, 5}};

Set Intersection(const Set& a, const Set& b) {
  Set both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both;
}

// Finds the intents and extents of all concepts by trying every set of objects.
std::map<Set, Set> BruteForce(const FormalContext& context) {
  std::map<Set, Set> extents;
  for (std::uint32_t choice = 0; choice < 1U << context.objects.size(); ++choice) {
    Set intent;
    for (std::uint32_t m = 0; m < context.attributes.size(); ++m) intent.push_back(m);
    for (std::uint32_t g = 0; g < context.objects.size(); ++g) {
      if ((choice >> g & 1) != 0) intent = Intersection(intent, context.objects[g]);
    }
    Set extent;
    for (std::uint32_t g = 0; g < context.objects.size(); ++g) {
      if (Intersection(intent, context.objects[g]) == intent) extent.push_back(g);
    }
    extents[intent] = extent;
  }
  return extents;
}

std::map<Set, Set> ConceptsOf(const Lattice& lattice) {
  std::map<Set, Set> extents;
  for (std::size_t i = 0; i < lattice.concepts.size(); ++i) {
    extents[FullAttributes(lattice, ConceptId(i))] = FullObjects(lattice, ConceptId(i));
  }
  return extents;
}

bool IsBelow(const Set& intent, const Set& above) { return intent != above && Intersection(intent, above) == above; }

// Checks that the upper neighbours of each concept are the concepts above it with no other concept in between.
void CheckNeighbours(const Lattice& lattice) {
  std::vector<Set> intents;
  for (std::size_t i = 0; i < lattice.concepts.size(); ++i) intents.push_back(FullAttributes(lattice, ConceptId(i)));
  for (std::size_t i = 0; i < intents.size(); ++i) {
    std::vector<ConceptId> above;
    for (std::size_t j = 0; j < intents.size(); ++j) {
      const bool between = std::ranges::any_of(
          intents, [&](const Set& other) { return IsBelow(intents[i], other) && IsBelow(other, intents[j]); });
      if (IsBelow(intents[i], intents[j]) && !between) above.emplace_back(j);
    }
    REQUIRE(lattice.concepts[i].above == above);
  }
}

FormalContext RandomContext(std::mt19937& random) {
  auto below = [&](unsigned limit) { return std::uniform_int_distribution<unsigned>(0, limit - 1)(random); };
  std::vector<Set> objects(below(9));
  const unsigned attributes = below(9), density = 1 + below(4);
  for (Set& set : objects) {
    for (std::uint32_t m = 0; m < attributes; ++m) {
      if (below(5) < density) set.push_back(m);
    }
  }
  return ContextOfSets(objects, attributes);
}

}  // namespace

TEST_CASE("the paper's table 1 has the similarities and the concepts of its figures", "[rank][lattice]") {
  const Similarities printed = FindSimilarities(kPrinted), listed = FindSimilarities(kListed);
  CHECK(printed.At(0, 1) == Approx(0.667).margin(0.0005));
  CHECK(printed.At(0, 2) == Approx(0.833).margin(0.0005));
  CHECK(printed.At(0, 3) == Approx(0.667).margin(0.0005));
  CHECK(printed.At(1, 2) == Approx(0.833).margin(0.0005));
  CHECK(printed.At(1, 3) == 1);
  CHECK(printed.At(2, 3) == Approx(0.833).margin(0.0005));
  CHECK(printed.classes() == 3);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(listed.At(0, i) == Approx(0.667).margin(0.0005));
    for (std::size_t j = 1; j < 4; ++j) CHECK(listed.At(i, j) == 1);
  }
  CHECK(MakeLattice(ContextOfSets(kPrinted, 6))->concepts.size() == 4);
  CHECK(MakeLattice(ContextOfSets(kListed, 6))->concepts.size() == 4);
}

TEST_CASE("reduced labels of table 1", "[rank][lattice]") {
  const Lattice lattice = *MakeLattice(ContextOfSets(kPrinted, 6));
  const Concept& top = lattice.concepts.front();
  CHECK(top.own_attributes == Set{0, 1, 2, 5});
  CHECK(top.own_objects.empty());
  CHECK(top.objects == 4);
  CHECK(top.below.size() == 2);
  const Concept& bottom = lattice.concepts.back();
  CHECK(bottom.own_attributes.empty());
  CHECK(bottom.own_objects == Set{2});
  CHECK(bottom.attributes == 6);
  CHECK(ConceptOfObject(lattice, 1) == ConceptOfObject(lattice, 3));
  CHECK_FALSE(ConceptOfObject(lattice, 4).valid());
  CHECK(LowestCommonAncestor(lattice, ConceptOfObject(lattice, 0), ConceptOfObject(lattice, 1)) == ConceptId(0u));
}

TEST_CASE("concepts, neighbours and similarities are those found by trying all, in any order of objects",
          "[rank][lattice]") {
  std::mt19937 random(20);
  for (int round = 0; round < 300; ++round) {
    FormalContext context = RandomContext(random);
    std::ranges::shuffle(context.objects, random);
    const Lattice lattice = *MakeLattice(context);
    REQUIRE(ConceptsOf(lattice) == BruteForce(context));
    REQUIRE(CountConcepts(context) == lattice.concepts.size());
    CheckNeighbours(lattice);
    const Similarities similarities = FindSimilarities(context.objects);
    for (std::uint32_t a = 0; a < context.objects.size(); ++a) {
      REQUIRE(similarities.At(a, a) == 1);
      for (std::uint32_t b = 0; b < context.objects.size(); ++b) {
        REQUIRE(similarities.At(a, b) == similarities.At(b, a));
        REQUIRE(similarities.At(a, b) == Similarity(context.objects[a], context.objects[b]));
        const Concept& ancestor =
            lattice.concepts[LowestCommonAncestor(lattice, ConceptOfObject(lattice, a), ConceptOfObject(lattice, b))
                                 .value];
        const std::size_t all = context.objects[a].size() + context.objects[b].size() - ancestor.attributes;
        REQUIRE(similarities.At(a, b) ==
                (all == 0 ? 1 : static_cast<double>(ancestor.attributes) / static_cast<double>(all)));
      }
    }
  }
}

TEST_CASE("similarities of many attributes are the same for any number of threads", "[rank][lattice]") {
  std::mt19937 random(7);
  std::vector<Set> objects(300);
  for (Set& set : objects) {
    for (std::uint32_t m = 0; m < 200; ++m) {
      if (std::uniform_int_distribution<int>(0, 2)(random) == 0) set.push_back(m);
    }
  }
  const Similarities one = FindSimilarities(objects, 1), three = FindSimilarities(objects, 3);
  CHECK(one.shared == three.shared);
  for (std::size_t a = 0; a < objects.size(); a += 37) {
    for (std::size_t b = 0; b < objects.size(); ++b) REQUIRE(one.At(a, b) == Similarity(objects[a], objects[b]));
  }
}

TEST_CASE("a lattice that doubles with each object is refused", "[rank][lattice]") {
  std::vector<Set> objects(24);
  for (std::uint32_t g = 0; g < 24; ++g) {
    for (std::uint32_t m = 0; m < 24; ++m) {
      if (m != g) objects[g].push_back(m);
    }
  }
  CHECK_FALSE(MakeLattice(ContextOfSets(objects, 24)));
  CHECK_FALSE(CountConcepts(ContextOfSets(objects, 24)));
  objects.resize(10);
  CHECK(CountConcepts(ContextOfSets(objects, 24)) == 1024);
  CHECK_FALSE(CountConcepts(ContextOfSets(objects, 24), 1000));
}

}  // namespace profdiff::lattice_test
