// SPDX-License-Identifier: GPL-3.0-or-later
// The search: which recordings are worth making, asked step by step.
//
// A step selects hypotheses, has recorded what is missing to judge them, and judges them. Below what is refuted nothing
// is looked at: neither regions within, nor what refines the property. Nothing is recorded twice.
// Source: Periscope, section 5. How it goes on where a property is not applicable is ours: into the regions within.
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
  kLocation,  // regions from the phase inwards, then arrays, then what refines properties that hold
  kProperty,  // in each region what refines the properties that hold, before the regions within
  kAll,       // every property in every region, each time that there is more of a recording
};

// A tool that records, and its data model.
struct Monitor {
  std::string name;                  // "callgrind"
  std::vector<std::string> metrics;  // that its recordings have
  bool arrays = false;               // they tell data structures apart
};

// A run that a search wants.
struct Experiment {
  std::size_t step = 1, run = 1;
  std::size_t monitor = 0;     // of SearchOptions::monitors
  std::size_t hypotheses = 0;  // that need it, as far as they are known before it
};

enum class SearchStop : std::uint8_t { kNoHypothesis, kBudget, kInterrupt, kFailure };

// "noHypothesis", "budget", "interrupt", "failure".
PROFDIFF_EXPORT std::string_view SearchStopName(SearchStop stop);

struct ExperimentResult {
  std::optional<Measurements> measurements;  // nothing where the run gave none
  std::string reason = {};                   // why; what would need them is not applicable
  std::string command = {};                  // for people
  bool goes_on = false;                      // of kAll: there will be more of this recording
  std::optional<SearchStop> stop = {};       // no further run is to be made
};

using RunExperiment = std::function<ExperimentResult(const Experiment&)>;

struct SearchOptions {
  SearchStrategy strategy = SearchStrategy::kLocation;
  std::vector<Monitor> monitors;      // in the order in which they are tried
  std::optional<std::size_t> budget;  // of runs
};

// What a step looked at with one run, or without a run.
struct SearchStep {
  std::size_t step = 1;
  std::size_t run = 0;  // 0: nothing was recorded
  std::string tool;     // a monitor; empty without a run
  std::string command;  // of the run
  std::string kind;     // "regions", "arrays", "refinements", "all"
  std::size_t hypotheses = 0;
  std::size_t proved = 0;  // of these
  std::size_t reused = 0;  // judged by what was recorded before
};

// Shape: measurements have no region if no run gave any. Of findings those that were looked for; the leaves of
// kLocation and kProperty are the same.
struct Search {
  Measurements measurements;
  Findings findings;
  std::vector<SearchStep> steps;  // in order
  SearchStop stopped = SearchStop::kNoHypothesis;
};

// Has experiments made until there is no hypothesis left.
// Errors: those of FindProperties; those that `run` throws.
PROFDIFF_EXPORT Search SearchProperties(const PropertySet& set, const PropertyOptions& options,
                                        const SearchOptions& search, const RunExperiment& run);

// As WriteFindings, and the steps.
PROFDIFF_EXPORT void WriteSearch(std::string& out, const Search& search, std::size_t limit = 0);
PROFDIFF_EXPORT void WriteSearch(std::string& out, const TableFormat& format, const Search& search);

// As WritePropertyPage, and the steps. Errors: as there.
PROFDIFF_EXPORT void WriteSearchPage(std::string& out, const Search& search);

}  // namespace profdiff

#endif  // PROFDIFF_SEARCH_H_
