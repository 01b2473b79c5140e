// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/property/address_sums.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "values/shape.h"

namespace profdiff {
namespace {

constexpr std::size_t kFirstMisses = 2;  // index in kAddressMetrics, after the references
constexpr double kNearlyAll = 0.8;

void AddTo(AddressCounts& sums, const AddressCounts& counts) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += counts[i];
}

// Counts of a region, in total and by array.
struct RegionSums {
  AddressCounts all = {};
  std::map<std::uint32_t, AddressCounts> arrays = {};

  void Add(std::uint32_t array, const AddressCounts& counts) {
    AddTo(all, counts);
    if (array != TraceImage::kNoArray) AddTo(arrays[array], counts);
  }
};

class AddressRegions {
 public:
  AddressRegions(const AddressSums& sums, const TraceImage& image, const std::string& phase)
      : sums_(sums), functions_(image.image().functions), image_(image), phase_(phase) {}

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
    for (const auto& [place, sums] : by_line_) {
      const auto& [name, file, line] = place;
      AddRegion(RegionOf(RegionKind::kLine, name, file, line), region_of_[name], sums);
    }
    return std::move(made_);
  }

 private:
  using LineKey = std::tuple<std::string_view, std::string_view, std::uint32_t>;  // function, file, line

  void AddSum(const AddressSums::Sum& sum) {
    of_phase_.Add(sum.array, sum.counts);
    if (sum.row == AddressSums::kElsewhere) return;
    const FunctionId row(std::size_t{sum.row});
    const Function& function = functions_[row];
    const std::string_view file = functions_.FilePath(row);
    by_function_[function.name].Add(sum.array, sum.counts);
    file_of_.emplace(function.name, file);
    if (function.line != 0) by_line_[{function.name, file, function.line}].Add(sum.array, sum.counts);
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

  RegionId AddRegion(Region region, RegionId outer, const RegionSums& sums) {
    const RegionId id(made_.regions.size());
    region.parent = outer;
    for (const auto& [array, counts] : sums.arrays) region.arrays.push_back(NameOf(array));
    made_.regions.push_back(region);
    if (outer.valid()) made_.nested.emplace_back(outer, id);
    AddContext(id, sums.all);
    for (const auto& [array, counts] : sums.arrays) {
      if (HasNearlyAll(counts, sums.all)) AddPart(region, id, array, counts, sums.all);
    }
    return id;
  }

  void AddPart(Region region, RegionId whole, std::uint32_t array, AddressCounts counts, const AddressCounts& all) {
    const RegionId id(made_.regions.size());
    region.parent = whole;
    region.data_structure = NameOf(array);
    region.arrays.clear();
    made_.regions.push_back(std::move(region));
    made_.nested.emplace_back(whole, id);
    // An array's part of a line is nested in its part of the function.
    part_of_.emplace(std::pair(whole, array), id);
    const auto around = part_of_.find({made_.regions[whole.value].parent, array});
    if (around != part_of_.end()) made_.nested.emplace_back(around->second, id);
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

  std::string NameOf(std::uint32_t array) const {
    const std::vector<std::string>& names = image_.arrays();
    return array < names.size() ? names[array] : array == names.size() ? "stack" : "heap";
  }

  const AddressSums& sums_;
  const FunctionTable& functions_;
  const TraceImage& image_;
  const std::string& phase_;
  RegionSums of_phase_;
  std::map<std::string_view, RegionSums> by_function_;
  std::map<std::string_view, std::string_view> file_of_;  // by function
  std::map<LineKey, RegionSums> by_line_;
  std::map<std::string_view, RegionId> region_of_;                  // by function
  std::map<std::pair<RegionId, std::uint32_t>, RegionId> part_of_;  // by region and array
  Measurements made_;
};

}  // namespace

void AddressSums::Add(std::uint32_t row, std::uint32_t array, bool is_write, CacheMiss miss) {
  const std::uint64_t key = std::uint64_t{row} << 32 | array;
  const std::uint32_t id = ids_.Find(Mix(key), [](std::uint32_t) { return true; });
  if (id == sums_.size()) sums_.push_back({row, array});
  AddressCounts& counts = sums_[id].counts;
  ++counts[is_write ? 1 : 0];
  if (miss == CacheMiss::kNone) return;
  ++counts[kFirstMisses + (is_write ? 1 : 0)];
  ++counts[kFirstMisses + 1 + static_cast<std::size_t>(miss)];
}

Measurements MeasureAddresses(const AddressSums& sums, const TraceImage& image, const std::string& phase) {
  return AddressRegions(sums, image, phase).Make();
}

}  // namespace profdiff
