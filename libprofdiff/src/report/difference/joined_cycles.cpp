// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the cycles of the joined graph that are missing from the base's own graph, from the other side's own graph,
// or from both. The report is either one line with the number of such cycles, or a list of all their members
// (--explain-cycles). These cycles matter because inclusive times treat their members as one function on both sides.
//
// Test: tests/unit/report/difference/joined_cycles_test.cpp.
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/gprof/names.h"

namespace profdiff {
namespace {

std::string_view WhoLacks(const JoinedCycle& cycle) {
  if (cycle.base_lacks && cycle.other_lacks) return "only in the joined call graph";
  return cycle.base_lacks ? "missing in the base" : "missing in the other side";
}

}  // namespace

std::optional<Message> SummarizeJoinedCycles(const Difference& difference) {
  const std::size_t count = difference.unshared_cycles.size();
  if (count == 0) return std::nullopt;
  std::size_t functions = 0;
  for (const JoinedCycle& cycle : difference.unshared_cycles) {
    functions += difference.components.members[cycle.cycle.value].size();
  }
  return Message(Plural(count, "cycle") + " (" + Plural(functions, "function") + (count == 1 ? ") is" : ") are") +
                     " not in both call graphs; inclusive times of both sides treat " + (count == 1 ? "it" : "each") +
                     " as one function",
                 "", {}, {RemedyKind::kListCycles, std::to_string(count)});
}

void WriteJoinedCycles(std::string& out, const Difference& difference, const ListingOptions& options) {
  FunctionNames names(difference.match.functions, options.names);
  for (const JoinedCycle& cycle : difference.unshared_cycles) {
    const std::vector<FunctionId>& members = difference.components.members[cycle.cycle.value];
    out.append("cycle ").append(std::to_string(cycle.cycle.value + 1)).append(", ");
    out.append(Plural(members.size(), "function")).append(", ").append(WhoLacks(cycle)).append("\n");
    for (FunctionId member : members) {
      out.append("  ").append(names.Display(member)).append("\n");
      DrainIfLong(out, options.drain);
    }
  }
}

}  // namespace profdiff
