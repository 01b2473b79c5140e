// SPDX-License-Identifier: GPL-3.0-or-later
// Traces have the metrics useful, waits, mpi and openmp, and causes of waits; profiles of several processes have self
// times. The waits of a rank show who suffers, its useful time and the delays that it caused show who is slow.
//
// Tests: tests/unit/report/property/page_test.cpp, tests/cli/page/maps.py.
#include "report/property/times.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostLines = 12;        // maximum number of lines of a map
constexpr std::size_t kMostCharacters = 200;  // maximum length of the text of a line

// A line of a map: what the seconds are, and the seconds of each location.
struct Line {
  std::string text;
  std::vector<double> seconds;

  double Most() const { return std::ranges::max(seconds); }
  // Returns by how much the largest value exceeds the mean.
  double Excess() const {
    return Most() - std::accumulate(seconds.begin(), seconds.end(), 0.0) / static_cast<double>(seconds.size());
  }
};

class Times {
 public:
  explicit Times(const Measurements& measurements) : measurements_(measurements) {
    std::set<Location> locations;
    for (const Context& context : measurements.contexts) {
      const bool is_whole = !context.location.rank && !context.location.thread;
      if (context.region == measurements.phase && !is_whole) locations.insert(context.location);
    }
    for (const Location& location : locations) numbers_.emplace(location, numbers_.size());
  }

  Cell Make() const {
    const bool has_traces = measurements_.FindMetric("useful").has_value();
    const bool has_profiles = measurements_.FindMetric("rankTotal").has_value();
    if (numbers_.size() < 2 || !(has_traces || has_profiles)) return {};
    Cell::List maps;
    const auto add = [&](const char* kind, std::vector<Line> lines) {
      std::erase_if(lines, [](const Line& line) { return !(line.Most() > 0); });
      if (lines.empty()) return;
      maps.emplace_back(Cell::Record{{"kind", kind}, {"lines", ListOf(lines, CellOf)}});
    };
    add("phase", has_traces ? std::vector<Line>{OfPhase("useful", "useful work"), OfPhase("waits", "waiting"),
                                                OfPhase("mpi", "MPI, with its waits"),
                                                OfPhase("openmp", "OpenMP, with its waits")}
                            : std::vector<Line>{OfPhase("rankTotal", "all functions")});
    if (has_traces) add("delays", Delays());
    add(has_traces ? "waits" : "functions", OfRegions(has_traces ? "waits" : "self"));
    return Cell::Record{
        {"locations", ListOf(numbers_,
                             [](const auto& entry) {
                               return Cell(Cell::List{OrNull(entry.first.rank), OrNull(entry.first.thread)});
                             })},
        {"maps", std::move(maps)}};
  }

 private:
  static Cell CellOf(const Line& line) {
    return Cell::Record{{"text", CutToCharacters(AsUtf8(line.text), kMostCharacters, "…")},
                        {"seconds", ListOf(line.seconds, [](double seconds) { return Cell(seconds); })}};
  }

  Line Empty(std::string text) const { return {std::move(text), std::vector<double>(numbers_.size())}; }

  void Add(Line& line, const Location& location, double seconds) const {
    const auto found = numbers_.find(location);
    if (found != numbers_.end() && std::isfinite(seconds)) line.seconds[found->second] += seconds;
  }

  Line OfPhase(std::string_view metric, const char* text) const {
    Line line = Empty(text);
    const std::optional<std::size_t> index = measurements_.FindMetric(metric);
    if (!index) return line;
    for (const Context& context : measurements_.contexts) {
      if (context.region == measurements_.phase) Add(line, context.location, context.values[*index]);
    }
    return line;
  }

  // Returns the lines with the largest values, as given by size_of(line).
  template <class SizeOf>
  static std::vector<Line> Largest(std::vector<Line> lines, SizeOf size_of) {
    std::ranges::stable_sort(lines, std::greater<>(), size_of);
    lines.resize(std::min(lines.size(), kMostLines));
    return lines;
  }

  // Returns the innermost regions with values, so that no time is in two lines.
  std::vector<Line> OfRegions(std::string_view metric) const {
    const std::optional<std::size_t> index = measurements_.FindMetric(metric);
    if (!index) return {};
    std::map<RegionId, Line> found;
    for (const Context& context : measurements_.contexts) {
      if (context.region == measurements_.phase || !(context.values[*index] > 0)) continue;
      const auto at = found.try_emplace(context.region, Empty("")).first;
      Add(at->second, context.location, context.values[*index]);
    }
    std::set<RegionId> outer;
    for (const auto& [region, line] : found) outer.insert(measurements_.regions[region.value].parent);
    std::vector<Line> lines;
    for (auto& [region, line] : found) {
      if (outer.contains(region) && metric == "waits") continue;
      line.text = RegionText(measurements_, region);
      lines.push_back(std::move(line));
    }
    // Functions that take equally long on all ranks make no rank slow.
    return metric == "self" ? Largest(std::move(lines), &Line::Excess) : Largest(std::move(lines), &Line::Most);
  }

  // Returns text such as "usleep in late_send".
  std::string TextOf(const std::vector<std::string>& path) const {
    if (path.empty()) return PhaseText(measurements_);
    const std::string name = NameText(path.back());
    return path.size() == 1 ? name : name + " in " + NameText(path[path.size() - 2]);
  }

  // Returns the waits of other ranks that the work of each location caused, by function.
  std::vector<Line> Delays() const {
    if (!measurements_.wait_causes) return {};
    std::map<std::string, Line> found;
    for (const WaitCause& cause : measurements_.wait_causes->causes) {
      const std::string name = TextOf(cause.path);
      Add(found.try_emplace(name, Empty(name)).first->second, cause.location, cause.total());
    }
    std::vector<Line> lines;
    for (auto& [name, line] : found) lines.push_back(std::move(line));
    return Largest(std::move(lines), &Line::Most);
  }

  const Measurements& measurements_;
  std::map<Location, std::size_t> numbers_;  // index of each location
};

}  // namespace

Cell TimesCell(const Measurements& measurements) { return Times(measurements).Make(); }

}  // namespace profdiff
