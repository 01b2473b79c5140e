// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes samples and call arcs, which are recorded by address, to functions: self times and calls. Histogram bins
// and functions are in address order, so a single pass over them attributes all samples.
// Source: GPROF.md, sections 7 (samples), 8.1 (arcs) and 12 (basic blocks).
// Tests: tests/unit/analyze/profile/profile_test.cpp.
#include <algorithm>
#include <optional>

#include "analyze/profile/function_finder.h"
#include "base/in_order.h"
#include "base/index_by_end.h"
#include "base/prefetch.h"
#include "profdiff/profile.h"
#include "values/outside_calls.h"

namespace profdiff {
namespace {

// gprof measures text in units of two bytes; odd addresses are rounded down (GPROF.md, section 7).
constexpr std::uint64_t kUnit = 2;

// Attributes the samples of bins to functions. The search for the functions of a bin begins where the search for the
// previous bin ended.
class SampleAttribution {
 public:
  SampleAttribution(const FunctionTable& table, const Selection& selection, Profile& profile)
      : functions_(table.functions), selection_(selection), profile_(profile) {
    if (!table.bounds_last || functions_.empty()) return;
    const Function& last = functions_.back();
    if (last.end >= last.address) end_ = last.end / kUnit + 1;
  }

  void AddHistogram(const Histogram& histogram) {
    std::uint64_t low = histogram.low / kUnit;
    next_ = FirstAt(low);
    histogram.bins.ForEach([&](std::size_t i, std::uint64_t count) {
      AddBin(low + BeginOf(i), low + BeginOf(i + 1), static_cast<double>(count));
    });
  }

 private:
  // Returns the function that contains `unit`, or the first function if all functions begin after `unit`.
  std::size_t FirstAt(std::uint64_t unit) const {
    auto after = std::ranges::upper_bound(functions_, unit, {}, [](const Function& f) { return f.address / kUnit; });
    return static_cast<std::size_t>(after - functions_.begin()) - (after == functions_.begin() ? 0 : 1);
  }

  // Returns the first unit of a function, which is also the upper bound of the preceding function; ends of functions
  // are not used, except that of the last function (FunctionTable::bounds_last).
  std::uint64_t Bound(std::size_t f) const { return f < functions_.size() ? functions_[f].address / kUnit : end_; }

  // Returns the number of units before a bin, rounded down, using the scale of the first histogram. If the first
  // histogram has no bins, the scale is not finite, and the bins of later histograms cover no units.
  std::uint64_t BeginOf(std::size_t bin) const {
    const double units = profile_.scale * static_cast<double>(bin);
    return units < 0x1p64 ? static_cast<std::uint64_t>(units) : 0;
  }

  void AddBin(std::uint64_t begin, std::uint64_t end, double count) {
    // Samples outside all functions are included in the total; samples of functions that the selection excludes are not
    // (GPROF.md, section 2.5). If the scale is not a whole number, the attributed samples of a bin do not add up to its
    // count.
    profile_.total_ticks += count;
    const std::size_t functions = functions_.size();
    while (next_ + 1 < functions && Bound(next_ + 1) <= begin) ++next_;
    std::uint64_t covered = 0;
    for (std::size_t f = next_; f < functions && Bound(f) < end; ++f) {
      std::uint64_t from = std::max(begin, Bound(f));
      std::uint64_t to = std::min(end, Bound(f + 1));
      if (to <= from) continue;
      covered += to - from;
      // Multiplies first and divides second, as gprof does: the last bit can change the order of listed functions.
      double share = (static_cast<double>(to - from) * count) / profile_.scale;
      if (selection_.Selects(SpecTable::kFlat, FunctionId(f))) {
        profile_.self_ticks[f] += share;
      } else {
        profile_.total_ticks -= share;
      }
    }
    if (end > begin) {
      profile_.unattributed_ticks += count * (1 - static_cast<double>(covered) / static_cast<double>(end - begin));
    }
  }

