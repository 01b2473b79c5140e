// SPDX-License-Identifier: GPL-3.0-or-later
// Implements Periscope's search (section 5 of its paper), based on the results of experiments. A hypothesis is a
// property in a region. If a hypothesis holds, the search continues with the same property in nested regions, and with
// the property's refinements. If a property cannot be judged in a region, although it can be judged elsewhere, the
// search continues only with nested regions.
//
// A refinement that holds in a region is also tested in nested regions where the refined property does not hold. The
// reason is that monitors (recording tools) may measure the refined property only for enclosing regions; for example,
// they may measure time in OpenMP only for functions. All strategies test the same hypotheses and give the same
// findings.
// Tests: tests/unit/analyze/property/search_test.cpp, tests/cli/search/run.py.
#include "profdiff/search.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/property/combine.h"
#include "analyze/property/search_evidence.h"
#include "profdiff/properties.h"
#include "values/state_names.h"

namespace profdiff {
namespace {

enum class Stage { kRegions, kArrays, kRefinements };
constexpr std::size_t kStages = 3;
constexpr const char* kStageNames[kStages] = {"regions", "arrays", "refinements"};
// The strategy "location first" descends to nested regions and arrays before it refines properties; the strategy
// "property first" refines properties first.
constexpr Stage kLocationFirst[kStages] = {Stage::kRegions, Stage::kArrays, Stage::kRefinements};
constexpr Stage kPropertyFirst[kStages] = {Stage::kRefinements, Stage::kRegions, Stage::kArrays};

class Searcher {
 public:
  Searcher(const PropertySet& set, const PropertyOptions& options, const SearchOptions& search,
           const RunExperiment& run)
      : search_(search), run_(run), evidence_(set, options), was_tried_(search.monitors.size()) {}

  Search Run() {
    if (search_.strategy == SearchStrategy::kAll) {
      for (const std::size_t monitor : MonitorsFor(NeedsOf(Stage::kRegions))) RecordAll(monitor);
      while (const std::optional<std::size_t> monitor = NextMonitor()) RecordAll(*monitor);
    } else {
      for (std::optional<Stage> stage = Stage::kRegions; stage; stage = NextStage()) Step(*stage);
    }
    if (IsMeasured()) made_.findings = evidence_.FindingsIn(tested_);
    made_.measurements = std::move(evidence_.measurements);
    return std::move(made_);
  }

 private:
  Measurements& measurements() { return evidence_.measurements; }
  bool IsMeasured() const { return !evidence_.measurements.regions.empty(); }
  const std::vector<Question>& questions() const { return evidence_.questions(); }
  std::set<Hypothesis>& pending(Stage stage) { return pending_[static_cast<std::size_t>(stage)]; }

  // Returns the first stage, in the order of the strategy, that has pending hypotheses or arrays to record.
  std::optional<Stage> NextStage() {
    const bool location = search_.strategy == SearchStrategy::kLocation;
    for (const Stage stage : location ? kLocationFirst : kPropertyFirst) {
      if (!pending(stage).empty()) return stage;
      if (stage == Stage::kArrays && IsMeasured() && FindArrayMonitor()) return stage;
    }
    return std::nullopt;
  }

