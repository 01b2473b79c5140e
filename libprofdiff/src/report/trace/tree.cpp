// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of two call trees as text. Blocks of the alignment are processed in order. A call whose subtree
// is within one block of equal rows is skipped together with everything below it, because all these calls equal their
// matches. Any other call becomes a line with further lines below it. The cost is therefore linear in the number of
// calls that lead to differences.
// Tests: tests/unit/report/trace/tree_test.cpp.
#include <algorithm>
#include <string_view>
#include <vector>

#include "base/decimals.h"
#include "base/text.h"
#include "profdiff/trace_listing.h"
#include "report/trace/aligned_calls.h"
#include "report/trace/tree_lines.h"

namespace profdiff {
namespace {

std::int64_t TimeOf(const CallTree& tree, std::uint32_t row) { return static_cast<std::int64_t>(tree.duration[row]); }

std::uint64_t CallsBelow(const CallTree& tree, std::uint32_t row) { return tree.end[row] - row - 1; }

// Makes the lines of the tree for a pair of threads.
class TreeMaker {
 public:
  TreeMaker(const CallTree& a, const CallTree& b, std::uint32_t below) : a_(a), b_(b), below_(below) {}

  void Add(const AlignmentBlock& block) {
    switch (block.mark) {
      case Mark::kEqual:
        return AddMatches(block);
      case Mark::kDifferent:
        return AddDifferent(block.a, block.b);
      case Mark::kOnlyA:
        return AddOnlyA(block);
      case Mark::kOnlyB:
        return AddOnlyB(block);
    }
  }
  const std::vector<TreeLine>& Finish() {
    while (!open_.empty()) Leave();
    return lines_.Finish();
  }

 private:
  struct Rows {
    std::uint32_t a_end, b_end;
  };

  void Leave() {
    lines_.Close();
    open_.pop_back();
  }

  void AddMatches(const AlignmentBlock& block) {
    for (std::uint32_t i = 0; i < block.a_count;) {
      const std::uint32_t a = block.a + i, b = block.b + i;
      // A matched call stays open until either side leaves its subtree.
      while (!open_.empty() && (open_.back().a_end <= a || open_.back().b_end <= b)) Leave();
      TreeLine line{.a = a_.function[a], .b = {}, .time_a = TimeOf(a_, a), .time_b = TimeOf(b_, b)};
      // Both subtrees end within the block, so there is no difference below.
      if (a_.end[a] <= block.a + block.a_count && b_.end[b] <= block.b + block.b_count) {
        line.calls_a = CallsBelow(a_, a);
        lines_.AddEqual(line);
        i += a_.end[a] - a;
      } else {
        lines_.Open(line);
        open_.push_back({a_.end[a], b_.end[b]});
        ++i;
      }
    }
  }

  // The callees of two different functions are not compared, so they are only counted.
  void AddDifferent(std::uint32_t a, std::uint32_t b) {
    while (!open_.empty() && (open_.back().a_end <= a || open_.back().b_end <= b)) Leave();
    TreeLine line{.mark = Mark::kDifferent, .a = a_.function[a], .b = b_.function[b]};
    line.calls_a = CallsBelow(a_, a);
    line.calls_b = CallsBelow(b_, b);
    line.time_a = TimeOf(a_, a);
    line.time_b = TimeOf(b_, b);
    lines_.Add(line);
  }

  void AddOnlyA(const AlignmentBlock& block) {
    while (!open_.empty() && open_.back().a_end <= block.a) Leave();
    AddSide(a_, block.a, block.a + block.a_count, [](const CallTree& tree, std::uint32_t row) {
      return TreeLine{.mark = Mark::kOnlyA, .a = tree.function[row], .b = {}, .time_a = TimeOf(tree, row)};
    });
  }
  void AddOnlyB(const AlignmentBlock& block) {
    while (!open_.empty() && open_.back().b_end <= block.b) Leave();
    AddSide(b_, block.b, block.b + block.b_count, [](const CallTree& tree, std::uint32_t row) {
      return TreeLine{.mark = Mark::kOnlyB, .a = {}, .b = tree.function[row], .time_b = TimeOf(tree, row)};
    });
  }

