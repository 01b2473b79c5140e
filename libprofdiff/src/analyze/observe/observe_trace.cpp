// SPDX-License-Identifier: GPL-3.0-or-later
// Makes observations in one pass over the calls of each thread. The time that a call spends in MPI is known only after
// its last callee, so open calls are kept on a stack. Recorded values are in a separate sorted list, which is read
// along with the calls.
// Tests: tests/unit/analyze/observe/observe_test.cpp.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "analyze/observe/metrics.h"
#include "base/mpi_name.h"
#include "base/text.h"
#include "profdiff/listing.h"
#include "profdiff/models.h"
#include "values/loading_traces.h"
#include "values/observation_builder.h"
#include "values/value_names.h"

namespace profdiff {
namespace {

// Largest number of points of one function. Arguments with more values, such as pointers, are not problem sizes.
constexpr std::size_t kMostPoints = 4096;

constexpr const char* kTimes[] = {"time", "self", "mpi", "compute"};

double NumberOf(const CallValue& value) {
  return std::visit([](auto number) { return static_cast<double>(number); }, value.value);
}

// Returns the argument's name in the trace if there is one, otherwise "arg1", "fparg1" or "retval".
std::string ArgumentName(const Trace& trace, const CallValue& value) {
  if (value.argument >= CallValue::kFirstNamed) return trace.value_names[value.argument - CallValue::kFirstNamed];
  if (value.argument == 0) return "retval";
  return (std::holds_alternative<double>(value.value) ? "fparg" : "arg") + std::to_string(value.argument);
}

// An argument: its name and, if its value is a text, this text, which is empty if it was not kept (Trace::value_names).
struct Argument {
  std::string name;
  std::string text = {};
  bool is_text = false;
};

Argument ArgumentOf(const Trace& trace, const CallValue& value) {
  Argument argument{ArgumentName(trace, value)};
  const std::size_t mark = argument.name.find(kTextMark);
  if (mark == std::string::npos) return argument;
  argument.is_text = true;
  argument.text = argument.name.substr(mark + 1);
  argument.name.resize(mark);
  return argument;
}

// True if `wanted`, the function name in a rule, is the linkage name, or the demangled name with or without arguments.
bool Means(const std::string& wanted, const std::string& linkage_name) {
  if (wanted == linkage_name) return true;
  const std::optional<std::string> readable = Demangle(linkage_name, DemangleStyle::kAuto, '\0');
  return readable && (*readable == wanted || readable->substr(0, readable->find('(')) == wanted);
}

// The arguments of one function that are parameters, and the names of these parameters.
struct FunctionParameters {
  std::map<std::string, std::string> names;  // names of parameters, keyed by argument
  bool by_rule = false;                      // true if a user's rule names the function
};

// Observations of the calls of one function with the same parameters.
struct Group {
  std::vector<double> times[std::size(kTimes)];  // in seconds; indexed like kTimes
  std::uint64_t calls = 0;
};

class TraceObserver {
 public:
  TraceObserver(const Trace& trace, const ParameterValues& at, const ObservationOptions& options)
      : trace_(trace), at_(at), metrics_(options.metrics), options_(options) {}

  Observations Observe() {
    RequireKnownMetrics(metrics_);
    for (const std::string& name : trace_.names) is_mpi_.push_back(!ParseMpiName(name).operation.empty());
    FindParameters();
    for (const ThreadTrace& thread : trace_.threads) AddThread(thread);
    return Take();
  }

 private:
  // Applies the user's rules first; for functions without a rule, uses all arguments that are above 0 in every call.
  void FindParameters() {
    std::map<NameId, std::set<std::string>> refused;
    std::vector<bool> used(options_.rules.size());
    std::map<NameId, std::vector<std::size_t>> rules;  // keyed by function: indices of its rules in options_.rules
    for (const ThreadTrace& thread : trace_.threads) {
      for (const CallValue& value : thread.values) {
        const NameId function = thread.calls.function[value.call.value];
        // Looks up rules once for each function, because each lookup demangles the function's name.
        const auto found = rules.emplace(function, std::vector<std::size_t>());
        if (found.second) found.first->second = RulesOf(trace_.names[function.value]);
        SeeValue(function, found.first->second, value, used, refused[function]);
      }
    }
    // Refuses an argument that is not above 0 in every call, because powers and logarithms are not defined for it.
    for (const auto& [function, arguments] : refused) {
      for (const std::string& argument : arguments) parameters_[function].names.erase(argument);
      if (arguments.empty() || parameters_[function].by_rule) continue;
      ++unused_.not_positive;
      remarks_.emplace_back(trace_.names[function.value] + ": its argument " + *arguments.begin() +
                            " is not always above 0, and is not used as a parameter");
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      throw Error(ErrorCode::kBadArgument,
                  "no call has the recorded argument of " + options_.rules[i].function + "@" +
                      options_.rules[i].argument + "=" + options_.rules[i].name,
                  Path());
    }
  }

  std::vector<std::size_t> RulesOf(const std::string& name) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < options_.rules.size(); ++i) {
      if (Means(options_.rules[i].function, name)) found.push_back(i);
    }
    return found;
  }

