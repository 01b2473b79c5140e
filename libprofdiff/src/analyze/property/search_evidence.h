// SPDX-License-Identifier: GPL-3.0-or-later
// The measurements that a search has made so far, and the properties that hold according to them.
// Tests: tests/unit/analyze/property/search_test.cpp.
#ifndef PROFDIFF_ANALYZE_PROPERTY_SEARCH_EVIDENCE_H_
#define PROFDIFF_ANALYZE_PROPERTY_SEARCH_EVIDENCE_H_

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/properties.h"

namespace profdiff {

struct Hypothesis {
  std::size_t property;
  RegionId region;

  friend auto operator<=>(const Hypothesis&, const Hypothesis&) = default;
};

// A property with the metrics that it needs, its refinements, and the property that it refines.
struct Question {
  const AslProperty* property;
  std::vector<std::string> metrics;
  std::vector<std::size_t> refinements;
  std::optional<std::size_t> refined;

  bool IsBasic() const { return !refined; }
};

class SearchEvidence {
 public:
  // Both references must outlive this object. Errors: as in CheckProperties.
  SearchEvidence(const PropertySet& set, const PropertyOptions& options);

  Measurements measurements;

  // Returns the questions by index in PropertySet::properties.
  const std::vector<Question>& questions() const { return questions_; }

  // Judges every property in every region of `measurements`, which must contain a region. The functions below use the
  // result of the last call.
  void Judge();

  std::size_t CountHeld() const { return holds_.size(); }
  bool Holds(const Hypothesis& hypothesis) const { return holds_.contains(hypothesis); }
  // True if the property is not applicable in the region, although it is applicable elsewhere.
  bool IsUnknown(const Hypothesis& hypothesis) const { return unknown_.contains(hypothesis); }
  // True if testing the hypothesis can give a result: the region is the phase; or a metric of the property is not
  // recorded yet and may therefore exist in the region; or the property can be judged in the region or in a nested one.
  bool IsWorthAsking(const Hypothesis& hypothesis) const;
  bool IsRecorded(const Question& question) const;
  const std::vector<RegionId>& InnerOf(RegionId region) const { return inner_[region.value]; }
  const std::vector<RegionId>& OuterOf(RegionId region) const { return outer_[region.value]; }

  // Returns the findings for tested hypotheses, with leaves marked among these findings only.
  Findings FindingsIn(const std::set<Hypothesis>& tested) const;

 private:
  void Evaluate();
  void LinkRegions();
  void FindJudged();
  bool WasTested(const AslMetaProperty& meta, RegionId region, const std::set<Hypothesis>& tested) const;
  bool WasTested(const std::string& name, RegionId region, const std::set<Hypothesis>& tested) const;

  const PropertySet& set_;
  const PropertyOptions& options_;
  std::vector<Question> questions_;
  std::map<std::string_view, std::size_t> ids_;  // indices of questions by name
  Findings found_;
  // A hypothesis without a region is in unknown_ if the property is unknown in all regions.
  std::set<Hypothesis> holds_, unknown_;
  std::vector<std::vector<RegionId>> inner_, outer_;  // indexed by region: the regions directly inside and around it
  // Indexed by question, then by region: true if the property can be judged in the region or in a nested one.
  std::vector<std::vector<bool>> is_judged_;
};

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROPERTY_SEARCH_EVIDENCE_H_
