// SPDX-License-Identifier: GPL-3.0-or-later
// Score-P writes a metric event before each enter or leave event, with the counts since the program began. Integers are
// subtracted as integers, so differences of counts above 2^53 are exact.
//
// Metric classes and their instances share one range of ids. Metrics with the same name are one counter for all
// locations; a metric without a name is named by its id.
// Source: OTF2 3.0, OTF2_MetricMode. Tests: tests/unit/read/trace/otf2/counters_test.cpp.
#ifdef PROFDIFF_HAS_OTF2
#include "read/trace/otf2/counters.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::int64_t kLargestExponent = 2000;  // 2 and 10 to this power are beyond the range of a double

double PowerOf(OTF2_Base base, std::int64_t exponent) {
  const auto power = static_cast<int>(std::min(exponent, kLargestExponent));
  return base == OTF2_BASE_BINARY ? std::ldexp(1.0, power) : std::pow(10.0, power);
}

// Returns the first few names, separated by commas, and the number of the others.
std::string ListOf(const std::set<std::string>& names) {
  constexpr std::size_t kShown = 5;
  std::string list;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count++ == kShown) break;
    list += (list.empty() ? "" : ", ") + WithoutControls(name);
  }
  if (names.size() > kShown) list += " and " + std::to_string(names.size() - kShown) + " more";
  return list;
}

std::string TextOfOddity(CounterOddities::Kind kind, const std::string& name) {
  using enum CounterOddities::Kind;
  switch (kind) {
    case kUndefined:
      return "readings of metrics that are not defined are left out";
    case kOtherSize:
      return "readings whose number of values differs from their metric class are used as far as they fit";
    case kWithoutCalls:
      return "readings of locations without calls are left out";
    case kManySets:
      return "a location has readings of more than 256 metric classes: the others are left out";
    case kTwice:
      return "the counter " + name + " is in several metric classes of one location: only the first one is used";
    case kBackwards:
      return "the counter " + name + " decreases: these readings count as 0";
    case kNotFinite:
      return "readings of the counter " + name + " that are not finite numbers are left out";
    case kOtherType:
      return "readings of the counter " + name + " of an unknown type are left out";
  }
  return "";
}

}  // namespace

CounterDefinitions::CounterDefinitions(const ArchiveDefinitions& definitions) {
  for (const auto& [metric, members] : definitions.metric_classes) {
    Group& group = groups_[metric];
    for (const OTF2_MetricMemberRef member : members) group.members.push_back(MakeMember(definitions, member));
  }
  for (const auto& [metric, instance] : definitions.metric_instances) {
    const auto of = groups_.find(instance.metric_class);
    if (of == groups_.end() || definitions.metric_classes.contains(metric)) continue;
    const bool is_own = instance.scope == OTF2_SCOPE_LOCATION && instance.scope_id == instance.recorder;
    Group group = of->second;
    group.only = is_own ? instance.recorder : OTF2_UNDEFINED_LOCATION;
    for (const Member& member : group.members) {
      if (!is_own && member.counter.valid()) shared_.insert(counters_[member.counter.value].name);
    }
    groups_.emplace(metric, std::move(group));
  }
}

CounterDefinitions::Member CounterDefinitions::MakeMember(const ArchiveDefinitions& definitions,
                                                          OTF2_MetricMemberRef id) {
  Member made;
  const auto found = definitions.metric_members.find(id);
  if (found == definitions.metric_members.end()) return made;
  const ArchiveDefinitions::MetricMember& member = found->second;
  std::string name = definitions.TextOf(member.name);
  if (name.empty()) name = "metric " + std::to_string(id);
  const auto property = static_cast<unsigned>(member.mode) & OTF2_METRIC_VALUE_MASK;
  const auto timing = static_cast<unsigned>(member.mode) & OTF2_METRIC_TIMING_MASK;
  made.is_relative = property == OTF2_METRIC_VALUE_RELATIVE;
  made.is_of_future = made.is_relative && timing == OTF2_METRIC_TIMING_NEXT;
  if (!made.is_relative && property != OTF2_METRIC_VALUE_ACCUMULATED) {
    momentary_.insert(name);
    return made;
  }
  const bool divides = member.exponent < 0;
  const double power = PowerOf(member.base, divides ? -std::max(member.exponent, -kLargestExponent) : member.exponent);
  (divides ? made.divisor : made.factor) = power;
  if (!std::isfinite(power)) {
    without_factor_.insert(name);
    return made;
  }
  const auto known = ids_.find(name);
  if (known != ids_.end()) {
    made.counter = known->second;
  } else if (counters_.size() == kMostCounters) {
    too_many_.insert(name);
  } else {
    made.counter = CounterId(counters_.size());
    ids_.emplace(name, made.counter);
    counters_.push_back({name, definitions.TextOf(member.unit)});
  }
  return made;
}

const CounterDefinitions::Group* CounterDefinitions::Find(OTF2_MetricRef metric) const {
  const auto found = groups_.find(metric);
  return found == groups_.end() ? nullptr : &found->second;
}

void CounterDefinitions::AppendRemarks(const std::string& path, std::vector<Message>& remarks) const {
  const auto append = [&](const std::set<std::string>& names, const char* what) {
    if (!names.empty()) remarks.emplace_back(std::string(what) + ": " + ListOf(names), path);
  };
  append(momentary_, "metrics that are momentary values, not counts, are left out");
  append(shared_, "metrics that a location records for another one, for a process or for a machine are left out");
  append(without_factor_, "metrics whose factor is out of range are left out");
  append(too_many_, "more than 1024 counters: the others are left out");
}

