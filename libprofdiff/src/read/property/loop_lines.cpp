// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/loop_lines.h"

#include <set>

namespace profdiff {

std::optional<std::size_t> FindLoopAt(const CodeLoops& loops, FunctionId function, std::uint32_t line) {
  for (std::size_t i = 0; i < loops.all().size(); ++i) {
    const CodeLoop& loop = loops.all()[i];
    if (loop.function == function && loop.header.line == line) return i;
  }
  return std::nullopt;
}

std::string NoLoopAt(const CodeLoops& loops, FunctionId function, const std::string& phase) {
  std::set<std::uint32_t> lines;
  for (const CodeLoop& loop : loops.all()) {
    if (loop.function == function) lines.insert(loop.header.line);
  }
  std::string known;
  for (const std::uint32_t line : lines) known += (known.empty() ? "" : ", ") + std::to_string(line);
  return "no loop at --phase=" + phase + "; " +
         (known.empty() ? "that function has none" : "loops of that function are at lines " + known);
}

}  // namespace profdiff
