// SPDX-License-Identifier: GPL-3.0-or-later
// Rules common to all formats: which frames belong to the kernel, which event is read, and which units are times.
#include "read/profiles/input.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "base/text.h"
#include "profdiff/listing.h"

namespace profdiff {
namespace {

// True for names in brackets with which perf denotes something other than the kernel or its modules, such as "[heap]".
bool IsUserRegion(std::string_view region) {
  constexpr std::string_view kRegions[] = {"[vdso", "[vsyscall", "[unknown", "[heap",   "[stack",
                                           "[anon", "[JIT",      "[uprobes", "[vectors"};
  return std::ranges::any_of(kRegions, [&](std::string_view start) { return region.starts_with(start); });
}

std::string NamesOf(const std::vector<StackEvent>& events) {
  constexpr std::size_t kMost = 20;
  std::string names;
  for (std::size_t i = 0; i < std::min(events.size(), kMost); ++i) names += (i == 0 ? "" : ", ") + events[i].name;
  return names + (events.size() > kMost ? ", …" : "");
}

// True for "cycles", "cycles:u", "cpu_core/cycles/" and similar names, and for "Ir", since Callgrind counts
// instructions instead of cycles.
bool IsCycles(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash != std::string_view::npos) name.remove_prefix(slash + 1);
  const std::string_view word = name.substr(0, name.find_first_of(":/"));
  return word == "cycles" || word == "cpu-cycles" || word == "Cycles" || word == "Ir";
}

// Returns the median of numbers of samples; 0 if there are none.
std::uint64_t MedianOf(std::vector<std::uint64_t>& counts) {
  if (counts.empty()) return 0;
  const auto middle = counts.begin() + static_cast<std::ptrdiff_t>((counts.size() - 1) / 2);
  std::ranges::nth_element(counts, middle);
  return *middle;
}

// Returns the greatest common divisor of all numbers if it shows that they are no numbers of samples, and 1 otherwise.
// The probability that n numbers of samples are all multiples of g is about g^-n.
std::uint64_t UnlikelyDivisor(const std::vector<std::uint64_t>& counts) {
  constexpr double kLeastProbability = 1e-9;
  std::uint64_t divisor = 0;
  for (const std::uint64_t count : counts) divisor = std::gcd(divisor, count);
  const double probability = std::pow(static_cast<double>(divisor), -static_cast<double>(counts.size()));
  return divisor > 1 && probability < kLeastProbability ? divisor : 1;
}

// Says why numbers are not taken for numbers of samples; empty if they are.
std::string TextOfOddity(std::vector<std::uint64_t> counts) {
  constexpr std::uint64_t kMostOfMedian = 1000;
  if (const std::uint64_t divisor = UnlikelyDivisor(counts); divisor > 1) {
    return "all numbers are multiples of " + std::to_string(divisor);
  }
  const std::uint64_t median = MedianOf(counts);
  if (median <= kMostOfMedian) return "";
  return "the median stack has " + std::to_string(median) + ", more than " + std::to_string(kMostOfMedian);
}

}  // namespace

Error FileError(const StackInput& input, ErrorCode code, const std::string& reason, Place place) {
  place.format = input.format.name;
  return Error(code, reason, input.path, std::move(place));
}

StackProfile FinishStacks(const StackInput& input, Events& events, Threads& threads, const ContextBuilder& builder,
                          const Frames& frames) {
  StackProfile profile;
  profile.events = std::move(events.events);
  profile.threads = threads.Take();
  return FinishStacks(input, std::move(profile), builder, frames);
}

void FailOfSize(const StackInput& input, const Place& place) {
  throw FileError(input, ErrorCode::kOverflow, "the numbers are too large to add up", place);
}

Frames::Frames(const StackOptions& options)
    : hide_(options.hide), no_kernel_(options.no_kernel), no_inline_(options.no_inline) {
  if (!options.kernel_as_one || options.no_kernel) return;
  kernel_ = names_.Intern("[kernel]", "[kernel]");
  is_hidden_.push_back(false);
}

// perf calls the kernel "[kernel.kallsyms]" and its modules "[name]"; their files on disk are vmlinux, *.ko and
// *.ko.xz.
bool Frames::IsOfKernel(std::string_view name, std::string_view image) {
  if (image.empty()) return name.ends_with("_[k]");  // the suffix that stackcollapse-perf.pl adds to kernel frames
  if (image.starts_with('[')) return !IsUserRegion(image);
  const std::string_view file = BaseName(image);
  return file.starts_with("vmlinux") || file.ends_with(".ko") || file.find(".ko.") != std::string_view::npos;
}

bool Frames::IsHidden(std::string_view name, std::string_view image) const {
  if (no_kernel_ && IsOfKernel(name, image)) return true;
  // stackcollapse-perf.pl marks inlined frames with "_[i]"; folded stacks contain no images.
  if (no_inline_ && image.empty() && name.ends_with("_[i]")) return true;
  if (hide_.empty()) return false;
  if (hide_.Find(std::string(name))) return true;
  const std::optional<std::string> readable = Demangle(name, DemangleStyle::kAuto, 0);
  return readable && hide_.Find(*readable);
}

Threads::Threads(const StackOptions& options)
    : threads_wanted_(options.threads),
      processes_wanted_(options.processes),
      without_processes_(options.without_processes) {}

bool Threads::Counts(const StackThread& thread) const {
  const auto is_without = [&](const std::string& id) {
    return std::ranges::find(without_processes_, id) != without_processes_.end();
  };
  if (is_without(thread.process) || is_without(thread.name)) return false;
  const auto is_one_of = [&](const NamePatterns& wanted, const std::string& number) {
    return wanted.empty() || wanted.Find(thread.name) || (!number.empty() && wanted.Find(number));
  };
  return is_one_of(threads_wanted_, thread.number) && is_one_of(processes_wanted_, thread.process);
}

