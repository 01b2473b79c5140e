// SPDX-License-Identifier: GPL-3.0-or-later
// Parses parameters and conditions from the command line.
// Tests: tests/unit/analyze/model/parse_test.cpp.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/parse_text.h"
#include "base/time_unit.h"
#include "profdiff/models.h"

namespace profdiff {
namespace {

std::optional<double> NumberOf(std::string_view text) {
  const std::optional<double> number = NumberFrom<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

[[noreturn]] void Fail(std::string_view text, const std::string& reason) {
  throw Error(ErrorCode::kBadArgument, "'" + std::string(text) + "': " + reason);
}

// Names of parameters are identifiers, because they are used in expressions.
bool IsName(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto fits = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, fits);
}

// Removes a unit of time from the end; returns its length in seconds, or nullopt if there is no unit.
std::optional<double> TakeUnit(std::string_view& number) {
  for (const TimeUnit& unit : kTimeUnits) {
    if (!number.ends_with(unit.name)) continue;
    number.remove_suffix(unit.name.size());
    number = Trimmed(number);
    return 1 / unit.per_second;
  }
  return std::nullopt;
}

}  // namespace

ParameterRule ParseParameterRule(std::string_view text) {
  // Searches for the separators from the end: names of functions can contain "=" and "@" (operator==, symbol versions),
  // but names of parameters cannot.
  const std::size_t equal = text.rfind('=');
  const std::size_t mark = equal == std::string_view::npos ? equal : text.rfind('@', equal);
  ParameterRule rule;
  if (mark != std::string_view::npos) {
    rule = {std::string(text.substr(0, mark)), std::string(text.substr(mark + 1, equal - mark - 1)),
            std::string(text.substr(equal + 1))};
  }
  if (rule.function.empty() || rule.argument.empty() || !IsName(rule.name)) {
    throw Error(ErrorCode::kBadArgument,
                "expected FUNCTION@ARGUMENT=NAME, such as dot@arg1=n, not '" + std::string(text) + "'");
  }
  return rule;
}

namespace {

// `value_of(name, text)` returns the parameter.
template <class ValueOf>
ParameterValues ParseValues(std::string_view text, ValueOf value_of) {
  ParameterValues values;
  // The loop also runs once for an empty text, so that the missing value is reported as an error.
  for (std::string_view rest = text; !rest.empty() || values.empty();) {
    const std::string_view part = TakeUpTo(rest, ',');
    const std::size_t equal = part.find('=');
    const std::string_view name = Trimmed(part.substr(0, equal));
    if (equal == std::string_view::npos || !IsName(name)) Fail(text, "expected NAME=VALUE,NAME=VALUE");
    if (std::ranges::find(values, name, &ParameterValue::name) != values.end()) {
      Fail(text, "the parameter " + std::string(name) + " is given twice");
    }
    values.push_back(value_of(std::string(name), Trimmed(part.substr(equal + 1))));
  }
  return values;
}

}  // namespace

ParameterValues ParseParameterValues(std::string_view text) {
  return ParseValues(text, [&](const std::string& name, std::string_view value) {
    const std::optional<double> number = NumberOf(value);
    if (!number || *number <= 0) Fail(text, "the parameter " + name + " needs a number above 0");
    return ParameterValue{name, *number};
  });
}

ParameterValues ParseParametersOfFile(std::string_view text) {
  return ParseValues(text, [&](const std::string& name, std::string_view value) {
    if (value.empty()) Fail(text, "the parameter " + name + " needs a value");
    const std::optional<double> number = NumberOf(value);
    return ParameterValue{name, number.value_or(0), number ? "" : std::string(value)};
  });
}

ModelGate ParseModelGate(std::string_view text) {
  ModelGate gate;
  gate.text = text;
  const std::size_t mark = text.find_first_of("<>");
  if (mark == std::string_view::npos)
    Fail(text, "expected a condition such as 'exponent > 1.5', 'error > 10%' or 'predicted > 2s'");
  const std::string_view name = Trimmed(text.substr(0, mark));
  gate.relation = text.substr(mark, text.substr(mark + 1).starts_with('=') ? 2 : 1);
  std::string_view number = Trimmed(text.substr(mark + gate.relation.size()));
  if (name == "exponent") {
    gate.of = ModelGate::Of::kExponent;
  } else if (name == "error") {
    gate.of = ModelGate::Of::kError;
    if (number.ends_with('%')) number = Trimmed(number.substr(0, number.size() - 1));
  } else if (name == "predicted") {
    gate.of = ModelGate::Of::kPredicted;
  } else {
    Fail(text, "expected exponent, error or predicted");
  }
  // Without a unit of time, a limit on predictions is in the unit of the metric.
  const std::optional<double> unit = gate.of == ModelGate::Of::kPredicted ? TakeUnit(number) : std::nullopt;
  const std::optional<double> limit = NumberOf(number);
  if (!limit) Fail(text, "expected a number after " + gate.relation);
  gate.limit = *limit * unit.value_or(1);
  gate.is_time = unit.has_value();
  return gate;
}

}  // namespace profdiff
