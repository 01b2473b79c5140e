// SPDX-License-Identifier: GPL-3.0-or-later
// Tests for the frame around a page, and for names from input files in a page.
#include "report/format/html.h"

#include <catch2/catch.hpp>
#include <string>

#include "profdiff/error.h"
#include "profdiff/formats.h"

namespace profdiff::html_test {
namespace {

std::string Html(std::string_view text) {
  std::string out;
  AppendHtmlText(out, text);
  return out;
}

}  // namespace

TEST_CASE("text from files is not HTML", "[html]") {
  CHECK(Html("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  CHECK(Html(std::string_view("x\0y\x1bz", 5)) == "xU+0000yU+001Bz");
  CHECK(Html("f\u202eg\u2069") == "fU+202EgU+2069");
  CHECK(Html("\xff\u00e4") == "\u00ff\u00e4");
}

TEST_CASE("titles name the first file without its folder, and count the others", "[html]") {
  CHECK(TitleOf("Check", {}) == "Check");
  CHECK(TitleOf("Check", {"a/b/gmon.out.0"}) == "Check of gmon.out.0");
  CHECK(TitleOf("Core", {"a.gz", "b.gz", "c.gz"}) == "Core of a.gz and 2 other files");
  CHECK(TitleOf("Core", {std::string(300, 'x')}).size() < 120);
}

TEST_CASE("a page has the policy, its parts in order, and no external resources", "[html]") {
  const HtmlData data[] = {{"one", [](std::string& out) { out += "[1]"; }},
                           {"two", [](std::string& out) { out += "{}"; }}};
  std::string page;
  if (!CanWritePage()) {
    CHECK_THROWS_AS(WriteHtml(page, {}, data), Error);
    return;
  }
  WriteHtml(page, {"a </title><script>", "#x { top: 0; }", "<p id=\"x\"></p>\n", "draw();\n"}, data);
  std::size_t at = 0;
  for (const char* part :
       {"default-src 'none'", "<title>a &lt;/title&gt;&lt;script&gt;</title>", "color-scheme: dark", "#x { top: 0; }",
        "<h1 id=\"title\">a &lt;/title", "<p id=\"x\">", "<dialog id=\"keys\">", "Permission to use", "<script>",
        "d3js.org", "id=\"one\">\n[1]\n", "id=\"two\">\n{}\n", "const frame", "draw();", "</html>"}) {
    INFO(part);
    at = page.find(part, at);
    REQUIRE(at != std::string::npos);
  }
  // Only the head is searched, because the code of d3 after it contains these words as well.
  const std::string head = page.substr(0, page.find("<script>"));
  for (const char* outside : {" src=", " href=", "@import", "url("}) {
    INFO(outside);
    CHECK(head.find(outside) == std::string::npos);
  }
}

}  // namespace profdiff::html_test
