// SPDX-License-Identifier: GPL-3.0-or-later
// Adds up profile files as gprof does. The first histogram determines rate, dimension and scale; a histogram with a
// known range is added bin by bin; any other range must be disjoint from all earlier ones. A BSD file has one
// histogram, whose range and number of bins must be those of the very first histogram.
// Tests: tests/unit/read/gmon/records_test.cpp.
#include <cmath>
#include <utility>

#include "profdiff/gmon.h"
#include "read/gmon/record_sum.h"

namespace profdiff {
namespace {

constexpr std::uint32_t kOldBsdRate = 100;  // clock ticks per second, which old BSD files do not contain
constexpr double kScaleTolerance = 1e-6;    // gprof's tolerance (GPROF.md, section 4.2)

// Returns the width of a bin in units of two bytes. It is often not an integer, for example 1.998 (GPROF.md, section
// 7).
double ScaleOf(const Histogram& histogram, std::uint64_t bins) {
  std::uint64_t units = (histogram.high - histogram.low) / 2;  // an odd byte at the end is ignored
  return static_cast<double>(units) / static_cast<double>(bins);
}

[[noreturn]] void Refuse(const std::string& path, const Histogram& histogram, ErrorCode code, const char* cause,
                         std::vector<std::string> lines = {}) {
  Message message(code, cause, path, Place::Byte(histogram.offset));
  message.lines = std::move(lines);
  throw Error(std::move(message));
}

}  // namespace

double Histogram::Scale() const { return ScaleOf(*this, bins.size()); }

std::size_t RangeIndex::Find(const Histogram& histogram) const {
  auto found = exact_.find({histogram.low, histogram.high});
  return found == exact_.end() ? kNew : found->second;
}

// Known ranges are disjoint, so only the last known range that begins before the end of the new one can overlap it:
// O(log n). An empty range overlaps nothing.
bool RangeIndex::Overlaps(const Histogram& histogram) const {
  if (histogram.low >= histogram.high) return false;
  auto after = disjoint_.lower_bound(histogram.high);
  return after != disjoint_.begin() && std::prev(after)->second > histogram.low;
}

void RangeIndex::Add(const Histogram& histogram, std::size_t number) {
  exact_[{histogram.low, histogram.high}] = number;
  if (histogram.low < histogram.high) disjoint_[histogram.low] = histogram.high;
}

void RecordSum::Check(const PartialSum::Part& part, const GmonOutline& file) const {
  if (sum_.histograms.empty()) return;
  if (file.bsd) return CheckBsd(part, file);
  CheckUnits(part, file.path);
  std::size_t known = ranges_.Find(part.outline);
  if (known == RangeIndex::kNew) {
    if (ranges_.Overlaps(part.outline))
      Refuse(file.path, part.outline, ErrorCode::kOverlap, "overlapping histogram records");
  } else if (sum_.histograms[known].bins.size() != part.bins) {
    Refuse(file.path, part.outline, ErrorCode::kOtherScale, "different scales in histogram records");
  }
}

// The order of the checks is gprof's; it determines which message is shown for a file with several faults.
void RecordSum::CheckUnits(const PartialSum::Part& part, const std::string& path) const {
  const Histogram& first = sum_.histograms.front();
  const Histogram& histogram = part.outline;
  // Units are compared and shown up to the first zero byte.
  const std::string old_unit = first.dimension.c_str(), unit = histogram.dimension.c_str();
  if (unit != old_unit) {
    Refuse(path, histogram, ErrorCode::kOtherDimension, "dimension unit changed between histogram records",
           {"from '" + old_unit + "'", "to '" + unit + "'"});
  }
  if (histogram.abbreviation != first.abbreviation) {
    Refuse(path, histogram, ErrorCode::kOtherDimension, "dimension abbreviation changed between histogram records",
           {std::string("from '") + first.abbreviation + "'", std::string("to '") + histogram.abbreviation + "'"});
  }
  if (std::fabs(ScaleOf(histogram, part.bins) - first.Scale()) > kScaleTolerance) {
    Refuse(path, histogram, ErrorCode::kOtherScale, "different scales in histogram records");
  }
}

void RecordSum::CheckBsd(const PartialSum::Part& part, const GmonOutline& file) const {
  const Histogram& first = sum_.histograms.front();
  if (file.states_rate && part.outline.rate != first.rate) {
    throw Error(ErrorCode::kIncompatibleFile, "profiling rate incompatible with first gmon file", file.path);
  }
  if (part.outline.low != first.low || part.outline.high != first.high || part.bins != first.bins.size()) {
    throw Error(ErrorCode::kIncompatibleFile, "incompatible with first gmon file", file.path);
  }
}

// Adds a histogram's samples from all files of a partial sum at once, when the first file with the histogram is added.
void RecordSum::AddHistogram(const PartialSum::Part& part, std::vector<Histogram>& sums) {
  if (part.slot == PartialSum::kNoSlot) return;
  Histogram& histogram = sums[part.slot];
  // The samples were already added with an earlier file: adding them (below) removes them from `sums`.
  if (histogram.bins.size() != part.bins) return;
  const std::size_t known = ranges_.Find(part.outline);
  if (known == RangeIndex::kNew) {
    ranges_.Add(part.outline, sum_.histograms.size());
    sum_.histograms.push_back(std::exchange(histogram, {}));
    return;
  }
  sum_.histograms[known].bins.Add(histogram.bins);
  histogram.bins.clear();
}

void RecordSum::CheckCounts(const GmonOutline& sum, const GmonOutline& file) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  if (file.calls <= kMost - sum.calls && file.executions <= kMost - sum.executions) return;
  throw Error(ErrorCode::kOverflow, "its counts and the counts of earlier files add up to more than 64 bits can hold",
              file.path);
}