  const std::vector<Function>& functions_;
  const Selection& selection_;
  Profile& profile_;
  // Upper bound of the last function. gprof reads it from the slot after its table, which contains 0 (GPROF.md, section
  // 5.6), so that this function never gets time.
  std::uint64_t end_ = 0;
  std::size_t next_ = 0;  // functions with smaller ids cannot contain any of the remaining bins
};

// Adds up arc records by pair of functions. Pairs are in the order of their first records, as gprof's listings depend
// on it (GPROF.md, section 8.1).
//
// There is no hash table of pairs. Records are visited in groups with the same function at one end. An array, indexed
// by the function at the other end, has the first record of each pair of the current group. Each element also has the
// group's function, which shows whether the element is from an earlier group, so the array need not be cleared. The
// profiling runtime writes records grouped by caller; records in any other order are first grouped by callee with a
// counting sort.
class ArcTally {
 public:
  ArcTally(const FunctionTable& table, const Selection& selection, const std::vector<ArcRecord>& records,
           const FunctionFinder& finder, unsigned threads)
      : table_(table), selection_(selection), records_(records), ends_(records.size()) {
    filters_ = selection.AnyIncluded(SpecTable::kArcs) || !selection.excluded_arcs.empty();
    const std::size_t chunks = (records_.size() + kChunk - 1) / kChunk;
    WorkInOrder(
        chunks, threads, [&](std::size_t chunk) { Resolve(finder, chunk); }, [](std::size_t) {});
  }

  void AddTo(Profile& profile) {
    std::vector<std::uint32_t> same = FindFirstOfPair();
    profile.arcs.reserve(pairs_);
    std::uint64_t all_calls = 0;  // upper bound of every sum of counts, so only this sum is checked for overflow
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const auto [caller, callee] = ends_[i];
      if (!callee.valid()) continue;
      const std::uint64_t count = records_[i].count;
      if (__builtin_add_overflow(all_calls, count, &all_calls)) {
        throw Error(ErrorCode::kOverflow, "calls add up to more than 64 bits can hold");
      }
      (caller == callee ? profile.self_calls : profile.calls)[callee.value] += count;
      if (same[i] == i) {
        // From here on, same[i] is the index of the pair's arc, not of its first record.
        same[i] = static_cast<std::uint32_t>(profile.arcs.size());
        profile.arcs.push_back({caller, callee, count});
      } else {
        profile.arcs[same[same[i]]].count += count;
      }
    }
  }

 private:
  static constexpr std::size_t kChunk = 1 << 16;  // number of records that a thread resolves at a time

  struct Ends {
    FunctionId caller, callee;
  };

  // Finds the caller and the callee of each record of a chunk. Both stay invalid if gprof ignores the record because an
  // address is outside all functions or because the selection drops the arc. A dropped arc does not count as a call
  // either (GPROF.md, section 2.4).
  void Resolve(const FunctionFinder& finder, std::size_t chunk) {
    const std::size_t end = std::min(records_.size(), (chunk + 1) * kChunk);
    for (std::size_t i = chunk * kChunk; i < end; ++i) {
      const FunctionId caller = finder.Find(records_[i].from);
      if (!caller.valid()) continue;
      const FunctionId callee = finder.FindCallee(records_[i].self);
      if (!callee.valid() || (filters_ && !selection_.KeepsArc(table_[caller], table_[callee]))) continue;
      ends_[i] = {caller, callee};
    }
  }

  // Returns the indices of all records that are not ignored, sorted by callee; records with the same callee keep their
  // order.
  std::vector<std::uint32_t> SortByCallee() const {
    const auto callee_of = [this](std::size_t i) {  // ignored records come last
      return std::min<std::size_t>(ends_[i].callee.value, table_.size());
    };
    const std::vector<std::uint32_t> first = CountByNumber(table_.size() + 1, ends_.size(), callee_of);
    std::vector<std::uint32_t> order =
        PlaceByNumber(ends_.size(), first, callee_of, [](std::size_t i) { return static_cast<std::uint32_t>(i); });
    order.resize(first[table_.size()]);
    return order;
  }

  // True if the callers of the valid records are in ascending order.
  bool CallersAscend() const {
    std::uint32_t last = 0;
    for (const Ends& ends : ends_) {
      if (!ends.callee.valid()) continue;
      if (ends.caller.value < last) return false;
      last = ends.caller.value;
    }
    return true;
  }

  // Returns, for each record, the index of the first record with the same two functions.
  std::vector<std::uint32_t> FindFirstOfPair() {
    if (CallersAscend()) {
      return FindFirstOfPair(&Ends::caller, &Ends::callee, ends_.size(), [](std::size_t i) { return i; });
    }
    const std::vector<std::uint32_t> order = SortByCallee();
    return FindFirstOfPair(&Ends::callee, &Ends::caller, order.size(), [&order](std::size_t i) { return order[i]; });
  }

