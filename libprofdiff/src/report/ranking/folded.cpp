// SPDX-License-Identifier: GPL-3.0-or-later
// Writes folded traces as text, alone and side by side (diffNLR). Each line of a comparison starts with a mark: a blank
// for equal entries, # for different numbers of rounds, < for entries that exist only on the left, and > for entries
// that exist only on the right.
//
// Test: tests/unit/report/ranking/texts_test.cpp.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/error.h"
#include "report/ranking/names.h"
#include "values/diff_nlr.h"

namespace profdiff {
namespace {

constexpr std::size_t kLine = 100;  // minimum length of lines of --folded, even in a narrower terminal

// Collects the loops of the entries, including nested loops. A list of open loops is used instead of recursion, because
// the depth of nesting depends on the input.
void CollectLoops(const FoldedTraces& folded, std::span<const FoldedEntry> entries, std::set<LoopId>& loops) {
  std::vector<LoopId> open;
  auto add = [&](std::span<const FoldedEntry> of) {
    for (const FoldedEntry& entry : of) {
      if (entry.loop.valid() && loops.insert(entry.loop).second) open.push_back(entry.loop);
    }
  };
  add(entries);
  while (!open.empty()) {
    const LoopId loop = open.back();
    open.pop_back();
    add(folded.loops[loop.value]);
  }
}

void AppendLoops(std::string& out, const std::set<LoopId>& loops, const EntryNames& names) {
  if (loops.empty()) return;
  out += "\n";
  for (const LoopId loop : loops) out += "L" + std::to_string(loop.value) + " = " + names.Body(loop) + "\n";
}

// Appends words in lines that are indented by two blanks and have at most `columns` characters (0: no limit).
void AppendWords(std::string& out, const std::vector<std::string>& words, std::size_t columns) {
  std::size_t used = 0;
  for (const std::string& word : words) {
    const std::size_t size = CountCharacters(word);
    if (used != 0 && columns != 0 && used + 1 + size > columns) {
      out += "\n";
      used = 0;
    }
    out += used == 0 ? "  " : " ";
    used += used == 0 ? size + 2 : size + 1;
    out += word;
  }
  if (!words.empty()) out += "\n";
}

class SideBySide {
 public:
  SideBySide(std::string& out, const RankingView& view)
      : out_(out), folded_(view.ranking.folded.front()), names_(folded_, view.demangle) {
    const std::size_t columns = view.columns == 0 ? 0 : std::max<std::size_t>(view.columns, 30);
    // The 5 columns are for the mark, the blanks between mark and sides, and the end of the line.
    width_ = columns == 0 ? 0 : (columns - 5) / 2;
  }

  void Write(const std::string& left_label, std::span<const FoldedEntry> left, const std::string& right_label,
             std::span<const FoldedEntry> right, std::span<const NlrBlock> blocks) {
    FindWidth(left, left_label);
    Line(' ', left_label, right_label);
    for (const NlrBlock& block : blocks) {
      const std::span<const FoldedEntry> of_left = left.subspan(block.left, block.left_count);
      const std::span<const FoldedEntry> of_right = right.subspan(block.right, block.right_count);
      if (block.mark == NlrMark::kEqual) {
        WriteEqual(of_left);
        continue;
      }
      const char mark = block.mark == NlrMark::kCount ? '#' : block.mark == NlrMark::kLeft ? '<' : '>';
      for (std::size_t i = 0; i < std::max(of_left.size(), of_right.size()); ++i) {
        Line(mark, i < of_left.size() ? names_.Entry(of_left[i]) : "",
             i < of_right.size() ? names_.Entry(of_right[i]) : "");
      }
    }
    CollectLoops(folded_, left, loops_);
    CollectLoops(folded_, right, loops_);
  }

  void WriteLoops() { AppendLoops(out_, loops_, names_); }

 private:
  // If the line length is not limited, the right side starts after the widest entry on the left.
  void FindWidth(std::span<const FoldedEntry> left, const std::string& label) {
    if (width_ != 0) return;
    used_ = CountCharacters(label);
    for (const FoldedEntry& entry : left) used_ = std::max(used_, CountCharacters(names_.Entry(entry)));
  }

