// SPDX-License-Identifier: GPL-3.0-or-later
// A trace has millions of references but few instructions. Therefore only sums by instruction and array are kept; the
// sums of functions, loops and lines are computed from them.
#include "read/property/addresses/address_sums.h"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "values/shape.h"

namespace profdiff {
namespace {

constexpr std::size_t kFirstMisses = 2;  // index of the first miss metric in kAddressMetrics
// Smallest share of a region's misses that an array must cause for the region to have a part for this array.
constexpr double kNearlyAll = 0.8;

// Counts of a region, in total and by array.
struct RegionSums {
  AddressCounts all = {};
  std::map<std::uint32_t, AddressCounts> arrays = {};

  void Add(std::uint32_t array, const AddressCounts& counts) {
    AddTo(all, counts);
    if (array != TraceImage::kNoArray) AddTo(arrays[array], counts);
  }
};

// The name and file of a function, from its symbol or, if there is none, from the nearest row of the function table.
struct CodeName {
  std::string_view name, file;
};
CodeName NameAt(const TraceImage& image, FunctionId row, std::uint64_t address) {
  if (const TraceImage::Symbol* symbol = image.SymbolAt(address)) return {symbol->name, symbol->file};
  const FunctionTable& functions = image.image().functions;
  return {functions[row].name, functions.FilePath(row)};
}

class AddressRegions {
 public:
  AddressRegions(const AddressSums& sums, const AddressLoops& loops, const TraceImage& image,
                 const std::vector<std::string>& outside, const AddressPhase& phase)
      : sums_(sums),
        loops_(loops),
        functions_(image.image().functions),
        image_(image),
        outside_(outside),
        phase_(phase) {
    for (std::size_t i = 0; i < outside_.size(); ++i) {
      first_of_.push_back(static_cast<std::uint32_t>(std::ranges::find(outside_, outside_[i]) - outside_.begin()));
    }
  }

  // Makes the regions: first the phase (the examined region), then functions, loops and lines, each after the region
  // that contains it.
  Measurements Make() {
    for (const AddressMetric& metric : kAddressMetrics) {
      made_.metrics.emplace_back(metric.name);
      made_.units.emplace_back(metric.unit);
    }
    for (const AddressSums::Sum& sum : sums_.all()) AddSum(sum);
    AddRegion(PhaseRegion(), {}, of_phase_);
    made_.phase = RegionId(std::size_t{0});
    for (const auto& [name, sums] : by_function_) {
      // The phase's function gets no region of its own: the phase already contains the references of this function and
      // of its callees.
      RegionId id = made_.phase;
      if (name != phase_.function)
        id = AddRegion(RegionOf(RegionKind::kFunction, name, file_of_[name], 0), {made_.phase}, sums);
      region_of_.emplace(name, id);
    }
    AddUpLoops();
    AddLoops();
    for (const auto& [place, line] : by_line_) {
      const auto& [name, file, number] = place;
      AddRegion(RegionOf(RegionKind::kLine, name, file, number), RegionsAround(name, line.addresses), line.sums);
    }
    return std::move(made_);
  }

 private:
  using LineKey = std::tuple<std::string_view, std::string_view, std::uint32_t>;  // function, file, line
  struct LineSums {
    RegionSums sums;
    std::vector<std::uint64_t> addresses = {};  // addresses of the line's instructions
  };

  // Returns the row of the function table that contains the instruction; invalid for library code.
  FunctionId RowOf(const AddressSums::Sum& sum) const {
    return sum.instruction == AddressSums::kElsewhere ? FunctionId() : functions_.Find(sum.instruction);
  }

  // Returns the first index of an array with the same name.
  std::uint32_t OnlyIndexOf(std::uint32_t array) const {
    const std::size_t first = image_.arrays().size() + 2;
    if (array == TraceImage::kNoArray || array < first) return array;
    return static_cast<std::uint32_t>(first) + first_of_[array - first];
  }

  // Adds a sum to the phase, and to the function and line of its instruction. The phase has all references made while
  // it ran, including references by libraries; a function has only its own references.
  void AddSum(AddressSums::Sum sum) {
    sum.array = OnlyIndexOf(sum.array);
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
    line.addresses.push_back(sum.instruction);
  }

  // Adds each sum to all loops around its instruction, since the sums of a loop include the sums of its inner loops.
  void AddUpLoops() {
    of_loop_.resize(loops_.all().size());
    region_of_loop_.resize(of_loop_.size());
    for (AddressSums::Sum sum : sums_.all()) {
      sum.array = OnlyIndexOf(sum.array);
      const FunctionId row = RowOf(sum);
      if (!row.valid()) continue;
      const FunctionId function = loops_.Find(NameAt(image_, row, sum.instruction).name);
      if (!function.valid()) continue;
      const auto innermost = loops_.loops().Around(function, sum.instruction, sum.instruction);
      loops_.loops().FirstAround(innermost, [&](std::size_t loop) {
        of_loop_[loop].Add(sum.array, sum.counts);
        return false;  // continues with the next loop
      });
    }
  }

