// SPDX-License-Identifier: GPL-3.0-or-later
// The frame of every page: a single file that can be opened from disk and makes no network requests. It contains the
// Content-Security-Policy, the theme switch, the list of keyboard shortcuts and d3. Each page adds its style, body,
// data and program.
//
// Test: tests/unit/report/format/html_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_HTML_H_
#define PROFDIFF_REPORT_FORMAT_HTML_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profdiff {

// The parts of a page. All parts except the title are this project's own HTML, CSS and JavaScript. Strings from input
// files may get into `body` only through AppendHtmlText(), and into a block of data only as JSON in which "<" is
// escaped.
struct HtmlPage {
  std::string_view title;    // any text
  std::string_view style;    // CSS, which follows page/frame.css
  std::string_view body;     // HTML
  std::string_view program;  // JavaScript, run after d3 and page/frame.js
};

// A block of JSON, which the program reads with frame.data(id). `write` appends one JSON value, in which "<" must be
// escaped as AppendJsonString does.
struct HtmlData {
  std::string_view id;
  std::function<void(std::string& out)> write;
};

// Appends a whole page. Errors: those of RequirePages().
void WriteHtml(std::string& out, const HtmlPage& page, std::span<const HtmlData> data);

// Returns a title such as "Check of gmon.out.0 and 3 other files", without directories.
std::string TitleOf(std::string_view what, const std::vector<std::string>& files);

// Appends a string with HTML escapes: & < > " ' become entities; control characters, line controls and direction
// controls become U+XXXX.
void AppendHtmlText(std::string& out, std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_HTML_H_
