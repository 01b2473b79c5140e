// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/both_sides.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/beside.h"

namespace egprof {
namespace {

// Adapts an Output to profdiff::DoBothInTurn.
class Log {
 public:
  explicit Log(Output& output) : output_(output) {}
  explicit Log(std::unique_ptr<Output> later) : later_(std::move(later)), output_(*later_) {}

  Output& output() { return output_; }
  std::unique_ptr<Log> StartBeside() const { return std::make_unique<Log>(egprof::StartBeside(output_)); }
  void End() { output_.stages.End(); }
  void Join(Log& beside) { egprof::Join(output_, beside.output_); }

 private:
  const std::unique_ptr<Output> later_;
  Output& output_;
};

}  // namespace

std::unique_ptr<Output> StartBeside(const Output& output) {
  auto later = std::make_unique<Output>();
  later->house_style = output.house_style;
  return later;
}

void Join(Output& output, Output& later) {
  output.text += later.text;
  output.stages.sizes.Add(later.stages.sizes);
  output.stages.AddBeside(later.stages);
  std::ranges::move(later.notes, std::back_inserter(output.notes));
  std::ranges::move(later.hints, std::back_inserter(output.hints));
  std::ranges::move(later.library_notes, std::back_inserter(output.library_notes));
  std::ranges::move(later.left_out, std::back_inserter(output.left_out));
}

void DoBoth(unsigned threads, Output& output, const std::function<void(Output&)>& first,
            const std::function<void(Output&)>& second) {
  Log log(output);
  profdiff::DoBothInTurn(
      threads, log, [&](Log& of_first) { first(of_first.output()); },
      [&](Log& of_second) { second(of_second.output()); });
}

}  // namespace egprof
