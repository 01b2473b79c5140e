// SPDX-License-Identifier: GPL-3.0-or-later
#include "analyze/property/unknown_outcomes.h"

#include <algorithm>
#include <string>

namespace profdiff {

void UnknownOutcomes::Add(std::size_t property, std::string_view reason) {
  if (of_property_.size() <= property) of_property_.resize(property + 1);
  std::vector<Reason>& reasons = of_property_[property];
  auto found = std::ranges::find(reasons, reason, &Reason::text);
  if (found == reasons.end()) found = reasons.insert(found, {reason});
  const std::size_t region = regions_.size() - 1;
  if (found->runs.empty() || found->runs.back().second != region) found->runs.emplace_back(region, region);
  ++found->runs.back().second;
}

std::vector<NotApplicable> UnknownOutcomes::Find(const std::vector<std::string_view>& names) const {
  std::vector<std::pair<std::string_view, const Reason*>> sorted;
  for (std::size_t i = 0; i < of_property_.size(); ++i) {
    for (const Reason& reason : of_property_[i]) sorted.emplace_back(names[i], &reason);
  }
  std::ranges::sort(sorted, {}, [](const auto& each) { return std::pair(each.first, each.second->text); });
  std::vector<NotApplicable> found;
  for (const auto& [name, reason] : sorted) {
    const auto add = [&, &name = name, &reason = reason](RegionId region) {
      found.push_back({std::string(name), region, std::string(reason->text)});
    };
    if (reason->runs.front() == std::pair(std::size_t{0}, regions_.size())) {
      add({});
      continue;
    }
    for (const auto& [begin, end] : reason->runs) {
      for (std::size_t region = begin; region < end; ++region) add(regions_[region]);
    }
  }
  return found;
}

std::map<std::string, std::string> UnknownOutcomes::FindEverywhere(const std::vector<std::string_view>& names) const {
  std::map<std::string, std::string> everywhere;
  for (std::size_t i = 0; i < of_property_.size(); ++i) {
    // Reasons are in the order of their first regions, and each region has only one reason.
    const std::vector<Reason>& reasons = of_property_[i];
    std::size_t count = 0;
    for (const Reason& reason : reasons) {
      for (const auto& [begin, end] : reason.runs) count += end - begin;
    }
    if (count != 0 && count == regions_.size()) everywhere.emplace(names[i], reasons.front().text);
  }
  return everywhere;
}

}  // namespace profdiff
