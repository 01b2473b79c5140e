// SPDX-License-Identifier: GPL-3.0-or-later
// Periscope's search (its section 5) as a function of what experiments give. A hypothesis is a property in a region. It
// is open where the property holds, or cannot be judged though it can be elsewhere; from there the search goes on.
// Both orders, location and property, go through the same hypotheses: those that open ones lead to.
// Tests: tests/unit/analyze/property/search_test.cpp, tests/cli/search/run.py.
#include <algorithm>
#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/property/combine.h"
#include "analyze/property/compile.h"
#include "analyze/property/leaves.h"
#include "profdiff/error.h"
#include "profdiff/properties.h"

namespace profdiff {
namespace {

enum class Stage { kRegions, kArrays, kRefinements };
constexpr std::size_t kStages = 3;
constexpr const char* kStageNames[kStages] = {"regions", "arrays", "refinements"};
constexpr Stage kLocationFirst[kStages] = {Stage::kRegions, Stage::kArrays, Stage::kRefinements};
constexpr Stage kPropertyFirst[kStages] = {Stage::kRefinements, Stage::kRegions, Stage::kArrays};

struct Hypothesis {
  std::size_t property;
  RegionId region;

  friend auto operator<=>(const Hypothesis&, const Hypothesis&) = default;
};

// A property, what it needs, and what refines it.
struct Question {
  const AslProperty* property;
  std::vector<std::string> metrics;
  std::vector<std::size_t> refinements;

  bool IsBasic() const { return property->refines.empty(); }
};

class Searcher {
 public:
  Searcher(const PropertySet& set, const PropertyOptions& options, const SearchOptions& search,
           const RunExperiment& run)
      : set_(set), options_(options), search_(search), run_(run), was_tried_(search.monitors.size()) {
    CheckProperties(set);
    RequireEvaluation();
    std::map<std::string_view, std::size_t> ids;
    for (const AslProperty& property : set.properties) {
      ids.emplace(property.head.name, questions_.size());
      Question& question = questions_.emplace_back(Question{&property, {}, {}});
      for (CompiledProperty::Metric& metric : CompileProperty(set, property).metrics) {
        question.metrics.push_back(std::move(metric.name));
      }
    }
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (!questions_[i].IsBasic()) questions_[ids.at(questions_[i].property->refines)].refinements.push_back(i);
    }
  }

  Search Run() {
    if (search_.strategy == SearchStrategy::kAll) {
      RecordAll();
    } else {
      for (std::optional<Stage> stage = Stage::kRegions; stage; stage = NextStage()) Step(*stage);
      if (IsMeasured()) Conclude();
    }
    return std::move(made_);
  }

 private:
  Measurements& measurements() { return made_.measurements; }
  bool IsMeasured() const { return !made_.measurements.regions.empty(); }
  std::set<Hypothesis>& pending(Stage stage) { return pending_[static_cast<std::size_t>(stage)]; }

  // The first one in the strategy's order that has something to do.
  std::optional<Stage> NextStage() {
    const bool location = search_.strategy == SearchStrategy::kLocation;
    for (const Stage stage : location ? kLocationFirst : kPropertyFirst) {
      if (!pending(stage).empty()) return stage;
      if (stage == Stage::kArrays && IsMeasured() && FindArrayMonitor()) return stage;
    }
    return std::nullopt;
  }

  // One that would divide by arrays what holds somewhere, if there is one.
  std::optional<std::size_t> FindArrayMonitor() const {
    for (std::size_t i = 0; i < search_.monitors.size(); ++i) {
      const Monitor& monitor = search_.monitors[i];
      if (!monitor.arrays || was_tried_[i]) continue;
      const auto is_divisible = [&](const Hypothesis& held) {
        const Question& question = questions_[held.property];
        return question.IsBasic() && std::ranges::all_of(question.metrics, [&](const std::string& metric) {
                 return Brings(monitor, metric);
               });
      };
      if (std::ranges::any_of(proved_, is_divisible)) return i;
    }
    return std::nullopt;
  }

