// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the regions and contexts of a callgrind file. Regions are the phase (the examined function or loop); the
// functions that it calls, at any depth, with inclusive costs; their loops; their call sites; and their lines. Each
// region first gets a recipe (which rows of the table to add up), from which its costs are computed in total and for
// each part of the file.
// Tests: tests/unit/read/property/callgrind_test.cpp, callgrind_loops_test.cpp.
#include <algorithm>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "profdiff/context_tree.h"
#include "read/property/callgrind_loops.h"
#include "read/property/callgrind_phase.h"
#include "read/property/callgrind_table.h"
#include "read/property/callgrind_values.h"
#include "read/property/providers.h"

namespace profdiff {
namespace {

// Returns the unit of a column. Callgrind's events (Valgrind's manual, "Callgrind") are instructions (Ir), references
// (Dr, Dw), branches (Bc, Bi), mispredictions (Bcm, Bim), and misses. The name of a miss event consists of the cache,
// "m", and "r" or "w" for reads or writes: I1mr, D1mr, DLmw.
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
  CallgrindRegions(const CallgrindRun& run, const CallgrindPhase& phase)
      : run_(run), table_(run.table), names_(run.table.sums.names()), phase_(phase) {
    rank_.resize(run.order.size());
    for (std::size_t i = 0; i < run.order.size(); ++i) rank_[run.order[i].value] = static_cast<std::uint32_t>(i);
  }

  // Makes the regions, without contexts. The phase is region 0. Loops come before call sites and lines, which are
  // nested in the innermost loop around them.
  Measurements Make() {
    made_.remarks = phase_.remarks;
    const std::size_t most =
        names_.size() + run_.loops.all().size() + table_.sites.size() + table_.pieces.size() + std::size_t{1};
    made_.regions.reserve(most);
    recipes_.reserve(most);
    AddMetrics();
    AddPhase();
    for (const FunctionId f : run_.order) {
      if (phase_.has[f.value] && !region_of_[f.value].valid()) AddFunction(f);
    }
    AddLoops();
    AddSites();
    AddLines();
    LinkParents();
    return std::move(made_);
  }

  // Returns the recipes by region; they are valid as long as this object exists.
  const std::vector<CallgrindRecipe>& recipes() const { return recipes_; }

 private:
  using Recipe = CallgrindRecipe;
  using Spot = CallgrindTable::Spot;

  // Adds two metrics for each column, such as "Ir" for inclusive costs and "selfIr" for self costs.
  void AddMetrics() {
    for (const char* prefix : {"", "self"}) {
      for (const std::string& column : table_.columns) {
        made_.metrics.push_back(prefix + column);
        made_.units.push_back(UnitOf(column));
      }
    }
  }

  RegionId AddRegion(Region region, Recipe recipe) {
    made_.regions.push_back(std::move(region));
    recipes_.push_back(std::move(recipe));
    return RegionId(made_.regions.size() - 1);
  }
  RegionId AddNested(const std::vector<RegionId>& around, Region region, Recipe recipe) {
    const RegionId id = AddRegion(std::move(region), std::move(recipe));
    for (const RegionId outer : around) Nest(outer, id);
    return id;
  }
  void Nest(RegionId outer, RegionId inner) { made_.nested.emplace_back(outer, inner); }

  Region RegionOf(RegionKind kind, FunctionId function, Spot spot) const {
    return {.kind = kind,
            .name = std::string(names_.NameOf(function)),
            .image = std::string(names_.ImageOf(function)),
            .file = table_.files[spot.file],
            .line = spot.line};
  }

  void AddFunction(FunctionId f) {
    region_of_[f.value] = AddRegion(RegionOf(RegionKind::kFunction, f, {table_.file_of_function[f.value], 0}),
                                    {.kind = Recipe::Kind::kFunction, .function = f});
  }

