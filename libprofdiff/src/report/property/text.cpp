// SPDX-License-Identifier: GPL-3.0-or-later
// Writes findings as text: a summary of about ten lines, then all findings, hints, efficiencies and clocks, and finally
// the properties that were not applicable.
//
// Tests: tests/unit/report/property/texts_test.cpp.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/format/styles.h"
#include "report/format/text_table.h"
#include "report/property/causes.h"
#include "report/property/paths.h"
#include "report/property/rows.h"

namespace profdiff {
namespace {

constexpr std::size_t kAnswers = 8;  // number of findings in the summary at the top

std::string Fraction(double value) { return FixedText(value, 5); }

// Returns the most specific findings, for the summary. Such a finding has no refinement that holds in its region. Its
// property holds in no nested region, and does not combine other properties.
std::vector<const Finding*> Leaves(const Findings& findings) {
  std::vector<const Finding*> leaves;
  for (const Finding& finding : findings.properties) {
    if (finding.leaf && !finding.is_meta) leaves.push_back(&finding);
  }
  return leaves;
}

// Appends the smallest and the largest severity of the instances, unless both are printed the same.
void AppendInstances(std::string& out, const Finding& finding) {
  const InstanceSeverity* const worst = WorstInstance(finding);
  if (worst == nullptr) return;
  const double least = std::ranges::min_element(finding.instances, {}, &InstanceSeverity::severity)->severity;
  if (Fraction(least) == Fraction(worst->severity)) return;
  out += ", from " + Fraction(least) + " to " + Fraction(worst->severity) + " in instance " +
         std::to_string(worst->instance);
}

std::string SuchText(const std::string& unit) {
  if (unit.empty()) return "";
  return " such " + (unit == "s" ? "time" : unit);
}

void AppendErrors(std::string& out, const Measurements& measurements) {
  for (const RunError& error : measurements.errors) {
    out += InputsText(measurements) + ": error: " + WithoutControls(error.text) + "\n";
  }
}

void AppendAnswer(std::string& out, const PropertyView& view) {
  std::set<RegionId> regions;
  std::set<std::string_view> names;
  for (const Finding& finding : view.findings.properties) {
    regions.insert(finding.region);
    names.insert(finding.name);
  }
  out += InputsText(view.measurements) + ": ";
  if (names.empty()) {
    out += "no property holds in " + PhaseText(view.measurements) + "\n";
    return;
  }
  out += Plural(names.size(), "property") + (names.size() == 1 ? " holds" : " hold") + " in " +
         Plural(regions.size(), "region") + " of " + PhaseText(view.measurements) + ". Most specific findings:\n";
  const std::vector<const Finding*> leaves = Leaves(view.findings);
  for (const Finding* finding : First(leaves, kAnswers)) {
    out += "  " + Fraction(finding->severity) + "  " + finding->name + ", " +
           RegionText(view.measurements, finding->region);
    if (finding->share) {
      out += ": " + Percent(*finding->share) + " of all" + SuchText(finding->unit);
    }
    if (!finding->locations.empty()) out += ", most on " + LocationText(finding->locations.front().location);
    AppendInstances(out, *finding);
    out += "\n";
  }
  if (leaves.size() > kAnswers) out += "  and " + std::to_string(leaves.size() - kAnswers) + " more, see below\n";
}

// Returns the width of a column, which is the width of its heading or of its longest cell.
template <class Rows, class TextOf>
int WidthOf(std::string_view heading, const Rows& rows, TextOf text_of) {
  std::size_t longest = heading.size();
  for (const auto& row : rows) longest = std::max(longest, std::string_view(text_of(row)).size());
  return static_cast<int>(longest);
}

std::string WorstLocationText(const Finding& finding) {
  return finding.locations.empty() ? std::string() : LocationText(finding.locations.front().location);
}

void AppendTable(std::string& out, const PropertyView& view, std::span<const Finding> shown) {
  const auto name_of = [](const Finding& finding) -> const std::string& { return finding.name; };
  const auto unit_of = [](const Finding& finding) -> const std::string& { return finding.unit; };
  std::vector<TableColumn> columns = {
      {.heading = "severity", .width = 8, .gap = 0, .digits = 5},
      {.heading = "conf.", .key = "confidence", .width = 5},
      {.heading = "share", .width = 6, .digits = 4},
      {.heading = "lost", .key = "lostText", .width = 12},
      {.heading = "unit", .width = std::max(14, WidthOf("unit", shown, unit_of)), .left = true},
      {.heading = "worst at", .key = "location", .width = WidthOf("worst at", shown, WorstLocationText), .left = true},
      {.heading = "worst in", .key = "instance", .width = 8},
      {.heading = "there", .key = "instanceSeverity", .width = 8, .digits = 5},
      {.heading = "", .key = "mark", .width = 1},
      {.heading = "property", .key = "name", .width = WidthOf("property", shown, name_of), .left = true},
      {.heading = "region", .key = "where"}};
  // The columns of locations and instances are omitted if they are empty.
  const auto has_location = [](const Finding& finding) { return !finding.locations.empty(); };
  if (std::ranges::none_of(shown, has_location)) {
    std::erase_if(columns, [](const TableColumn& column) { return column.key == "location"; });
  }
  const auto has_instance = [](const Finding& finding) { return !finding.instances.empty(); };
  if (std::ranges::none_of(shown, has_instance)) {
    std::erase_if(columns, [](const TableColumn& column) { return column.key.starts_with("instance"); });
  }
  TextTableWriter writer(out);
  WriteRows(writer, "properties", columns, FindingFields(view.measurements), shown);
}

// Appends a table of findings about time and a table of other findings. The tables have headings only if both exist.
void AppendTables(std::string& out, const PropertyView& view, std::size_t limit) {
  std::vector<Finding> times, rates;
  for (const Finding& finding : First(view.findings.properties, limit)) {
    (finding.unit == "s" ? times : rates).push_back(finding);
  }
  const bool has_both = !times.empty() && !rates.empty();
  for (const auto& [heading, findings] : {std::pair("Time", &times), std::pair("Rates", &rates)}) {
    if (findings->empty()) continue;
    out += has_both ? std::string("\n") + heading + "\n" : "\n";
    AppendTable(out, view, *findings);
  }
  out += "\n* most specific: no refinement holds here, and no inner region has the property\n";
}

void AppendHints(std::string& out, const Findings& findings) {
  std::map<std::string_view, std::string_view> hints;
  for (const Finding& finding : findings.properties) {
    if (!finding.hint.empty()) hints.emplace(finding.name, finding.hint);
  }
  if (hints.empty()) return;
  out += "\nHints\n";
  for (const auto& [name, hint] : hints) out.append("  ").append(name).append(": ").append(hint).append("\n");
}

// Returns a paragraph for each reason why properties are not applicable, by reason. A paragraph contains the reason,
// the first region that it concerns, and the names of the properties.
std::map<std::string, std::string> ReasonTexts(const PropertyView& view) {
  struct Entry {
    std::vector<std::string_view> names;
    std::set<RegionId> regions;
  };
  std::map<std::string_view, Entry> by_reason;
  for (const NotApplicable& each : view.findings.not_applicable) {
    Entry& entry = by_reason[each.reason];
    if (std::ranges::find(entry.names, each.name) == entry.names.end()) entry.names.push_back(each.name);
    if (each.region.valid()) entry.regions.insert(each.region);
  }
  std::map<std::string, std::string> texts;
  for (const auto& [reason, entry] : by_reason) {
    std::string& text = texts[std::string(reason)];
    text.append("  ").append(WithoutControls(std::string(reason)));
    if (!entry.regions.empty()) {
      text += " (" + RegionText(view.measurements, *entry.regions.begin());
      text += entry.regions.size() == 1 ? ")" : " and " + Plural(entry.regions.size() - 1, "other region") + ")";
    }
    text += ":\n";
    AppendNames(text, entry.names);
  }
  return texts;
}

void AppendReasons(std::string& out, std::string_view heading, const std::map<std::string, std::string>& texts) {
  if (texts.empty()) return;
  out.append("\n").append(heading).append("\n");
  for (const auto& [reason, text] : texts) out += text;
}

// Appends the properties that are not applicable. A paragraph that is the same for both sides is written only once.
void AppendNotApplicable(std::string& out, const PropertyDifferenceView& view) {
  std::map<std::string, std::string> base = ReasonTexts({view.base, view.difference.base});
  std::map<std::string, std::string> other = ReasonTexts({view.other, view.difference.other});
  std::map<std::string, std::string> both;
  std::ranges::set_intersection(base, other, std::inserter(both, both.end()));
  for (const auto& entry : both) {
    base.erase(entry.first);
    other.erase(entry.first);
  }
  AppendReasons(out, "Not applicable on either side", both);
  AppendReasons(out, "Not applicable on the base's side", base);
  AppendReasons(out, "Not applicable on the other side", other);
}

void AppendEfficiencies(std::string& out, const Measurements& measurements) {
  const auto unknown = UnknownEfficiencies(measurements);
  if (measurements.efficiencies.empty() && unknown.empty()) return;
  out += "\nEfficiencies\n";
  for (const Efficiency& efficiency : measurements.efficiencies) {
    out += "  " + Fraction(efficiency.value) + "  " + efficiency.name + "\n";
  }
  std::map<std::string, std::string> names;  // by reason
  for (const auto& [name, reason] : unknown) {
    std::string& list = names[reason];
    list += (list.empty() ? "" : ", ") + name;
  }
  for (const auto& [reason, list] : names) out += "  unknown  " + list + ": " + reason + "\n";
}

void AppendStartUp(std::string& out, const Measurements& measurements) {
  if (!measurements.start_up) return;
  out += "\nStart-up: " + FixedText(measurements.start_up->seconds, 3) + " s before and after the phase's " +
         FixedText(measurements.seconds.value_or(0), 3) + " s, " + FixedText(measurements.start_up->lost, 3) +
         " s of all ranks in MPI_Init and MPI_Finalize, counted in no property\n";
}

void AppendClocks(std::string& out, const ClockCorrection& clocks) {
  std::vector<std::int64_t> offsets;
  for (const std::optional<std::int64_t>& offset : clocks.offsets) {
    if (offset) offsets.push_back(*offset);
  }
  if (offsets.empty()) return;
  const auto [least, most] = std::ranges::minmax(offsets);
  out += "\nClocks of ranks were corrected: they are up to " + FixedText(static_cast<double>(most - least) / 1e3, 1) +
         " us apart, and may still be wrong by " + FixedText(static_cast<double>(clocks.half_width) / 1e3, 1) + " us\n";
}

// True if a property costs more on the other side. Differences are base minus other.
bool CostsMore(const PropertyChange& change) {
  if (change.status != PropertyChange::Status::kBoth) return change.status == PropertyChange::Status::kOnlyOther;
  return change.lost_difference.value_or(change.difference.value_or(0)) < 0;
}

// Describes a change as text.
std::string ChangeText(const PropertyDifferenceView& view, const PropertyChange& change) {
  const std::string where = RegionText(view, change);
  const auto number = [](const std::optional<double>& value) { return value ? Fraction(*value) : "?"; };
  const bool is_time = change.unit == "s" && change.lost_difference;
  const auto seconds = [](double value) { return FixedText(value, 3); };
  const std::string numbers = is_time ? seconds(std::abs(*change.lost_difference)) + " s (" +
                                            seconds(*change.base_lost) + " -> " + seconds(*change.other_lost) + " s, " +
                                            Percent(change.base.value_or(0)) + " -> " +
                                            Percent(change.other.value_or(0)) + ")"
                                      : number(change.base) + " -> " + number(change.other);
  // "grew" and "shrank" are padded, since "vanished" and "appeared" are longer.
  const bool grows = change.status == PropertyChange::Status::kBoth;
  const std::string verb = change.status == PropertyChange::Status::kOnlyBase    ? "vanished"
                           : change.status == PropertyChange::Status::kOnlyOther ? "appeared"
                           : CostsMore(change)                                   ? "grew"
                                                                                 : "shrank";
  const std::string absent = !change.other_region.valid()  ? ": the other side has no such region"
                             : !change.base_region.valid() ? ": the base has no such region"
                                                           : "";
  return verb + (grows ? "   " : " ") + numbers + "  " + change.name + ", " + where + absent;
}

// Says how long the phase took on both sides, if that is known.
void AppendLengths(std::string& out, const PropertyDifferenceView& view) {
  if (!view.base.seconds || !view.other.seconds || *view.base.seconds <= 0) return;
  const double base = *view.base.seconds, other = *view.other.seconds;
  const std::size_t begin = out.size();
  out += InputsText(view.other) + " took " + FixedText(other, 3) + " s, " + InputsText(view.base) + " " +
         FixedText(base, 3) + " s: " + FixedText(std::abs(other - base), 3) + " s " +
         (other > base ? "longer" : "shorter") + " (" + FixedText(other / base, 2) + " times)\n";
  if (other != base) ApplyStyle(out, begin, other > base ? view.styles.more : view.styles.less, view.styles);
}

bool HasChanged(const PropertyChange& change) {
  if (change.status == PropertyChange::Status::kBoth)
    return change.difference.value_or(0) != 0 || change.lost_difference.value_or(0) != 0;
  return change.status != PropertyChange::Status::kNotApplicable;
}

// Returns the numbers of changes by status, such as "2 vanished, 1 appeared, 3 on both sides, 4 not applicable on one
// side".
std::string ChangeCounts(const std::vector<PropertyChange>& changes) {
  std::size_t counts[4] = {};
  for (const PropertyChange& change : changes) ++counts[static_cast<std::size_t>(change.status)];
  std::string text = std::to_string(counts[1]) + " vanished, " + std::to_string(counts[2]) + " appeared, " +
                     std::to_string(counts[0]) + " on both sides";
  return counts[3] == 0 ? text : text + ", " + std::to_string(counts[3]) + " not applicable on one side";
}

std::string SummaryOf(const std::vector<PropertyChange>& changes) {
  if (changes.empty()) return "no property holds on either side\n";
  if (std::ranges::any_of(changes, HasChanged)) {
    const bool has_time = changes.front().unit == "s";
    return ChangeCounts(changes) + ". The largest changes" + (has_time ? ":\n" : " of severity:\n");
  }
  const auto is_judged = [](const PropertyChange& change) {
    return change.status != PropertyChange::Status::kNotApplicable;
  };
  if (std::ranges::all_of(changes, is_judged)) return "the same properties, equally severe\n";
  return ChangeCounts(changes) + ", with no change\n";
}

void AppendTable(std::string& out, const PropertyDifferenceView& view, std::size_t limit) {
  const auto shown = First(view.difference.changes, limit);
  const auto name_of = [](const PropertyChange& change) -> const std::string& { return change.name; };
  const auto status_of = [](const PropertyChange& change) { return NameOf(change.status); };
  const TableColumn columns[] = {
      {.heading = "base", .width = 8, .gap = 0, .digits = 5},
      {.heading = "other", .width = 8, .digits = 5},
      {.heading = "diff", .width = 8, .digits = 5},
      {.heading = "holds in", .key = "status", .width = WidthOf("holds in", shown, status_of), .left = true},
      {.heading = "property", .key = "name", .width = WidthOf("property", shown, name_of), .left = true},
      {.heading = "region", .key = "where"}};
  out += "\n";
  TextTableWriter writer(out);
  WriteRows(writer, "differences", columns, ChangeFields(view), shown);
}

}  // namespace

void WriteFindingsText(std::string& out, const PropertyView& view, std::size_t limit) {
  AppendErrors(out, view.measurements);
  AppendMainCause(out, view.measurements);
  AppendLateStart(out, view);
  AppendAnswer(out, view);
  if (!view.findings.properties.empty()) AppendTables(out, view, limit);
  AppendHints(out, view.findings);
  AppendCauses(out, view.measurements, limit);
  if (view.paths) AppendPaths(out, view.measurements);
  AppendEfficiencies(out, view.measurements);
  AppendStartUp(out, view.measurements);
  AppendClocks(out, view.measurements.clocks);
  AppendReasons(out, "Not applicable", ReasonTexts(view));
}

void WriteFindingsText(std::string& out, const PropertyDifferenceView& view, std::size_t limit) {
  const std::vector<PropertyChange>& changes = view.difference.changes;
  for (const Measurements* side : {&view.base, &view.other}) AppendErrors(out, *side);
  AppendLengths(out, view);
  AppendMainChange(out, view);
  out += InputsText(view.base) + " minus " + InputsText(view.other) + ": " + SummaryOf(changes);
  for (const PropertyChange& change : First(changes, kAnswers)) {
    if (!HasChanged(change)) continue;
    out += "  ";
    const std::size_t begin = out.size();
    out += ChangeText(view, change) + "\n";
    ApplyStyle(out, begin, CostsMore(change) ? view.styles.more : view.styles.less, view.styles);
  }
  if (!changes.empty()) AppendTable(out, view, limit);
  AppendCauseChanges(out, view, limit);
  AppendNotApplicable(out, view);
}

}  // namespace profdiff
