// SPDX-License-Identifier: GPL-3.0-or-later
// Plausibility checks outside the library: for broken stacks, for numbers that may not be samples, and for functions
// that are missing in gprof's listings. Test: tests/unit/egprof/executions/plausibility_test.cpp.
#include "egprof/executions/plausibility.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "profdiff/context_tree.h"
#include "profdiff/image.h"
#include "values/amount_words.h"

namespace egprof {
namespace {

// Returns the share of stacks that end before the start of their thread; 0 if unknown.
double BrokenShare(const profdiff::LoadedExecution& execution) { return execution.profile.loss.broken_stacks; }

std::string Percent(double share) {
  char text[20];
  std::snprintf(text, sizeof text, "%.0f%%", 100 * share);
  return text;
}

void NoteEvent(const profdiff::LoadedExecution& execution, bool was_chosen, Messages& messages) {
  if (!execution.stacks || execution.stacks->events.size() < 2 || was_chosen) return;
  const profdiff::StackProfile& stacks = *execution.stacks;
  std::string others;
  for (std::size_t i = 0; i < stacks.events.size(); ++i) {
    // "samples", beside an event with a unit, is the number of its samples, and no event of its own.
    if (i == stacks.event || stacks.events[i].name == "samples") continue;
    others += (others.empty() ? "" : ", ") + stacks.events[i].name;
  }
  if (others.empty()) return;
  std::string note = "event " + stacks.events[stacks.event].name + "; other events: " + others + " (--event=NAME)";
  messages.AddOnce({Severity::kNote, profdiff::Message(profdiff::ErrorCode::kReading, std::move(note))});
}

std::string AmountsOf(const profdiff::LoadedExecution& execution) {
  return profdiff::AmountsWord(execution.profile.dimension);
}

void WarnOfLoss(const profdiff::LoadedExecution& execution, Messages& messages) {
  const profdiff::Loss& loss = execution.profile.loss;
  if (loss.samples != 0 && execution.profile.origin) {
    const auto lost = static_cast<double>(loss.samples);
    const double share = lost / (lost + static_cast<double>(execution.profile.origin->samples));
    messages.Warn("the profiler lost " + profdiff::Plural(loss.samples, "sample") + ", " + Percent(share) +
                  " of all: " + AmountsOf(execution) + " are too small");
  }
  if (loss.throttles != 0) {
    messages.Warn("sampling was stopped " + std::to_string(loss.throttles) +
                  (loss.throttles == 1 ? " time" : " times") +
                  ", because samples came too fast: " + AmountsOf(execution) + " are too small");
  }
}

bool IsOfPerf(const profdiff::LoadedExecution& execution) {
  return execution.stacks && execution.stacks->format != nullptr && execution.stacks->format->name.starts_with("perf");
}

constexpr const char* kRecordWhole =
    "; record with 'perf record --call-graph dwarf', or compile with -fno-omit-frame-pointer";

// Warns if the sides were measured by different events of one format, although both have the event of the base or of
// the other side. Other profilers name the same event differently.
void WarnOfEvents(const profdiff::LoadedExecutions& executions, Messages& messages) {
  const auto &base = executions.base.stacks, &other = executions.other.stacks;
  if (!base || !other || base->format != other->format) return;
  const std::string &of_base = base->events[base->event].name, &of_other = other->events[other->event].name;
  const auto has = [](const profdiff::StackProfile& stacks, const std::string& name) {
    return std::ranges::find(stacks.events, name, &profdiff::StackEvent::name) != stacks.events.end();
  };
  if (of_base == of_other || (!has(*base, of_other) && !has(*other, of_base))) return;
  messages.Warn("the base's event is " + of_base + ", the other side's is " + of_other + " (--event=NAME)");
}

constexpr double kManyBroken = 0.05;

void NoteBrokenStacks(const std::string& how_many, const profdiff::LoadedExecution& of, bool is_of_perf,
                      Messages& messages) {
  messages.Note(how_many + " do not begin at the start of their thread: callers were lost, so inclusive " +
                AmountsOf(of) + " are too small" + (is_of_perf ? kRecordWhole : ""));
}

// True for an address in place of a name, such as "0x55d01f".
bool IsAddress(std::string_view name) {
  constexpr std::size_t kFewestDigits = 4;
  const bool is_marked = name.starts_with("0x");
  if (is_marked) name.remove_prefix(2);
  if (name.size() < (is_marked ? 1 : kFewestDigits)) return false;
  const auto is_hex = [](unsigned char c) { return std::isxdigit(c) != 0; };
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return std::ranges::all_of(name, is_hex) && (is_marked || std::ranges::any_of(name, is_digit));
}

std::string AdviceOnSymbols(const profdiff::LoadedExecution& execution) {
  if (IsOfPerf(execution)) return "keep the program's symbols, and run 'perf script' where it was recorded";
  const profdiff::InputFormat* format = execution.stacks->format;
  if (format != nullptr && format->name == "pprof") {
    return "name the program, with its symbols, before the profile, or use 'pprof -proto PROGRAM PROFILE'";
  }
  return "keep the program's symbols, and let the profiler look them up";
}

// Notes that functions have addresses instead of names.
void NoteAddresses(const std::string& whose, const profdiff::LoadedExecution& execution, Messages& messages) {
  constexpr double kMany = 0.05;
  if (!execution.stacks) return;
  double ticks = 0, all = 0;
  std::size_t functions = 0;
  for (std::size_t f = 0; f < execution.functions->size(); ++f) {
    const double own = execution.profile.self_ticks[f];
    all += own;
    if (!IsAddress(execution.functions->functions[f].name)) continue;
    ++functions;
    ticks += own;
  }
  if (functions < 2 || ticks <= kMany * all) return;
  const std::string& unit = execution.profile.dimension;
  messages.Note(Percent(ticks / all) + " of " + whose + " " + profdiff::AmountWord(unit) + " " +
                std::string(profdiff::IsOrAre(unit)) + " in " + std::to_string(functions) +
                " functions that have an address instead of a name; " + AdviceOnSymbols(execution));
}

// Time in functions without a name, as in a stripped program. Those of the kernel and the vDSO do not count: no file
// has their symbols.
struct Unnamed {
  double share = 0;   // of all time
  std::string image;  // the one with most of it; empty if unknown