  static bool Brings(const Monitor& monitor, const std::string& metric) {
    return std::ranges::find(monitor.metrics, metric) != monitor.metrics.end();
  }

  static bool Serves(const Monitor& monitor, const Question& question) {
    return std::ranges::any_of(question.metrics, [&](const std::string& metric) { return Brings(monitor, metric); });
  }

  // By property, the monitors that a step needs for it: of each metric that nothing has recorded, the first that can.
  using Needs = std::map<std::size_t, std::set<std::size_t>>;

  std::set<std::size_t> NeedsOf(const Question& question) const {
    std::set<std::size_t> monitors;
    for (const std::string& metric : question.metrics) {
      if (made_.measurements.FindMetric(metric)) continue;
      for (std::size_t i = 0; i < search_.monitors.size(); ++i) {
        if (was_tried_[i] || !Brings(search_.monitors[i], metric)) continue;
        monitors.insert(i);
        break;
      }
    }
    return monitors;
  }

  // Before anything is measured, no region is known to ask about, but each basic property is asked of the phase.
  Needs NeedsOf(Stage stage) {
    Needs needs;
    const bool finds_arrays = stage == Stage::kArrays && pending(stage).empty();
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (!questions_[i].IsBasic() || (IsMeasured() && !finds_arrays)) continue;
      needs[i] = finds_arrays ? std::set{*FindArrayMonitor()} : NeedsOf(questions_[i]);
    }
    for (const Hypothesis& hypothesis : pending(stage)) {
      const auto [place, is_new] = needs.try_emplace(hypothesis.property);
      if (is_new) place->second = NeedsOf(questions_[hypothesis.property]);
    }
    return needs;
  }

  void Step(Stage stage) {
    ++step_;
    const Needs needs = NeedsOf(stage);
    std::set<std::size_t> monitors;
    for (const auto& [question, needed] : needs) monitors.insert(needed.begin(), needed.end());
    std::vector<SearchStep> rows = Record(monitors, stage);
    if (IsMeasured()) Judge(stage, needs, rows);
    // A step may have found nothing to ask, where arrays were to be told apart and could not be recorded.
    std::erase_if(rows, [](const SearchStep& row) { return row.run == 0 && row.hypotheses == 0; });
    if (rows.empty()) --step_;
    std::ranges::move(rows, std::back_inserter(made_.steps));
  }

  SearchStep RowOf(const Experiment& experiment, ExperimentResult& result) const {
    SearchStep row;
    row.step = experiment.step;
    row.run = experiment.run;
    row.tool = search_.monitors[experiment.monitor].name;
    row.command = std::move(result.command);
    return row;
  }

  // Runs each monitor, and returns a row for each that gave something.
  std::vector<SearchStep> Record(const std::set<std::size_t>& monitors, Stage stage) {
    std::vector<SearchStep> rows;
    std::vector<std::size_t> recorded;
    for (const std::size_t monitor : monitors) {
      was_tried_[monitor] = true;
      ExperimentResult result = RunOne({step_, runs_ + 1, monitor, pending(stage).size()});
      if (!result.measurements) {
        LeaveOut(search_.monitors[monitor], result.reason);
        continue;
      }
      ++runs_;
      rows.push_back(RowOf({step_, runs_, monitor, 0}, result));
      AddMeasurements(measurements(), std::move(*result.measurements));
      recorded.push_back(monitor);
    }
    if (!recorded.empty() || (IsMeasured() && !left_out_.empty())) TakeIn(recorded);
    return rows;
  }

