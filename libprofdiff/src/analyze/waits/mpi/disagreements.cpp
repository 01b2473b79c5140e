// SPDX-License-Identifier: GPL-3.0-or-later
// Tests: tests/unit/analyze/waits/mpi_test.cpp.
#include "analyze/waits/mpi/disagreements.h"

#include <algorithm>
#include <utility>

namespace profdiff {
namespace {

// Returns ranks such as "rank 3", "ranks 0 to 2 and 5" or "ranks 0, 2, 4, 6 and 12 more". Ranks are in ascending order.
std::string RanksText(const std::vector<std::uint32_t>& ranks) {
  constexpr std::size_t kShown = 4;
  std::vector<std::string> items;
  std::size_t shown = 0;
  for (std::size_t first = 0; first < ranks.size() && items.size() < kShown;) {
    std::size_t last = first;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (last == first + 1) last = first;
    items.push_back(std::to_string(ranks[first]) + (last == first ? "" : " to " + std::to_string(ranks[last])));
    shown = first = last + 1;
  }
  if (shown < ranks.size()) items.push_back(std::to_string(ranks.size() - shown) + " more");
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < items.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  }
  return text;
}

std::string SideText(const Disagreement& found, const DisagreementSide& side) {
  const bool is_one = side.ranks.size() == 1;
  const std::string verb = found.is_root ? (is_one ? " names rank " : " name rank ") : (is_one ? " calls " : " call ");
  return RanksText(side.ranks) + verb + side.what;
}

}  // namespace

void DisagreementList::Add(Disagreement found) {
  Key key{found.communicator, found.is_root, {}};
  for (const DisagreementSide& side : found.sides) std::get<2>(key).emplace_back(side.what, side.ranks);
  const auto [at, is_new] = found_.try_emplace(std::move(key));
  const std::uint64_t count = at->second.count + found.count;
  if (is_new || found.operation < at->second.operation) at->second = std::move(found);
  if (!is_new) at->second.count = count;
}

std::vector<Disagreement> DisagreementList::Take() {
  std::vector<Disagreement> list;
  for (auto& [key, found] : found_) list.push_back(std::move(found));
  found_.clear();
  std::ranges::sort(list, {}, [](const Disagreement& found) {
    return std::tuple(found.communicator, found.operation, found.is_root);
  });
  return list;
}

RunError ErrorOf(const Disagreement& found) {
  RunError error{found.is_root ? "root" : "collective", {}, {}};
  error.text = found.is_root ? "ranks name different roots of a collective operation"
                             : "ranks call different collective operations";
  error.text += ": as operation " + std::to_string(found.operation + 1);
  if (found.count > 1) error.text += " and " + std::to_string(found.count - 1) + " later";
  for (const DisagreementSide& side : found.sides) {
    const bool is_first = &side == &found.sides.front(), is_last = &side == &found.sides.back();
    error.text += (is_first || !is_last ? ", " : " and ") + SideText(found, side);
    error.ranks.insert(error.ranks.end(), side.ranks.begin(), side.ranks.end());
  }
  std::ranges::sort(error.ranks);
  return error;
}

PlacedError PlacedErrorOf(const Disagreement& found) {
  PlacedError placed{ErrorOf(found), {}};
  for (const DisagreementSide& side : found.sides) placed.places.push_back({side.ranks.front(), side.call});
  return placed;
}

std::vector<PlacedError::Where> PlacesOf(const Desertion& found, const OwnCalls& own, std::size_t process) {
  std::vector<PlacedError::Where> places;
  std::uint64_t operation = 0;
  for (std::uint32_t i = 0; i < own.calls.size(); ++i) {
    const MpiCall& call = own.calls[i];
    const bool is_inside = call.rank == found.inside.front() && call.routine.is_collective() &&
                           call.communicator == found.communicator && operation++ == found.operation;
    const bool has_left = call.rank == found.left.front() && call.routine.kind == MpiRoutine::Kind::kFinalize;
    if (is_inside || has_left) places.push_back({call.rank, {static_cast<std::uint32_t>(process), i}});
  }
  return places;
}

PlacedError PlacedErrorOf(const Desertion& found, std::vector<PlacedError::Where> places) {
  RunError error{"collective", found.inside, {}};
  error.ranks.insert(error.ranks.end(), found.left.begin(), found.left.end());
  std::ranges::sort(error.ranks);
  error.text = RanksText(found.left) + (found.left.size() == 1 ? " ends" : " end") + " without collective operation " +
               std::to_string(found.operation + 1) + ", which " + RanksText(found.inside) +
               (found.inside.size() == 1 ? " calls" : " call");
  return {std::move(error), std::move(places)};
}

}  // namespace profdiff
