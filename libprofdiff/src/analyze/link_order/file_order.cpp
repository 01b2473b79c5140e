// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the order of object files. First come chains of files that call each other, then the other files of the
// image by address, and last the files that occur only in the map, by name. Chains are built call by call, in the order
// in which gprof creates the calls.
// Source: GPROF.md, section 14.2 (-R). Tests: tests/unit/analyze/link_order/file_order_test.cpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "analyze/link_order/chain_placer.h"
#include "analyze/link_order/order_calls.h"
#include "values/ordering.h"

namespace profdiff {
namespace {

// Returns the files of the map that are not in `order`, sorted by name.
std::vector<std::string> OtherFiles(const OrderMap& map, const std::vector<std::string>& order) {
  std::set<std::string_view> known(order.begin(), order.end());
  std::set<std::string_view> others;
  for (const OrderMap::Entry& entry : map.entries) {
    if (!known.contains(entry.file)) others.insert(entry.file);
  }
  return {others.begin(), others.end()};
}

}  // namespace

std::vector<std::string> FindFileOrder(const FunctionTable& table, const Profile& profile, const OrderMap& map,
                                       const SpecCalls& spec_calls) {
  OrderCalls source(profile, spec_calls);
  auto is_file = [&](ChainPlacer::Node node) { return table[source.FunctionOf(node)].is_file; };
  // Marks calls as done if the caller or the callee is a single function instead of a whole object file. Such calls are
  // not used to join files, but they count towards the limit of Mode::kTop (99 % of the total).
  for (ChainPlacer::Call& call : source.calls) call.done = !is_file(call.caller) || !is_file(call.callee);
  std::vector<std::uint32_t> list(source.calls.size());
  std::iota(list.begin(), list.end(), 0u);
  ChainPlacer placer = source.MakePlacer();
  placer.Place(source.calls, list, ChainPlacer::Mode::kTop);

  for (std::size_t f = 0; f < table.size(); ++f) {
    auto node = static_cast<ChainPlacer::Node>(f);
    if (is_file(node) && !placer.Placed(node)) placer.Put(node);
  }
  std::vector<std::string> order;
  for (ChainPlacer::Node node : placer.order()) order.emplace_back(table[source.FunctionOf(node)].name);
  std::ranges::move(OtherFiles(map, order), std::back_inserter(order));
  return order;
}

}  // namespace profdiff
