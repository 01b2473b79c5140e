// SPDX-License-Identifier: GPL-3.0-or-later
// The dynamic linker keeps a counter for each caller and each 32 bytes of the library, from the first address of the
// histogram on (glibc's elf/dl-profile.c).
#include "load/library_calls.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "base/text.h"
#include "values/outside_calls.h"

namespace profdiff {

std::optional<Message> FindMergedCalls(const FunctionTable& functions, const Records& records,
                                       const std::string& path) {
  constexpr std::uint64_t kSlotBytes = 32;
  if (records.histograms.empty()) return std::nullopt;
  const bool is_library = std::ranges::find(records.arcs, kOutsideCaller, &ArcRecord::from) != records.arcs.end();
  if (!is_library) return std::nullopt;
  const std::uint64_t low = records.histograms.front().low;
  std::map<std::uint64_t, std::string_view> called;  // by slot: a function whose calls were counted
  for (const ArcRecord& arc : records.arcs) {
    const FunctionId callee = functions.Find(arc.self);
    if (callee.valid() && arc.self >= low) called.emplace((arc.self - low) / kSlotBytes, functions[callee].name);
  }
  std::uint64_t count = 0;
  std::string first;
  for (const Function& function : functions.functions) {
    if (function.address < low || function.is_static) continue;  // static functions are not called through the linker
    const auto slot = called.find((function.address - low) / kSlotBytes);
    if (slot == called.end() || slot->second == function.name) continue;
    if (count++ == 0) first = std::string(function.name) + " as those of " + std::string(slot->second);
  }
  if (count == 0) return std::nullopt;
  return Message("calls of " + Plural(count, "function") +
                     " may be counted as those of another one that begins in the same 32 bytes, such as " + first,
                 path);
}

}  // namespace profdiff