  // Adds loops that refer to memory. Loops that contain the phase are omitted.
  void AddLoops() {
    if (phase_.loop) region_of_loop_[*phase_.loop] = made_.phase;
    for (std::size_t i = 0; i < of_loop_.size(); ++i) {
      const CodeLoop& loop = loops_.all()[i];
      const RegionSums& sums = of_loop_[i];
      if (sums.all == AddressCounts{} || region_of_loop_[i].valid()) continue;
      const std::string_view name = loops_.NameOf(loop);
      if (phase_.loop && name == phase_.function && !loops_.loops().IsWithin(i, *phase_.loop)) continue;
      const Region region = LoopRegion(loop);
      const bool has_outer = loop.outer && region_of_loop_[*loop.outer].valid();
      region_of_loop_[i] = AddRegion(region, {has_outer ? region_of_loop_[*loop.outer] : region_of_[name]}, sums);
    }
  }

  // Returns the regions of the innermost loops that contain at least one of the addresses; if there are none, the
  // function's region.
  std::vector<RegionId> RegionsAround(std::string_view function, std::span<const std::uint64_t> addresses) const {
    return InnermostRegions(loops_.loops(), loops_.Find(function), addresses, region_of_loop_, region_of_.at(function));
  }

  Region PhaseRegion() const {
    if (phase_.function.empty()) return {.kind = RegionKind::kProgram, .name = "program"};
    if (phase_.loop) return LoopRegion(loops_.all()[*phase_.loop]);
    const auto file = file_of_.find(phase_.function);
    return RegionOf(RegionKind::kFunction, phase_.function, file == file_of_.end() ? std::string_view() : file->second,
                    0);
  }

  Region LoopRegion(const CodeLoop& loop) const {
    Region region = RegionOf(RegionKind::kLoop, loops_.NameOf(loop), loops_.FileOf(loop), loop.header.line);
    region.number = loop.number;
    return region;
  }

  Region RegionOf(RegionKind kind, std::string_view name, std::string_view file, std::uint32_t line) const {
    return {
        .kind = kind, .name = std::string(name), .image = image_.image().path, .file = std::string(file), .line = line};
  }

  // Adds a region, and a part of it for each array that causes nearly all misses of some kind.
  RegionId AddRegion(Region region, const std::vector<RegionId>& around, const RegionSums& sums) {
    const RegionId id(made_.regions.size());
    region.parent = around.empty() ? RegionId() : around.front();
    for (const auto& [array, counts] : sums.arrays) region.arrays.push_back(NameOfArray(image_, array, outside_));
    made_.regions.push_back(region);
    for (const RegionId outer : around) made_.nested.emplace_back(outer, id);
    AddContext(id, sums.all);
    for (const auto& [array, counts] : sums.arrays) {
      if (!HasNearlyAll(counts, sums.all)) continue;
      const RegionId part = AddPart(region, id, array, counts, sums.all);
      for (const RegionId outer : around) NestPart(part, array, outer);
    }
    return id;
  }

  // Adds the part of the region `whole` for one array. `counts`: counts of the array; `all`: counts of the whole
  // region.
  RegionId AddPart(Region region, RegionId whole, std::uint32_t array, AddressCounts counts, const AddressCounts& all) {
    const RegionId id(made_.regions.size());
    region.parent = whole;
    region.data_structure = NameOfArray(image_, array, outside_);
    region.arrays.clear();
    made_.regions.push_back(std::move(region));
    made_.nested.emplace_back(whole, id);
    part_of_.emplace(std::pair(whole, array), id);
    // A part has the references of the whole region, so that its miss rate is its share of the region's miss rate.
    std::copy_n(all.begin(), kFirstMisses, counts.begin());
    AddContext(id, counts);
    return id;
  }

  // Nests a part in another part for the same array: the part of the innermost enclosing region that has one.
  void NestPart(RegionId part, std::uint32_t array, RegionId outer) {
    for (; outer.valid(); outer = made_.regions[outer.value].parent) {
      const auto around = part_of_.find({outer, array});
      if (around == part_of_.end()) continue;
      made_.nested.emplace_back(around->second, part);
      break;
    }
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
  const AddressLoops& loops_;
  const FunctionTable& functions_;
  const TraceImage& image_;
  const std::vector<std::string>& outside_;
  const AddressPhase& phase_;
  std::vector<std::uint32_t> first_of_;  // by index in outside_: the first one with the same name
  RegionSums of_phase_;
  std::map<std::string_view, RegionSums> by_function_;
  std::map<std::string_view, std::string_view> file_of_;  // by function
  std::map<LineKey, LineSums> by_line_;
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

std::string NameOfArray(const TraceImage& image, std::uint32_t array, const std::vector<std::string>& outside) {
  const std::vector<std::string>& names = image.arrays();
  if (array < names.size()) return names[array];
  if (array < names.size() + 2) return array == names.size() ? "stack" : "heap";
  return outside[array - names.size() - 2];
}

// The mixed hash is not a bijection, so instruction and array are compared as well.
void AddressSums::Add(std::uint64_t instruction, std::uint32_t array, const AddressCounts& reference) {
  const std::uint32_t id = ids_.Find(Mix(instruction ^ Mix(array)), [&](std::uint32_t known) {
    return sums_[known].instruction == instruction && sums_[known].array == array;
  });
  if (id == sums_.size()) sums_.push_back({instruction, array});
  AddTo(sums_[id].counts, reference);
}

void AddressSums::Add(const AddressSums& more) {
  for (const Sum& sum : more.all()) Add(sum.instruction, sum.array, sum.counts);
}

Measurements MeasureAddresses(const AddressSums& sums, const AddressLoops& loops, const TraceImage& image,
                              const std::vector<std::string>& outside, const AddressPhase& phase) {
  return AddressRegions(sums, loops, image, outside, phase).Make();
}

}  // namespace profdiff
