// SPDX-License-Identifier: GPL-3.0-or-later
#include "egprof/executions/both_sides.h"

#include <algorithm>
#include <exception>
#include <iterator>

#include "base/in_order.h"

namespace egprof {

void DoBoth(unsigned threads, Output& output, const std::function<void(Output&)>& first,
            const std::function<void(Output&)>& second) {
  if (threads < 2) {
    first(output);
    return second(output);
  }
  Output later;
  later.house_style = output.house_style;
  std::exception_ptr error;  // of the second, which may have something to say nevertheless
  const auto catch_error = [&] {
    try {
      second(later);
    } catch (...) {
      error = std::current_exception();
    }
    later.stages.End();
  };
  profdiff::DoBoth(
      threads, [&] { first(output); }, catch_error);
  output.text += later.text;
  output.stages.sizes.Add(later.stages.sizes);
  output.stages.AddBeside(later.stages);
  std::ranges::move(later.notes, std::back_inserter(output.notes));
  std::ranges::move(later.hints, std::back_inserter(output.hints));
  std::ranges::move(later.library_notes, std::back_inserter(output.library_notes));
  std::ranges::move(later.left_out, std::back_inserter(output.left_out));
  if (error) std::rethrow_exception(error);
}

}  // namespace egprof
