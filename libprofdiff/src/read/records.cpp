// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up profile files as gprof does. The first histogram decides rate, dimension and scale; a histogram of a known
// range is added bin by bin, one of another range must be disjoint from all before it. A BSD file holds one histogram,
// which must have the range and bins of the very first.
// Tests: tests/unit/read/records_test.cpp.
#include <cmath>
#include <map>
#include <utility>

#include "profdiff/gmon.h"
#include "read/arc_index.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kOldBsdRate = 100;  // clock ticks per second, which old BSD files do not state
constexpr double kScaleTolerance = 1e-6;

double ScaleOf(const Histogram& histogram, std::uint64_t bins) {
  std::uint64_t units = (histogram.high - histogram.low) / 2;  // an odd byte does not count
  return static_cast<double>(units) / static_cast<double>(bins);
}

[[noreturn]] void Refuse(const std::string& path, const Histogram& histogram, std::string message) {
  throw Error(ErrorCode::kIncompatible, std::move(message), path, histogram.offset);
}

// The ranges of a side's histograms.
class RangeIndex {
 public:
  static constexpr std::size_t kNew = ~std::size_t{0};

  // The histogram of exactly this range; kNew if there is none.
  std::size_t Find(const Histogram& histogram) const {
    auto found = exact_.find({histogram.low, histogram.high});
    return found == exact_.end() ? kNew : found->second;
  }

  // True if a known range has an address in common with this one.
  bool Overlaps(const Histogram& histogram) const {
    if (histogram.low >= histogram.high) return false;
    auto after = disjoint_.lower_bound(histogram.high);
    return after != disjoint_.begin() && std::prev(after)->second > histogram.low;
  }

  void Add(const Histogram& histogram, std::size_t number) {
    exact_[{histogram.low, histogram.high}] = number;
    if (histogram.low < histogram.high) disjoint_[histogram.low] = histogram.high;
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> exact_;
  std::map<std::uint64_t, std::uint64_t> disjoint_;  // high by low, of ranges that hold any address
};

}  // namespace

double Histogram::Scale() const { return ScaleOf(*this, bins.size()); }

struct RecordAdder::State {
  Records sum;
  RangeIndex ranges;
  ArcIndex arcs;

  bool has_histogram() const { return !sum.histograms.empty(); }

  // Throws unless the histogram, which has or announces that many bins, can be added.
  void Check(const Histogram& histogram, std::uint64_t bins, const std::string& path) const {
    if (!has_histogram()) return;
    CheckUnits(histogram, bins, path);
    std::size_t known = ranges.Find(histogram);
    if (known == RangeIndex::kNew) {
      if (ranges.Overlaps(histogram)) Refuse(path, histogram, "overlapping histogram records");
    } else if (sum.histograms[known].bins.size() != bins) {
      Refuse(path, histogram, "different scales in histogram records");
    }
  }

  void CheckUnits(const Histogram& histogram, std::uint64_t bins, const std::string& path) const {
    const Histogram& first = sum.histograms.front();
    if (histogram.dimension != first.dimension) {
      Refuse(path, histogram,
             "dimension unit changed between histogram records\nfrom '" + first.dimension + "'\nto '" +
                 histogram.dimension + "'");
    }
    if (histogram.abbreviation != first.abbreviation) {
      Refuse(path, histogram,
             std::string("dimension abbreviation changed between histogram records\nfrom '") + first.abbreviation +
                 "'\nto '" + histogram.abbreviation + "'");
    }
    if (std::fabs(ScaleOf(histogram, bins) - first.Scale()) > kScaleTolerance) {
      Refuse(path, histogram, "different scales in histogram records");
    }
  }

  // The same for the histogram of a BSD file.
  void CheckBsd(const GmonFile& file, const Histogram& histogram, std::uint64_t bins) const {
    if (!has_histogram()) return;
    const Histogram& first = sum.histograms.front();
    if (file.states_rate && histogram.rate != first.rate) {
      throw Error(ErrorCode::kIncompatibleFile, file.path + ": profiling rate incompatible with first gmon file",
                  file.path);
    }
    if (histogram.low != first.low || histogram.high != first.high || bins != first.bins.size()) {
      throw Error(ErrorCode::kIncompatibleFile, file.path + ": incompatible with first gmon file", file.path);
    }
  }

  void Add(Histogram histogram) {
    std::size_t known = ranges.Find(histogram);
    if (known != RangeIndex::kNew) {
      std::vector<std::uint64_t>& bins = sum.histograms[known].bins;
      for (std::size_t i = 0; i < bins.size(); ++i) bins[i] += histogram.bins[i];
      return;
    }
    ranges.Add(histogram, sum.histograms.size());
    sum.histograms.push_back(std::move(histogram));
  }

  void AddHistograms(GmonFile& file) {
    for (Histogram& histogram : file.histograms) {
      Check(histogram, histogram.bins.size(), file.path);
      Add(std::move(histogram));
      sum.has_histogram = true;
    }
    if (file.cut_histogram) Check(*file.cut_histogram, file.cut_bins, file.path);
  }

  void AddBsdHistogram(GmonFile& file) {
    if (file.cut_histogram) CheckBsd(file, *file.cut_histogram, file.cut_bins);
    for (Histogram& histogram : file.histograms) {
      CheckBsd(file, histogram, histogram.bins.size());
      Add(std::move(histogram));
      if (sum.histograms.front().rate == 0) sum.histograms.front().rate = kOldBsdRate;
    }
    // What gprof takes to be there after a BSD file, whatever was before.
    sum.has_histogram = true;
    sum.has_arcs = true;
    sum.has_blocks = false;
  }
};

RecordAdder::RecordAdder() : state_(std::make_unique<State>()) {}
RecordAdder::~RecordAdder() = default;
RecordAdder::RecordAdder(RecordAdder&&) noexcept = default;
RecordAdder& RecordAdder::operator=(RecordAdder&&) noexcept = default;

void RecordAdder::AddFile(GmonFile file) {
  Records& sum = state_->sum;
  sum.paths.push_back(file.path);
  file.bsd ? state_->AddBsdHistogram(file) : state_->AddHistograms(file);
  for (const ArcRecord& arc : file.arcs) state_->arcs.Add(sum.arcs, arc);
  sum.blocks.insert(sum.blocks.end(), file.blocks.begin(), file.blocks.end());
  sum.has_arcs = sum.has_arcs || !file.arcs.empty();
  sum.has_blocks = sum.has_blocks || file.block_records > 0;
  if (file.damage) throw *file.damage;
}

Records RecordAdder::Take() {
  std::unique_ptr<State> finished = std::exchange(state_, std::make_unique<State>());
  return std::move(finished->sum);
}

}  // namespace profdiff
