// SPDX-License-Identifier: GPL-3.0-or-later
// Writes stacks as a page, which is drawn by libprofdiff/page/stacks.*. All values come from the embedded document; a
// second block has the threads of each node as short text.
//
// Test: tests/cli/page/hangs.py.
#include "profdiff/formats.h"
#include "profdiff/stacks.h"
#include "report/format/html.h"

#ifdef PROFDIFF_HAS_D3
#include <string>

#include "base/text.h"
#include "report/format/json.h"
#include "report/ranking/names.h"
#include "report/ranking/stack_files.h"  // generated at build time
#include "report/ranking/stacks.h"

namespace profdiff {

void WriteStackPage(std::string& out, const StackView& view) {
  constexpr std::size_t kLongestThreads = 12;
  const StackView unbroken{view.stacks, 0};  // without styles
  const auto write = [](auto add) {
    return [add](std::string& text) {
      JsonWriter writer(text, kJsonRows);
      add(writer);
      writer.Finish();
    };
  };
  const auto add_view = [&view](TableWriter& writer) {
    writer.AddValue("ids", ListOf(view.stacks.tree,
                                  [](const StackNode& node) { return Cell(ThreadsText(node.ids, kLongestThreads)); }));
  };
  const HtmlData data[] = {{"document", write([&](TableWriter& writer) { AddStacks(writer, unbroken); })},
                           {"view", write(add_view)}};
  const std::string title = "Stacks of " + Plural(view.stacks.threads.size(), "thread") + ", " +
                            Plural(view.stacks.ranks, "rank") + ", " + Plural(view.stacks.snapshots, "snapshot");
  WriteHtml(out, {title, kStacksCss, kStacksHtml, kStacksJs}, data);
}

}  // namespace profdiff

#else

namespace profdiff {

void WriteStackPage(std::string&, const StackView&) { RequirePages(); }

}  // namespace profdiff
#endif
