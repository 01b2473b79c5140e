// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the calls for link orders. Calls of symspecs come first, because gprof creates them before it reads
// profiles.
#include "analyze/link_order/order_calls.h"

namespace profdiff {

OrderCalls::OrderCalls(const Profile& profile, const SpecCalls& specs)
    : of_arc(profile.arcs.size()), specs_(specs), functions_(profile.calls.size()) {
  for (const SpecCalls::Call& call : specs.calls) calls.push_back({NodeOf(call.caller), NodeOf(call.callee), 0});
  for (std::size_t a = 0; a < profile.arcs.size(); ++a) {
    const Arc& arc = profile.arcs[a];
    of_arc[a] = static_cast<std::uint32_t>(calls.size());
    if (arc.caller == arc.callee) continue;
    calls.push_back({arc.caller.value, arc.callee.value, arc.count});
    total += arc.count;
  }
}

ChainPlacer OrderCalls::MakePlacer() const {
  std::size_t places = specs_.places.size();
  ChainPlacer placer(functions_ + places, functions_, total);
  for (std::uint32_t p = 0; p < places; ++p) placer.Tie(NodeOf(p), NodeOf(specs_.places[p].after));
  return placer;
}

}  // namespace profdiff