  bool IsMuch() const { return share > 0.1; }
};

Unnamed UnnamedTime(const profdiff::LoadedExecution& execution) {
  Unnamed found;
  if (!execution.stacks) return found;
  const profdiff::FunctionTable& functions = *execution.functions;
  double all = 0, unnamed = 0, most = 0;
  for (std::size_t f = 0; f < functions.size(); ++f) {
    const double own = execution.profile.self_ticks[f];
    all += own;
    const std::string_view image = functions.UnitName(functions.functions[f]);
    if (functions.functions[f].name != "[unknown]" || image.starts_with('[')) continue;
    unnamed += own;
    if (own <= most) continue;
    most = own;
    found.image = std::filesystem::path(image).filename();
  }
  if (all > 0) found.share = unnamed / all;
  return found;
}

void NoteUnnamed(const std::string& how_much, std::string_view unit, const std::string& image, Messages& messages) {
  messages.Note(how_much + " " + std::string(profdiff::IsOrAre(unit)) + " in functions without a name" +
                (image.empty() ? "" : ", most of it in " + image) +
                "; symbols (a program that is not stripped, or its debug package) would name them");
}

void NoteUnnamed(const profdiff::LoadedExecution& execution, Messages& messages) {
  const Unnamed time = UnnamedTime(execution);
  const std::string& unit = execution.profile.dimension;
  if (!time.IsMuch()) return;
  NoteUnnamed(Percent(time.share) + " of the " + profdiff::AmountWord(unit), unit, time.image, messages);
}

void NoteUnnamed(const profdiff::LoadedExecutions& executions, Messages& messages) {
  const Unnamed base = UnnamedTime(executions.base), other = UnnamedTime(executions.other);
  if (!base.IsMuch() && !other.IsMuch()) return;
  const std::string& unit = executions.base.profile.dimension;
  NoteUnnamed(Percent(base.share) + " of the base's " + profdiff::AmountWord(unit) + " and " + Percent(other.share) +
                  " of the other side's",
              unit, base.share > other.share ? base.image : other.image, messages);
}

void WarnOfUnknownUnit(const profdiff::LoadedExecution& execution, Messages& messages) {
  for (const profdiff::Doubt& doubt : execution.doubts) {
    if (doubt.code != profdiff::DoubtCode::kUnknownUnit) continue;
    messages.AddOnce({doubt.is_decisive ? Severity::kWarning : Severity::kNote, doubt.message});
  }
}

}  // namespace

void CheckStacks(const profdiff::LoadedExecution& execution, bool was_chosen, Messages& messages) {
  NoteEvent(execution, was_chosen, messages);
  WarnOfLoss(execution, messages);
  NoteAddresses("the", execution, messages);
  NoteUnnamed(execution, messages);
  const double broken = BrokenShare(execution);
  if (broken > kManyBroken) {
    NoteBrokenStacks(Percent(broken) + " of the stacks", execution, IsOfPerf(execution), messages);
  }
}

void CheckStacks(const profdiff::LoadedExecutions& executions, bool was_chosen, Messages& messages) {
  constexpr double kFarApart = 0.05;
  const double base = BrokenShare(executions.base), other = BrokenShare(executions.other);
  NoteEvent(executions.base, was_chosen, messages);
  NoteEvent(executions.other, was_chosen, messages);
  NoteAddresses("the base's", executions.base, messages);
  NoteAddresses("the other side's", executions.other, messages);
  NoteUnnamed(executions, messages);
  WarnOfEvents(executions, messages);
  WarnOfUnknownUnit(executions.base, messages);
  WarnOfUnknownUnit(executions.other, messages);
  const std::string how_many = Percent(base) + " of the base's stacks and " + Percent(other) + " of the other side's";
  const bool is_of_perf = IsOfPerf(executions.base) || IsOfPerf(executions.other);
  if (std::abs(base - other) >= kFarApart) {
    messages.Warn(how_many + " do not begin at the start of their thread: callers were lost, so inclusive " +
                  AmountsOf(executions.base) + " differ too" + (is_of_perf ? kRecordWhole : ""));
  } else if (base > kManyBroken || other > kManyBroken) {
    NoteBrokenStacks(how_many, executions.base, is_of_perf, messages);
  }
}

void NoteExtraFunctions(const profdiff::Difference& difference, const profdiff::FunctionTable& base,
                        const profdiff::FunctionTable& other, Messages& messages) {
  constexpr std::size_t kLongest = 60;
  const auto is_extra = [](const profdiff::FunctionTable& table, profdiff::FunctionId id,
                           const profdiff::SideNumbers& numbers) {
    return id.valid() && numbers.Used() && !profdiff::IsForGprof(table[id]);
  };
  std::size_t count = 0;
  std::string first;
  for (std::size_t i = 0; i < difference.functions.size(); ++i) {
    const profdiff::Match::Pair& pair = difference.match.pairs[i];
    const profdiff::Difference::Row& row = difference.functions[i];
    if (!is_extra(base, pair.base, row.base) && !is_extra(other, pair.other, row.other)) continue;
    if (count++ == 0) first = difference.match.functions.functions[i].name;
  }
  if (count == 0) return;
  if (first.size() > kLongest) first = first.substr(0, kLongest - 3) + "...";
  messages.Note(std::to_string(count) + (count == 1 ? " function, " : " functions, such as ") + first +
                (count == 1 ? ", is" : ", are") +
                " not in gprof's listings, which assign such time and calls to neighbouring functions; "
                "--symbols=gprof compares gprof's numbers");
}

}  // namespace egprof
