// SPDX-License-Identifier: GPL-3.0-or-later
// Groups the functions of a difference by source file or scope. The result has the form of a difference by functions,
// so the code that judges, sorts and lists functions works for groups as well. To judge the whole program, all its
// functions form one group.
// Test: tests/unit/analyze/digest/digest_test.cpp.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/name_parts.h"
#include "base/short_name.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "values/cycles.h"
#include "values/evidence.h"

namespace profdiff {
namespace {

// The group of each joined function.
struct Grouping {
  std::vector<std::string> names;       // indexed by group, sorted
  std::vector<std::uint32_t> group_of;  // indexed by joined FunctionId: its group
};

// Numbers groups in order of their names, so that the numbers do not depend on which side is the base.
Grouping Sorted(const std::vector<std::string>& names_of_functions) {
  const std::set<std::string_view> groups(names_of_functions.begin(), names_of_functions.end());
  Grouping grouping{{groups.begin(), groups.end()}, {}};
  for (const std::string& name : names_of_functions) {
    const auto group = std::ranges::lower_bound(grouping.names, name);
    grouping.group_of.push_back(static_cast<std::uint32_t>(group - grouping.names.begin()));
  }
  return grouping;
}

// Returns the last two components of a path, for example "src/main.c" for "/home/me/src/main.c".
std::string_view LastTwo(std::string_view path) {
  const std::size_t name = path.size() - BaseName(path).size();
  if (name < 2) return path;
  const std::size_t slash = path.rfind('/', name - 2);
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view SourceOf(const FunctionTable& table, FunctionId f) {
  const std::string_view path = table.FilePath(f);
  return path.empty() ? table.UnitName(table[f]) : path;
}

// Adds to `ambiguous` the base names that several source files of a program share.
void FindAmbiguous(const FunctionTable& table, std::set<std::string, std::less<>>& ambiguous) {
  std::map<std::string_view, std::string_view> paths;
  for (std::size_t f = 0; f < table.size(); ++f) {
    const std::string_view path = SourceOf(table, FunctionId(f));
    const auto known = paths.emplace(BaseName(path), path).first;
    if (known->second != path) ambiguous.emplace(BaseName(path));
  }
}

// Returns, for each joined function, the name of its group by file. Builds may be in different directories, so a file
// is identified by its base name, preceded by the name of its directory if the base name is ambiguous.
std::vector<std::string> NameFiles(const Match& match, const FunctionTable& base, const FunctionTable& other) {
  std::set<std::string, std::less<>> ambiguous;
  FindAmbiguous(base, ambiguous);
  FindAmbiguous(other, ambiguous);
  std::vector<std::string> names;
  for (const Match::Pair& pair : match.pairs) {
    std::string_view path = pair.other.valid() ? SourceOf(other, pair.other) : std::string_view();
    if (path.empty() && pair.base.valid()) path = SourceOf(base, pair.base);
    const std::string_view name = BaseName(path);
    names.emplace_back(path.empty() ? "(unknown file)" : ambiguous.contains(name) ? LastTwo(path) : name);
  }
  return names;
}

std::vector<std::string> NameScopes(const FunctionTable& functions, DemangleStyle demangle) {
  std::vector<std::string> names;
  for (const Function& function : functions.functions) {
    std::string scope = OutermostScope(DemangledName(function.name, demangle, functions.leading_char));
    names.push_back(scope.empty() ? "(global)" : std::move(scope));
  }
  return names;
}

void AddNumbers(SideNumbers& sum, const SideNumbers& side) {
  sum.present = sum.present || side.present;
  sum.selected = sum.selected || side.selected;
  sum.self += side.self;
}

// Returns the sum of the squared weights w of a function's samples, from the effective number n = (sum w)^2 / sum w^2.
double SquaresOf(const RunTable& runs, std::size_t function) {
  if (runs.samples[function] <= 0) return 0;
  double seconds = 0;
  for (double of_run : runs.Seconds(FunctionId(function))) seconds += of_run;
  return seconds * seconds / runs.samples[function];
}

// Computes the effective number of samples of each group from the sum of squared weights, `squares`. Sums of squared
// weights can be added up, but effective numbers cannot.
void WeighGroups(RunTable& grouped, const std::vector<double>& squares) {
  constexpr double kRounding = 1e-6;  // added before rounding down: the quotient may be slightly below a whole number
  grouped.total_samples = 0;
  for (std::size_t group = 0; group < grouped.functions; ++group) {
    double seconds = 0;
    for (double of_run : grouped.Seconds(FunctionId(group))) seconds += of_run;
    grouped.samples[group] = squares[group] > 0 ? std::floor(seconds * seconds / squares[group] + kRounding) : 0;
    grouped.total_samples += grouped.samples[group];
  }
}

// Adds up the values of the functions of each group, separately for each run. Inclusive times are left out: functions
// of a group can have samples in common, which would be counted several times.
RunTable GroupRuns(const RunTable& runs, const std::vector<FunctionId>& joined, const Grouping& grouping) {
  RunTable grouped = runs;
  grouped.functions = grouping.names.size();
  grouped.seconds.assign(grouped.functions * runs.runs, 0);
  grouped.calls.assign(grouped.functions * runs.runs, 0);
  grouped.samples.assign(grouped.functions, 0);
  grouped.inclusive_seconds.clear();
  grouped.inclusive_samples.clear();
  std::vector<double> squares(grouped.functions);
  for (std::size_t f = 0; f < runs.functions; ++f) {
    const std::size_t group = grouping.group_of[joined[f].value];
    grouped.samples[group] += runs.samples[f];
    squares[group] += SquaresOf(runs, f);
    for (std::size_t run = 0; run < runs.runs; ++run) {
      grouped.seconds[group * runs.runs + run] += runs.seconds[f * runs.runs + run];
    }
  }
  if (runs.is_weighted) WeighGroups(grouped, squares);
  return grouped;
}

void AddArc(SideArc& sum, const SideArc& arc) {
  sum.present = sum.present || arc.present;
  sum.count = (sum.count + arc.count) & SideArc::kMostCalls;  // cannot overflow: a side has fewer than 2^63 calls
  sum.self += arc.self;
}

// Adds up calls between groups. Calls within a group are dropped.
void GroupArcs(const Difference& difference, const Grouping& grouping, Difference& grouped) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Difference::ArcRow> arcs;
  for (const Difference::ArcRow& arc : difference.arcs) {
    // Skips FunctionTable::indirect, which belongs to no group.
    if (std::max(arc.caller.value, arc.callee.value) >= grouping.group_of.size()) continue;
    const std::pair ends(grouping.group_of[arc.caller.value], grouping.group_of[arc.callee.value]);
    if (ends.first == ends.second) continue;
    Difference::ArcRow& sum = arcs[ends];
    sum.caller = FunctionId(ends.first);
    sum.callee = FunctionId(ends.second);
    AddArc(sum.base, arc.base);
    AddArc(sum.other, arc.other);
  }
  std::vector<Arc> plain;
  for (const auto& [ends, arc] : arcs) {
    grouped.arcs.push_back(arc);
    plain.push_back({arc.caller, arc.callee, 0});
    grouped.functions[ends.second].base.calls += arc.base.count;
    grouped.functions[ends.second].other.calls += arc.other.count;
  }
  grouped.adjacency = IndexArcs(grouping.names.size(), plain);
}

GroupedDifference Group(const Difference& difference, const RunTable& base, const RunTable& other,
                        const Grouping& grouping) {
  GroupedDifference result;
  Difference& grouped = result.difference;
  grouped.base = difference.base;
  grouped.other = difference.other;
  grouped.functions.resize(grouping.names.size());
  for (std::size_t f = 0; f < difference.functions.size(); ++f) {
    Difference::Row& group = grouped.functions[grouping.group_of[f]];
    AddNumbers(group.base, difference.functions[f].base);
    AddNumbers(group.other, difference.functions[f].other);
  }
  for (std::size_t group = 0; group < grouping.names.size(); ++group) {
    grouped.match.pairs.push_back({FunctionId(group), FunctionId(group), MatchRule::kName});
    auto name = std::make_shared<const std::string>(grouping.names[group]);
    grouped.match.functions.functions.push_back({.name = *name});
    grouped.match.functions.storage.push_back(std::move(name));
    const Difference::Row& row = grouped.functions[group];
    grouped.sum_abs_self += std::abs(SecondsDifference(row.base.self, row.other.self));
  }
  GroupArcs(difference, grouping, grouped);
  result.base = GroupRuns(base, difference.match.from_base, grouping);
  result.other = GroupRuns(other, difference.match.from_other, grouping);
  return result;
}

// Adds the time in no function to the only group.
void AddUnattributed(const SideTotals& totals, SideNumbers& group, RunTable& runs) {
  group.self += totals.unattributed_seconds;
  for (std::size_t run = 0; run < runs.unattributed_seconds.size(); ++run) {
    runs.seconds[run] += runs.unattributed_seconds[run];
  }
  runs.samples.front() += runs.unattributed_samples;
  runs.total_samples += runs.unattributed_samples;
}

}  // namespace

GroupedDifference GroupDifference(const Difference& difference, const RunTable& base, const RunTable& other,
                                  const FunctionTable& base_functions, const FunctionTable& other_functions,
                                  DigestGroups groups, DemangleStyle demangle) {
  const std::vector<std::string> names = groups == DigestGroups::kFile
                                             ? NameFiles(difference.match, base_functions, other_functions)
                                             : NameScopes(difference.match.functions, demangle);
  return Group(difference, base, other, Sorted(names));
}

Verdict JudgeProgram(const Difference& difference, const RunTable& base, const RunTable& other, double scale) {
  const Grouping all{{""}, std::vector<std::uint32_t>(difference.functions.size(), 0)};
  GroupedDifference program = Group(difference, base, other, all);
  AddUnattributed(difference.base, program.difference.functions.front().base, program.base);
  AddUnattributed(difference.other, program.difference.functions.front().other, program.other);
  return Judge(program.difference, program.base, program.other, scale).functions.front();
}

}  // namespace profdiff
