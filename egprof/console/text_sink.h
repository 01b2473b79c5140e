// SPDX-License-Identifier: GPL-3.0-or-later
// The text for standard output. Test: tests/unit/egprof/console/text_sink_test.cpp.
#ifndef EGPROF_CONSOLE_TEXT_SINK_H_
#define EGPROF_CONSOLE_TEXT_SINK_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "profdiff/error.h"

namespace egprof {

struct TextSink {
  std::string head;  // printed before all listings; gprof does not count it as a section
  std::string text;
  // Receives parts of the text as they become ready, so that no listing is kept as a whole; may be empty.
  std::function<void(std::string_view)> receive;
  std::size_t columns = 100;    // width, in characters, of text that is adapted to the terminal
  bool breaks_lines = false;    // true if the width is that of a terminal, or was asked for
  profdiff::TextStyles styles;  // for reports in `text`; listings, and outputs for programs, do not use them

  // Passes all of the text except its last character to `receive`; does nothing if `receive` is empty.
  void Drain();
  // Finishes a report that begins at `begin` in `text`: its first line is marked as the answer, and the lines up to the
  // first empty one, which are sentences, are broken if `breaks_lines` is set.
  void FinishReport(std::size_t begin);
  // Returns a function that calls Drain. Whoever lets a writer append a listing to `text` passes this function with it,
  // for example as ListingOptions::drain. This object must outlive the function.
  std::function<void(std::string&)> Drainer();
};

}  // namespace egprof

#endif  // EGPROF_CONSOLE_TEXT_SINK_H_
