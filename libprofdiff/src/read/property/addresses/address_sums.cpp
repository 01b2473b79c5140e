// SPDX-License-Identifier: GPL-3.0-or-later
// A trace has millions of references and few instructions: sums by instruction and array hold all that regions need.
// Functions, loops and lines are sums over these.
#include "read/property/addresses/address_sums.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "read/property/code_loops.h"
#include "values/shape.h"

namespace profdiff {
namespace {

constexpr std::size_t kFirstMisses = 2;  // index in kAddressMetrics, after the references
constexpr double kNearlyAll = 0.8;       // share of the misses of a region from which on an array is a part of it

// Counts of a region, in total and by array.
struct RegionSums {
  AddressCounts all = {};
  std::map<std::uint32_t, AddressCounts> arrays = {};

  void Add(std::uint32_t array, const AddressCounts& counts) {
    AddTo(all, counts);
    if (array != TraceImage::kNoArray) AddTo(arrays[array], counts);
  }
};

// A function by its symbol, or else by the nearest row of the table.
struct CodeName {
  std::string_view name, file;
};
CodeName NameAt(const TraceImage& image, FunctionId row, std::uint64_t address) {
  if (const TraceImage::Symbol* symbol = image.SymbolAt(address)) return {symbol->name, symbol->file};
  const FunctionTable& functions = image.image().functions;
  return {functions[row].name, functions.FilePath(row)};
}

// Loops of all functions. FunctionId is the index of a function's name: code of one name is one function here, even if
// it is in several pieces.
class AddressLoops {
 public:
  AddressLoops(const std::map<std::uint64_t, AddressJump>& jumps, const TraceImage& image,
               std::map<std::string_view, FunctionId> ids)
      : image_(image), functions_(image.image().functions), ids_(std::move(ids)), loops_(JumpsWithin(jumps)) {}

  const std::vector<CodeLoop>& all() const { return loops_.all(); }
  std::string_view NameOf(const CodeLoop& loop) const { return image_.SymbolAt(loop.first)->name; }
  std::string_view FileOf(const CodeLoop& loop) const { return files_[loop.header.file]; }
  std::optional<std::size_t> Around(std::string_view function, std::uint64_t first, std::uint64_t last) const {
    return loops_.Around(ids_.at(function), first, last);
  }

 private:
  // Keeps jumps within one symbol: a jump back to another one is a tail call.
  std::vector<BackJump> JumpsWithin(const std::map<std::uint64_t, AddressJump>& jumps) {
    std::vector<BackJump> within;
    for (const auto& [from, jump] : jumps) {
      const FunctionId row = functions_.Find(from), target = functions_.Find(jump.to);
      const TraceImage::Symbol* const symbol = image_.SymbolAt(from);
      if (!row.valid() || !target.valid() || symbol == nullptr || symbol != image_.SymbolAt(jump.to)) continue;
      const auto id = ids_.find(symbol->name);
      if (id == ids_.end()) continue;
      within.push_back({id->second, jump.is_conditional, PositionOf(row, from), PositionOf(target, jump.to)});
    }
    return within;
  }

  CodePosition PositionOf(FunctionId row, std::uint64_t address) {
    const std::string_view file = functions_.FilePath(row);
    const auto known = file_ids_.try_emplace(file, static_cast<std::uint32_t>(files_.size()));
    if (known.second) files_.push_back(file);
    return {known.first->second, functions_[row].line, address};
  }

  const TraceImage& image_;
  const FunctionTable& functions_;
  const std::map<std::string_view, FunctionId> ids_;  // by name; other functions have no loops here
  std::vector<std::string_view> files_;
  std::map<std::string_view, std::uint32_t> file_ids_;
  CodeLoops loops_;
};

class AddressRegions {
 public:
  AddressRegions(const AddressSums& sums, const std::map<std::uint64_t, AddressJump>& jumps, const TraceImage& image,
                 const std::string& phase)
      : sums_(sums), jumps_(jumps), functions_(image.image().functions), image_(image), phase_(phase) {}

