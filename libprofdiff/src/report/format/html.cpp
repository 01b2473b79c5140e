// SPDX-License-Identifier: GPL-3.0-or-later
// HTML pages that consist of a single file. The Content-Security-Policy forbids all requests, since all data are in the
// file itself. d3 and its licence are compiled in, together with the files of libprofdiff/page.
#include "report/format/html.h"

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/error.h"
#include "profdiff/formats.h"

#ifdef PROFDIFF_HAS_D3
#include "report/format/frame_files.h"  // generated at build time
#endif

namespace profdiff {

void AppendHtmlText(std::string& out, std::string_view text) {
  constexpr std::string_view kSpecial = "&<>\"'";
  constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  // Direction controls can make a name look like another one, and control characters are invisible, so both are written
  // as code points (U+XXXX).
  for (const char character : WithNumberedControls(text)) {
    const std::size_t special = kSpecial.find(character);
    if (special == std::string_view::npos) {
      out += character;
    } else {
      out += kEntities[special];
    }
  }
}

std::string TitleOf(std::string_view what, const std::vector<std::string>& files) {
  constexpr std::size_t kMostCharacters = 100;
  std::string title(what);
  if (files.empty()) return title;
  title += " of " + CutToCharacters(AsUtf8(BaseName(files.front())), kMostCharacters, "…");
  return files.size() == 1 ? title : title + " and " + Plural(files.size() - 1, "other file");
}

// In a single file, 'unsafe-inline' is unavoidable. Names get into a script only as escaped JSON, and into HTML only
// through AppendHtmlText.
#ifdef PROFDIFF_HAS_D3
namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<!-- SPDX-License-Identifier: GPL-3.0-or-later. Holds d3 under its own licence, which is in front of it. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>)";
constexpr std::string_view kKeys =
    R"(<dialog id="keys"><h2>Keys</h2><dl></dl><form method="dialog"><button>Close</button></form></dialog>
)";

}  // namespace

bool CanWritePage() { return true; }
void RequirePages() {}

void WriteHtml(std::string& out, const HtmlPage& page, std::span<const HtmlData> data) {
  out += kHead;
  AppendHtmlText(out, page.title);
  out.append("</title>\n<style>\n")
      .append(kFrameCss)
      .append(kComponentsCss)
      .append(page.style)
      .append("</style>\n</head>\n<body>\n");
  out += "<header id=\"top\"><button id=\"theme\" type=\"button\">Dark</button>\n<h1 id=\"title\">";
  AppendHtmlText(out, page.title);
  out.append("</h1></header>\n").append(page.body).append(kKeys);
  out.append("<!--\n").append(kD3Licence).append("-->\n<script>\n").append(kD3).append("\n</script>\n");
  // Blocks of type application/json are data that the browser does not run; the page's program parses a block when it
  // needs the data.
  for (const HtmlData& block : data) {
    out.append("<script type=\"application/json\" id=\"").append(block.id).append("\">\n");
    block.write(out);
    out += "\n</script>\n";
  }
  out.append("<script>\n").append(kFrameJs).append("</script>\n<script>\n").append(kComponentsJs);
  out.append("</script>\n<script>\n").append(page.program);
  out += "</script>\n</body>\n</html>\n";
}

#else

bool CanWritePage() { return false; }

void RequirePages() {
  throw Error(ErrorCode::kUnsupported, "this build cannot write HTML: it was compiled without d3 (Debian: node-d3)");
}

void WriteHtml(std::string&, const HtmlPage&, std::span<const HtmlData>) { RequirePages(); }

#endif

}  // namespace profdiff
