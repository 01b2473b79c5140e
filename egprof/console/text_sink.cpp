// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/console/text_sink_test.cpp.
#include "egprof/console/text_sink.h"

#include <utility>

namespace egprof {

void TextSink::Drain() {
  // The head precedes the first listing. The last character stays in `text`, because StartSection separates a new
  // section only from a text that is not empty.
  if (!receive || text.empty()) return;
  if (!head.empty()) receive(std::exchange(head, {}));
  receive(std::string_view(text).substr(0, text.size() - 1));
  text.erase(0, text.size() - 1);
}

void TextSink::MarkAnswer(std::size_t begin) {
  const std::size_t end = text.find('\n', begin);
  if (styles.verdict.empty() || end == std::string::npos) return;
  text.insert(end, styles.end);
  text.insert(begin, styles.verdict);
}

std::function<void(std::string&)> TextSink::Drainer() {
  return [this](std::string&) { Drain(); };
}

}  // namespace egprof