  void AddPhase() {
    made_.phase = RegionId(std::size_t{0});
    region_of_.resize(names_.size());
    region_of_loop_.resize(run_.loops.all().size());
    if (phase_.loop) return AddLoop(*phase_.loop);
    if (!phase_.function.valid()) {
      AddRegion({.kind = RegionKind::kProgram, .name = "program"}, {});
      return;
    }
    made_.instances = std::max<std::uint64_t>(run_.costs.CallsOf(phase_.function), 1);
    AddFunction(phase_.function);
  }

  void AddLoop(std::size_t number) {
    const CodeLoop& loop = run_.loops.all()[number];
    Recipe recipe{.kind = Recipe::Kind::kLoop, .loop = number};
    region_of_loop_[number] = AddRegion(RegionOf(RegionKind::kLoop, loop.function, loop.header), std::move(recipe));
    made_.regions.back().number = loop.number;
  }

  // Adds loops sorted by the names of their functions, then in the order of CodeLoops. Outer loops come before inner
  // ones in that order, because the region of an outer loop must exist when an inner loop is nested in it.
  void AddLoops() {
    const std::vector<CodeLoop>& loops = run_.loops.all();
    std::vector<std::size_t> by_name(loops.size());
    for (std::size_t i = 0; i < loops.size(); ++i) by_name[i] = i;
    std::ranges::sort(by_name, {}, [&](std::size_t i) { return std::tuple(rank_[loops[i].function.value], i); });
    for (const std::size_t i : by_name) {
      const bool is_inner = phase_.loop && run_.loops.loops().IsWithin(i, *phase_.loop);
      if (region_of_loop_[i].valid() || !(phase_.has[loops[i].function.value] || is_inner)) continue;
      AddLoop(i);
      const bool has_outer = loops[i].outer && region_of_loop_[*loops[i].outer].valid();
      Nest(has_outer ? region_of_loop_[*loops[i].outer] : region_of_[loops[i].function.value], region_of_loop_[i]);
    }
  }

  // Returns the regions of the innermost loops that contain at least one of `rows`; if there are none, the region of
  // the function.
  template <class SpotOf>
  std::vector<RegionId> RegionsAround(FunctionId function, std::span<const std::uint32_t> rows,
                                      const SpotOf& spot_of) const {
    std::vector<std::uint64_t> addresses;
    for (const std::uint32_t row : rows) addresses.push_back(spot_of(row).address);
    const RegionId whole = region_of_[function.value].valid() ? region_of_[function.value] : made_.phase;
    return InnermostRegions(run_.loops.loops(), function, addresses, region_of_loop_, whole);
  }

  // Adds call sites. A recursive call within another call of its function has no cost, because the outer call includes
  // it.
  void AddSites() {
    for (std::uint32_t i = 0; i < table_.sites.size(); ++i) {
      const auto& [call, spot] = table_.sites[i];
      if (!run_.is_inner[call] && phase_.Has(run_, run_.CallerOf(call), spot.address)) sites_.push_back(i);
    }
    const auto key = [this](std::uint32_t i) {
      const auto& [call, spot] = table_.sites[i];
      return std::tuple(rank_[run_.CallerOf(call).value], std::string_view(table_.files[spot.file]), spot.line,
                        rank_[run_.CalleeOf(call).value]);
    };
    ForEachGroup(sites_, key, [&](std::span<const std::uint32_t> group) {
      const auto& [call, spot] = table_.sites[group.front()];
      const FunctionId caller = run_.CallerOf(call), callee = run_.CalleeOf(call);
      const auto spot_of = [this](std::uint32_t i) { return table_.sites[i].spot; };
      const RegionId id = AddNested(RegionsAround(caller, group, spot_of), RegionOf(RegionKind::kCall, callee, spot),
                                    {.kind = Recipe::Kind::kCall, .rows = group});
      if (region_of_[callee.value].valid()) Nest(id, region_of_[callee.value]);
    });
  }

