// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/benchmarks/results.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parse_text.h"
#include "base/text.h"
#include "base/time_unit.h"
#include "profdiff/error.h"
#include "read/file/file.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargestResults = std::uint64_t{1} << 26;

// Parts of a name of Google Benchmark that say how it is run, and those that do so with a value.
constexpr std::array<std::string_view, 3> kHowItRuns = {"real_time", "process_time", "manual_time"};
constexpr std::array<std::string_view, 4> kHowLong = {"min_time", "min_warmup_time", "iterations", "repeats"};

}  // namespace

void BenchmarkCase::Set(const std::string& parameter, std::string_view value) {
  const std::optional<double> number = NumberFrom<double>(value);
  if (number && std::isfinite(*number)) {
    at.push_back({parameter, *number});
  } else if (!value.empty()) {
    name.append(" ").append(parameter).append("=").append(value);
  }
}

std::string WithoutValue(const std::string& command, const std::string& parameter, const std::string& value) {
  std::string made;
  for (std::size_t begin = 0; begin <= command.size();) {
    const std::size_t end = std::min(command.find(' ', begin), command.size());
    const std::string word = command.substr(begin, end - begin);
    made += word == value && !value.empty() ? "{" + parameter + "}" : word;
    if (end < command.size()) made += ' ';
    begin = end + 1;
  }
  return made;
}

BenchmarkCase SplitBenchmarkName(std::string_view text) {
  BenchmarkCase made{std::string(TakeUpTo(text, '/')), {}};
  for (std::size_t place = 0; !text.empty();) {
    std::string_view part = TakeUpTo(text, '/');
    if (std::ranges::find(kHowItRuns, part) != kHowItRuns.end()) continue;
    const std::size_t colon = part.rfind(':');
    std::string name = "arg" + std::to_string(place);
    std::string_view value = part;
    if (colon != std::string_view::npos) {
      name = part.substr(0, colon);
      value = part.substr(colon + 1);
      if (std::ranges::find(kHowLong, name) != kHowLong.end()) continue;
    }
    const std::optional<double> number = NumberFrom<double>(value);
    if (number && std::isfinite(*number)) {
      made.at.push_back({name, *number});
    } else {
      made.name.append("/").append(part);
    }
    ++place;
  }
  return made;
}

void BenchmarkResults::Add(const BenchmarkCase& of, const std::string& metric, double value, std::string_view unit) {
  if (!std::isfinite(value)) return LeaveOut("without a finite value", of.name);
  const bool is_model = std::ranges::all_of(of.at, [](const ParameterValue& at) { return at.value > 0; });
  if (!is_model) return LeaveOut("with a parameter that is not above 0", of.name);
  const double scale = UnitsPerSecond(unit);
  if (scale > 0) value /= scale;
  builder_.Add(of.name, metric, of.at, {&value, 1}, 0, scale > 0 ? "s" : std::string(unit));
  ++added_;
}

void BenchmarkResults::LeaveOut(const std::string& reason, const std::string& name) {
  Omission& omission = omissions_[reason];
  if (omission.count++ == 0) omission.first = name;
}

void BenchmarkResults::Finish() {
  for (const auto& [reason, omission] : omissions_) {
    const std::string what = Plural(omission.count, "result") + " " + reason + ", the first one of " + omission.first;
    if (added_ == 0) throw Error(ErrorCode::kBadProfile, "nothing but " + what, path_);
    builder_.Remark(Message("left out: " + what, path_));
  }
  if (added_ == 0) throw Error(ErrorCode::kBadProfile, "no results", path_);
}

std::string ReadSmallText(ByteSource& source, const std::string& path) {
  std::string text = ReadRest(source, 0, kLargestResults);
  if (text.size() > kLargestResults) throw Error(ErrorCode::kUnsupported, "larger than 64 MiB", path);
  return text;
}

const DocumentValue& ListIn(const DocumentValue& document, std::string_view name, const std::string& path) {
  const DocumentValue* const list = document.Find(name);
  if (list == nullptr || list->kind != DocumentValue::Kind::kList) {
    throw Error(ErrorCode::kBadProfile, "no list '" + std::string(name) + "'", path);
  }
  return *list;
}

std::string TextOf(const DocumentValue& object, std::string_view name) {
  const DocumentValue* const value = object.Find(name);
  return value != nullptr && value->kind == DocumentValue::Kind::kText ? value->text : std::string();
}

std::optional<double> NumberOf(const DocumentValue& object, std::string_view name) {
  const DocumentValue* const value = object.Find(name);
  if (value == nullptr || value->kind != DocumentValue::Kind::kNumber) return std::nullopt;
  return value->number;
}

}  // namespace profdiff
