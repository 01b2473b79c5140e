// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/trace/left_out_events.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"

namespace profdiff {
namespace {

struct EventKind {
  std::string_view phases;  // a character for each value of ph
  const char* name;
};

constexpr EventKind kEventKinds[] = {{"benSTFp", "async"}, {"stf", "flow"},   {"IiR", "instant"},   {"C", "counter"},
                                     {"P", "sample"},      {"NOD", "object"}, {"vV", "memory dump"}};

const char* KindOfPhase(std::string_view phase) {
  for (const EventKind& kind : kEventKinds) {
    if (phase.size() == 1 && kind.phases.find(phase[0]) != std::string_view::npos) return kind.name;
  }
  return "other";
}

}  // namespace

void LeftOutEvents::Add(std::string_view phase) {
  ++events_;
  ++by_kind_[KindOfPhase(phase)];
}

void LeftOutEvents::Take(const std::string& kind, std::uint64_t count) {
  if (count > 0) by_kind_[kind] += count;
}

std::string LeftOutEvents::Text() const {
  std::vector<std::pair<std::string, std::uint64_t>> kinds(by_kind_.begin(), by_kind_.end());
  std::ranges::stable_sort(kinds, std::greater<>(), &std::pair<std::string, std::uint64_t>::second);
  std::uint64_t count = 0;
  std::string list;
  for (const auto& [kind, events] : kinds) {
    count += events;
    list += (list.empty() ? "" : ", ") + std::to_string(events) + " " + kind;
  }
  if (count == 0) return "";
  return std::to_string(count) + " of " + Plural(events_, "event") + (count == 1 ? " was" : " were") +
         " left out: " + list;
}

Error LeftOutEvents::NoCalls(const std::string& path) const {
  const std::string others = Text();
  return Error(ErrorCode::kBadTrace, "no calls in this trace" + (others.empty() ? "" : "; " + others), path, {},
               Cure());
}

Remedy LeftOutEvents::Cure() const {
  return by_kind_.contains("sample") ? Remedy{RemedyKind::kUseForProfiles, {}} : Remedy();
}

}  // namespace profdiff
