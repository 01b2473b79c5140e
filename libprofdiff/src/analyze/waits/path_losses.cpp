// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/path_losses.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <tuple>

#include "values/index_of.h"

namespace profdiff {
namespace {

constexpr std::string_view kWholeLocation = "Working";  // the region around each location of EZTrace's archives

// A call that is open at the current row.
struct Frame {
  std::uint32_t end = 0;
  std::uint32_t path = kNoPath;
  std::uint32_t function = 0;
  std::uint32_t on_stack = kNoPath;  // path of an enclosing call of the same function
};

std::string NameOf(std::uint32_t kind) {
  if (kind == kMpiOverhead) return "MPIOverhead";
  return kind == kOpenMpOverhead ? "OpenMPOverhead" : std::string(kWaitNames[kind]);
}

}  // namespace

bool PathLosses::IsInBounds(std::size_t names) const {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (paths[i].name >= names || (paths[i].parent != kNoPath && paths[i].parent >= i)) return false;
  }
  return std::ranges::all_of(
      sums, [&](const PathSum& sum) { return sum.kind <= kOpenMpOverhead && sum.path < paths.size(); });
}

std::vector<std::uint32_t> LossPathFinder::Find(std::size_t thread, const std::vector<std::uint32_t>& rows) {
  const CallTree& calls = trace_.threads[thread].calls;
  std::vector<std::uint32_t> found;
  std::vector<Frame> open;
  std::map<std::uint32_t, std::uint32_t> on_stack;  // path of the outermost open call, by function
  const auto path = [&] { return open.empty() ? kNoPath : open.back().path; };
  std::uint32_t row = 0;
  for (const std::uint32_t wanted : rows) {
    while (row <= wanted) {
      for (; !open.empty() && open.back().end <= row; open.pop_back()) {
        on_stack[open.back().function] = open.back().on_stack;
      }
      if (calls.end[row] <= wanted) {
        row = calls.end[row];
        continue;
      }
      const NameId function = calls.function[row];
      const auto known = on_stack.try_emplace(function.value, kNoPath).first;
      Frame frame{calls.end[row], path(), function.value, known->second};
      const bool is_none = runtime_.class_of[function.value] == RuntimeCalls::Class::kRecorder ||
                           trace_.names[function.value] == kWholeLocation;
      if (!is_none) frame.path = known->second != kNoPath ? known->second : Child(path(), function.value);
      if (!is_none) known->second = frame.path;
      open.push_back(frame);
      ++row;
    }
    found.push_back(path());
  }
  return found;
}

std::uint32_t LossPathFinder::Child(std::uint32_t parent, std::uint32_t name) {
  return IndexOf(CallPath{parent, name}, ids_, paths_);
}

void JoinedLosses::Add(const PathLosses& part, const std::vector<NameId>& ids) {
  std::vector<std::uint32_t> path_of;
  for (const CallPath& path : part.paths) {
    const std::uint32_t parent = path.parent == kNoPath ? kNoPath : path_of[path.parent];
    path_of.push_back(IndexOf(CallPath{parent, ids[path.name].value}, paths_, joined_.paths));
  }
  for (const PathSum& sum : part.sums) {
    const std::uint32_t path = path_of[sum.path];
    const auto [at, is_new] = sums_.try_emplace({sum.kind, path}, joined_.sums.size());
    if (is_new) joined_.sums.push_back({sum.kind, path, sum.is_routine, 0});
    joined_.sums[at->second].lost += sum.lost;
  }
}

std::vector<PathLoss> ListLosses(const PathLosses& losses, const std::vector<std::string>& names,
                                 const std::string& phase) {
  constexpr double kNanosecond = 1e-9;
  std::vector<PathLoss> list;
  for (const PathSum& sum : losses.sums) {
    if (sum.lost <= 0) continue;
    PathLoss loss{NameOf(sum.kind), NamesOfPath(names, losses.paths, sum.path, phase), {}, 0};
    if (sum.is_routine) loss.callee = loss.path.back();
    loss.lost = static_cast<double>(sum.lost) * kNanosecond;
    list.push_back(std::move(loss));
  }
  std::ranges::sort(list, {}, [](const PathLoss& loss) { return std::tie(loss.name, loss.path); });
  std::ranges::stable_sort(list, std::greater(), &PathLoss::lost);
  return list;
}

}  // namespace profdiff
