// SPDX-License-Identifier: GPL-3.0-or-later
// A loop is the code between a jump to a lower address and its target, if that code leads back to the jump. The code
// does not lead back in one case: a compiler moved a branch to the end of a function, and the branch ends with a jump
// back into the function. The header of a loop is the position of its test. Compilers put the test of a counted loop at
// the loop's end, with the source line of the loop; the jump is then conditional, and its line is the header's. If the
// jump is unconditional, the test is at the target. Several backward jumps of one loop have the same target and header.
// Tests: tests/unit/read/property/callgrind_loops_test.cpp.
#include "read/property/code_loops.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "profdiff/profile.h"
#include "values/cycles.h"

namespace profdiff {
namespace {

// The control flow of one function. A block begins at the target of a jump. It continues in the next block, unless that
// block is entered only by jumps. Block 0 is the code before all targets.
class JumpFlow {
 public:
  explicit JumpFlow(std::span<const CodeJump> jumps) {
    for (const CodeJump& jump : jumps) starts_.push_back(jump.to.address);
    std::ranges::sort(starts_);
    starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    std::vector<Arc> steps;  // arcs between blocks, which FindCycles treats as functions
    std::vector<bool> is_entered_by_jumps_alone(starts_.size() + 1);
    for (const CodeJump& jump : jumps) {
      const std::size_t to = BlockOf(jump.to);
      steps.push_back({FunctionId(BlockOf(jump.from)), FunctionId(to), 1});
      if (jump.is_only_way) is_entered_by_jumps_alone[to] = true;
    }
    for (std::size_t next = 1; next < is_entered_by_jumps_alone.size(); ++next) {
      if (!is_entered_by_jumps_alone[next]) steps.push_back({FunctionId(next - 1), FunctionId(next), 1});
    }
    components_ = FindCycles(is_entered_by_jumps_alone.size(), steps);
  }

  // True if the code at the jump's target leads to the jump.
  bool IsLoop(const CodeJump& jump) const {
    return components_.number[BlockOf(jump.from)] == components_.number[BlockOf(jump.to)];
  }

 private:
  std::size_t BlockOf(const CodePosition& position) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(starts_, position.address) - starts_.begin());
  }

  std::vector<std::uint64_t> starts_;  // start addresses of blocks, from block 1 on
  Components components_;
};

// Calls use(jump) for each jump that ends a loop. Jumps are sorted by function.
template <class Use>
void ForEachLoop(std::span<const CodeJump> jumps, const Use& use) {
  const auto goes_back = [](const CodeJump& jump) { return jump.to.address <= jump.from.address; };
  while (!jumps.empty()) {
    const auto is_same = [&](const CodeJump& jump) { return jump.function == jumps.front().function; };
    const auto end = std::ranges::find_if_not(jumps, is_same);
    const std::span<const CodeJump> own(jumps.begin(), end);
    if (std::ranges::any_of(own, goes_back)) {
      const JumpFlow flow(own);
      for (const CodeJump& jump : own) {
        if (goes_back(jump) && flow.IsLoop(jump)) use(jump);
      }
    }
    jumps = {end, jumps.end()};
  }
}

CodeLoop LoopOf(const CodeJump& jump) {
  CodePosition header = jump.is_conditional ? jump.from : jump.to;
  header.address = 0;
  return {jump.function, jump.to.address, jump.from.address, header, 0, std::nullopt};
}

auto HeaderKey(const CodeLoop& loop) {
  return std::tuple(loop.function, loop.first, loop.header.file, loop.header.line);
}

// Merges loops with the same header into one, which extends to the last jump.
void JoinHeaders(std::vector<CodeLoop>& loops) {
  std::ranges::sort(loops, {},
                    [](const CodeLoop& loop) { return std::tuple_cat(HeaderKey(loop), std::tuple(loop.last)); });
  std::vector<CodeLoop> joined;
  for (const CodeLoop& loop : loops) {
    if (joined.empty() || HeaderKey(joined.back()) != HeaderKey(loop)) joined.push_back(loop);
    joined.back().last = loop.last;
  }
  loops = std::move(joined);
}

bool Has(const CodeLoop& outer, const CodeLoop& inner) {
  return outer.function == inner.function && outer.first <= inner.first && inner.last <= outer.last;
}

}  // namespace

CodeLoops::CodeLoops(std::vector<CodeJump> jumps) {
  std::ranges::stable_sort(jumps, {}, &CodeJump::function);
  ForEachLoop(jumps, [this](const CodeJump& jump) { loops_.push_back(LoopOf(jump)); });
  JoinHeaders(loops_);
  FindOuter();
}

// Partially overlapping loops, which do not result from loops in the source, are treated as siblings: the search for
// outer loops skips a loop that begins earlier and ends within the other loop.
void CodeLoops::FindOuter() {
  std::ranges::sort(loops_, [](const CodeLoop& a, const CodeLoop& b) {
    return std::tie(a.function, a.first, b.last, a.header.line) < std::tie(b.function, b.first, a.last, b.header.line);
  });
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    CodeLoop& loop = loops_[i];
    const bool is_first = i == 0 || loops_[i - 1].function != loop.function;
    loop.number = is_first ? 1 : loops_[i - 1].number + 1;
    if (is_first) continue;
    loop.outer = FirstAround(i - 1, [&](std::size_t outer) { return Has(loops_[outer], loop); });
  }
}

// Begins with the last loop whose start is at or below `first`, and goes outwards until a loop contains `last`, too.
std::optional<std::size_t> CodeLoops::Around(FunctionId function, std::uint64_t first, std::uint64_t last) const {
  const auto end = std::ranges::upper_bound(loops_, std::tuple(function, first), {},
                                            [](const CodeLoop& loop) { return std::tuple(loop.function, loop.first); });
  if (end == loops_.begin()) return std::nullopt;
  const auto before = static_cast<std::size_t>(end - loops_.begin()) - 1;
  if (loops_[before].function != function) return std::nullopt;
  return FirstAround(before, [&](std::size_t at) { return last <= loops_[at].last; });
}

std::vector<std::size_t> CodeLoops::Innermost(FunctionId function, std::span<const std::uint64_t> addresses) const {
  std::set<std::size_t> found, around;
  for (const std::uint64_t address : addresses) {
    const std::optional<std::size_t> loop = Around(function, address, address);
    if (!loop || !found.insert(*loop).second) continue;
    // Adds the loops around `loop`, up to the first one that has been added before.
    FirstAround(loops_[*loop].outer, [&](std::size_t at) { return !around.insert(at).second; });
  }
  std::vector<std::size_t> innermost;
  std::ranges::set_difference(found, around, std::back_inserter(innermost));
  return innermost;
}

bool CodeLoops::IsWithin(std::size_t inner, std::size_t outer) const {
  return FirstAround(inner, [outer](std::size_t at) { return at == outer; }).has_value();
}

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
  return "no loop at " + phase + "; " +
         (known.empty() ? "that function has none" : "loops of that function are at lines " + known);
}

std::vector<RegionId> InnermostRegions(const CodeLoops& loops, FunctionId function,
                                       std::span<const std::uint64_t> addresses,
                                       const std::vector<RegionId>& region_of_loop, RegionId function_region) {
  std::vector<RegionId> around;
  for (const std::size_t loop : loops.Innermost(function, addresses)) {
    if (region_of_loop[loop].valid()) around.push_back(region_of_loop[loop]);
  }
  if (around.empty()) around.push_back(function_region);
  return around;
}

}  // namespace profdiff
