// SPDX-License-Identifier: GPL-3.0-or-later
// Reads folded stacks, the input of flame graphs (Brendan Gregg's stackcollapse-perf.pl and flamegraph.pl): each line
// has the functions of a stack, outermost first, separated by semicolons, then a blank and a number: "main;parse;read
// 12". The file does not contain the number's unit. Unless the user gives one, the numbers are samples. A unit with a
// number, such as "250us" or "0.00025s", is the time of a sample: the numbers are samples, and times follow. A
// difference (difffolded.pl) has two numbers in each line: those of the base and of the other side. Tests:
// tests/unit/read/profiles/folded_test.cpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "base/parse_text.h"
#include "read/file/text_lines.h"
#include "read/profiles/folded_line.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

// The time of a sample, such as 250 and "us".
struct SampleTime {
  double number = 0;
  std::string_view unit;
};

// Returns the time of a sample if a unit has a number and is a time.
std::optional<SampleTime> SampleTimeOf(std::string_view unit) {
  const std::size_t end = std::min(unit.find_first_not_of("0123456789."), unit.size());
  const std::optional<double> number = NumberFrom<double>(unit.substr(0, end));
  if (!number || !(*number > 0) || EventOfUnit("", unit.substr(end)).event.unit != "seconds") return std::nullopt;
  return SampleTime{*number, unit.substr(end)};
}

// The number of a line that is read, if there are two.
enum class FoldedSide : std::uint8_t { kOnly, kBase, kOther };

class FoldedReader {
 public:
  explicit FoldedReader(const StackInput& input, FoldedSide side = FoldedSide::kOnly)
      : input_(input),
        side_(side),
        lines_(input.bytes),
        frames_(input.options),
        scale_(ScaleOf(input.options)),
        period_(SampleTimeOf(input.options.unit) ? scale_.ticks
                                                 : static_cast<double>(input.options.period) * scale_.ticks) {}

  void Parse() {
    std::string_view line;
    while (lines_.Next(line)) {
      if (line.find_first_not_of(" \t") != std::string_view::npos) ParseLine(line);
    }
  }

  StackProfile Finish() {
    StackProfile profile;
    if (scale_.event.is_sampled) scale_.event.count = samples_;
    profile.events.push_back(std::move(scale_.event));
    profile = FinishStacks(input_, std::move(profile), builder_, frames_);
    const StackOptions& options = input_.options;
    if (options.unit.empty() && options.period == 0) TakeOddCountsForSums(profile);
    return profile;
  }

 private:
  static ScaledEvent ScaleOf(const StackOptions& options) {
    const bool has_period = options.period != 0;
    if (options.unit.empty()) {
      return {has_period ? CountEvent("counts", "counts") : CountEvent("samples", "samples"), 1};
    }
    if (const std::optional<SampleTime> time = SampleTimeOf(options.unit)) {
      ScaledEvent scale = EventOfUnit("samples", time->unit);
      scale.ticks *= time->number;
      scale.event.is_sampled = true;
      return scale;
    }
    ScaledEvent scale = EventOfUnit(options.unit, options.unit);
    scale.event.is_sampled = has_period || options.unit == "samples";
    return scale;
  }

  Place Here() const { return Place::Line(lines_.number()); }

  // Returns the stack and the number of the side that is read.
  FoldedLine Split(std::string_view line) const {
    const std::optional<FoldedLine> last = SplitFoldedLine(line);
    if (!last) throw FileError(input_, ErrorCode::kBadProfile, "no number at the end", Here());
    if (side_ == FoldedSide::kOnly) return *last;
    const std::optional<FoldedLine> first = SplitFoldedLine(last->stack);
    if (!first) throw FileError(input_, ErrorCode::kBadProfile, "fewer than two numbers at the end", Here());
    return {first->stack, (side_ == FoldedSide::kBase ? *first : *last).number};
  }

  void ParseLine(std::string_view line) {
    const FoldedLine parsed = Split(line);
    const std::optional<std::int64_t> ticks = ToTicksOf(parsed.number);
    if (!ticks) FailOfNumber(parsed.number);
    const std::uint64_t samples = SamplesOf(*ticks);
    samples_ += samples;
    if (!builder_.Add(NodeOf(parsed.stack), *ticks, samples)) FailOfSize(input_, Here());
  }

