// SPDX-License-Identifier: GPL-3.0-or-later
// Writes rankings and stacks as comments in Markdown: the verdict, and the threads or stacks to examine.
// Tests: tests/cli/markdown/run.py.
#include "report/ranking/comment.h"

#include <string_view>

#include "base/text.h"
#include "profdiff/stacks.h"
#include "report/format/markdown_table.h"
#include "report/ranking/evidence.h"
#include "report/ranking/names.h"
#include "report/ranking/stacks.h"

namespace profdiff {
namespace {

constexpr std::size_t kUnbroken = 0;     // columns of a line that is never broken
constexpr std::size_t kCellThreads = 8;  // maximum number of threads and ranges of threads in a cell

std::string FirstText(const RankedThread& thread, const EntryNames& names) {
  if (!thread.first) return "";
  return (thread.first->function.valid() ? names.Function(thread.first->function) : "end") + " at call " +
         std::to_string(thread.first->call + 1);
}

}  // namespace

void WriteRankComment(std::string& out, const RankingView& view) {
  RankingView unbroken = view;
  unbroken.columns = kUnbroken;
  std::string verdict;
  const std::size_t answer = AppendRankVerdict(verdict, unbroken);
  AppendCommentHead(out, verdict.substr(answer) + verdict.substr(0, answer));
  const Ranking& ranking = view.ranking.ranking;
  if (ranking.good == 0) return;
  const EntryNames names(view.ranking.folded.front(), view.demangle);
  Fields<std::size_t> fields;
  const auto thread_of = [&ranking](std::size_t i) -> const RankedThread& { return ranking.threads[i]; };
  fields.Add("thread", [=](std::size_t i) { return Cell(ThreadText(thread_of(i).id)); });
  fields.Add("beyond", [=](std::size_t i) { return Cell(thread_of(i).beyond); });
  fields.Add("change", [=](std::size_t i) { return Cell(thread_of(i).change); });
  fields.Add("noise", [=](std::size_t i) { return Cell(thread_of(i).noise); });
  fields.Add("lost", [=](std::size_t i) { return Cell(thread_of(i).lost.size()); });
  fields.Add("new", [=](std::size_t i) { return Cell(thread_of(i).added.size()); });
  fields.Add("first", [=, &names](std::size_t i) { return Cell(FirstText(thread_of(i), names)); });
  const TableColumn columns[] = {{.heading = "thread", .width = 6, .left = true},
                                 {.heading = "beyond", .width = 6},
                                 {.heading = "change", .width = 6},
                                 {.heading = "noise", .width = 6},
                                 {.heading = "lost", .width = 6},
                                 {.heading = "new", .width = 6},
                                 {.heading = "first difference", .key = "first"}};
  const std::size_t more = AppendCommentTable(out, columns, fields, ranking.ranked);
  const std::size_t unknown = CountUnknown(ranking), same = ranking.threads.size() - ranking.ranked.size() - unknown;
  if (more != 0) AppendParagraph(out, "Left out: " + Plural(more, "other thread") + ", which changed less");
  if (unknown != 0) AppendParagraph(out, "The " + UnknownText(unknown));
  if (same != 0) AppendParagraph(out, Plural(same, "thread") + " did not change by more than good runs do");
}

void WriteStackComment(std::string& out, const StackView& view) {
  const StackView unbroken{view.stacks, kUnbroken};  // without styles
  std::string answer;
  AppendStackAnswer(answer, unbroken);
  AppendCommentHead(out, answer);
  Fields<StackClass> fields;
  fields.Add("count", [](const StackClass& each) { return Cell(each.ids.size()); });
  fields.Add("threads", [](const StackClass& each) { return Cell(ThreadsText(each.ids, kCellThreads)); });
  fields.Add("stack", [](const StackClass& each) { return Cell(StackText(each.frames, DemangleStyle::kNone, 160)); });
  const TableColumn columns[] = {{.heading = "number", .key = "count", .width = 6},
                                 {.heading = "threads", .width = 6, .left = true},
                                 {.heading = "stack"}};
  const std::size_t more = AppendCommentTable(out, columns, fields, view.stacks.classes);
  if (more != 0) AppendParagraph(out, "Left out: " + Plural(more, "other stack"));
}

}  // namespace profdiff