  void SeeValue(NameId function, const std::vector<std::size_t>& rules, const CallValue& value, std::vector<bool>& used,
                std::set<std::string>& refused) {
    const auto [argument, text, is_text] = ArgumentOf(trace_, value);
    const double number = NumberOf(value);
    FunctionParameters& parameters = parameters_[function];
    if (rules.empty()) {
      // Uses a return value (argument 0) as a parameter only if a rule names it, because the value is not known before
      // the call.
      if (value.argument == 0 || (is_text && argument != options_.each)) return;
      parameters.names.emplace(argument, argument);
      if (!Fits(argument, number)) refused.insert(argument);
      return;
    }
    parameters.by_rule = true;
    for (const std::size_t i : rules) {
      const ParameterRule& rule = options_.rules[i];
      if (rule.argument != argument) continue;
      if (is_text && rule.name != options_.each) {
        throw Error(ErrorCode::kBadArgument,
                    trace_.names[function.value] + " was called with " + argument +
                        " that is a text: it cannot be the parameter " + rule.name,
                    Path(), {}, {RemedyKind::kSetEach, rule.name});
      }
      if (!Fits(rule.name, number)) {
        throw Error(ErrorCode::kBadArgument,
                    trace_.names[function.value] + " was called with " + argument +
                        " that is not above 0: it cannot be the parameter " + rule.name,
                    Path(), {}, {RemedyKind::kSetEach, rule.name});
      }
      used[i] = true;
      parameters.names[argument] = rule.name;
    }
  }

  // True if a number may be a value of a parameter.
  bool Fits(const std::string& parameter, double number) const {
    return std::isfinite(number) && (number > 0 || parameter == options_.each);
  }

  std::string Path() const { return trace_.paths.empty() ? "" : trace_.paths.front(); }

  // A call whose end has not been reached yet, with the time of its callees and of the MPI functions among them.
  struct Open {
    std::uint32_t row;
    std::uint64_t children = 0, mpi = 0;
    std::size_t callers = 0;  // index in callers_
  };

  void AddThread(const ThreadTrace& thread) {
    const CallTree& tree = thread.calls;
    std::vector<Open> open;
    next_value_ = 0;
    places_.clear();
    const auto size = static_cast<std::uint32_t>(tree.size());
    for (std::uint32_t row = 0; row < size; ++row) {
      // In preorder, a call ends at the first row that is not below it.
      while (!open.empty() && tree.end[open.back().row] <= row) Close(thread, open);
      open.push_back({row, 0, 0, CallersOf(thread, open)});
      places_.push_back(PlaceOf(thread, row));
    }
    while (!open.empty()) Close(thread, open);
  }

  // Returns the index of the callers of a call that begins now, whose callers are `open`.
  std::size_t CallersOf(const ThreadTrace& thread, const std::vector<Open>& open) {
    if (options_.by == ObservationOptions::By::kFunction || open.empty()) return 0;
    const NameId caller = thread.calls.function[open.back().row];
    const std::size_t above = options_.by == ObservationOptions::By::kPath ? open.back().callers : 0;
    const auto found = callers_.emplace(std::pair(above, caller), callers_.size() + 1);
    if (found.second) caller_list_.push_back({above, caller});
    return found.first->second;
  }

  // Returns the names of the callers with an index, the outermost first.
  std::vector<std::string> NamesOf(std::size_t index) const {
    std::vector<std::string> names;
    for (; index != 0; index = caller_list_[index - 1].first) {
      names.push_back(trace_.names[caller_list_[index - 1].second.value]);
    }
    std::ranges::reverse(names);
    return names;
  }

  // Returns the parameters of a call; nullopt if one of them was not recorded. Calls must be passed in order.
  std::optional<ParameterValues> PlaceOf(const ThreadTrace& thread, std::uint32_t row) {
    const NameId function = thread.calls.function[row];
    const auto known = parameters_.find(function);
    const std::size_t wanted = known == parameters_.end() ? 0 : known->second.names.size();
    ParameterValues place = at_;
    std::size_t recorded = 0;
    const std::string* without_text = nullptr;
    for (; next_value_ < thread.values.size() && thread.values[next_value_].call.value <= row; ++next_value_) {
      const CallValue& value = thread.values[next_value_];
      if (value.call.value != row || wanted == 0) continue;
      const Argument argument = ArgumentOf(trace_, value);
      const auto name = known->second.names.find(argument.name);
      if (name == known->second.names.end()) continue;
      if (argument.is_text && argument.text.empty()) without_text = &name->first;
      Set(place, {name->second, argument.is_text ? 0 : NumberOf(value), argument.text});
      ++recorded;
    }
    if (without_text != nullptr) {
      ++left_out_[{function, *without_text}];
      return std::nullopt;
    }
    if (place.empty() || recorded != wanted) return std::nullopt;
    return place;
  }

