// SPDX-License-Identifier: GPL-3.0-or-later
// Writes gprof's execution counts. For profiles from other profilers, a function's image is written in place of its
// file, line and address.
//
// Source: GPROF.md, section 12. Tests: tests/oracle/deviations, tests/oracle, tests/unit/report/gprof/stacks_test.cpp.
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/gprof/listed.h"

namespace profdiff {
namespace {

// Compares two functions by file and line if both have a file, otherwise by address. If a list contains both kinds,
// this is not a consistent order, and the result depends on the sorting algorithm. This code therefore uses the C
// library's qsort, as gprof does.
int CompareForExecCounts(const void* left, const void* right, void* context) {
  const auto& functions = *static_cast<const FunctionTable*>(context);
  FunctionId a = *static_cast<const FunctionId*>(left);
  FunctionId b = *static_cast<const FunctionId*>(right);
  if (functions[a].file.valid() && functions[b].file.valid()) {
    int order = functions.FilePath(a).compare(functions.FilePath(b));
    if (order != 0) return order;
    if (functions[a].line != functions[b].line) return functions[a].line < functions[b].line ? -1 : 1;
  }
  if (functions[a].address == functions[b].address) return 0;
  return functions[a].address < functions[b].address ? -1 : 1;
}

std::vector<FunctionId> SortedFunctions(const Execution& execution) {
  std::vector<FunctionId> found;
  for (std::size_t f = 0; f < execution.functions.size(); ++f) {
    if (execution.selection.Selects(SpecTable::kExec, FunctionId(f))) found.push_back(FunctionId(f));
  }
  if (found.empty()) return found;  // qsort_r must not receive a null pointer
  auto* context = const_cast<void*>(static_cast<const void*>(&execution.functions));
  qsort_r(found.data(), found.size(), sizeof found[0], CompareForExecCounts, context);
  return found;
}

void AppendCountLine(std::string& out, const FunctionTable& functions, FunctionId f, std::uint64_t address,
                     std::uint64_t count) {
  std::string_view path = functions.FilePath(f);
  if (functions.units_are_images) {
    const std::string_view image = functions.UnitName(functions[f]);
    out.append(image.empty() ? "<unknown>" : image).append(": (").append(functions[f].name).append(") ");
  } else {
    out.append(functions[f].file.valid() ? path : "<unknown>").append(":");
    AppendCount(out, std::uint64_t{functions[f].line});
    out.append(": (").append(functions[f].name).append(":0x");
    AppendHex(out, address);
    out += ") ";
  }
  AppendCount(out, count);
  out += " executions\n";
}

}  // namespace

void WriteExecCounts(std::string& out, const Execution& execution, const ListingOptions& options) {
  // If calls are unknown, functions without calls are omitted even with -z, because zeros would look like counts.
  StartSection(out);
  if (!execution.profile.calls_known) out += "Calls were not counted.\n";
  for (FunctionId f : SortedFunctions(execution)) {
    std::uint64_t calls = execution.profile.calls[f.value];
    if (calls > 0 || (options.show_unused && execution.profile.calls_known)) {
      AppendCountLine(out, execution.functions, f, execution.functions[f].address, calls);
    }
    for (const BlockCount& block : BlocksIn(execution.profile, f)) {
      if (block.count == 0 && !options.show_unused) continue;
      AppendCountLine(out, execution.functions, f, block.address, block.count);
    }
    DrainIfLong(out, options.drain);
  }
}

}  // namespace profdiff
