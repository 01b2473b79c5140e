// SPDX-License-Identifier: GPL-3.0-or-later
// Text for Markdown as GitHub and GitLab show it. Names come from files, so nothing in them may act as markup, as a
// link, or as a reference to a person or an issue.
// Test: tests/unit/report/format/markdown_test.cpp.
#ifndef PROFDIFF_REPORT_FORMAT_MARKDOWN_H_
#define PROFDIFF_REPORT_FORMAT_MARKDOWN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace profdiff {

// Where text stands. In a table, "|" ends a cell even in a code span.
enum class MarkdownPlace : std::uint8_t { kText, kCell };

// Returns a name as a code span on one line. Control characters become "?"; a name of more than `most` characters is
// shortened in the middle.
std::string MarkdownCode(std::string_view name, MarkdownPlace place, std::size_t most = 120);

// Returns a sentence on one line. Each word that could act as markup, as a link or as a reference is a code span.
std::string MarkdownWords(std::string_view sentence, MarkdownPlace place);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_MARKDOWN_H_
