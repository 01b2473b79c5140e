// SPDX-License-Identifier: GPL-3.0-or-later
// Reads folded stacks, the input of flame graphs (Brendan Gregg's stackcollapse-perf.pl and flamegraph.pl): each line
// has the functions of a stack, outermost first, separated by semicolons, then a blank and a number: "main;parse;read
// 12". The file does not contain the number's unit. Unless the user gives one, the greatest common divisor of all
// numbers is one sample: a profiler that adds up periods writes multiples of the period, and significance tests need
// the number of samples.
// Tests: tests/unit/read/profiles/folded_test.cpp.
#include <numeric>
#include <utility>

#include "base/parse_text.h"
#include "read/file/text_lines.h"
#include "read/profiles/folded_line.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

class FoldedReader {
 public:
  explicit FoldedReader(const StackInput& input)
      : input_(input), lines_(input.bytes), frames_(input.options), scale_(ScaleOf(input.options)) {}

  void Parse() {
    std::string_view line;
    while (lines_.Next(line)) {
      if (line.find_first_not_of(" \t") != std::string_view::npos) ParseLine(line);
    }
  }

  StackProfile Finish() {
    StackProfile profile;
    if (scale_.event.is_sampled) {
      builder_.DivideSamples(0, divisor_);
      scale_.event.count = counted_ / std::max<std::uint64_t>(divisor_, 1);
    }
    profile.events.push_back(std::move(scale_.event));
    return FinishStacks(input_, std::move(profile), builder_, frames_);
  }

 private:
  static ScaledEvent ScaleOf(const StackOptions& options) {
    if (options.unit.empty()) return {CountEvent("samples", "samples"), 1};
    ScaledEvent scale = EventOfUnit(options.unit, options.unit);
    scale.event.is_sampled = false;
    return scale;
  }

  Place Here() const { return {"line", lines_.number()}; }

  void ParseLine(std::string_view line) {
    const std::optional<FoldedLine> parsed = SplitFoldedLine(line);
    if (!parsed) throw FileError(input_, ErrorCode::kBadProfile, "no number at the end", Here());
    const std::optional<std::int64_t> ticks = ToTicksOf(parsed->number);
    if (!ticks) {
      throw FileError(input_, ErrorCode::kBadProfile,
                      "'" + std::string(parsed->number.substr(0, 40)) + "' is not a number of " + scale_.event.unit,
                      Here());
    }
    // The divisor is known only at the end; until then, each unit counts as a sample (see Finish).
    const bool is_sampled = scale_.event.is_sampled;
    const std::uint64_t samples = is_sampled ? static_cast<std::uint64_t>(*ticks) : 0;
    divisor_ = std::gcd(divisor_, samples);
    counted_ += samples;
    if (!builder_.Add(NodeOf(parsed->stack), *ticks, samples)) FailOfSize(input_, Here());
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
  TextLines lines_;
  Frames frames_;
  ContextBuilder builder_;
  ScaledEvent scale_;
  std::uint64_t divisor_ = 0;
  std::uint64_t counted_ = 0;
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

}  // namespace profdiff
