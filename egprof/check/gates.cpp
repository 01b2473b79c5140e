// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/check/gates.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <vector>

#include "profdiff/error.h"

namespace egprof {
namespace {

constexpr std::size_t kNamed = 5;  // properties in the line of a gate

std::string_view Trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// What a condition holds for.
class Held {
 public:
  void Add(const std::string& name) {
    ++count_;
    if (named_.size() < kNamed && std::ranges::find(named_, name) == named_.end()) named_.push_back(name);
  }
  void Report(const PropertyGate& gate, Output& output) const {
    if (count_ > 0) output.FailGate(gate.text, count_, "finding", named_);
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::string> named_;
};

void AddFindings(const PropertyGate& gate, const profdiff::Findings& findings, Held& held) {
  for (const profdiff::Finding& finding : findings.properties) {
    const bool is_meant = gate.name == "severity" || gate.name == finding.name;
    if (is_meant && gate.Holds(finding.severity)) held.Add(finding.name);
  }
}

}  // namespace

bool PropertyGate::Holds(double value) const {
  if (relation == ">") return value > limit;
  if (relation == ">=") return value >= limit;
  return relation == "<" ? value < limit : value <= limit;
}

PropertyGate ParsePropertyGate(std::string_view text) {
  const auto fail = [&] {
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "option '--fail-if' needs a condition as 'severity > 5%', not '" + std::string(text) + "'");
  };
  PropertyGate gate;
  gate.text = text;
  const std::size_t mark = text.find_first_of("<>");
  if (mark == std::string_view::npos) fail();
  gate.name = Trimmed(text.substr(0, mark));
  gate.relation = text.substr(mark, text.substr(mark + 1).starts_with('=') ? 2 : 1);
  std::string_view number = Trimmed(text.substr(mark + gate.relation.size()));
  const bool is_percent = number.ends_with('%');
  if (is_percent) number.remove_suffix(1);
  const auto result =
      std::from_chars(number.data(), number.data() + number.size(), gate.limit, std::chars_format::fixed);
  const bool is_number = result.ec == std::errc() && result.ptr == number.data() + number.size();
  if (gate.name.empty() || !is_number) fail();
  if (is_percent) gate.limit /= 100;
  return gate;
}

void CheckGateNames(std::span<const PropertyGate> gates, const profdiff::PropertySet& set, bool has_two_sides) {
  for (const PropertyGate& gate : gates) {
    const auto is_it = [&](const auto& each) { return each.head.name == gate.name; };
    const bool is_growth = gate.name == "growth";
    const bool is_known = is_growth || gate.name == "severity" || std::ranges::any_of(set.properties, is_it) ||
                          std::ranges::any_of(set.metas, is_it);
    if (is_known && (has_two_sides || !is_growth)) continue;
    throw profdiff::Error(profdiff::ErrorCode::kBadArgument,
                          "--fail-if '" + gate.text + "': " +
                              (is_known ? "growth needs two sides: name the other one after --subtract"
                                        : "there is no property '" + gate.name + "'"));
  }
}

void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::Findings& findings, Output& output) {
  for (const PropertyGate& gate : gates) {
    Held held;
    AddFindings(gate, findings, held);
    held.Report(gate, output);
  }
}

void CheckPropertyGates(std::span<const PropertyGate> gates, const profdiff::PropertyDifference& difference,
                        Output& output) {
  for (const PropertyGate& gate : gates) {
    Held held;
    if (gate.name != "growth") AddFindings(gate, difference.other, held);
    for (const profdiff::PropertyChange& change : difference.changes) {
      if (gate.name != "growth") break;
      // What only the other side has has grown from nothing.
      const bool is_new = !change.base_region.valid() && change.other.has_value();
      if (!change.difference && !is_new) continue;
      if (gate.Holds(is_new ? *change.other : -*change.difference)) held.Add(change.name);
    }
    held.Report(gate, output);
  }
}

}  // namespace egprof