  // The phase is region 0; then functions, loops and lines, each after the region that it is nested in.
  Measurements Make() {
    for (const AddressMetric& metric : kAddressMetrics) {
      made_.metrics.emplace_back(metric.name);
      made_.units.emplace_back(metric.unit);
    }
    for (const AddressSums::Sum& sum : sums_.all()) AddSum(sum);
    AddRegion(PhaseRegion(), {}, of_phase_);
    made_.phase = RegionId(std::size_t{0});
    for (const auto& [name, sums] : by_function_) {
      // The phase has its own references together with those of its callees.
      RegionId id = made_.phase;
      if (name != phase_) id = AddRegion(RegionOf(RegionKind::kFunction, name, file_of_[name], 0), made_.phase, sums);
      region_of_.emplace(name, id);
    }
    FindLoops();
    AddLoops();
    for (const auto& [place, line] : by_line_) {
      const auto& [name, file, number] = place;
      AddRegion(RegionOf(RegionKind::kLine, name, file, number), RegionAround(name, line.first, line.last), line.sums);
    }
    return std::move(made_);
  }

 private:
  using LineKey = std::tuple<std::string_view, std::string_view, std::uint32_t>;  // function, file, line
  struct LineSums {
    RegionSums sums;
    std::uint64_t first = ~std::uint64_t{0}, last = 0;  // addresses of instructions
  };

  // The row of the function table with the instruction's line; invalid for code of libraries.
  FunctionId RowOf(const AddressSums::Sum& sum) const {
    return sum.instruction == AddressSums::kElsewhere ? FunctionId() : functions_.Find(sum.instruction);
  }

  // Adds a sum to the phase, and to function and line of its instruction. The phase has all references while it ran,
  // also those of libraries; functions have their own only.
  void AddSum(const AddressSums::Sum& sum) {
    of_phase_.Add(sum.array, sum.counts);
    const FunctionId row = RowOf(sum);
    if (!row.valid()) return;
    const CodeName code = NameAt(image_, row, sum.instruction);
    by_function_[code.name].Add(sum.array, sum.counts);
    file_of_.emplace(code.name, code.file);
    const std::uint32_t number = functions_[row].line;
    if (number == 0) return;
    LineSums& line = by_line_[{code.name, functions_.FilePath(row), number}];
    line.sums.Add(sum.array, sum.counts);
    line.first = std::min(line.first, sum.instruction);
    line.last = std::max(line.last, sum.instruction);
  }

  // Adds each sum to the loops around its instruction, from the innermost one outwards: sums of loops are inclusive.
  void FindLoops() {
    std::map<std::string_view, FunctionId> ids;
    for (const auto& [name, sums] : by_function_) ids.emplace(name, ids.size());
    loops_.emplace(jumps_, image_, std::move(ids));
    of_loop_.resize(loops_->all().size());
    region_of_loop_.resize(of_loop_.size());
    for (const AddressSums::Sum& sum : sums_.all()) {
      const FunctionId row = RowOf(sum);
      if (!row.valid()) continue;
      auto loop = loops_->Around(NameAt(image_, row, sum.instruction).name, sum.instruction, sum.instruction);
      for (int depth = 0; loop && depth < CodeLoops::kDeepest; loop = loops_->all()[*loop].outer, ++depth) {
        of_loop_[*loop].Add(sum.array, sum.counts);
      }
    }
  }

  // Adds loops that refer to memory.
  void AddLoops() {
    for (std::size_t i = 0; i < of_loop_.size(); ++i) {
      const CodeLoop& loop = loops_->all()[i];
      const RegionSums& sums = of_loop_[i];
      if (sums.all == AddressCounts{}) continue;
      const std::string_view name = loops_->NameOf(loop);
      Region region = RegionOf(RegionKind::kLoop, name, loops_->FileOf(loop), loop.header.line);
      region.number = loop.number;
      const bool has_outer = loop.outer && region_of_loop_[*loop.outer].valid();
      region_of_loop_[i] = AddRegion(region, has_outer ? region_of_loop_[*loop.outer] : region_of_[name], sums);
    }
  }

  // The innermost region that contains these addresses.
  RegionId RegionAround(std::string_view function, std::uint64_t first, std::uint64_t last) const {
    const auto loop = loops_->Around(function, first, last);
    return loop && region_of_loop_[*loop].valid() ? region_of_loop_[*loop] : region_of_.at(function);
  }

  Region PhaseRegion() const {
    if (phase_.empty()) return {.kind = RegionKind::kProgram, .name = "program"};
    const auto file = file_of_.find(phase_);
    return RegionOf(RegionKind::kFunction, phase_, file == file_of_.end() ? std::string_view() : file->second, 0);
  }

  Region RegionOf(RegionKind kind, std::string_view name, std::string_view file, std::uint32_t line) const {
    Region region{.kind = kind, .name = std::string(name), .image = image_.image().path};
    region.file = file;
    region.line = line;
    return region;
  }