  // Finds an untried monitor that records, by array, all metrics of a proved property. Recording arrays takes longest,
  // so it is done only for properties that are known to hold.
  std::optional<std::size_t> FindArrayMonitor() const {
    for (std::size_t i = 0; i < search_.monitors.size(); ++i) {
      const Monitor& monitor = search_.monitors[i];
      if (!monitor.arrays || was_tried_[i]) continue;
      const auto is_divisible = [&](const Hypothesis& held) {
        const Question& question = questions()[held.property];
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

  // Maps each property that a step tests to the monitors that it needs: the first untried monitor for each metric that
  // was not recorded yet.
  using Needs = std::map<std::size_t, std::set<std::size_t>>;

  std::set<std::size_t> NeedsOf(const Question& question) const {
    std::set<std::size_t> monitors;
    for (const std::string& metric : question.metrics) {
      if (evidence_.measurements.FindMetric(metric)) continue;
      for (std::size_t i = 0; i < search_.monitors.size(); ++i) {
        if (was_tried_[i] || !Brings(search_.monitors[i], metric)) continue;
        monitors.insert(i);
        break;
      }
    }
    return monitors;
  }

  // Returns the monitors that a stage needs. No region is known before the first measurement, so every basic property
  // is then tested in the phase.
  Needs NeedsOf(Stage stage) {
    Needs needs;
    const bool finds_arrays = stage == Stage::kArrays && pending(stage).empty();
    for (std::size_t i = 0; i < questions().size(); ++i) {
      if (!questions()[i].IsBasic() || (IsMeasured() && !finds_arrays)) continue;
      needs[i] = finds_arrays ? std::set{*FindArrayMonitor()} : NeedsOf(questions()[i]);
    }
    for (const Hypothesis& hypothesis : pending(stage)) {
      const auto [place, is_new] = needs.try_emplace(hypothesis.property);
      if (is_new) place->second = NeedsOf(questions()[hypothesis.property]);
    }
    return needs;
  }

  static std::set<std::size_t> MonitorsFor(const Needs& needs) {
    std::set<std::size_t> monitors;
    for (const auto& [question, needed] : needs) monitors.insert(needed.begin(), needed.end());
    return monitors;
  }

  void Step(Stage stage) {
    ++step_;
    const Needs needs = NeedsOf(stage);
    std::vector<SearchStep> rows = Record(MonitorsFor(needs), stage);
    if (IsMeasured()) Judge(stage, needs, rows);
    // Drops steps without hypotheses. Such steps exist if arrays were to be recorded and the recording failed.
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

  // Runs each monitor, and returns a step of the report for each monitor that produced measurements.
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
      AddMeasurements(measurements(), std::move(*result.measurements), result.is_sample);
      recorded.push_back(monitor);
    }
    if (!recorded.empty() || (IsMeasured() && !left_out_.empty())) TakeIn(recorded);
    return rows;
  }

  ExperimentResult RunOne(const Experiment& experiment) {
    if (search_.budget && runs_ >= *search_.budget) StopFor(SearchStop::kBudget);
    if (made_.stopped == SearchStop::kBudget)
      return {.measurements = {}, .reason = "the budget was used up before this run"};
    if (made_.stopped != SearchStop::kNoHypothesis) return {.measurements = {}, .reason = "the search was stopped"};
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
    evidence_.Judge();
    // Repeats the tests of hypotheses that could not be judged and for which a new recording has metrics.
    std::set<Hypothesis> before = std::exchange(tested_, {});
    std::erase_if(before, [&](const Hypothesis& hypothesis) {
      return evidence_.IsUnknown(hypothesis) && std::ranges::any_of(recorded, [&](std::size_t monitor) {
               return Serves(search_.monitors[monitor], questions()[hypothesis.property]);
             });
    });
    Reopen([&](const Hypothesis& hypothesis) { return before.contains(hypothesis); });
  }

  // Repeats the search from the phase with the new judgements, but tests only hypotheses that `may_test` accepts, such
  // as those that were tested before. Hypotheses that can be reached only through refuted ones are dropped. The result
  // is the same as if everything had been recorded at once.
  void Reopen(const std::function<bool(const Hypothesis&)>& may_test) {
    proved_.clear();
    for (auto& stage : pending_) stage.clear();
    for (std::size_t i = 0; i < questions().size(); ++i) {
      if (questions()[i].IsBasic()) Ask({i, measurements().phase});
    }
    for (bool moved = true; moved;) {
      moved = false;
      for (auto& stage : pending_) {
        // Iterates over a copy, since GoOn() adds to the sets.
        for (const Hypothesis& hypothesis : std::set<Hypothesis>(stage)) {
          if (!may_test(hypothesis)) continue;
          stage.erase(hypothesis);
          tested_.insert(hypothesis);
          GoOn(hypothesis);
          moved = true;
        }
      }
    }
  }

  void Ask(const Hypothesis& hypothesis) {
    if (tested_.contains(hypothesis) || !evidence_.IsWorthAsking(hypothesis)) return;
    const bool is_array = !measurements().regions[hypothesis.region.value].data_structure.empty();
    // The stage depends only on the hypothesis, not on the path to it.
    const Stage stage = !questions()[hypothesis.property].IsBasic() ? Stage::kRefinements
                        : is_array                                  ? Stage::kArrays
                                                                    : Stage::kRegions;
    pending(stage).insert(hypothesis);
  }

  // Adds the successors of a hypothesis: refinements in the same region if it holds, and the same property in nested
  // regions. A property that is not applicable in any region has no successors.
  void GoOn(const Hypothesis& hypothesis) {
    const bool holds = evidence_.Holds(hypothesis);
    if (!holds) FollowRefinementsInto(hypothesis);
    if (!holds && !evidence_.IsUnknown(hypothesis)) return;
    const Question& question = questions()[hypothesis.property];
    if (holds) {
      proved_.insert(hypothesis);
      for (const std::size_t refinement : question.refinements) Ask({refinement, hypothesis.region});
      FollowInwards(hypothesis);
    }
    if (!question.IsBasic()) return;
    for (const RegionId inner : evidence_.InnerOf(hypothesis.region)) Ask({hypothesis.property, inner});
  }

  // Adds the tests of a proved refinement in nested regions. If the refined property will also be tested in a nested
  // region, that test comes first: GoOn() then adds the refinement if the refined property holds, and
  // FollowRefinementsInto() adds it otherwise.
  void FollowInwards(const Hypothesis& held) {
    const std::optional<std::size_t> refined = questions()[held.property].refined;
    if (!refined) return;
    for (const RegionId inner : evidence_.InnerOf(held.region)) {
      const Hypothesis above{*refined, inner};
      const bool is_reached = proved_.contains({*refined, held.region}) && evidence_.IsWorthAsking(above);
      if (!is_reached || tested_.contains(above)) Ask({held.property, inner});
    }
  }

  void FollowRefinementsInto(const Hypothesis& failed) {
    for (const std::size_t refinement : questions()[failed.property].refinements) {
      const auto is_proved = [&](RegionId outer) { return proved_.contains({refinement, outer}); };
      if (std::ranges::any_of(evidence_.OuterOf(failed.region), is_proved)) Ask({refinement, failed.region});
    }
  }

  // Judges hypotheses. `rows` has one element for each run of this step. A hypothesis is counted in the element of a
  // run that it needed, or in the first element if it was judged from earlier recordings.
  void Judge(Stage stage, const Needs& needs, std::vector<SearchStep>& rows) {
    if (rows.empty()) rows.emplace_back().step = step_;
    for (SearchStep& row : rows) row.kind = kStageNames[static_cast<std::size_t>(stage)];
    const std::set<Hypothesis> tested_now = std::exchange(pending(stage), {});
    // Adds all hypotheses before the loop, so that a hypothesis that is reached from another one is not tested twice.
    tested_.insert(tested_now.begin(), tested_now.end());
    for (const Hypothesis& hypothesis : tested_now) {
      const auto needed = std::ranges::find_if(rows, [&](const SearchStep& row) {
        const auto monitors = needs.find(hypothesis.property);
        return monitors != needs.end() && std::ranges::any_of(monitors->second, [&](std::size_t i) {
                 return search_.monitors[i].name == row.tool;
               });
      });
      SearchStep& row = needed == rows.end() ? rows.front() : *needed;
      ++row.hypotheses;
      if (evidence_.Holds(hypothesis)) ++row.proved;
      if (needed == rows.end() && evidence_.IsRecorded(questions()[hypothesis.property])) ++row.reused;
      GoOn(hypothesis);
    }
  }

  // Returns the next monitor of the strategy kAll after the first step: the first untried monitor that the tested
  // hypotheses need or, if they need none, a monitor that records arrays.
  std::optional<std::size_t> NextMonitor() const {
    if (!IsMeasured()) return std::nullopt;
    std::set<std::size_t> needed;
    for (const Hypothesis& hypothesis : tested_) needed.merge(NeedsOf(questions()[hypothesis.property]));
    return needed.empty() ? FindArrayMonitor() : std::optional(*needed.begin());
  }

  // Evaluates every property in every region, both while a monitor's recording grows and at its end.
  void RecordAll(std::size_t monitor) {
    was_tried_[monitor] = true;
    const Measurements before = measurements();
    bool goes_on = true, has_some = false;
    while (goes_on) {
      ExperimentResult result = RunOne({step_ + 1, runs_ + 1, monitor, 0});
      goes_on = result.goes_on && !result.stop;
      if (result.measurements) {
        has_some = true;
        // Replaces the earlier measurements of the same monitor: a growing recording contains all of its earlier state.
        measurements() = before;
        JudgeAll(monitor, result);
      } else if (!goes_on && !has_some) {
        LeaveOut(search_.monitors[monitor], result.reason);
        if (IsMeasured()) TakeIn({});
      }
    }
    if (!has_some) return;
    ++runs_;
    left_out_.clear();  // JudgeAll() has already added these metrics to the absent ones
  }

  // Counts all hypotheses as judged. Only the hypotheses that the other strategies would reach count as tested, so that
  // all strategies give the same findings.
  void JudgeAll(std::size_t monitor, ExperimentResult& result) {
    SearchStep row = RowOf({++step_, runs_ + 1, monitor, 0}, result);
    AddMeasurements(measurements(), std::move(*result.measurements), result.is_sample);
    measurements().absent.insert(measurements().absent.end(), left_out_.begin(), left_out_.end());
    evidence_.Judge();
    tested_.clear();
    Reopen([](const Hypothesis&) { return true; });
    row.kind = "all";
    row.hypotheses = questions().size() * CountRegions();
    row.proved = evidence_.CountHeld();
    made_.steps.push_back(std::move(row));
  }

  // Returns the number of regions with contexts; contexts are sorted by region.
  std::size_t CountRegions() {
    std::size_t count = 0;
    const std::vector<Context>& contexts = measurements().contexts;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      if (i == 0 || contexts[i].region != contexts[i - 1].region) ++count;
    }
    return count;
  }

  const SearchOptions& search_;
  const RunExperiment& run_;
  SearchEvidence evidence_;
  std::vector<bool> was_tried_;  // indexed by monitor
  std::size_t step_ = 0, runs_ = 0;
  std::vector<std::pair<std::string, std::string>> left_out_;  // metrics that could not be recorded, with reasons
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
