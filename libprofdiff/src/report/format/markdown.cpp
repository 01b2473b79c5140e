// SPDX-License-Identifier: GPL-3.0-or-later
// Source: the specifications of CommonMark 0.31 and of GitHub Flavored Markdown 0.29; GitHub's and GitLab's references
// (@name, #1, !1, $1, GH-1), which neither recognises in code.
// Test: tests/unit/report/format/markdown_test.cpp.
#include "report/format/markdown.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "base/utf8.h"

namespace profdiff {
namespace {

bool IsAscii(char c, int (*is_kind)(int)) { return (c & 0x80) == 0 && is_kind(static_cast<unsigned char>(c)) != 0; }

// Returns the length of the longest run of backticks.
std::size_t LongestFence(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

// Returns code in HTML, with all punctuation as numbers. For "\|", which readers of tables treat in different ways.
std::string HtmlCode(std::string_view text) {
  std::string html = "<code>";
  for (const char c : text) {
    if (IsAscii(c, std::ispunct)) {
      html += "&#" + std::to_string(static_cast<int>(c)) + ";";
    } else {
      html += c;
    }
  }
  return html + "</code>";
}

// True if the word, or the rest of the line from it on, could be more than text. Words of letters, digits and ordinary
// punctuation are not.
bool ActsAsMarkup(std::string_view word, bool is_first) {
  constexpr std::string_view kSpecial = "`*_[]<>&\\|~@#$!^{}";
  if (word.find_first_of(kSpecial) != std::string_view::npos) return true;
  // links, "file:12" and emoji such as ":x:"
  const std::size_t colon = word.find(':');
  if (colon != std::string_view::npos && colon + 1 != word.size()) return true;
  if (word.starts_with("www.") || word.starts_with("GH-")) return true;
  if (!is_first) return false;
  // items of a list, headings and rules
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const bool is_item = digits != 0 && digits + 1 == word.size() && (word.back() == '.' || word.back() == ')');
  return is_item || word.find_first_not_of("-+=") == std::string_view::npos;
}

}  // namespace

std::string MarkdownCode(std::string_view name, MarkdownPlace place, std::size_t most) {
  std::string text = CutToCharacters(WithoutControls(AsUtf8(name)), most, "…");
  if (text.empty()) return "(empty name)";
  if (place == MarkdownPlace::kCell && text.find("\\|") != std::string::npos) return HtmlCode(text);
  const std::string fence(LongestFence(text) + 1, '`');
  // A reader removes one blank from both ends, if both have one.
  const bool is_padded = text.front() == '`' || text.back() == '`' || (text.front() == ' ' && text.back() == ' ');
  if (is_padded) text = " " + text + " ";
  std::string code;
  for (const char c : text) {
    if (c == '|' && place == MarkdownPlace::kCell) code += '\\';
    code += c;
  }
  return fence + code + fence;
}

std::string MarkdownWords(std::string_view sentence, MarkdownPlace place) {
  const std::string line = WithoutControls(AsUtf8(sentence));
  std::string text;
  for (std::size_t begin = 0; begin < line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string_view word = std::string_view(line).substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const bool is_first = text.empty();
    if (!is_first) text += ' ';
    // A long word is a name, except for an option, which readers copy.
    const std::size_t most = word.starts_with('-') ? word.size() : 200;
    text += ActsAsMarkup(word, is_first) ? MarkdownCode(word, place, most) : CutToCharacters(word, most, "…");
  }
  return text;
}

}  // namespace profdiff