void RecordSum::AddFile(const PartialSum::File& file, std::vector<Histogram>& sums) {
  const GmonOutline& outline = file.outline;
  CheckCounts(counts_, outline);
  counts_.calls += outline.calls;
  counts_.executions += outline.executions;
  sum_.paths.push_back(outline.path);
  sum_.loss.is_cut = sum_.loss.is_cut || outline.damage.has_value();
  sum_.loss.lacks_times = sum_.loss.lacks_times || outline.lacks_times;
  for (const PartialSum::Part& part : file.histograms) {
    Check(part, outline);
    AddHistogram(part, sums);
  }
  if (outline.bsd && outline.histogram_records > 0 && sum_.histograms.front().rate == 0) {
    sum_.histograms.front().rate = kOldBsdRate;
  }
  // After a BSD file, gprof assumes that there are a histogram and arcs, and no blocks (GPROF.md, section 4.3).
  if (outline.bsd) sum_.has_blocks = false;
  sum_.has_histogram = sum_.has_histogram || outline.bsd || outline.histogram_records > 0;
  sum_.has_arcs = sum_.has_arcs || outline.bsd || outline.arc_records > 0;
  sum_.has_blocks = sum_.has_blocks || outline.block_records > 0;
}

void RecordSum::Add(PartialSum part, const FileObserver& observer) {
  for (const PartialSum::File& file : part.files) {
    try {
      AddFile(file, part.histograms);
    } catch (const Error& error) {
      if (observer) observer(file.outline, &error);
      throw;
    }
    if (observer && file.outline.IsUsable()) observer(file.outline, nullptr);
  }
  arcs_.Add(std::move(part.arcs));
  blocks_.Add(std::move(part.blocks));
  if (part.files.empty() || part.files.back().outline.IsUsable()) return;
  const GmonOutline& last = part.files.back().outline;
  if (observer) observer(last, &*last.damage);
  throw Error(*last.damage);
}

// Performs the checks of Add in advance. With keep_going, only the faulty file is to be left out, but an error in Add
// would make the whole sum unusable.
void RecordSum::CheckAlone(const PartialSum& part) const {
  const PartialSum::File& file = part.files.back();
  if (!file.outline.IsUsable()) throw Error(*file.outline.damage);
  CheckCounts(counts_, file.outline);
  for (const PartialSum::Part& histogram : file.histograms) Check(histogram, file.outline);
  PartialSum histograms;  // a sum without samples, for checking the file's histograms against each other
  histograms.files = part.files;
  histograms.histograms = part.histograms;
  RecordSum().Add(std::move(histograms), {});
}

Records RecordSum::Take() {
  sum_.arcs = arcs_.Take();
  for (const ArcRecord& block : blocks_.Take()) sum_.blocks.push_back({block.from, block.count});
  return std::exchange(*this, RecordSum()).sum_;
}

struct RecordAdder::State {
  RecordSum sum;
};

RecordAdder::RecordAdder() : state_(std::make_unique<State>()) {}
RecordAdder::~RecordAdder() = default;
RecordAdder::RecordAdder(RecordAdder&&) noexcept = default;
RecordAdder& RecordAdder::operator=(RecordAdder&&) noexcept = default;

void RecordAdder::AddFile(GmonFile file) {
  PartialSum part;
  part.AddFile(std::move(file));
  state_->sum.Add(std::move(part), {});
}

Records RecordAdder::Take() { return state_->sum.Take(); }

}  // namespace profdiff