std::vector<StackThread> Threads::Take() {
  std::vector<StackThread> threads;
  for (Thread& thread : threads_) {
    if (thread.about.samples != 0) threads.push_back(std::move(thread.about));
  }
  return threads;
}

// A tick of a time is a nanosecond in all formats, so sums are exact integers.
StackEvent TimeEvent(std::string name) {
  StackEvent event;
  event.name = std::move(name);
  event.unit = "seconds";
  event.rate = 1e9;
  return event;
}

StackEvent CountEvent(std::string name, std::string unit) {
  StackEvent event;
  event.name = std::move(name);
  event.unit = std::move(unit);
  return event;
}

// Recognises the names of units in pprof, speedscope and options; any other unit is a count.
ScaledEvent EventOfUnit(std::string name, std::string_view unit) {
  struct Scale {
    std::string_view unit;
    double ticks;
  };
  constexpr Scale kScales[] = {{"ns", 1},   {"nanoseconds", 1},    {"us", 1e3}, {"microseconds", 1e3},
                               {"ms", 1e6}, {"milliseconds", 1e6}, {"s", 1e9},  {"seconds", 1e9}};
  for (const Scale& scale : kScales) {
    if (scale.unit == unit) return {TimeEvent(std::move(name)), scale.ticks};
  }
  return {CountEvent(std::move(name), std::string(unit)), 1};
}

std::optional<std::int64_t> ToTicks(double value, double ticks) {
  constexpr double kMost = 9e18;  // below 2^63
  const double scaled = value * ticks;
  if (!(std::abs(scaled) <= kMost)) return std::nullopt;
  const double whole = std::round(scaled);
  // Counts and times in nanoseconds (`ticks` is 1) have no fractions, so a fraction is a sign of damage.
  if (ticks == 1 && whole != scaled) return std::nullopt;
  return static_cast<std::int64_t>(whole);
}

std::size_t ChooseEvent(const StackInput& input, const std::vector<StackEvent>& events,
                        std::optional<std::size_t> preferred) {
  if (events.empty()) throw FileError(input, ErrorCode::kBadProfile, "no event was recorded");
  const std::string& wanted = input.options.event;
  const auto find = [&](const auto& is_it) -> std::optional<std::size_t> {
    const auto found = std::ranges::find_if(events, is_it);
    if (found == events.end()) return std::nullopt;
    return static_cast<std::size_t>(found - events.begin());
  };
  if (wanted.empty()) {
    if (preferred) return *preferred;
    // Only times have a rate other than 1 tick per unit.
    if (const auto clock = find([](const StackEvent& event) { return event.rate != 1; })) return *clock;
    return find([](const StackEvent& event) { return IsCycles(event.name); }).value_or(0);
  }
  if (const auto same = find([&](const StackEvent& event) { return event.name == wanted; })) return *same;
  // "cycles" also finds perf's "cycles:u", but only if there is no event without a modifier.
  const auto with_modifier = find([&](const StackEvent& event) { return event.name.starts_with(wanted + ":"); });
  if (with_modifier) return *with_modifier;
  throw FileError(input, ErrorCode::kBadArgument, "no event '" + wanted + "'; events are: " + NamesOf(events));
}

bool TakeOddCountsForSums(StackProfile& profile) {
  std::vector<std::uint64_t> counts = profile.contexts.samples;
  std::erase(counts, 0);
  const std::string oddity = TextOfOddity(std::move(counts));
  if (oddity.empty()) return false;
  profile.unknown_unit =
      Message("its numbers are not taken for samples: " + oddity + ", so they may be times or bytes", profile.path);
  profile.events[profile.event].is_sampled = false;
  profile.events[profile.event].count = 0;
  profile.contexts.samples.clear();
  profile.contexts.squares.clear();
  profile.contexts.stackless_samples = 0;
  return true;
}

StackProfile FinishStacks(const StackInput& input, StackProfile profile, const ContextBuilder& builder,
                          const Frames& frames, std::optional<std::size_t> preferred, WithoutValues without_values) {
  profile.path = input.path;
  profile.format = &input.format;
  profile.event = ChooseEvent(input, profile.events, preferred);
  BuiltContexts built = builder.Build(profile.event, frames.names());
  profile.functions = std::move(built.functions);
  profile.contexts = std::move(built.contexts);
  StackEvent& event = profile.events[profile.event];
  // Build() leaves `samples` empty if all counts of samples are 0. In this case, the event's values are sums that were
  // not made from counted samples.
  event.is_sampled = event.is_sampled && !(profile.contexts.samples.empty() && profile.contexts.size() != 0);
  if (!event.is_sampled) {
    profile.contexts.samples.clear();
    profile.contexts.squares.clear();
  }
  const ContextTree& contexts = profile.contexts;
  if (contexts.size() != 0 || contexts.stackless != 0 || contexts.stackless_samples != 0) return profile;
  // Nobody filters for nothing, so a filter without a match is an error in all formats.
  const StackOptions& options = input.options;
  const bool is_filtered = !options.threads.empty() || !options.processes.empty() || !options.labels.empty();
  if (is_filtered) throw FileError(input, ErrorCode::kBadArgument, "no sample matches the filters");
  if (without_values == WithoutValues::kAreErrors) throw FileError(input, ErrorCode::kBadProfile, "no samples");
  profile.remarks.emplace_back("no sample has a value of " + event.name, input.path);
  return profile;
}

}  // namespace profdiff
