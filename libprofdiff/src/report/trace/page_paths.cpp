// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/trace/page_paths.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace profdiff {
namespace {

// Returns the weight of each path: the longest inclusive time of the path and of those below it.
std::vector<std::uint64_t> WeightsOf(const TraceDifference& difference, const std::vector<PathRow>& rows) {
  const std::vector<PathDifference>& paths = difference.paths;
  std::vector<std::uint64_t> weights(paths.size());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    weights[i] = static_cast<std::uint64_t>(std::max({paths[i].inclusive_a, paths[i].inclusive_b, std::int64_t{0}}));
  }
  for (const PathRow& row : rows) weights[row.index] = std::numeric_limits<std::uint64_t>::max();
  std::vector<std::size_t> callers(paths.size()), open;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    open.resize(paths[i].depth);
    callers[i] = open.empty() ? i : open.back();
    open.push_back(i);
  }
  for (std::size_t i = paths.size(); i-- > 0;) weights[callers[i]] = std::max(weights[callers[i]], weights[i]);
  return weights;
}

// Finds the calls of paths in the aligned calls of one pair of threads.
class PlaceFinder {
 public:
  PlaceFinder(const SideOfPair& a, const SideOfPair& b) : a_(a), b_(b) {}

  void Want(const PathDifference& path, PlacedPath& place) {
    path.a.valid() ? of_a_.emplace(path.a.value, &place) : of_b_.emplace(path.b.value, &place);
  }
  bool empty() const { return of_a_.empty() && of_b_.empty(); }

  void Take(const AlignedCall& call) {
    if (call.mark == Mark::kEqual) met_ = {call.common, a_.StartOf(call.a), b_.StartOf(call.b)};
    if (call.a.valid()) Fill(of_a_, call.a.value, call);
    if (call.b.valid()) Fill(of_b_, call.b.value, call);
  }

 private:
  using Places = std::unordered_map<std::uint32_t, PlacedPath*>;
  struct Meeting {
    std::uint64_t common = 0;
    std::int64_t a = 0, b = 0;
  };

  void Fill(const Places& places, std::uint32_t wanted, const AlignedCall& call) const {
    const auto found = places.find(wanted);
    if (found == places.end()) return;
    PlacedPath& place = *found->second;
    const auto since = static_cast<std::int64_t>(call.common - met_.common);
    place.begin = call.common;
    place.start_a = call.a.valid() ? a_.StartOf(call.a) : met_.a + since;
    place.start_b = call.b.valid() ? b_.StartOf(call.b) : met_.b + since;
    if (call.a.valid()) place.time_a = a_.calls.duration[call.a.value];
    if (call.b.valid()) place.time_b = b_.calls.duration[call.b.value];
  }

  const SideOfPair &a_, &b_;
  Places of_a_, of_b_;
  Meeting met_;  // the last matched pair
};

}  // namespace

std::vector<PlacedPath> ChoosePagePaths(const TraceDifference& difference, const std::vector<PathRow>& rows,
                                        std::size_t most) {
  const std::vector<std::uint64_t> weights = WeightsOf(difference, rows);
  std::vector<std::size_t> order(weights.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  // A caller precedes its callees, also if their weights are equal.
  const auto is_before = [&weights](std::size_t x, std::size_t y) {
    return weights[x] != weights[y] ? weights[x] > weights[y] : x < y;
  };
  constexpr std::uint64_t kAlways = std::numeric_limits<std::uint64_t>::max();
  most = std::max(most, static_cast<std::size_t>(std::ranges::count(weights, kAlways)));
  if (order.size() > most) {
    std::ranges::nth_element(order, order.begin() + static_cast<std::ptrdiff_t>(most), is_before);
    order.resize(most);
  }
  std::ranges::sort(order);
  std::vector<PlacedPath> chosen;
  for (const std::size_t path : order) chosen.push_back({.path = path});
  return chosen;
}

void PlacePaths(const AlignedTraces& traces, const TraceDifference& difference, NamedTrace& a, NamedTrace& b,
                std::vector<PlacedPath>& paths) {
  for (std::size_t thread = 0; thread < traces.alignment.threads.size(); ++thread) {
    const ThreadAlignment& pair = traces.alignment.threads[thread];
    const SideOfPair side_a(a, pair.a), side_b(b, pair.b);
    PlaceFinder finder(side_a, side_b);
    for (PlacedPath& place : paths) {
      if (difference.paths[place.path].thread == thread) finder.Want(difference.paths[place.path], place);
    }
    if (finder.empty()) continue;
    const auto take = [&finder](const AlignedCall& call) { finder.Take(call); };
    AlignedWalk(side_a.calls, side_b.calls, CommonClock(a.begin, b.begin), take).Run(pair.blocks);
  }
}

}  // namespace profdiff
