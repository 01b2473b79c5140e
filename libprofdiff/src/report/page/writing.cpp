// SPDX-License-Identifier: GPL-3.0-or-later
// Assembles report pages, which the scripts libprofdiff/page/report*.* draw. Without scripts, a page shows its head and
// first rows as plain HTML.
//
// Tests: tests/unit/report/page/page_test.cpp, tests/cli/page/run.py.
#include "report/page/writing.h"

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "report/format/html.h"
#include "report/format/html_table.h"
#include "report/format/json.h"

#ifdef PROFDIFF_HAS_D3
#include "report/page/report_files.h"  // generated at build time
#endif

namespace profdiff {

void AddOptions(JsonColumnsWriter& view, const ReportPageOptions& options) {
  view.AddValue("limit", options.functions);
  view.AddValue("normalized", options.scale == 1 ? Cell() : Cell(options.scale));
  view.AddValue("direction", "Positive: other takes less");
  view.AddValue("recordedBy", options.of_traces ? Cell("a tracer, each call") : Cell());
  const auto texts_of = [&options](const std::vector<Message>& messages) {
    return ListOf(messages,
                  [&options](const Message& message) { return AsUtf8(TextOf(message, options.listing.words)); });
  };
  view.AddValue("notes", texts_of(options.remarks));
  view.AddValue("readings", texts_of(options.readings));
  view.AddValue("unknown", ListOf(options.gates.unknown, AsUtf8));
}

#ifdef PROFDIFF_HAS_D3

namespace {

// The files of the page's script. They are concatenated, so each file comes after those on which it depends.
constexpr std::string_view kReportPrograms[] = {kReportSearchJs,  kReportScaleJs, kReportSelectJs,   kReportLabelsJs,
                                                kReportCopyJs,    kReportDataJs,  kReportTextJs,     kReportLinkJs,
                                                kReportTreesJs,   kReportHeadJs,  kReportColumnsJs,  kReportTableJs,
                                                kReportBoxesJs,   kReportWalkJs,  kReportFunctionJs, kReportFlameJs,
                                                kReportPictureJs, kReportRanksJs, kReportSlowestJs,  kReportJs};

// Returns the part of the page that needs no scripts. Labels are in <bdi>, which isolates their writing direction.
std::string StaticPart(const ReportParts& parts) {
  std::string html = "<section id=\"first\">\n";
  for (const std::string& line : parts.head) {
    html += "<p><bdi>";
    AppendHtmlText(html, line);
    html += "</bdi></p>\n";
  }
  html += "<h2>The first rows</h2>\n";
  HtmlTableWriter table(html);
  parts.write_first_rows(table);
  return html += "<noscript>The other parts of this page need scripts.</noscript>\n</section>\n";
}

}  // namespace

void WriteReport(std::string& out, ReportParts parts) {
  RequirePages();
  std::string program;
  for (const std::string_view part : kReportPrograms) program += part;
  const std::string body = StaticPart(parts).append(kReportHtml);
  // parts.view has no tables, so it has a single block.
  parts.blocks.push_back({"view", std::move(parts.view.TakeBlocks().front().text)});
  std::vector<HtmlData> data;
  for (const JsonBlock& block : parts.blocks) {
    data.push_back({block.name, [&block](std::string& to) { to += block.text; }});
  }
  WriteHtml(out, {parts.title, kReportCss, body, program}, data);
}

#else

void WriteReport(std::string&, ReportParts) { RequirePages(); }

#endif

}  // namespace profdiff