  // Adds a region, and a part for each array that causes nearly all misses of some kind.
  RegionId AddRegion(Region region, RegionId outer, const RegionSums& sums) {
    const RegionId id(made_.regions.size());
    region.parent = outer;
    for (const auto& [array, counts] : sums.arrays) region.arrays.push_back(NameOfArray(image_, array));
    made_.regions.push_back(region);
    if (outer.valid()) made_.nested.emplace_back(outer, id);
    AddContext(id, sums.all);
    for (const auto& [array, counts] : sums.arrays) {
      if (HasNearlyAll(counts, sums.all)) AddPart(region, id, array, counts, sums.all);
    }
    return id;
  }

  // `counts` are those of the array, `all` those of the whole region.
  void AddPart(Region region, RegionId whole, std::uint32_t array, AddressCounts counts, const AddressCounts& all) {
    const RegionId id(made_.regions.size());
    region.parent = whole;
    region.data_structure = NameOfArray(image_, array);
    region.arrays.clear();
    made_.regions.push_back(std::move(region));
    made_.nested.emplace_back(whole, id);
    // An array's part of a line is nested in its part of the loop or function, the innermost one that has a part.
    part_of_.emplace(std::pair(whole, array), id);
    for (RegionId outer = made_.regions[whole.value].parent; outer.valid(); outer = made_.regions[outer.value].parent) {
      const auto around = part_of_.find({outer, array});
      if (around == part_of_.end()) continue;
      made_.nested.emplace_back(around->second, id);
      break;
    }
    // References of the whole region: miss rates of parts add up to that of the region.
    std::copy_n(all.begin(), kFirstMisses, counts.begin());
    AddContext(id, counts);
  }

  static bool HasNearlyAll(const AddressCounts& counts, const AddressCounts& all) {
    for (std::size_t i = kFirstMisses; i < counts.size(); ++i) {
      if (counts[i] != 0 && static_cast<double>(counts[i]) >= kNearlyAll * static_cast<double>(all[i])) return true;
    }
    return false;
  }

  void AddContext(RegionId id, const AddressCounts& counts) {
    made_.contexts.push_back({id, {}, {counts.begin(), counts.end()}});
  }

  const AddressSums& sums_;
  const std::map<std::uint64_t, AddressJump>& jumps_;
  const FunctionTable& functions_;
  const TraceImage& image_;
  const std::string& phase_;
  RegionSums of_phase_;
  std::map<std::string_view, RegionSums> by_function_;
  std::map<std::string_view, std::string_view> file_of_;  // by function
  std::map<LineKey, LineSums> by_line_;
  std::optional<AddressLoops> loops_;
  std::vector<RegionSums> of_loop_;                                 // by loop
  std::vector<RegionId> region_of_loop_;                            // by loop
  std::map<std::string_view, RegionId> region_of_;                  // by function
  std::map<std::pair<RegionId, std::uint32_t>, RegionId> part_of_;  // by region and array
  Measurements made_;
};

}  // namespace

AddressCounts CountsOf(bool is_write, CacheMiss miss) {
  AddressCounts counts = {};
  counts[is_write ? 1 : 0] = 1;
  if (miss == CacheMiss::kNone) return counts;
  counts[kFirstMisses + (is_write ? 1 : 0)] = 1;
  counts[kFirstMisses + 1 + static_cast<std::size_t>(miss)] = 1;
  return counts;
}

void AddTo(AddressCounts& sums, const AddressCounts& counts) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += counts[i];
}

std::string NameOfArray(const TraceImage& image, std::uint32_t array) {
  const std::vector<std::string>& names = image.arrays();
  return array < names.size() ? names[array] : array == names.size() ? "stack" : "heap";
}

// The mixed hash is no bijection of both, so that instruction and array are compared as well.
void AddressSums::Add(std::uint64_t instruction, std::uint32_t array, const AddressCounts& reference) {
  const std::uint32_t id = ids_.Find(Mix(instruction ^ Mix(array)), [&](std::uint32_t known) {
    return sums_[known].instruction == instruction && sums_[known].array == array;
  });
  if (id == sums_.size()) sums_.push_back({instruction, array});
  AddTo(sums_[id].counts, reference);
}

Measurements MeasureAddresses(const AddressSums& sums, const std::map<std::uint64_t, AddressJump>& jumps,
                              const TraceImage& image, const std::string& phase) {
  return AddressRegions(sums, jumps, image, phase).Make();
}

}  // namespace profdiff