  // Counts have no fractions, and rounding can change small numbers by half: it is left to the user.
  [[noreturn]] void FailOfNumber(std::string_view number) const {
    const std::string shown(number.substr(0, 40));
    const std::string& unit = scale_.event.unit;
    const std::optional<double> value = NumberFrom<double>(number);
    if (value && *value >= 0 && scale_.event.rate == 1 && *value != std::round(*value)) {
      throw FileError(input_, ErrorCode::kBadProfile,
                      "'" + shown + "' is not a whole number of " + unit + ": multiply all numbers by " +
                          FactorOf(number) + ", or give their unit of time",
                      Here());
    }
    throw FileError(input_, ErrorCode::kBadProfile, "'" + shown + "' is not a number of " + unit, Here());
  }

  // Returns the power of ten that turns a number into a whole one, if it has few decimals.
  static std::string FactorOf(std::string_view number) {
    constexpr std::size_t kMostDecimals = 6;
    const std::size_t decimals = number.size() - std::min(number.find('.') + 1, number.size());
    const bool is_exact = decimals <= kMostDecimals && number.find_first_of("eE") == std::string_view::npos;
    return "1" + std::string(is_exact ? decimals : kMostDecimals, '0') + (is_exact ? "" : " and round them");
  }

  std::uint64_t SamplesOf(std::int64_t ticks) const {
    if (!scale_.event.is_sampled || ticks == 0) return 0;
    if (period_ <= 0) return static_cast<std::uint64_t>(ticks);
    return static_cast<std::uint64_t>(std::max(1LL, std::llround(static_cast<double>(ticks) / period_)));
  }

  // Returns a number in ticks; nullopt if it is negative or too large. Integers are parsed as integers, since a double
  // holds only 53 bits; fractions occur in files with a unit of time.
  std::optional<std::int64_t> ToTicksOf(std::string_view number) const {
    const std::optional<std::int64_t> whole = NumberFrom<std::int64_t>(number);
    if (whole && *whole >= 0 && scale_.ticks == 1) return whole;
    const std::optional<double> value = NumberFrom<double>(number);
    return value && !(*value < 0) ? ToTicks(*value, scale_.ticks) : std::nullopt;
  }

  ContextBuilder::Node NodeOf(std::string_view stack) {
    ContextBuilder::Node node = ContextBuilder::Root(0);
    while (!stack.empty()) {
      const std::string_view name = TakeUpTo(stack, ';');
      const FunctionId function = frames_.Find(name, {});
      if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input_, Here());
    }
    return node;
  }

  const StackInput& input_;
  const FoldedSide side_;
  TextLines lines_;
  Frames frames_;
  ContextBuilder builder_;
  ScaledEvent scale_;
  const double period_;  // ticks per sample; 0 if unknown
  std::uint64_t samples_ = 0;
};

class FoldedBaseReader : public FoldedReader {
 public:
  explicit FoldedBaseReader(const StackInput& input) : FoldedReader(input, FoldedSide::kBase) {}
};

class FoldedOtherReader : public FoldedReader {
 public:
  explicit FoldedOtherReader(const StackInput& input) : FoldedReader(input, FoldedSide::kOther) {}
};

}  // namespace

// The last blank separates the stack from the number, because names can contain blanks: "operator new;f(int, char) 3".
std::optional<FoldedLine> SplitFoldedLine(std::string_view line) {
  while (line.ends_with(' ') || line.ends_with('\t')) line.remove_suffix(1);
  const std::size_t blank = line.find_last_of(" \t");
  if (blank == std::string_view::npos) return std::nullopt;
  FoldedLine parsed{line.substr(0, blank), line.substr(blank + 1)};
  if (parsed.number.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  if (parsed.number.find_first_of("0123456789") == std::string_view::npos) return std::nullopt;
  return parsed;
}

StackProfile ReadFolded(const StackInput& input) { return ReadWith<FoldedReader>(input); }
StackProfile ReadFoldedBase(const StackInput& input) { return ReadWith<FoldedBaseReader>(input); }
StackProfile ReadFoldedOther(const StackInput& input) { return ReadWith<FoldedOtherReader>(input); }

}  // namespace profdiff
