// SPDX-License-Identifier: GPL-3.0-or-later
// Histograms whose checked properties (range, number of bins, unit) are equal share one sum of bins. The index of this
// sum is called a slot. The map of slots is searched only if a file's histograms differ from the histograms of the
// previous files.
#include "read/gmon/partial_sum.h"

#include <utility>

namespace profdiff {
namespace {

// True if both histograms have the same range, number of bins and unit. Their rates may differ.
bool IsAlike(const Histogram& a, const Histogram& b, std::uint64_t bins_of_b) {
  return a.low == b.low && a.high == b.high && a.bins.size() == bins_of_b && a.abbreviation == b.abbreviation &&
         a.dimension == b.dimension;
}

}  // namespace

GmonOutline& PartialSum::BeginFile(const std::string& path) {
  arcs.BeginFile();
  blocks.BeginFile();
  files.emplace_back().outline.path = path;
  return files.back().outline;
}

void PartialSum::AddFile(GmonFile file) {
  BeginFile(file.path) = static_cast<GmonOutline&>(file);
  for (Histogram& histogram : file.histograms) {
    Bins bins = std::exchange(histogram.bins, {});
    Bins& sums = OpenHistogram(histogram, bins.size());
    if (sums.empty()) {
      sums = std::move(bins);
    } else {
      sums.Add(bins);
    }
  }
  if (file.cut_histogram) {
    OpenHistogram(*file.cut_histogram, file.cut_bins);
    CloseHistogram(HistogramEnd::kCut);
  }
  ExpectArcs(file.arcs.size());
  AddArcs(file.arcs);
  for (const BlockRecord& block : file.blocks) AddBlock(block);
}

// Adds a block as an arc from its address to 0, so that ArcSum can add up blocks as well as arcs.
void PartialSum::AddBlock(const BlockRecord& block) {
  const ArcRecord record{block.address, 0, block.count};
  blocks.Add({&record, 1});
}

void PartialSum::End() {
  arcs.End();
  blocks.End();
}

Bins& PartialSum::OpenHistogram(const Histogram& outline, std::uint64_t announced) {
  std::size_t slot = files.back().histograms.size();  // files of one program have the same histograms in the same order
  if (slot >= histograms.size() || !IsAlike(histograms[slot], outline, announced)) {
    Key key(outline.low, outline.high, announced, outline.dimension, outline.abbreviation);
    slot = slots_.emplace(std::move(key), histograms.size()).first->second;
    if (slot == histograms.size()) {
      histograms.push_back(outline);
      last_files_.push_back(0);
    }
  }
  files.back().histograms.push_back({outline, announced, slot});
  return histograms[slot].bins;
}

void PartialSum::CloseHistogram(HistogramEnd end) {
  std::vector<Part>& parts = files.back().histograms;
  Part& part = parts.back();
  if (end == HistogramEnd::kPadded) histograms[part.slot].bins.resize(part.bins);
  if (end == HistogramEnd::kCut) part.slot = kNoSlot;
  if (end != HistogramEnd::kWhole) return;
  // A histogram that is equal to an earlier one of the same file needs no check of its own: either both pass the
  // checks, or both fail.
  if (std::exchange(last_files_[part.slot], files.size()) == files.size()) parts.pop_back();
}

}  // namespace profdiff