  // Adds lines. A line has only one region, even if its instructions are in several loops; the region is then nested in
  // each of them.
  void AddLines() {
    for (std::uint32_t i = 0; i < table_.pieces.size(); ++i) {
      const auto& [function, spot] = table_.pieces[i];
      if (spot.line != 0 && phase_.Has(run_, function, spot.address)) pieces_.push_back(i);
    }
    const auto key = [this](std::uint32_t i) {
      const auto& [function, spot] = table_.pieces[i];
      return std::tuple(rank_[function.value], std::string_view(table_.files[spot.file]), spot.line);
    };
    ForEachGroup(pieces_, key, [&](std::span<const std::uint32_t> group) {
      const auto& [function, spot] = table_.pieces[group.front()];
      const auto spot_of = [this](std::uint32_t i) { return table_.pieces[i].spot; };
      AddNested(RegionsAround(function, group, spot_of), RegionOf(RegionKind::kLine, function, spot),
                {.kind = Recipe::Kind::kLine, .rows = group});
    });
  }

  // Sorts indices by key, and passes each group with the same key to `use`.
  template <class Key, class Use>
  static void ForEachGroup(std::vector<std::uint32_t>& numbers, const Key& key, const Use& use) {
    std::ranges::stable_sort(numbers, {}, key);
    for (auto first = numbers.begin(); first != numbers.end();) {
      const auto end = std::find_if(first, numbers.end(), [&](std::uint32_t i) { return key(i) != key(*first); });
      use(std::span<const std::uint32_t>(first, end));
      first = end;
    }
  }

  // Sets parents by breadth-first search from the phase; regions that are not reached are nested in the phase. Regions
  // form a graph, because a function can have several callers. The search finds a shortest path from the phase, so
  // parents form a tree even with recursion.
  void LinkParents() {
    std::vector<std::pair<RegionId, RegionId>> nested = made_.nested;
    const auto outer_of = [](const std::pair<RegionId, RegionId>& pair) { return pair.first; };
    std::ranges::stable_sort(nested, {}, outer_of);
    std::vector<bool> is_linked(made_.regions.size());
    is_linked[made_.phase.value] = true;
    std::vector<RegionId> open = {made_.phase};
    auto orphan = is_linked.begin();
    for (std::size_t next = 0; next < made_.regions.size(); ++next) {
      if (next == open.size()) {
        orphan = std::find(orphan, is_linked.end(), false);
        *orphan = true;
        open.emplace_back(static_cast<std::size_t>(orphan - is_linked.begin()));
        made_.regions[open.back().value].parent = made_.phase;
        Nest(made_.phase, open.back());
      }
      const RegionId outer = open[next];
      for (auto at = std::ranges::lower_bound(nested, outer, {}, outer_of); at != nested.end() && at->first == outer;
           ++at) {
        const RegionId inner = at->second;
        if (is_linked[inner.value]) continue;
        is_linked[inner.value] = true;
        made_.regions[inner.value].parent = outer;
        open.push_back(inner);
      }
    }
  }