  // Writes up to three equal entries. More entries become one line, with the first and the last entry.
  void WriteEqual(std::span<const FoldedEntry> entries) {
    constexpr std::size_t kShown = 3;
    if (entries.size() <= kShown) {
      for (const FoldedEntry& entry : entries) Line(' ', names_.Entry(entry), names_.Entry(entry));
      return;
    }
    const std::string text = "(" + std::to_string(entries.size()) + " equal: " + names_.Entry(entries.front()) + " … " +
                             names_.Entry(entries.back()) + ")";
    Line(' ', text, "");
  }

  void Line(char mark, const std::string& left, const std::string& right) {
    std::string line = std::string(1, mark) + " ";
    // If there is no right side, the left side may use the whole width.
    const bool whole = right.empty();
    const std::string cell = width_ == 0 || whole ? left : CutToCharacters(left, width_, "…");
    line += cell;
    if (!right.empty()) {
      const std::size_t width = width_ == 0 ? used_ : width_, size = CountCharacters(cell);
      line.append(width - std::min(width, size) + 2, ' ');
      line += width_ == 0 ? right : CutToCharacters(right, width_, "…");
    }
    out_ += CutLine(line, width_ == 0 ? 0 : 2 * width_ + 5) + "\n";
  }

  std::string& out_;
  const FoldedTraces& folded_;
  const EntryNames names_;
  // Width of a side in characters; 0 if a side is as wide as its entries.
  std::size_t width_ = 0;
  std::size_t used_ = 0;
  std::set<LoopId> loops_;
};

// Returns a thread's entries. If the thread is missing from the run, this is an error, because the user named the
// thread.
std::span<const FoldedEntry> EntriesOf(const FoldedTraces& folded, std::size_t run, ThreadKey id) {
  const FoldedThread* thread = folded.Find(run, id);
  if (thread == nullptr) throw Error(ErrorCode::kBadArgument, "no run has a thread " + ThreadText(id));
  return thread->entries;
}

}  // namespace

void WriteFoldedTraces(std::string& out, const RankingView& view) {
  const FoldedTraces& folded = view.ranking.folded.front();
  const EntryNames names(folded, view.demangle);
  std::set<LoopId> loops;
  for (std::size_t run = 0; run < folded.runs.size(); ++run) {
    out += RunText(view, run) + "\n";
    for (const FoldedThread& thread : folded.runs[run]) {
      out += ThreadText(thread.id) + ": " + Plural(thread.calls, "call") + ", " +
             Plural(thread.entries.size(), "entry") + "\n";
      std::vector<std::string> words;
      for (const FoldedEntry& entry : thread.entries) words.push_back(names.Entry(entry));
      AppendWords(out, words, view.columns == 0 ? 0 : std::max(kLine, view.columns));
      CollectLoops(folded, thread.entries, loops);
    }
  }
  AppendLoops(out, loops, names);
}

void WriteDiffNlr(std::string& out, const RankingView& view, ThreadKey id) {
  const FoldedTraces& folded = view.ranking.folded.front();
  const std::size_t good_runs = view.ranking.ranking.good, bad_run = good_runs;
  const std::span<const FoldedEntry> bad = EntriesOf(folded, bad_run, id);
  const std::optional<std::size_t> good_run = MostSimilarRun(folded, good_runs, bad_run, id);
  if (!good_run) throw Error(ErrorCode::kBadArgument, "no good run has a thread " + ThreadText(id));
  const std::span<const FoldedEntry> good = EntriesOf(folded, *good_run, id);
  SideBySide lines(out, view);
  lines.Write(ThreadText(id) + " in " + RunText(view, *good_run), good,
              ThreadText(id) + " in " + RunText(view, bad_run), bad, DiffNlr(folded, good, bad));
  lines.WriteLoops();
}

void WritePairDiffNlr(std::string& out, const RankingView& view, ThreadKey a, ThreadKey b) {
  const FoldedTraces& folded = view.ranking.folded.front();
  const PairDiffNlr pair = CompareDiffNlr(folded, view.ranking.ranking.good, view.ranking.ranking.good, a, b);
  SideBySide lines(out, view);
  auto write = [&](std::size_t run, std::span<const NlrBlock> blocks) {
    lines.Write(ThreadText(a) + " in " + RunText(view, run), EntriesOf(folded, run, a),
                ThreadText(b) + " in " + RunText(view, run), EntriesOf(folded, run, b), blocks);
  };
  // The bad run comes first, because readers look there for differences between the two threads.
  write(pair.bad_run, pair.bad);
  out += "\n";
  write(pair.good_run, pair.good);
  lines.WriteLoops();
}

}  // namespace profdiff
