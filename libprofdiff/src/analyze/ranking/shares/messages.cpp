// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/ranking/shares/messages.h"

#include <algorithm>

namespace profdiff {

LoopBodies BodiesOf(const LoopTable& loops, std::size_t begin) {
  LoopBodies bodies;
  for (std::size_t loop = begin; loop < loops.size(); ++loop) {
    const auto body = loops.Body(static_cast<std::uint32_t>(loop));
    bodies.emplace_back(body.begin(), body.end());
  }
  return bodies;
}

void AddBodies(const LoopBodies& bodies, LoopTable& loops) {
  for (const std::vector<NlrItem>& body : bodies) {
    const std::size_t before = loops.size();
    loops.FindOrAdd(HashBlock(body), body);
    if (loops.size() == before) RefuseMessage();  // a repeated body would shift the indices of all later loops
  }
}

void SequenceBounds::AddLoops(const LoopBodies& bodies) {
  for (const std::vector<NlrItem>& body : bodies) {
    if (body.empty()) RefuseMessage();
    lengths_.push_back(LengthOf(body));
  }
}

std::uint64_t SequenceBounds::LengthOf(const std::vector<NlrItem>& items) const {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 33;
  std::uint64_t length = 0;
  for (const NlrItem& item : items) {
    // Folding makes only items that are loops of at least two rounds, or functions with a count of 1.
    const bool fits =
        item.is_loop() ? item.loop() < lengths_.size() && item.count > 1 : item.symbol < names_ && item.count == 1;
    if (!fits) RefuseMessage();
    const std::uint64_t round = item.is_loop() ? lengths_[item.loop()] : 1;
    // Checks before multiplying, as the product could overflow.
    if (item.count > (kMost - length) / round) RefuseMessage();
    length += item.count * round;
  }
  return length;
}

namespace {

bool IsNameOrNone(const RunSummary& run, NameId name) { return !name.valid() || name.value < run.names.size(); }

bool AreSound(const RunSummary& run, const std::vector<Step>& steps) {
  return std::ranges::all_of(steps, [&run](const Step& step) {
    return IsNameOrNone(run, step.caller) && IsNameOrNone(run, step.before) && IsNameOrNone(run, step.call);
  });
}

bool AreSound(const RunSummary& run, const std::vector<MadeCollectives>& collectives) {
  return std::ranges::all_of(collectives, [&run](const MadeCollectives& calls) {
    return std::ranges::all_of(calls.calls, [&run](MadeCollective call) { return call.name.value < run.names.size(); });
  });
}

}  // namespace

void CheckSummary(const RunSummary& run) {
  const auto is_name = [&](NameId name) { return name.value < run.names.size(); };
  const auto is_sound = [&](const ThreadSummary& thread) {
    return (!thread.left.valid() || is_name(thread.left)) && (!thread.first.valid() || is_name(thread.first)) &&
           std::ranges::all_of(thread.open, is_name, &NameTime::name) &&
           std::ranges::all_of(thread.work, is_name, &NameWork::name) && AreSound(run, thread.steps) &&
           AreSound(run, thread.sync.collectives);
  };
  // Threads are merged by id later, so their ids must be strictly ascending.
  const bool ascends =
      std::ranges::adjacent_find(run.threads, std::greater_equal<>(), &ThreadSummary::id) == run.threads.end();
  if (!ascends || !std::ranges::all_of(run.threads, is_sound)) RefuseMessage();
}

}  // namespace profdiff