  ExperimentResult RunOne(const Experiment& experiment) {
    if (search_.budget && runs_ >= *search_.budget) StopFor(SearchStop::kBudget);
    if (made_.stopped == SearchStop::kBudget) return {.measurements = {}, .reason = "the budget was used up before"};
    if (made_.stopped != SearchStop::kNoHypothesis)
      return {.measurements = {}, .reason = "the search was stopped before"};
    ExperimentResult result = run_(experiment);
    if (result.stop) StopFor(*result.stop);
    return result;
  }

  void StopFor(SearchStop stop) {
    if (made_.stopped == SearchStop::kNoHypothesis) made_.stopped = stop;
  }

  void LeaveOut(const Monitor& monitor, const std::string& reason) {
    for (const std::string& metric : monitor.metrics) {
      const std::string text = "'" + metric + "' was not recorded by " + monitor.name + ": " + reason;
      if (!measurements().FindMetric(metric)) left_out_.emplace_back(metric, text);
    }
  }

  void TakeIn(const std::vector<std::size_t>& recorded) {
    Measurements& all = measurements();
    all.absent.insert(all.absent.end(), left_out_.begin(), left_out_.end());
    left_out_.clear();
    Evaluate();
    LinkRegions();
    FindJudged();
    // What could not be judged is asked again where there is more to judge by.
    std::set<Hypothesis> before = std::exchange(tested_, {});
    std::erase_if(before, [&](const Hypothesis& hypothesis) {
      return unknown_.contains(hypothesis) && std::ranges::any_of(recorded, [&](std::size_t monitor) {
               return Serves(search_.monitors[monitor], questions_[hypothesis.property]);
             });
    });
    Reopen(before);
  }