  // Adds calls that only one side has, down to `below_` levels. Deeper calls are only counted.
  template <class LineOf>
  void AddSide(const CallTree& tree, std::uint32_t row, std::uint32_t end, LineOf line_of) {
    std::vector<std::uint32_t> ends;
    while (row < end) {
      for (; !ends.empty() && ends.back() <= row; ends.pop_back()) lines_.Close();
      TreeLine line = line_of(tree, row);
      if (ends.size() < below_) {
        lines_.Open(line);
        ends.push_back(tree.end[row++]);
      } else {
        line.calls_a = CallsBelow(tree, row);
        lines_.Add(line);
        row = tree.end[row];
      }
    }
    for (; !ends.empty(); ends.pop_back()) lines_.Close();
  }

  const CallTree &a_, &b_;
  const std::uint32_t below_;
  TreeLines lines_;
  std::vector<Rows> open_;
};

void AppendTime(std::string& out, bool shown, std::int64_t nanoseconds) {
  constexpr int kWidth = 15;
  AppendRight(out, shown ? WithDecimals(nanoseconds, 3) : "", kWidth);
}

// Appends text such as " ... 3 calls below", or " ... 3 and 4 calls below" for two sides.
void AppendBelow(std::string& out, const TreeLine& line) {
  const bool both = line.mark == Mark::kDifferent;
  if (line.calls_a == 0 && line.calls_b == 0) return;
  out += " ... ";
  AppendCount(out, line.calls_a);
  if (both) {
    out += " and ";
    AppendCount(out, line.calls_b);
  }
  out += line.mark == Mark::kEqual ? " equal calls below" : " calls below";
}

class TreeWriter {
 public:
  TreeWriter(std::string& out, const AlignedTraces& traces, const TraceTreeOptions& options)
      : out_(out), options_(options), a_(traces.a, options.demangle), b_(traces.b, options.demangle) {}

  void Write(const ThreadAlignment& pair) {
    const SideOfPair a(a_, pair.a), b(b_, pair.b);
    out_ += PairLabel(a_.trace, b_.trace, pair) + "\n";
    out_ += "           A us           B us       A - B us  call\n";
    TreeMaker maker(a.calls, b.calls, options_.below);
    for (const AlignmentBlock& block : pair.blocks) maker.Add(block);
    for (const TreeLine& line : maker.Finish()) WriteLine(line);
  }

 private:
  void WriteLine(const TreeLine& line) {
    constexpr std::string_view kMarks = " !-+";
    out_ += kMarks[static_cast<std::size_t>(line.mark)];
    AppendTime(out_, line.mark != Mark::kOnlyB, line.time_a);
    AppendTime(out_, line.mark != Mark::kOnlyA, line.time_b);
    AppendTime(out_, true, line.time_a - line.time_b);
    Indent(line.depth);
    WriteCall(line);
    if (line.times > 1) {
      out_ += " x ";
      AppendCount(out_, line.times);
    }
    out_ += '\n';
    DrainIfLong(out_, options_.drain);
  }

  // Indentation stops at 60 levels, because deeply indented lines would be unreadable. The depth of deeper calls is
  // printed in brackets.
  void Indent(std::uint32_t depth) {
    constexpr std::uint32_t kDeepest = 60;
    out_.append(2 + 2 * std::size_t{std::min(depth, kDeepest)}, ' ');
    if (depth <= kDeepest) return;
    out_ += '[';
    AppendCount(out_, std::uint64_t{depth});
    out_ += "] ";
  }
  void WriteCall(const TreeLine& line) {
    if (line.kind == TreeLine::Kind::kLoop) {
      out_ += "loop";
      return;
    }
    if (line.kind == TreeLine::Kind::kEqualCalls) {
      out_ += "... ";
      AppendCount(out_, line.calls_a);
      out_ += " equal calls";
      return;
    }
    if (line.a.valid()) out_ += a_.names[line.a];
    if (line.a.valid() && line.b.valid()) out_ += " | ";
    if (line.b.valid()) out_ += b_.names[line.b];
    AppendBelow(out_, line);
  }

  std::string& out_;
  const TraceTreeOptions& options_;
  NamedTrace a_, b_;
};

}  // namespace

void WriteTraceTree(std::string& out, const AlignedTraces& traces, const TraceTreeOptions& options) {
  RequireTreesAligned(traces);
  TreeWriter writer(out, traces, options);
  bool first = out.empty();
  for (const ThreadAlignment& pair : traces.alignment.threads) {
    if (!first) out += '\n';
    first = false;
    writer.Write(pair);
  }
}

}  // namespace profdiff