  const CallgrindRun& run_;
  const CallgrindTable& table_;
  const NamedFunctions& names_;
  const CallgrindPhase& phase_;
  Measurements made_;
  std::vector<CallgrindRecipe> recipes_;  // by region
  // Indices into CallgrindTable::sites and pieces, in the order of the regions; recipes refer to them.
  std::vector<std::uint32_t> sites_, pieces_;
  std::vector<std::uint32_t> rank_;       // by FunctionId: index in CallgrindRun::order
  std::vector<RegionId> region_of_;       // by FunctionId
  std::vector<RegionId> region_of_loop_;  // by index in CallgrindLoops::all
};

// Returns the functions sorted by name, so that the order in the file does not matter.
std::vector<FunctionId> OrderOf(const NamedFunctions& names) {
  std::vector<FunctionId> order(names.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = FunctionId(i);
  std::ranges::sort(order, {}, [&](FunctionId f) { return std::tuple(names.NameOf(f), names.ImageOf(f)); });
  return order;
}

// Adds an instance of the phase for each part of the file in which the phase has costs; 'valgrind --dump-after=FN'
// makes such parts. Parts in which the phase has no costs, such as the start and the end of the program, are not
// instances. Regions without costs in an instance have no context there.
void AddInstances(const CallgrindRun& run, const std::vector<CallgrindRecipe>& recipes, Measurements& made) {
  std::uint64_t instance = 0;
  for (std::size_t part = 0; part < run.table.parts(); ++part) {
    const CallgrindTable::Amounts amounts = run.table.AmountsOf(part);
    const CallgrindCostsOf costs(run.table, amounts, run.loops, run.is_inner);
    const auto has_costs = [](double value) { return value > 0; };
    if (std::ranges::none_of(costs.ValuesOf(recipes[made.phase.value]), has_costs)) continue;
    ++instance;
    for (std::size_t i = 0; i < recipes.size(); ++i) {
      std::vector<double> values = costs.ValuesOf(recipes[i]);
      if (std::ranges::any_of(values, has_costs)) made.instance_contexts.push_back({RegionId(i), instance, values});
    }
  }
  std::ranges::stable_sort(made.instance_contexts, {}, &InstanceContext::region);
  // A file with several parts was recorded as the remark below advises. If only one part has costs, the phase was
  // called once.
  if (run.table.parts() > 1) {
    made.instances = std::max<std::uint64_t>(instance, 1);
    return;
  }
  made.remarks.emplace_back(
      "only one part, and therefore one instance; record with 'valgrind --tool=callgrind --combine-dumps=yes "
      "--dump-after=FN'");
}

Measurements MeasureTable(const CallgrindTable& table, const std::string& path, const MeasureOptions& options) {
  const std::vector<bool> is_inner = table.sums.InnerCalls();
  const CallgrindLoops loops(table, is_inner);
  const CallgrindCostsOf costs(table, table.all, loops, is_inner);
  const std::vector<FunctionId> order = OrderOf(table.sums.names());
  const CallgrindRun run{table, loops, is_inner, costs, order};
  const CallgrindPhase phase = FindPhase(run, path, options);
  CallgrindRegions regions(run, phase);
  Measurements made = regions.Make();
  const std::vector<CallgrindRecipe>& recipes = regions.recipes();
  made.contexts.reserve(recipes.size());
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    made.contexts.push_back({RegionId(i), {{}, table.thread()}, costs.ValuesOf(recipes[i])});
  }
  if (options.instances) AddInstances(run, recipes, made);
  return made;
}

}  // namespace

Measurements ReadCallgrindMeasurements(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  StackOptions stacks;
  stacks.salvage = options.salvage;
  CallgrindTable table(options.instances);
  std::vector<Message> missing, remarks;
  {
    const StackInput input{source, path, *FindInputFormat("callgrind"), stacks, &table};
    StackProfile profile = NamingFormat(input, [&] { return ReadCallgrind(input); });
    missing = std::move(profile.missing);
    remarks = std::move(profile.remarks);
  }
  Measurements measurements = MeasureTable(table, path, options);
  measurements.inputs = {path};
  measurements.machine = std::move(table.machine);
  measurements.process = table.process();
  measurements.missing = std::move(missing);
  measurements.remarks.insert(measurements.remarks.begin(), remarks.begin(), remarks.end());
  const auto has = [&](std::string_view column) {
    return std::ranges::find(table.columns, column) != table.columns.end();
  };
  if (!has("D1mr") && !has("Bcm")) {
    measurements.remarks.emplace_back(
        "no events of caches and branches; record with 'valgrind --tool=callgrind "
        "--cache-sim=yes --branch-sim=yes'");
  }
  if (table.has_jumps_of_lines && table.jumps.empty()) {
    measurements.remarks.emplace_back(
        "jumps have no addresses, so loops cannot be found; also record with --dump-instr=yes");
  }
  return measurements;
}

}  // namespace profdiff