void CounterOddities::AppendRemarks(const std::string& path, const std::vector<Counter>& counters,
                                    std::vector<Message>& remarks) const {
  for (const auto& [kind, counter] : seen_) {
    const std::string name = counter.valid() ? WithoutControls(counters[counter.value].name) : "";
    remarks.emplace_back(TextOfOddity(kind, name), path);
  }
}

void CounterReader::Read(OTF2_MetricRef metric, std::uint64_t nanoseconds, std::span<const OTF2_MetricValue> values,
                         const OTF2_Type* types, const CallTreeBuilder& builder) {
  Set* const set = FindSet(metric);
  if (set == nullptr) return;
  if (values.size() != set->size) odd_.See(CounterOddities::Kind::kOtherSize);
  if (set->places.empty()) return;
  AddReading(*set, nanoseconds, builder);
  for (Place& place : set->places) {
    const bool has_value = place.position < values.size();
    const double amount = has_value ? Amount(place, types[place.position], values[place.position]) : 0;
    const bool waits = place.member->is_of_future;
    made_.counts.push_back(waits ? std::exchange(place.pending, amount) : amount);
  }
}

CounterReadings CounterReader::Take(const CallTreeBuilder& builder) {
  for (auto& [metric, set] : sets_) {
    const auto is_pending = [](const Place& place) { return place.pending != 0; };
    if (std::ranges::none_of(set.places, is_pending)) continue;
    AddReading(set, builder.last_time(), builder);
    for (const Place& place : set.places) made_.counts.push_back(place.pending);
  }
  return std::move(made_);
}

// Returns the location's set of counters for a metric. The set is created at the metric's first reading. Returns null
// if the metric is undefined, or if the location has too many sets.
CounterReader::Set* CounterReader::FindSet(OTF2_MetricRef metric) {
  const auto known = sets_.find(metric);
  if (known != sets_.end()) return &known->second;
  const CounterDefinitions::Group* const group = definitions_.Find(metric);
  if (group == nullptr) {
    odd_.See(CounterOddities::Kind::kUndefined);
    return nullptr;
  }
  if (sets_.size() == kMostSets) {
    odd_.See(CounterOddities::Kind::kManySets);
    return nullptr;
  }
  taken_.resize(definitions_.counters().size());
  Set& set = sets_[metric];
  set.size = group->members.size();
  std::vector<CounterId> counters;
  for (std::size_t i = 0; i < group->members.size(); ++i) {
    const CounterDefinitions::Member& member = group->members[i];
    if (!member.counter.valid() || (group->only && *group->only != location_)) continue;
    if (taken_[member.counter.value]) {
      odd_.See(CounterOddities::Kind::kTwice, member.counter);
      continue;
    }
    taken_[member.counter.value] = true;
    counters.push_back(member.counter);
    set.places.push_back({i, &member});
  }
  if (set.places.empty()) return &set;
  set.number = static_cast<std::uint32_t>(made_.sets.size());
  made_.sets.push_back(std::move(counters));
  return &set;
}

// Replaces a time before the builder's last event by the time of that event, since Score-P's plugins write readings
// later than they take them.
void CounterReader::AddReading(const Set& set, std::uint64_t nanoseconds, const CallTreeBuilder& builder) {
  made_.set.push_back(set.number);
  made_.call.push_back(builder.depth() == 0 ? CallId() : builder.innermost_call());
  made_.next.emplace_back(builder.size());
  made_.time.push_back(std::max(nanoseconds, builder.last_time()));
}

double CounterReader::Amount(Place& place, OTF2_Type type, OTF2_MetricValue value) {
  if (type != OTF2_TYPE_UINT64 && type != OTF2_TYPE_INT64 && type != OTF2_TYPE_DOUBLE) {
    odd_.See(CounterOddities::Kind::kOtherType, place.member->counter);
    return 0;
  }
  if (type == OTF2_TYPE_DOUBLE && !std::isfinite(value.floating_point)) {
    odd_.See(CounterOddities::Kind::kNotFinite, place.member->counter);
    return 0;
  }
  double amount = 0;
  if (!place.member->is_relative) {
    amount = Increase(place, type, value);
  } else {
    amount = type == OTF2_TYPE_UINT64  ? static_cast<double>(value.unsigned_int)
             : type == OTF2_TYPE_INT64 ? static_cast<double>(value.signed_int)
                                       : value.floating_point;
  }
  amount = amount * place.member->factor / place.member->divisor;
  if (std::isfinite(amount)) return amount;
  odd_.See(CounterOddities::Kind::kNotFinite, place.member->counter);
  return 0;
}

// Returns the increase of an accumulated value since the last reading; 0 at the first reading.
double CounterReader::Increase(Place& place, OTF2_Type type, OTF2_MetricValue value) {
  const std::optional<OTF2_Type> last_type = std::exchange(place.type, type);
  const OTF2_MetricValue last = std::exchange(place.last, value);
  if (last_type != type) return 0;
  const bool is_less = type == OTF2_TYPE_UINT64  ? value.unsigned_int < last.unsigned_int
                       : type == OTF2_TYPE_INT64 ? value.signed_int < last.signed_int
                                                 : value.floating_point < last.floating_point;
  if (is_less) {
    odd_.See(CounterOddities::Kind::kBackwards, place.member->counter);
    return 0;
  }
  if (type == OTF2_TYPE_DOUBLE) return value.floating_point - last.floating_point;
  return static_cast<double>(value.unsigned_int - last.unsigned_int);
}

}  // namespace profdiff
#endif
