// SPDX-License-Identifier: GPL-3.0-or-later
// The search for performance properties, which decides step by step what to record.
//
// A hypothesis is a property in a region. A step selects hypotheses, requests the recording that is needed to test
// them, and tests them. If a hypothesis does not hold, the search tests neither the same property in nested regions nor
// refinements of the property. Nothing is recorded twice. Source: the Periscope paper, section 5. Three rules are
// additions to the paper. First, if a property is not applicable, the search continues in nested regions. Second, a
// refinement that holds is also tested in nested regions where the refined property does not hold. Third, if a region
// has no measurements, which is possible only for regions added by ApplyStructure, the search continues in its nested
// regions.
#ifndef PROFDIFF_SEARCH_H_
#define PROFDIFF_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/properties.h"

namespace profdiff {

enum class SearchStrategy : std::uint8_t {
  kLocation,  // tests nested regions first, then arrays, then refinements of the properties that hold
  kProperty,  // tests refinements of the properties that hold in a region before its nested regions
  kAll,       // tests all properties in all regions after each new part of a recording and after each run
};

// A tool that makes recordings, and the contents of its recordings.
struct Monitor {
  std::string name;                  // "callgrind"
  std::vector<std::string> metrics;  // metrics of the tool's recordings
  bool arrays = false;               // true if recordings distinguish data structures
};

// A run requested by a search.
struct Experiment {
  std::size_t step = 1, run = 1;
  std::size_t monitor = 0;     // index into SearchOptions::monitors
  std::size_t hypotheses = 0;  // number of hypotheses that need the run, as far as is known before the run
};

enum class SearchStop : std::uint8_t { kNoHypothesis, kBudget, kInterrupt, kFailure };

struct ExperimentResult {
  std::optional<Measurements> measurements;  // nullopt if the run failed
  std::string reason = {};   // reason for the failure; properties that need the measurements are then not applicable
  std::string command = {};  // command that made the run, for reports
  // true if the run had a smaller workload than the other runs; its counts are then scaled to their workload
  bool is_sample = false;
  bool goes_on = false;                 // for kAll: true if more of this recording will follow
  std::optional<SearchStop> stop = {};  // reason for making no further runs
};

using RunExperiment = std::function<ExperimentResult(const Experiment&)>;

struct SearchOptions {
  SearchStrategy strategy = SearchStrategy::kLocation;
  std::vector<Monitor> monitors;      // in the order in which they are tried
  std::optional<std::size_t> budget;  // maximum number of runs
};

// A step of the search, with or without a run.
struct SearchStep {
  std::size_t step = 1;
  std::size_t run = 0;  // number of the run; 0 if nothing was recorded
  std::string tool;     // name of the monitor; empty without a run
  std::string command;  // command that made the run
  std::string kind;     // "regions", "arrays", "refinements", "all"
  std::size_t hypotheses = 0;
  std::size_t proved = 0;  // number of hypotheses that hold
  std::size_t reused = 0;  // number of hypotheses tested with earlier recordings
};

// The result of SearchProperties. `measurements` has no regions if all runs failed. `findings` includes only hypotheses
// that the search reaches; all strategies yield the same findings.
struct Search {
  Measurements measurements;
  Findings findings;
  std::vector<SearchStep> steps;  // in the order in which they were made
  SearchStop stopped = SearchStop::kNoHypothesis;
};

// Requests experiments from `run` until no hypothesis is left.
// Errors: as for FindProperties, and exceptions from `run`.
PROFDIFF_EXPORT Search SearchProperties(const PropertySet& set, const PropertyOptions& options,
                                        const SearchOptions& search, const RunExperiment& run);

// Writes the findings, as WriteFindings does, and then the steps.
PROFDIFF_EXPORT void WriteSearch(std::string& out, const TableFormat& format, const Search& search,
                                 std::size_t limit = 0);

// Writes the same page as WritePropertyPage, with the steps of the search. Errors: as for WritePropertyPage.
PROFDIFF_EXPORT void WriteSearchPage(std::string& out, const Search& search);

}  // namespace profdiff

#endif  // PROFDIFF_SEARCH_H_
