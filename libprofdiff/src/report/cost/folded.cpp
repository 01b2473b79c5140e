// SPDX-License-Identifier: GPL-3.0-or-later
// Folded stacks, the format of the FlameGraph scripts: frames separated by semicolons, outermost first, then a blank
// and one number, or two for a difference (base and other, as difffolded.pl writes them).
// Test: tests/unit/report/cost/folded_test.cpp.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"
#include "report/cost/stacks.h"
#include "report/format/cost_formats.h"
#include "report/machine/rows.h"

namespace profdiff {
namespace {

constexpr std::string_view kNoFunction = "[no function]";
constexpr StackUnits kUnits = {"folded stacks", 1e6};

// True if a name ends in a blank and digits. flamegraph.pl takes up to two numbers from the end of a line, and would
// take these digits for one of them.
bool EndsInDigits(std::string_view name, std::size_t blank) {
  return name.find_first_not_of("0123456789.", blank + 1) == std::string_view::npos && blank + 1 < name.size();
}

// Returns the name of a frame in a form that is safe in a line: a semicolon would divide the name, and a control
// character could end the line.
std::string FrameName(std::string name) {
  name = WithoutControls(std::move(name));
  std::ranges::replace(name, ';', ':');
  std::size_t blank = name.rfind(' ');
  if (blank != std::string::npos && EndsInDigits(name, blank)) name[blank] = '_';
  return name;
}

// Writes lines with one column of numbers per side.
class FoldedWriter {
 public:
  FoldedWriter(std::string& out, const Stacks& stacks, DemangleStyle demangle)
      : out_(out), stacks_(stacks), texts_(stacks.functions, demangle), names_(stacks.functions.size()) {}

  void Write() {
    // Numbers of samples, which are small and exact, are written if all samples have the same period. Otherwise, ticks
    // are written, which are nanoseconds or counts.
    const bool samples = stacks_.is_time && stacks_.Weight() > 0;
    for (std::size_t stack = 0; stack < stacks_.size(); ++stack) {
      if (!Fill([&](const Stacks::Side& side) { return samples ? Count(side.samples[stack]) : side.ticks[stack]; })) {
        continue;
      }
      ListFrames(stacks_, stack, frames_);
      for (std::size_t i = frames_.size(); i-- > 0;) {
        out_ += Name(frames_[i]);
        if (i != 0) out_ += ';';
      }
      AppendNumbers();
    }
    if (!Fill([&](const Stacks::Side& side) { return samples ? Count(side.stackless_samples) : side.stackless; })) {
      return;
    }
    out_ += kNoFunction;
    AppendNumbers();
  }

 private:
  static std::int64_t Count(std::uint64_t samples) { return static_cast<std::int64_t>(samples); }

  // Collects one number per side for a line. Returns false if all are 0.
  template <class NumberOf>
  bool Fill(const NumberOf& number_of) {
    numbers_.clear();
    for (const Stacks::Side& side : stacks_.sides) {
      numbers_.push_back(number_of(side));
      if (numbers_.back() < 0) FailOfSign();
    }
    return std::ranges::any_of(numbers_, [](std::int64_t number) { return number != 0; });
  }

  [[noreturn]] static void FailOfSign() {
    throw Error(ErrorCode::kUnsupported, "folded stacks cannot hold negative numbers, but this profile has some", {},
                {}, {RemedyKind::kWriteSignedCosts, {}});
  }

  const std::string& Name(FunctionId f) {
    std::string& name = names_[f.value];
    if (name.empty()) name = FrameName(texts_.Name(f));
    return name;
  }

  void AppendNumbers() {
    for (std::int64_t number : numbers_) {
      out_ += ' ';
      AppendCount(out_, number);
    }
    out_ += '\n';
  }

  std::string& out_;
  const Stacks& stacks_;
  const FunctionTexts texts_;
  std::vector<std::string> names_;  // by FunctionId; a name is empty until its first use
  // Buffers for one line.
  std::vector<FunctionId> frames_;
  std::vector<std::int64_t> numbers_;
};

}  // namespace

void WriteFolded(std::string& out, const Execution& execution, DemangleStyle demangle) {
  FoldedWriter(out, StacksOf(execution, kUnits), demangle).Write();
}

void WriteFolded(std::string& out, const Difference& difference, DemangleStyle demangle) {
  FoldedWriter(out, StacksOf(difference, kUnits), demangle).Write();
}

}  // namespace profdiff