  // Walks from the phase through what was tested before, as it is judged now: what is only reached through regions that
  // are refuted by now is forgotten.
  void Reopen(const std::set<Hypothesis>& before) {
    proved_.clear();
    for (auto& stage : pending_) stage.clear();
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (questions_[i].IsBasic()) Ask({i, measurements().phase});
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (auto& stage : pending_) {
        for (const Hypothesis& hypothesis : std::set<Hypothesis>(stage)) {
          if (!before.contains(hypothesis)) continue;
          stage.erase(hypothesis);
          tested_.insert(hypothesis);
          GoOn(hypothesis);
          moved = true;
        }
      }
    }
  }

  void Evaluate() {
    found_ = FindProperties(measurements(), set_, options_);
    std::map<std::string_view, std::size_t> ids;
    for (std::size_t i = 0; i < questions_.size(); ++i) ids.emplace(questions_[i].property->head.name, i);
    holds_.clear();
    unknown_.clear();
    for (const Finding& finding : found_.properties) {
      if (!finding.is_meta) holds_.insert({ids.at(finding.name), finding.region});
    }
    for (const NotApplicable& each : found_.not_applicable) {
      if (const auto id = ids.find(each.name); id != ids.end()) unknown_.insert({id->second, each.region});
    }
  }

  void LinkRegions() {
    const Measurements& all = measurements();
    inner_.assign(all.regions.size(), {});
    for (const auto& [outer, inner] : all.nested) inner_[outer.value].push_back(inner);
    for (std::size_t i = 0; i < all.regions.size(); ++i) {
      if (all.regions[i].parent.valid()) inner_[all.regions[i].parent.value].emplace_back(i);
    }
  }

  // By property, regions where it can be judged, and those around them: monitors differ in which regions they know.
  void FindJudged() {
    const std::vector<Context>& contexts = measurements().contexts;
    std::vector<std::vector<RegionId>> outer(inner_.size());
    for (std::size_t i = 0; i < inner_.size(); ++i) {
      for (const RegionId inner : inner_[i]) outer[inner.value].emplace_back(i);
    }
    is_judged_.assign(questions_.size(), std::vector<bool>(inner_.size()));
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      std::vector<bool>& is_judged = is_judged_[i];
      std::vector<RegionId> open;
      const auto add = [&](RegionId region) {
        if (!is_judged[region.value]) open.push_back(region);
        is_judged[region.value] = true;
      };
      for (const Context& context : contexts) {
        if (!unknown_.contains({i, context.region}) && !unknown_.contains({i, {}})) add(context.region);
      }
      while (!open.empty()) {
        const RegionId region = open.back();
        open.pop_back();
        for (const RegionId around : outer[region.value]) add(around);
      }
    }
  }

  // What is recorded, and can be judged neither in the region nor within, is no hypothesis.
  bool IsWorthAsking(const Hypothesis& hypothesis) const {
    return hypothesis.region == made_.measurements.phase || !IsRecorded(questions_[hypothesis.property]) ||
           is_judged_[hypothesis.property][hypothesis.region.value];
  }

  void Ask(const Hypothesis& hypothesis) {
    if (tested_.contains(hypothesis) || !IsWorthAsking(hypothesis)) return;
    const bool is_array = !measurements().regions[hypothesis.region.value].data_structure.empty();
    const Stage stage = !questions_[hypothesis.property].IsBasic() ? Stage::kRefinements
                        : is_array                                 ? Stage::kArrays
                                                                   : Stage::kRegions;
    pending(stage).insert(hypothesis);
  }

  // Asks what a hypothesis leads to. What is applicable nowhere leads nowhere.
  void GoOn(const Hypothesis& hypothesis) {
    const bool holds = holds_.contains(hypothesis);
    if (!holds && !unknown_.contains(hypothesis)) return;
    const Question& question = questions_[hypothesis.property];
    if (holds) {
      proved_.insert(hypothesis);
      for (const std::size_t refinement : question.refinements) Ask({refinement, hypothesis.region});
    }
    if (!question.IsBasic()) return;
    for (const RegionId inner : inner_[hypothesis.region.value]) Ask({hypothesis.property, inner});
  }

  bool IsRecorded(const Question& question) const {
    return std::ranges::all_of(question.metrics, [this](const std::string& metric) {
      return made_.measurements.FindMetric(metric).has_value();
    });
  }

  // Counts a hypothesis in the row of a run that it needed; else in the first row, as judged by what was there.
  void Judge(Stage stage, const Needs& needs, std::vector<SearchStep>& rows) {
    if (rows.empty()) rows.emplace_back().step = step_;
    for (SearchStep& row : rows) row.kind = kStageNames[static_cast<std::size_t>(stage)];
    for (const Hypothesis& hypothesis : std::exchange(pending(stage), {})) {
      const auto needed = std::ranges::find_if(rows, [&](const SearchStep& row) {
        const auto monitors = needs.find(hypothesis.property);
        return monitors != needs.end() && std::ranges::any_of(monitors->second, [&](std::size_t i) {
                 return search_.monitors[i].name == row.tool;
               });
      });
      SearchStep& row = needed == rows.end() ? rows.front() : *needed;
      tested_.insert(hypothesis);
      ++row.hypotheses;
      if (holds_.contains(hypothesis)) ++row.proved;
      if (needed == rows.end() && IsRecorded(questions_[hypothesis.property])) ++row.reused;
      GoOn(hypothesis);
    }
  }

  // True if all properties that a metaproperty joins were looked for in the region.
  bool WasTested(const AslMetaProperty& meta, RegionId region,
                 const std::map<std::string_view, std::size_t>& ids) const {
    std::vector<const AslMetaProperty*> open = {&meta};
    while (!open.empty()) {
      const AslMetaProperty& next = *open.back();
      open.pop_back();
      for (const AslTerm& term : next.value) {
        if (term.kind != AslTerm::Kind::kCall) continue;
        const auto id = ids.find(term.name);
        if (id == ids.end()) {
          open.push_back(FindDefinition(set_.metas, term.name));
        } else if (!tested_.contains({id->second, region})) {
          return false;
        }
      }
    }
    return true;
  }

  bool WasTested(const std::string& name, RegionId region, const std::map<std::string_view, std::size_t>& ids) const {
    const auto id = ids.find(name);
    if (id == ids.end()) return region.valid() && WasTested(*FindDefinition(set_.metas, name), region, ids);
    if (region.valid()) return tested_.contains({id->second, region});
    const auto first = tested_.lower_bound({id->second, RegionId(std::size_t{0})});
    return first != tested_.end() && first->property == id->second;
  }

  // Of all that could be found, what was looked for.
  void Conclude() {
    std::map<std::string_view, std::size_t> ids;
    for (std::size_t i = 0; i < questions_.size(); ++i) ids.emplace(questions_[i].property->head.name, i);
    for (Finding& finding : found_.properties) {
      if (!WasTested(finding.name, finding.region, ids)) continue;
      finding.leaf = true;
      made_.findings.properties.push_back(std::move(finding));
    }
    for (NotApplicable& each : found_.not_applicable) {
      if (WasTested(each.name, each.region, ids)) made_.findings.not_applicable.push_back(std::move(each));
    }
    MarkLeaves(measurements(), set_, made_.findings);
  }

  // Every property in every region, of each monitor's recording as it grows.
  void RecordAll() {
    for (std::size_t monitor = 0; monitor < search_.monitors.size(); ++monitor) {
      const Measurements before = measurements();
      bool goes_on = true, has_some = false;
      while (goes_on) {
        ExperimentResult result = RunOne({step_ + 1, runs_ + 1, monitor, 0});
        goes_on = result.goes_on && !result.stop;
        if (result.measurements) {
          has_some = true;
          measurements() = before;
          JudgeAll(monitor, result);
        } else if (!goes_on && !has_some) {
          LeaveOut(search_.monitors[monitor], result.reason);
        }
      }
      if (has_some) ++runs_;
    }
  }

  void JudgeAll(std::size_t monitor, ExperimentResult& result) {
    SearchStep row = RowOf({++step_, runs_ + 1, monitor, 0}, result);
    AddMeasurements(measurements(), std::move(*result.measurements));
    measurements().absent.insert(measurements().absent.end(), left_out_.begin(), left_out_.end());
    made_.findings = FindProperties(measurements(), set_, options_);
    row.kind = "all";
    row.hypotheses = questions_.size() * CountRegions();
    row.proved = static_cast<std::size_t>(std::ranges::count(made_.findings.properties, false, &Finding::is_meta));
    made_.steps.push_back(std::move(row));
  }

  // Those with contexts, which are sorted by region.
  std::size_t CountRegions() {
    std::size_t count = 0;
    const std::vector<Context>& contexts = measurements().contexts;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      if (i == 0 || contexts[i].region != contexts[i - 1].region) ++count;
    }
    return count;
  }

  const PropertySet& set_;
  const PropertyOptions& options_;
  const SearchOptions& search_;
  const RunExperiment& run_;
  std::vector<Question> questions_;  // by property of the set
  std::vector<bool> was_tried_;      // by monitor
  std::size_t step_ = 0, runs_ = 0;
  std::vector<std::pair<std::string, std::string>> left_out_;  // metrics and reasons
  Findings found_;                                             // by what was recorded so far
  std::set<Hypothesis> holds_, unknown_;                       // in found_, whether asked for or not
  std::vector<std::vector<RegionId>> inner_;                   // by region
  std::vector<std::vector<bool>> is_judged_;                   // by property and region
  std::set<Hypothesis> pending_[kStages];
  std::set<Hypothesis> tested_, proved_;
  Search made_;
};

}  // namespace

std::string_view SearchStopName(SearchStop stop) {
  constexpr std::string_view kNames[] = {"noHypothesis", "budget", "interrupt", "failure"};
  return kNames[static_cast<std::size_t>(stop)];
}

Search SearchProperties(const PropertySet& set, const PropertyOptions& options, const SearchOptions& search,
                        const RunExperiment& run) {
  return Searcher(set, options, search, run).Run();
}

}  // namespace profdiff
