// SPDX-License-Identifier: GPL-3.0-or-later
// Finds all concepts first (intents.cpp), and connects neighbouring concepts only if there are not too many concepts.
// The intersection of a concept's attributes with the attributes of a class outside the concept gives a concept above
// it. This upper concept is a direct neighbour if the classes that lead to it are exactly the classes that it
// contains and the lower concept does not.
// Source: Nourine and Raynaud, A fast algorithm for building lattices, section 4.
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "analyze/ranking/intents.h"
#include "profdiff/ranking.h"
#include "values/thread_attributes.h"

namespace profdiff {
namespace {

class LatticeMaker {
 public:
  LatticeMaker(const SmallContext& context, const IntentTable& found)
      : context_(context), intents_(context.attributes.size()) {
    Sort(found);
  }

  Lattice Make() {
    lattice_.concepts.resize(intents_.size());
    CountMembers();
    LabelObjects();
    LabelAttributes();
    for (std::size_t i = 0; i < intents_.size(); ++i) ConnectUpwards(i);
    for (Concept& entry : lattice_.concepts) {
      std::ranges::sort(entry.above);
      std::ranges::sort(entry.below);
    }
    return std::move(lattice_);
  }

 private:
  std::uint32_t AttributesIn(IntentTable::Row intent) const {
    std::size_t count = 0;
    ForEachBit(intent, [&](std::size_t group) { count += context_.attributes[group].size(); });
    return static_cast<std::uint32_t>(count);
  }

  // Sorts concepts from the top to the bottom: a concept above another one has fewer attributes. Ties are broken by
  // comparing the sets themselves.
  void Sort(const IntentTable& found) {
    std::vector<std::uint32_t> counts, order(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) counts.push_back(AttributesIn(found[i]));
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      if (counts[a] != counts[b]) return counts[a] < counts[b];
      return std::ranges::lexicographical_compare(found[a], found[b]);
    });
    for (const std::uint32_t i : order) intents_.Add(found[i]);
  }

  // Counts the members of concepts: a class belongs to every concept whose attributes it has.
  void CountMembers() {
    classes_in_.resize(intents_.size());
    for (std::size_t i = 0; i < intents_.size(); ++i) {
      lattice_.concepts[i].attributes = AttributesIn(intents_[i]);
      for (std::size_t c = 0; c < context_.objects.size(); ++c) {
        if (!IsSubset(intents_[i], context_.classes[c])) continue;
        ++classes_in_[i];
        lattice_.concepts[i].objects += static_cast<std::uint32_t>(context_.objects[c].size());
      }
    }
  }

  // Assigns reduced labels: an object belongs to the lowest concept that contains it. The intent of this concept is the
  // attribute set of the object's class.
  void LabelObjects() {
    for (std::size_t c = 0; c < context_.objects.size(); ++c) {
      lattice_.concepts[intents_.Find(context_.classes[c])].own_objects = context_.objects[c];
    }
  }

  // An attribute belongs to the highest concept that has it: the first one in order, which has the fewest attributes.
  void LabelAttributes() {
    std::vector<bool> seen(context_.attributes.size());
    for (std::size_t i = 0; i < intents_.size(); ++i) {
      std::vector<std::uint32_t>& own = lattice_.concepts[i].own_attributes;
      ForEachBit(intents_[i], [&](std::size_t group) {
        if (!seen[group]) own.insert(own.end(), context_.attributes[group].begin(), context_.attributes[group].end());
        seen[group] = true;
      });
      std::ranges::sort(own);
    }
  }

  void ConnectUpwards(std::size_t i) {
    std::vector<std::uint64_t> common(intents_.words());
    std::map<std::size_t, std::uint32_t> leading;  // number of classes that lead to each concept above this one
    for (std::size_t c = 0; c < context_.objects.size(); ++c) {
      if (IsSubset(intents_[i], context_.classes[c])) continue;
      std::ranges::transform(intents_[i], context_.classes[c], common.begin(), std::bit_and<>());
      ++leading[intents_.Find(common)];
    }
    for (const auto& [above, count] : leading) {
      if (classes_in_[above] != classes_in_[i] + count) continue;
      lattice_.concepts[i].above.emplace_back(above);
      lattice_.concepts[above].below.emplace_back(i);
    }
  }

  const SmallContext& context_;
  IntentTable intents_;  // indexed by ConceptId
  std::vector<std::uint32_t> classes_in_;
  Lattice lattice_;
};

// Marks a concept and all concepts that can be reached from it through `next`.
std::vector<bool> Reach(const Lattice& lattice, ConceptId from, std::vector<ConceptId> Concept::*next) {
  std::vector<bool> reached(lattice.concepts.size());
  std::vector<ConceptId> waiting = {from};
  reached[from.value] = true;
  while (!waiting.empty()) {
    const ConceptId at = waiting.back();
    waiting.pop_back();
    for (const ConceptId id : lattice.concepts[at.value].*next) {
      if (!reached[id.value]) waiting.push_back(id);
      reached[id.value] = true;
    }
  }
  return reached;
}

std::vector<std::uint32_t> Gather(const Lattice& lattice, const std::vector<bool>& reached,
                                  std::vector<std::uint32_t> Concept::*label) {
  std::vector<std::uint32_t> all;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    if (!reached[i]) continue;
    const std::vector<std::uint32_t>& own = lattice.concepts[i].*label;
    all.insert(all.end(), own.begin(), own.end());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

std::optional<Lattice> MakeLattice(const FormalContext& context, std::size_t most) {
  const SmallContext small = MakeSmall(context);
  const std::optional<IntentTable> intents = FindIntents(small, most);
  if (!intents) return {};
  return LatticeMaker(small, *intents).Make();
}

std::optional<std::size_t> CountConcepts(const FormalContext& context, std::size_t most) {
  const std::optional<IntentTable> intents = FindIntents(MakeSmall(context), most);
  if (!intents) return {};
  return intents->size();
}

std::vector<std::uint32_t> FullObjects(const Lattice& lattice, ConceptId of) {
  return Gather(lattice, Reach(lattice, of, &Concept::below), &Concept::own_objects);
}

std::vector<std::uint32_t> FullAttributes(const Lattice& lattice, ConceptId of) {
  return Gather(lattice, Reach(lattice, of, &Concept::above), &Concept::own_attributes);
}

ConceptId ConceptOfObject(const Lattice& lattice, std::uint32_t object) {
  for (std::size_t i = 0; i < lattice.concepts.size(); ++i) {
    const std::vector<std::uint32_t>& own = lattice.concepts[i].own_objects;
    if (std::ranges::binary_search(own, object)) return ConceptId(i);
  }
  return {};
}

ConceptId LowestCommonAncestor(const Lattice& lattice, ConceptId a, ConceptId b) {
  const std::vector<bool> above_a = Reach(lattice, a, &Concept::above), above_b = Reach(lattice, b, &Concept::above);
  // The lowest common ancestor is the last one in order, as concepts with more attributes come later. The loop ends
  // because the top concept is above all others.
  std::size_t last = lattice.concepts.size() - 1;
  while (!above_a[last] || !above_b[last]) --last;
  return ConceptId(last);
}

}  // namespace profdiff