  // `record_at` maps the positions 0 to `count` - 1 to records. Records with the same function at the end `near` must
  // have adjacent positions.
  template <class RecordAt>
  std::vector<std::uint32_t> FindFirstOfPair(FunctionId Ends::*near, FunctionId Ends::*far, std::size_t count,
                                             RecordAt record_at) {
    struct Seen {
      FunctionId near;
      std::uint32_t record = 0;
    };
    std::vector<Seen> last_by_far(table_.size());
    std::vector<std::uint32_t> first(records_.size());
    const auto find = [&](std::size_t record) {
      const Ends& ends = ends_[record];
      if (!ends.callee.valid()) return;
      Seen& seen = last_by_far[(ends.*far).value];
      if (seen.near != ends.*near) {
        seen = {ends.*near, static_cast<std::uint32_t>(record)};
        ++pairs_;
      }
      first[record] = seen.record;
    };
    WalkAhead(
        0, count, [&](std::size_t i) { find(record_at(i)); },
        [&](std::size_t i) {
          Prefetch(&ends_[record_at(i)]);
          Prefetch(&first[record_at(i)]);
        },
        [&](std::size_t i) {
          const FunctionId end = ends_[record_at(i)].*far;
          if (end.valid()) Prefetch(&last_by_far[end.value]);
        });
    return first;
  }

  const FunctionTable& table_;
  const Selection& selection_;
  const std::vector<ArcRecord>& records_;
  std::vector<Ends> ends_;  // indexed by record
  bool filters_ = false;
  std::size_t pairs_ = 0;
};

// Counts calls from outside of the image. They have no caller, so they are calls of their callees, but no arcs.
void AddOutsideCalls(const std::vector<ArcRecord>& arcs, const FunctionFinder& finder, Profile& profile) {
  for (const ArcRecord& arc : arcs) {
    const FunctionId callee = arc.from == kOutsideCaller ? finder.FindCallee(arc.self) : FunctionId();
    if (!callee.valid()) continue;
    if (__builtin_add_overflow(profile.calls[callee.value], arc.count, &profile.calls[callee.value])) {
      throw Error(ErrorCode::kOverflow, "calls add up to more than 64 bits can hold");
    }
  }
}

// gprof keeps ten blocks per function and drops further ones. It does not store a block at address 0, since this
// address marks a free slot (GPROF.md, section 12).
constexpr std::size_t kBlocksPerFunction = 10;

std::vector<BlockCount> TallyBlocks(const FunctionTable& table, const std::vector<BlockRecord>& records) {
  std::vector<std::vector<BlockCount>> by_function(table.size());
  for (const BlockRecord& record : records) {
    FunctionId f = table.Find(record.address);
    if (!f.valid() || record.address == 0) continue;
    std::vector<BlockCount>& blocks = by_function[f.value];
    auto known = std::ranges::find(blocks, record.address, &BlockCount::address);
    if (known != blocks.end()) {
      known->count += record.count;
    } else if (blocks.size() < kBlocksPerFunction) {
      blocks.push_back({f, record.address, record.count});
    }
  }
  std::vector<BlockCount> all;
  for (const std::vector<BlockCount>& blocks : by_function) all.insert(all.end(), blocks.begin(), blocks.end());
  return all;
}

}  // namespace

Profile MakeProfile(const FunctionTable& table, const Records& records, const Selection& selection, unsigned threads) {
  Profile profile;
  profile.has_histogram = records.has_histogram;
  profile.has_arcs = records.has_arcs;
  profile.loss = records.loss;
  profile.missing_ticks = records.loss.lacks_times ? std::numeric_limits<double>::infinity() : 0;
  if (!records.histograms.empty()) {
    const Histogram& first = records.histograms.front();
    profile.rate = first.rate;
    profile.scale = first.Scale();
    profile.dimension = first.dimension.c_str();  // at most 15 bytes in the file; a zero byte begins the padding
    profile.abbreviation = first.abbreviation;
  }
  const auto attribute = [&] {
    profile.self_ticks.assign(table.size(), 0);
    profile.calls.assign(table.size(), 0);
    profile.self_calls.assign(table.size(), 0);
    SampleAttribution samples(table, selection, profile);
    for (const Histogram& histogram : records.histograms) samples.AddHistogram(histogram);
  };
  std::optional<FunctionFinder> finder;
  DoBoth(
      ThreadsFor(table.size(), threads), [&] { finder.emplace(table); }, attribute);
  ArcTally(table, selection, records.arcs, *finder, threads).AddTo(profile);
  AddOutsideCalls(records.arcs, *finder, profile);
  if (table.by_line) profile.blocks = TallyBlocks(table, records.blocks);
  return profile;
}

}  // namespace profdiff
