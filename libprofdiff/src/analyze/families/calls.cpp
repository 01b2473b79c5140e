// SPDX-License-Identifier: GPL-3.0-or-later
// Finds calls of members of families (interchangeable implementations) in the core of a recording. The core is the part
// of the call graph that pruning keeps.
// Tests: tests/cli/select/run.py.
#include <string_view>

#include "base/name_parts.h"
#include "profdiff/error.h"
#include "profdiff/families.h"

namespace profdiff {
namespace {

// Returns the name of the member's method that a function implements, for example "compute" for the function
// "ns::EFM::compute(int)" and the member EFM. Returns "" for the member's own function, and nullopt for functions of
// other members. If several components of the function's name equal the member's name, the last one counts.
std::optional<std::string> MethodOf(const FamilyMember& member, std::string_view linked, std::string_view readable) {
  if (!member.model.empty() && (linked == member.model || readable == member.model)) return "";
  const std::string_view name = readable.substr(0, readable.find('('));
  if (name == member.name) return "";
  const std::string prefix = member.name + "::";
  const std::size_t at = name.rfind(prefix);
  const bool begins = at == 0 || (at != std::string_view::npos && name.substr(0, at).ends_with("::"));
  if (!begins) return std::nullopt;
  const std::string_view method = name.substr(at + prefix.size());
  return method.find("::") == std::string_view::npos ? std::optional(std::string(method)) : std::nullopt;
}

}  // namespace

void SetCalls(Families& families, const CoreView& core) {
  std::vector<FamilyCall> calls;
  for (const CorePath& path : core.core.paths) {
    const FunctionId function = core.graph.nodes[path.node].function;
    if (!function.valid()) continue;
    const std::string_view linked = core.functions[function].name;
    const std::string readable = DemangledName(linked, core.names.demangle);
    for (std::size_t family = 0; family < families.families.size(); ++family) {
      for (const FamilyMember& member : families.families[family].members) {
        const std::optional<std::string> method = MethodOf(member, linked, readable);
        if (!method) continue;
        calls.push_back({family, *method, {.text = {}, .source = {}, .terms = {{.number = path.calls}}}, {}});
        break;
      }
    }
  }
  if (calls.empty()) {
    throw Error(ErrorCode::kBadArgument, "no call in the core belongs to a member of " + families.path +
                                             ": name members after classes or functions");
  }
  families.calls = std::move(calls);
}

}  // namespace profdiff