  void RemarkOnTexts() {
    std::set<NameId> functions;
    for (const auto& [key, calls] : left_out_) {
      const auto& [function, argument] = key;
      functions.insert(function);
      unused_.calls_of_texts += calls;
      remarks_.emplace_back(trace_.names[function.value] + ": left out: " + Plural(calls, "call") + " whose text " +
                            argument + " is empty, longer than " + std::to_string(kLongestText) +
                            " bytes, unreadable, or one of more than " + std::to_string(kMostValueNames));
    }
    unused_.of_texts = functions.size();
  }

  // An argument overrides a parameter of the same name that was given for the whole trace.
  static void Set(ParameterValues& place, ParameterValue value) {
    const auto found = std::ranges::find(place, value.name, &ParameterValue::name);
    if (found == place.end()) {
      place.push_back(std::move(value));
    } else {
      *found = std::move(value);
    }
  }

  void Close(const ThreadTrace& thread, std::vector<Open>& open) {
    const Open call = open.back();
    open.pop_back();
    const std::uint64_t time = thread.calls.duration[call.row];
    const NameId function = thread.calls.function[call.row];
    // Counts only the outermost MPI function, because the MPI functions that it calls are part of its time. In damaged
    // recordings, callees can last longer than their caller. Their times are limited to the caller's time, because
    // subtractions would otherwise wrap around.
    const std::uint64_t mpi = is_mpi_[function.value] ? time : std::min(call.mpi, time);
    const std::optional<ParameterValues> place = std::move(places_.back());
    places_.pop_back();
    if (place) AddCall({function, call.callers}, *place, time, time - std::min(call.children, time), mpi);
    if (open.empty()) return;
    open.back().children += time;
    open.back().mpi += mpi;
  }

  // A function, and the index of its callers.
  using Key = std::pair<NameId, std::size_t>;

  void AddCall(const Key& key, const ParameterValues& place, std::uint64_t time, std::uint64_t self,
               std::uint64_t mpi) {
    std::map<ParameterValues, Group>& groups = groups_[key];
    auto found = groups.find(place);
    if (found == groups.end()) {
      if (groups.size() >= kMostPoints) {
        crowded_.insert(key.first);
        return;
      }
      found = groups.emplace(place, Group()).first;
    }
    Group& group = found->second;
    ++group.calls;
    const std::uint64_t nanoseconds[] = {time, self, mpi, time - mpi};
    for (std::size_t i = 0; i < std::size(kTimes); ++i) {
      if (Wants(kTimes[i])) group.times[i].push_back(static_cast<double>(nanoseconds[i]) / 1e9);
    }
  }

  bool Wants(std::string_view metric) const { return std::ranges::find(metrics_, metric) != metrics_.end(); }

  Observations Take() {
    RemarkOnTexts();
    ObservationBuilder builder;
    for (const auto& [key, groups] : groups_) {
      const NameId function = key.first;
      const std::string& name = trace_.names[function.value];
      if (crowded_.contains(function)) {
        remarks_.emplace_back(name + ": its arguments have more than 4096 sets of values", "", Place(),
                              Remedy{RemedyKind::kChooseArgument, {}});
        continue;
      }
      const std::vector<std::string> callers = NamesOf(key.second);
      for (const auto& [place, group] : groups) AddGroup(builder, name, callers, place, group);
    }
    Observations made = builder.Take();
    made.inputs = trace_.paths;
    made.remarks = std::move(remarks_);
    unused_.crowded = crowded_.size();
    made.unused = unused_;
    return made;
  }

  void AddGroup(ObservationBuilder& builder, const std::string& name, const std::vector<std::string>& callers,
                const ParameterValues& place, const Group& group) const {
    for (std::size_t i = 0; i < std::size(kTimes); ++i) {
      if (Wants(kTimes[i])) builder.Add(name, kTimes[i], place, group.times[i], 0, "", callers);
    }
    const double calls = static_cast<double>(group.calls);
    if (Wants("calls")) builder.Add(name, "calls", place, {&calls, 1}, 0, "", callers);
  }

  const Trace& trace_;
  const ParameterValues& at_;
  const std::vector<std::string>& metrics_;
  const ObservationOptions& options_;
  std::vector<bool> is_mpi_;  // indexed by NameId
  std::map<NameId, FunctionParameters> parameters_;
  std::map<Key, std::map<ParameterValues, Group>> groups_;
  // Callers of calls have an index from 1 on; `caller_list_` has the index of the callers' callers, and the caller.
  std::map<std::pair<std::size_t, NameId>, std::size_t> callers_;
  std::vector<std::pair<std::size_t, NameId>> caller_list_;
  std::set<NameId> crowded_;
  // Number of calls that are left out because their text was not kept, by function and argument.
  std::map<std::pair<NameId, std::string>, std::uint64_t> left_out_;
  std::vector<Message> remarks_;
  UnusedArguments unused_;
  std::vector<std::optional<ParameterValues>> places_;  // parameters of open calls, the outermost call first
  std::size_t next_value_ = 0;
};

}  // namespace

Observations ObserveTrace(const Trace& trace, const ParameterValues& at, const ObservationOptions& options) {
  return TraceObserver(trace, at, options).Observe();
}

}  // namespace profdiff
