// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a core as a page, which is drawn by libprofdiff/page/core.*: a tree of its paths, and a graph of its
// functions.
//
// Test: tests/cli/page/cores.py.
#include "profdiff/formats.h"
#include "profdiff/pruning.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "report/format/json.h"
#include "report/pruning/core.h"
#include "report/pruning/core_files.h"  // generated at build time

namespace profdiff {
void WriteCorePage(std::string& out, const CoreView& view, const std::vector<std::string>& inputs) {
  const auto write = [](auto add) {
    return [add](std::string& text) {
      JsonWriter writer(text, kJsonRows);
      add(writer);
      writer.Finish();
    };
  };
  const HtmlData data[] = {
      {"document", write([&](TableWriter& writer) { AddCore(writer, view); })},
      {"view", write([&](TableWriter& writer) { writer.AddValue("summary", AsUtf8(CoreSentence(view))); })}};
  const std::string title = TitleOf("Core", inputs);
  std::string program(kCoreGraphJs);
  program += kCoreJs;
  WriteHtml(out, {title, kCoreCss, kCoreHtml, program}, data);
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteCorePage(std::string&, const CoreView&, const std::vector<std::string>&) { RequirePages(); }

}  // namespace profdiff
#endif
