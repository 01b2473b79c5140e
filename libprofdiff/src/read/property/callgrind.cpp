// SPDX-License-Identifier: GPL-3.0-or-later
// Contexts of a callgrind file. Regions are the functions that the phase calls, at any depth, with inclusive costs, as
// far as levels of recursion allow (read/profiles/callgrind_sums.cpp); the sites of their calls; and their lines.
// Tests: tests/unit/read/property/callgrind_test.cpp.
#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profdiff/call_graph.h"
#include "profdiff/context_tree.h"
#include "read/property/callgrind_table.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

std::string UnitOf(std::string_view column) {
  if (column == "Ir") return "instructions";
  if (column == "Dr" || column == "Dw") return "references";
  if (column == "Bc" || column == "Bi") return "branches";
  if (column == "Bcm" || column == "Bim") return "mispredictions";
  const bool misses = column.size() == 4 && (column.ends_with("mr") || column.ends_with("mw"));
  return misses ? "misses" : "";
}

class CallgrindRegions {
 public:
  CallgrindRegions(const CallgrindTable& table, const std::string& path, const MeasureOptions& options)
      : table_(table), names_(table.sums.names()), path_(path), options_(options) {}

  Measurements Make() {
    ChooseOrder();
    AddTotals();
    const FunctionId phase = FindPhase();
    FindReached(phase);
    LeaveOutShared(phase);
    AddMetrics();
    AddPhase(phase);
    AddFunctions();
    AddSites();
    AddLines();
    LinkParents();
    return std::move(made_);
  }

 private:
  using Costs = CallgrindTable::Costs;

  // Functions by name, so that the order in the file does not matter.
  void ChooseOrder() {
    order_.resize(names_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = FunctionId(i);
    std::ranges::sort(order_, {}, [this](FunctionId f) { return std::tuple(names_.NameOf(f), names_.ImageOf(f)); });
    rank_.resize(order_.size());
    for (std::size_t i = 0; i < order_.size(); ++i) rank_[order_[i].value] = static_cast<std::uint32_t>(i);
  }

  FunctionId CallerOf(CallgrindSums::CallId call) const {
    return table_.sums.FunctionOf(table_.sums.calls()[call].caller);
  }
  FunctionId CalleeOf(CallgrindSums::CallId call) const {
    return table_.sums.FunctionOf(table_.sums.calls()[call].callee);
  }

  // Inclusive and self costs of functions, column by column.
  void AddTotals() {
    const CallgrindSums& sums = table_.sums;
    is_inner_ = sums.InnerCalls();
    inclusive_.assign(names_.size(), Costs(table_.columns.size()));
    self_ = inclusive_;
    std::vector<std::uint64_t> self(sums.levels()), inclusive(sums.calls().size());
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      for (std::size_t i = 0; i < self.size(); ++i) self[i] = table_.level_self[i][column];
      for (std::size_t i = 0; i < inclusive.size(); ++i) inclusive[i] = table_.call_inclusive[i][column];
      const std::vector<std::uint64_t> totals = sums.Totals(self, inclusive, is_inner_);
      for (CallgrindSums::Level level = 0; level < totals.size(); ++level) {
        inclusive_[sums.FunctionOf(level).value][column] += totals[level];
        self_[sums.FunctionOf(level).value][column] += self[level];
      }
    }
  }

  // Of several functions of the name, the one of the largest cost. Invalid for all that was recorded.
  FunctionId FindPhase() const {
    const std::string_view wanted = options_.phase.empty() ? "main" : std::string_view(options_.phase);
    FunctionId found;
    for (const FunctionId f : order_) {
      if (names_.NameOf(f) != wanted) continue;
      if (!found.valid() || inclusive_[f.value] > inclusive_[found.value]) found = f;
    }
    if (!found.valid() && !options_.phase.empty()) {
      throw Error(ErrorCode::kBadArgument, path_ + ": callgrind: no function '" + options_.phase + "' for --phase",
                  path_);
    }
    return found;
  }

  void FindReached(FunctionId phase) {
    is_reached_.assign(names_.size(), !phase.valid());
    if (!phase.valid()) return;
    std::vector<std::vector<FunctionId>> callees(names_.size());
    for (std::size_t i = 0; i < is_inner_.size(); ++i) {
      const auto call = static_cast<CallgrindSums::CallId>(i);
      callees[CallerOf(call).value].push_back(CalleeOf(call));
    }
    std::vector<FunctionId> open = {phase};
    is_reached_[phase.value] = true;
    while (!open.empty()) {
      const FunctionId next = open.back();
      open.pop_back();
      for (const FunctionId callee : callees[next.value]) {
        if (is_reached_[callee.value]) continue;
        is_reached_[callee.value] = true;
        open.push_back(callee);
      }
    }
  }

