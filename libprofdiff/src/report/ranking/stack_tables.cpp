// SPDX-License-Identifier: GPL-3.0-or-later
// Writes stacks as a document of the kind "stacks", whose keys are described in
// libprofdiff/schema/egprof-1.schema.json, or as tables of threads and classes.
// Tests: tests/unit/report/ranking/stacks_test.cpp.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "profdiff/formats.h"
#include "profdiff/stacks.h"
#include "report/format/table.h"
#include "report/ranking/comment.h"
#include "report/ranking/fields.h"
#include "report/ranking/names.h"
#include "report/ranking/stacks.h"
#include "values/walk_tree.h"

namespace profdiff {
namespace {

Cell FrameList(const std::vector<std::string>& frames) { return ListOf(frames, AsUtf8); }

Fields<StackedThread> ThreadFieldsOf() {
  Fields<StackedThread> fields;
  fields.Add("id", [](const StackedThread& thread) { return Cell(ThreadText(thread.id)); });
  fields.Add("frames", [](const StackedThread& thread) { return FrameList(thread.frames); });
  fields.Add("moves", [](const StackedThread& thread) { return Cell(thread.moves); });
  fields.Add("waits", [](const StackedThread& thread) { return Cell(thread.waits); });
  return fields;
}

Fields<StackClass> ClassFields() {
  Fields<StackClass> fields;
  fields.AddForTables("count", [](const StackClass& each) { return Cell(each.ids.size()); });
  fields.Add("ids", [](const StackClass& each) { return IdList(each.ids); });
  fields.Add("frames", [](const StackClass& each) { return FrameList(each.frames); });
  return fields;
}

Fields<ThreadWait> WaitFields() {
  Fields<ThreadWait> fields;
  fields.Add("id", [](const ThreadWait& wait) { return Cell(ThreadText(wait.id)); });
  fields.Add("for", [](const ThreadWait& wait) { return IdList(wait.for_threads); });
  fields.Add("call", [](const ThreadWait& wait) { return Cell(AsUtf8(wait.call)); });
  fields.Add("what", [](const ThreadWait& wait) { return UnlessEmpty(wait.what); });
  fields.Add("holds", [](const ThreadWait& wait) { return ListOf(wait.holds, AsUtf8); });
  return fields;
}

// Returns the top-level nodes, each with its descendants.
Cell::List TreeCells(const std::vector<StackNode>& tree) {
  std::vector<std::uint32_t> ends;
  ends.reserve(tree.size());
  for (const StackNode& node : tree) ends.push_back(node.end);
  std::vector<Cell::List> children(1);  // of each open node, outermost first
  WalkTree(
      ends, [&](std::uint32_t, std::uint32_t) { children.emplace_back(); },
      [&](std::uint32_t index) {
        const StackNode& node = tree[index];
        Cell::List below = std::move(children.back());
        children.pop_back();
        children.back().emplace_back(Cell::Record{{"frames", FrameList(node.frames)},
                                                  {"count", node.ids.size()},
                                                  {"ids", IdList(node.ids)},
                                                  {"children", std::move(below)}});
      });
  return std::move(children.front());
}

Cell FrameCounts(const StackFindings& stacks) {
  return Cell::Record{{"read", stacks.frames},
                      {"compared", stacks.frames - stacks.starts - stacks.inner - stacks.middle},
                      {"starts", stacks.starts},
                      {"inner", stacks.inner},
                      {"middle", stacks.middle},
                      {"unnamed", stacks.unnamed},
                      {"stacksWithoutFrames", stacks.without_frames},
                      {"stacksWithoutCallers", stacks.without_callers}};
}

Cell VerdictCell(const StackView& view) {
  std::string text;
  AppendStackAnswer(text, {view.stacks, 0, {}});  // a document does not depend on the width of the terminal
  return Cell::Record{
      {"kind", NameOf(view.stacks.verdict)}, {"suspects", IdList(view.stacks.suspects)}, {"text", AsUtf8(text)}};
}

}  // namespace

void AddStacks(TableWriter& writer, const StackView& view) {
  const StackFindings& stacks = view.stacks;
  WriteDocumentHead(writer, "stacks");
  writer.AddValue("snapshots", stacks.snapshots);
  writer.AddValue("good", stacks.good);
  writer.AddValue("ranks", stacks.ranks);
  writer.AddValue("frames", FrameCounts(stacks));
  WriteObjects(writer, "threads", ThreadFieldsOf(), stacks.threads);
  writer.AddValue("tree", TreeCells(stacks.tree));
  WriteObjects(writer, "classes", ClassFields(), stacks.classes);
  WriteObjects(writer, "waits", WaitFields(), stacks.waits);
  Fields<WaitCycle> cycles;
  cycles.Add("threads", [](const WaitCycle& cycle) { return IdList(cycle.threads); });
  WriteObjects(writer, "cycles", cycles, stacks.cycles);
  writer.AddValue("verdict", VerdictCell(view));
}

void WriteStacks(std::string& out, const TableFormat& format, const StackView& view) {
  if (format.is_text) return WriteStackText(out, view);
  if (format.is_comment) return WriteStackComment(out, view);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  if (writer->IsDocument()) {
    AddStacks(*writer, view);
  } else {
    WriteRows(*writer, "threads", ListColumns("id moves waits frames"), ThreadFieldsOf(), view.stacks.threads);
    WriteRows(*writer, "classes", ListColumns("count frames ids"), ClassFields(), view.stacks.classes);
  }
  writer->Finish();
}

}  // namespace profdiff
