// SPDX-License-Identifier: GPL-3.0-or-later
// Test: tests/unit/egprof/console/text_sink_test.cpp.
#include "egprof/console/text_sink.h"

#include <algorithm>
#include <utility>

#include "base/parse_text.h"
#include "base/utf8.h"

namespace egprof {
namespace {

// Returns the number of characters without the marks of styles.
std::size_t WidthOf(std::string_view word, const profdiff::TextStyles& styles) {
  std::size_t width = profdiff::CountCharacters(word);
  for (const std::string* mark : {&styles.verdict, &styles.more, &styles.less, &styles.noise, &styles.end}) {
    if (mark->empty()) continue;
    for (std::size_t at = word.find(*mark); at != std::string_view::npos; at = word.find(*mark, at + mark->size())) {
      width -= mark->size();
    }
  }
  return width;
}

// Appends a line, broken at blanks into lines of at most `columns` characters, unless a word is longer. Lines after the
// first are indented by four more blanks than the first one.
void AppendBroken(std::string& out, std::string_view line, std::size_t columns, const profdiff::TextStyles& styles) {
  constexpr std::size_t kIndent = 4;
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  std::size_t column = 0;
  bool is_first = true;
  while (!line.empty()) {
    const std::size_t size = std::min(line.find(' ', is_first ? indent : 0), line.size());
    const std::string_view word = line.substr(0, size);
    line.remove_prefix(std::min(size + 1, line.size()));
    const std::size_t characters = WidthOf(word, styles);
    if (!is_first && column + 1 + characters > columns) {
      out.append("\n").append(indent + kIndent, ' ');
      column = indent + kIndent;
    } else if (!is_first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += characters;
    is_first = false;
  }
}

}  // namespace

void TextSink::Drain() {
  // The head precedes the first listing. The last character stays in `text`, because StartSection separates a new
  // section only from a text that is not empty.
  if (!receive || text.empty()) return;
  if (!head.empty()) receive(std::exchange(head, {}));
  receive(std::string_view(text).substr(0, text.size() - 1));
  text.erase(0, text.size() - 1);
}

void TextSink::FinishReport(std::size_t begin) {
  const std::size_t empty_line = text.find("\n\n", begin);
  const std::string rest = empty_line == std::string::npos ? "" : text.substr(empty_line + 1);
  std::string_view lines = std::string_view(text).substr(begin, text.size() - begin - rest.size());
  std::string shown;
  while (!lines.empty()) {
    const std::string_view line = profdiff::TakeUpTo(lines, '\n');
    const bool is_answer = shown.empty();
    if (is_answer) shown += styles.verdict;
    breaks_lines ? AppendBroken(shown, line, columns, styles) : void(shown += line);
    if (is_answer) shown += styles.end;
    shown += '\n';
  }
  text.replace(begin, std::string::npos, shown + rest);
}

std::function<void(std::string&)> TextSink::Drainer() {
  return [this](std::string&) { Drain(); };
}

}  // namespace egprof