  // The file does not say which part of a function's costs belongs to which chain of calls. Functions that are called
  // from elsewhere as well are kept if nearly all of their cost is the phase's, as far as the costs of their callers
  // say.
  void LeaveOutShared(FunctionId phase) {
    if (!phase.valid()) return;
    constexpr double kNearlyAll = 0.9;
    const std::vector<double> part = PartOfPhase(phase);
    std::size_t left_out = 0;
    FunctionId example;
    for (const FunctionId f : order_) {
      if (!is_reached_[f.value] || part[f.value] >= kNearlyAll) continue;
      is_reached_[f.value] = false;
      if (left_out++ == 0 || CostOf(f) > CostOf(example)) example = f;
    }
    if (left_out == 0) return;
    const std::string name(names_.NameOf(phase));
    made_.remarks.push_back((left_out == 1 ? "a function that is" : std::to_string(left_out) + " functions that are") +
                            std::string(" called from outside ") + name + " as well " + (left_out == 1 ? "is" : "are") +
                            " left out, as " + std::string(names_.NameOf(example)) +
                            "; 'valgrind --toggle-collect=" + name + "' keeps them apart");
  }

  std::uint64_t CostOf(FunctionId f) const { return inclusive_[f.value].front(); }

  // By function: how much of its inclusive cost, in the first column, comes from the phase. Callers before callees;
  // calls between functions of one cycle say nothing.
  std::vector<double> PartOfPhase(FunctionId phase) const {
    const std::vector<CallgrindSums::Call>& calls = table_.sums.calls();
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const auto call = static_cast<CallgrindSums::CallId>(i);
      arcs.push_back({CallerOf(call), CalleeOf(call), 1});
    }
    const std::vector<std::uint32_t> number = FindCycles(names_.size(), arcs).number;
    std::vector<std::size_t> by_callee(calls.size());
    std::iota(by_callee.begin(), by_callee.end(), std::size_t{0});
    std::ranges::sort(by_callee, std::ranges::greater(), [&](std::size_t i) { return number[arcs[i].callee.value]; });
    std::vector<double> within(names_.size() + 1), all(names_.size() + 1);  // by number
    const auto part_of = [&](FunctionId f) {
      if (f == phase) return 1.0;
      const std::uint32_t n = number[f.value];
      return all[n] > 0 ? within[n] / all[n] : is_reached_[f.value] ? 1.0 : 0.0;
    };
    for (const std::size_t i : by_callee) {
      const std::uint32_t n = number[arcs[i].callee.value];
      if (number[arcs[i].caller.value] == n) continue;
      const auto cost = static_cast<double>(table_.call_inclusive[i].front());
      within[n] += cost * part_of(arcs[i].caller);
      all[n] += cost;
    }
    std::vector<double> part;
    for (std::size_t i = 0; i < names_.size(); ++i) part.push_back(part_of(FunctionId(i)));
    return part;
  }

  void AddMetrics() {
    for (const char* prefix : {"", "self"}) {
      for (const std::string& column : table_.columns) {
        made_.metrics.push_back(prefix + column);
        made_.units.push_back(UnitOf(column));
      }
    }
  }

  // Null: absent.
  RegionId AddRegion(Region region, const Costs& inclusive, const Costs* self) {
    const RegionId id(made_.regions.size());
    made_.regions.push_back(std::move(region));
    Context context{id, {}, {}};
    for (const std::uint64_t cost : inclusive) context.values.push_back(static_cast<double>(cost));
    for (std::size_t i = 0; i < inclusive.size(); ++i) {
      context.values.push_back(self == nullptr ? kAbsent : static_cast<double>((*self)[i]));
    }
    made_.contexts.push_back(std::move(context));
    return id;
  }

  Region RegionOf(RegionKind kind, FunctionId function, CallgrindTable::Spot spot) const {
    Region region{
        .kind = kind, .name = std::string(names_.NameOf(function)), .image = std::string(names_.ImageOf(function))};
    region.file = table_.files[spot.file];
    region.line = spot.line;
    return region;
  }

  void AddFunction(FunctionId f) {
    region_of_[f.value] = AddRegion(RegionOf(RegionKind::kFunction, f, {table_.file_of_function[f.value], 0}),
                                    inclusive_[f.value], &self_[f.value]);
  }

  void AddPhase(FunctionId phase) {
    made_.phase = RegionId(std::size_t{0});
    region_of_.resize(names_.size());
    if (phase.valid()) {
      CountInstances(phase);
      return AddFunction(phase);
    }
    Costs all(table_.columns.size());
    for (const Costs& self : self_) {
      for (std::size_t i = 0; i < all.size(); ++i) all[i] += self[i];
    }
    AddRegion({.kind = RegionKind::kProgram, .name = "program"}, all, nullptr);
  }

  // Calls of the phase that are not within it.
  void CountInstances(FunctionId phase) {
    std::uint64_t calls = 0;
    for (std::size_t i = 0; i < is_inner_.size(); ++i) {
      const auto call = static_cast<CallgrindSums::CallId>(i);
      if (!is_inner_[i] && CalleeOf(call) == phase) calls += table_.sums.calls()[i].count;
    }
    made_.instances = std::max<std::uint64_t>(calls, 1);
  }

  void AddFunctions() {
    for (const FunctionId f : order_) {
      if (is_reached_[f.value] && !region_of_[f.value].valid()) AddFunction(f);
    }
  }

  // A call within another one of its function counts nothing: that one has its costs already.
  void AddSites() {
    std::vector<const CallgrindTable::Site*> sites;
    for (const CallgrindTable::Site& site : table_.sites) {
      if (!is_inner_[site.call] && is_reached_[CallerOf(site.call).value]) sites.push_back(&site);
    }
    const auto key = [this](const CallgrindTable::Site* site) {
      return std::tuple(rank_[CallerOf(site->call).value], std::string_view(table_.files[site->spot.file]),
                        site->spot.line, rank_[CalleeOf(site->call).value]);
    };
    std::ranges::sort(sites, {}, key);
    for (std::size_t i = 0; i < sites.size();) {
      const std::size_t first = i;
      Costs costs = sites[i]->inclusive;
      for (++i; i < sites.size() && key(sites[i]) == key(sites[first]); ++i) {
        for (std::size_t column = 0; column < costs.size(); ++column) costs[column] += sites[i]->inclusive[column];
      }
      const FunctionId caller = CallerOf(sites[first]->call), callee = CalleeOf(sites[first]->call);
      const RegionId id = AddRegion(RegionOf(RegionKind::kCall, callee, sites[first]->spot), costs, nullptr);
      made_.regions[id.value].parent = region_of_[caller.value];
      Nest(region_of_[caller.value], id);
      if (region_of_[callee.value].valid()) Nest(id, region_of_[callee.value]);
    }
  }

  void AddLines() {
    std::vector<const CallgrindTable::Line*> lines;
    for (const CallgrindTable::Line& line : table_.lines) {
      if (line.spot.line != 0 && is_reached_[line.function.value]) lines.push_back(&line);
    }
    std::ranges::sort(lines, {}, [this](const CallgrindTable::Line* line) {
      return std::tuple(rank_[line->function.value], std::string_view(table_.files[line->spot.file]), line->spot.line);
    });
    for (const CallgrindTable::Line* line : lines) {
      const RegionId id = AddRegion(RegionOf(RegionKind::kLine, line->function, line->spot), line->self, &line->self);
      made_.regions[id.value].parent = region_of_[line->function.value];
      Nest(region_of_[line->function.value], id);
    }
  }

  void Nest(RegionId outer, RegionId inner) { made_.nested.emplace_back(outer, inner); }

  // From the phase on, breadth first; what nothing calls is nested in the phase.
  void LinkParents() {
    std::vector<std::vector<RegionId>> inner(made_.regions.size());
    for (const auto& [outer, nested] : made_.nested) inner[outer.value].push_back(nested);
    std::vector<bool> is_linked(made_.regions.size());
    is_linked[made_.phase.value] = true;
    std::vector<RegionId> open = {made_.phase};
    for (std::size_t next = 0; next < made_.regions.size(); ++next) {
      if (next == open.size()) open.push_back(NextOrphan(is_linked));
      const RegionId outer = open[next];
      for (const RegionId nested : inner[outer.value]) {
        if (is_linked[nested.value]) continue;
        is_linked[nested.value] = true;
        made_.regions[nested.value].parent = outer;
        open.push_back(nested);
      }
    }
  }

  RegionId NextOrphan(std::vector<bool>& is_linked) {
    const auto found = std::ranges::find(is_linked, false);
    const RegionId orphan(static_cast<std::size_t>(found - is_linked.begin()));
    is_linked[orphan.value] = true;
    made_.regions[orphan.value].parent = made_.phase;
    Nest(made_.phase, orphan);
    return orphan;
  }

  const CallgrindTable& table_;
  const NamedFunctions& names_;
  const std::string& path_;
  const MeasureOptions& options_;
  Measurements made_;
  std::vector<FunctionId> order_;        // by name
  std::vector<std::uint32_t> rank_;      // by FunctionId: the place in order_
  std::vector<bool> is_inner_;           // by call
  std::vector<Costs> inclusive_, self_;  // by FunctionId
  std::vector<bool> is_reached_;         // by FunctionId: from the phase
  std::vector<RegionId> region_of_;      // by FunctionId
};

}  // namespace

Measurements ReadCallgrindMeasurements(const std::string& path, const MeasureOptions& options) {
  StackOptions stacks;
  stacks.format = StackFormat::kCallgrind;
  stacks.salvage = options.salvage;
  CallgrindTable table;
  StackProfile profile = ReadCallgrindFile(path, stacks, table);
  Measurements measurements = CallgrindRegions(table, path, options).Make();
  measurements.inputs = {path};
  measurements.machine = std::move(table.machine);
  measurements.missing = std::move(profile.missing);
  measurements.remarks.insert(measurements.remarks.begin(), profile.remarks.begin(), profile.remarks.end());
  const auto has = [&](std::string_view column) {
    return std::ranges::find(table.columns, column) != table.columns.end();
  };
  if (!has("D1mr") && !has("Bcm")) {
    measurements.remarks.push_back(
        "no events of caches and branches; record with 'valgrind --tool=callgrind "
        "--cache-sim=yes --branch-sim=yes'");
  }
  return measurements;
}

}  // namespace profdiff
