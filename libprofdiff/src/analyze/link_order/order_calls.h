// SPDX-License-Identifier: GPL-3.0-or-later
// The input of both link orders: calls of symspecs, then the calls of a profile in order of creation.
#ifndef PROFDIFF_ANALYZE_LINK_ORDER_ORDER_CALLS_H_
#define PROFDIFF_ANALYZE_LINK_ORDER_ORDER_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/link_order/chain_placer.h"
#include "profdiff/profile.h"
#include "values/ordering.h"

namespace profdiff {

class OrderCalls {
 public:
  OrderCalls(const Profile& profile, const SpecCalls& specs);

  // Returns the function that is printed for a node. A place of SpecCalls can have several functions; the
  // first one is printed.
  FunctionId FunctionOf(ChainPlacer::Node node) const {
    return node < functions_ ? FunctionId(node) : specs_.places[node - functions_].function;
  }
  ChainPlacer MakePlacer() const;

  std::vector<ChainPlacer::Call> calls;  // calls between different nodes
  std::vector<std::uint32_t> of_arc;     // indexed by ArcId: its call; undefined for calls of a function to itself
  std::uint64_t total = 0;               // sum of the counts of `calls`

 private:
  ChainPlacer::Node NodeOf(std::uint32_t place) const {
    return place == SpecCalls::kNone ? ChainPlacer::kNone : static_cast<ChainPlacer::Node>(functions_ + place);
  }

  const SpecCalls& specs_;
  std::size_t functions_;  // number of functions, including FunctionTable::indirect if there is a call to it
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_LINK_ORDER_ORDER_CALLS_H_
