// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/waits/mpi/communicator_map.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

namespace profdiff {
namespace {

using Creation = MpiRoutine::Creation;

// False if another process has sent a damaged log: communicators are numbered when they are first used, after the
// communicator from which they were made.
bool IsSound(const RankCommunicators& log) {
  std::set<std::uint64_t> numbers;
  return std::ranges::all_of(log.created, [&](const CreatedCommunicator& created) {
    return !created.number || (*created.number > created.parent && numbers.insert(*created.number).second);
  });
}

}  // namespace

CommunicatorMap::CommunicatorMap(const std::vector<RankCommunicators>& logs, const std::vector<std::uint32_t>& ranks) {
  bool has_created = false;
  for (const RankCommunicators& log : logs) {
    logs_.emplace(log.rank, &log);
    if (log.lacks_parent || !IsSound(log)) return;
    has_created = has_created || !log.created.empty();
    for (const CreatedCommunicator& created : log.created) children_[{log.rank, created.parent}].push_back(&created);
  }
  const bool is_whole = !ranks.empty() && ranks.back() + std::size_t{1} == ranks.size();
  if (!has_created || !is_whole) return;
  found_.push_back({ranks, true});
  numbers_of_.emplace_back(ranks.size(), 0);
  for (const std::uint32_t rank : ranks) numbers_.emplace(std::pair(rank, 0), 0);
  for (std::size_t parent = 0; parent < found_.size(); ++parent) AddChildren(parent);
  logs_.clear();
  children_.clear();
  numbers_of_.clear();
}

std::optional<std::size_t> CommunicatorMap::Find(std::uint32_t rank, std::uint64_t number) const {
  const auto found = numbers_.find({rank, number});
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

// Adds the communicators that were made from a communicator. If a rank made fewer calls than others, only the first
// calls of all ranks are known to belong together.
void CommunicatorMap::AddChildren(std::size_t parent) {
  std::vector<Members> calls;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (std::size_t i = 0; i < found_[parent].ranks.size(); ++i) {
    const std::uint32_t rank = found_[parent].ranks[i];
    const std::optional<std::uint64_t> number = numbers_of_[parent][i];
    const auto own = number ? children_.find({rank, *number}) : children_.end();
    const std::size_t made = own == children_.end() ? 0 : own->second.size();
    fewest = std::min(fewest, made);
    for (std::size_t call = 0; call < made; ++call) {
      if (calls.size() == call) calls.emplace_back();
      calls[call].push_back({rank, own->second[call]});
    }
  }
  for (std::size_t i = 0; i < std::min(fewest, calls.size()); ++i) {
    const auto differs = [&](const Member& member) { return member.created->how != calls[i].front().created->how; };
    if (std::ranges::any_of(calls[i], differs)) return;
    AddGroups(parent, calls[i]);
  }
}

// `members` are all ranks of the parent, in its order.
void CommunicatorMap::AddGroups(std::size_t parent, const Members& members) {
  switch (members.front().created->how) {
    case Creation::kSplit:
      return AddSplit(parent, members);
    case Creation::kCopy:
      return Add(members, found_[parent].is_ordered);
    case Creation::kGrid:
    case Creation::kPart:
      return AddUsers(parent, members);
    default:
      return;
  }
}

void CommunicatorMap::AddSplit(std::size_t parent, const Members& members) {
  const auto has_color = [](const Member& member) { return member.created->has_order; };
  if (!std::ranges::all_of(members, has_color)) return;
  std::map<std::int32_t, Members> groups;  // by color
  for (const Member& member : members) {
    const auto color = static_cast<std::int32_t>(member.created->color);
    if (color >= 0) groups[color].push_back(member);
  }
  const auto key_of = [](const Member& member) { return static_cast<std::int32_t>(member.created->key); };
  const bool is_ordered = found_[parent].is_ordered;
  for (auto& [color, group] : groups) {
    std::ranges::stable_sort(group, {}, key_of);
    Add(group, is_ordered || std::ranges::adjacent_find(group, {}, key_of) == group.end());
  }
}

// A grid has the first ranks of the parent. The ranks of a group are in an order that is not recorded.
void CommunicatorMap::AddUsers(std::size_t parent, const Members& members) {
  if (std::ranges::any_of(members, [this](const Member& member) { return IsUnclear(member); })) return;
  Members users;
  std::ranges::copy_if(members, std::back_inserter(users),
                       [](const Member& member) { return member.created->number.has_value(); });
  if (users.empty()) return;
  if (members.front().created->how == Creation::kPart) {
    const auto differs = [&](const Member& user) {
      return user.created->operations != users.front().created->operations;
    };
    if (users.size() < members.size() && std::ranges::none_of(users, differs)) Add(users, users.size() == 1);
    return;
  }
  bool is_ordered = found_[parent].is_ordered;
  for (std::size_t i = 0; i < users.size(); ++i) {
    is_ordered = is_ordered && users[i].created->has_order && users[i].rank == members[i].rank;
  }
  Add(users, is_ordered);
}

bool CommunicatorMap::IsUnclear(const Member& member) const {
  return member.created->is_ambiguous || logs_.at(member.rank)->is_lost;
}

// Leaves out a communicator if its calls cannot be told from those of another one.
void CommunicatorMap::Add(const Members& members, bool is_ordered) {
  if (std::ranges::any_of(members, [this](const Member& member) { return IsUnclear(member); })) return;
  FoundCommunicator found{{}, is_ordered};
  std::vector<std::optional<std::uint64_t>>& numbers = numbers_of_.emplace_back();
  for (const Member& member : members) {
    found.ranks.push_back(member.rank);
    numbers.push_back(member.created->number);
    if (member.created->number) numbers_.emplace(std::pair(member.rank, *member.created->number), found_.size());
  }
  found_.push_back(std::move(found));
}

}  // namespace profdiff
