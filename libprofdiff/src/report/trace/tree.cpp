// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the difference of two call trees as text: a line for each path that matters. Which paths have lines is decided
// from the leaves up: a path matters if it or a path below it does. If there are too many lines, the paths with the
// largest differences keep theirs; a caller's largest difference is at least that of each callee, so that no path is
// shown without its callers.
// Tests: tests/unit/report/trace/tree_test.cpp.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/decimals.h"
#include "base/text.h"
#include "profdiff/alignment.h"
#include "profdiff/error.h"
#include "report/trace/paths.h"
#include "values/trace_changes.h"

namespace profdiff {
namespace {

// Which paths of a comparison have lines of their own; by index in TraceDifference::paths.
class ShownPaths {
 public:
  ShownPaths(const TraceDifference& difference, const TraceTreeOptions& options)
      : paths_(difference.paths),
        importance_(paths_.size()),
        all_equal_(paths_.size(), true),
        is_top_(paths_.size(), true),
        shown_(paths_.size()) {
    if (options.top > 0) MarkTop(difference, options.top);
    Climb();
    // Equal calls are opened from 5 % of all changes on.
    const std::uint64_t changes = SumOfChanges(difference);
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const bool is_large = importance_[i] > 0 && importance_[i] >= changes / 20;
      shown_[i] = is_top_[i] && (!all_equal_[i] || is_large);
    }
    if (options.limit > 0) KeepLargest(options.limit);
  }

  bool operator[](std::size_t path) const { return shown_[path]; }
  bool AllEqual(std::size_t path) const { return all_equal_[path]; }
  // True if the line of a path also has its only callee.
  bool IsChained(std::size_t path) const {
    const PathDifference& caller = paths_[path];
    if (path + 1 >= caller.end || !shown_[path + 1]) return false;
    const PathDifference& callee = paths_[path + 1];
    if (callee.end != caller.end || caller.mark != Mark::kEqual || callee.mark != Mark::kEqual) return false;
    const std::uint64_t own = Magnitude(caller.part_a - caller.part_b);
    return caller.calls_a == callee.calls_a && own * 20 <= Magnitude(caller.inclusive_a - caller.inclusive_b);
  }

 private:
  void MarkTop(const TraceDifference& difference, std::size_t top) {
    is_top_.assign(paths_.size(), false);
    for (const PathRow& row : ChoosePaths(difference, CallTime::kSelf, top).rows) is_top_[row.index] = true;
  }

  // Passes what is known of each path to its caller.
  void Climb() {
    std::vector<std::size_t> callers(paths_.size()), open;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      open.resize(paths_[i].depth);
      callers[i] = open.empty() ? i : open.back();
      open.push_back(i);
    }
    for (std::size_t i = paths_.size(); i-- > 0;) {
      const PathDifference& path = paths_[i];
      const std::int64_t own = path.inside ? path.inclusive_a - path.inclusive_b : path.part_a - path.part_b;
      importance_[i] = std::max(importance_[i], Magnitude(own));
      if (path.mark != Mark::kEqual) all_equal_[i] = false;
      const std::size_t caller = callers[i];
      importance_[caller] = std::max(importance_[caller], importance_[i]);
      if (!all_equal_[i]) all_equal_[caller] = false;
      if (is_top_[i]) is_top_[caller] = true;
    }
  }

  // Returns the number of lines: of shown paths, and of neighbouring folded ones.
  std::size_t CountLines() const {
    std::size_t lines = 0;
    bool in_run = false;
    std::uint32_t depth = 0;
    for (std::size_t i = 0; i < paths_.size(); i = shown_[i] ? i + 1 : paths_[i].end) {
      const bool continues = in_run && !shown_[i] && paths_[i].depth == depth;
      lines += !continues && !(shown_[i] && IsChained(i));
      in_run = !shown_[i];
      depth = paths_[i].depth;
    }
    return lines;
  }

  void KeepLargest(std::size_t limit) {
    std::size_t lines = CountLines();
    if (lines <= limit) return;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (shown_[i]) order.push_back(i);
    }
    std::ranges::stable_sort(order, std::greater<>(), [this](std::size_t i) { return importance_[i]; });
    for (std::size_t kept = std::min(order.size(), limit); kept > 0 && lines > limit;) {
      shown_.assign(paths_.size(), false);
      for (std::size_t i = 0; i < kept; ++i) shown_[order[i]] = true;
      lines = CountLines();
      if (lines > limit) kept -= std::min(kept, std::max<std::size_t>(1, (lines - limit) / 2));
    }
  }

  const std::vector<PathDifference>& paths_;
  std::vector<std::uint64_t> importance_;  // largest difference of a path and of those below it, in nanoseconds
  std::vector<bool> all_equal_;            // true if a path and all below it have only equal calls
  std::vector<bool> is_top_;
  std::vector<bool> shown_;
};

// Neighbouring paths of one caller that are folded into a line.
struct Fold {
  std::size_t first = 0, paths = 0;
  std::uint32_t depth = 0;
  std::uint64_t calls = 0;
  std::int64_t time_a = 0, time_b = 0;
  TraceNoise::Interval noise = {};
  bool all_equal = true;
};

class TreeWriter {
 public:
  TreeWriter(std::string& out, const TraceComparison& comparison, const TraceTreeOptions& options)
      : out_(out),
        comparison_(comparison),
        options_(options),
        paths_(comparison.difference.paths),
        a_(comparison.a.trace, options.demangle),
        b_(comparison.b.trace, options.demangle),
        names_(comparison.alignment, comparison.difference, a_, b_),
        shown_(comparison.difference, options) {}

  void Run() {
    std::size_t left_out = 0;
    bool first = out_.empty();
    if (options_.noise != nullptr) {
      out_ += "~ noise explains the difference: " + Plural(options_.noise->runs_a, "run") + " of A and " +
              std::to_string(options_.noise->runs_b) + " of B\n\n";
    }
    for (std::size_t begin = 0; begin < paths_.size();) {
      const std::size_t thread = paths_[begin].thread;
      std::size_t end = begin;
      bool any = false;
      for (; end < paths_.size() && paths_[end].thread == thread; end = paths_[end].end) any = any || shown_[end];
      if (any || comparison_.alignment.threads.size() == 1) {
        if (!std::exchange(first, false)) out_ += '\n';
        out_ += PairLabel(a_.trace, b_.trace, comparison_.alignment.threads[thread]) + "\n";
        out_ += "           A us           B us       A - B us  call\n";
        WritePair(begin, end);
      } else {
        ++left_out;
      }
      begin = end;
    }
    if (left_out == 0) return;
    out_ += std::string(first ? "" : "\n") + Plural(left_out, "pair") + " of threads without " +
            (first ? "a difference\n" : "a difference to show\n");
  }

 private:
  void WritePair(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end;) {
      if (!shown_[i]) {
        if (fold_.paths > 0 && fold_.depth != paths_[i].depth) WriteFold();
        AddToFold(i);
        i = paths_[i].end;
        continue;
      }
      WriteFold();
      i = WritePath(i);
    }
    WriteFold();
  }

  // Writes the line of a path, with the callees that share it. Returns the index of the next path.
  std::size_t WritePath(std::size_t first) {
    std::vector<std::string> names = {names_.Last(first)};
    std::size_t last = first;
    while (shown_.IsChained(last)) names.push_back(names_.Last(++last));
    const PathDifference& path = paths_[first];
    StartLine(path.mark, Shift(path), path.inclusive_a, path.inclusive_b, NoiseOf(first));
    if (last > first) hidden_.emplace_back(paths_[first].end, static_cast<std::uint32_t>(last - first));
    constexpr std::size_t kChain = 80;
    out_ += names.size() == 1 ? names[0] : JoinPath(names, kChain);
    WriteCounts(path, CallsBelowOf(last));
    return last + 1;
  }

  // Returns the depth of a path's line, which is smaller than the path's own if callers share a line.
  std::uint32_t Shift(const PathDifference& path) {
    const auto index = static_cast<std::size_t>(&path - paths_.data());
    std::uint32_t depth = path.depth;
    std::erase_if(hidden_, [index](const auto& hidden) { return hidden.first <= index; });
    for (const auto& [end, levels] : hidden_) depth -= levels;
    return depth;
  }

  struct Below {
    std::uint64_t a = 0, b = 0;
  };
  // Calls below a path that have no lines of their own, because it has no paths below it.
  Below CallsBelowOf(std::size_t path) const { return {paths_[path].below_a, paths_[path].below_b}; }

  void AddToFold(std::size_t path) {
    if (fold_.paths++ == 0) fold_ = {path, 1, paths_[path].depth};
    const TraceNoise::Interval noise = NoiseOf(path);
    fold_.noise.middle += noise.middle;
    fold_.noise.half += noise.half;  // the deviation of a sum is at most the sum of the deviations
    fold_.time_a += paths_[path].inclusive_a;
    fold_.time_b += paths_[path].inclusive_b;
    fold_.all_equal = fold_.all_equal && shown_.AllEqual(path);
    for (std::size_t i = path; i < paths_[path].end; ++i) {
      fold_.calls += std::max(paths_[i].calls_a + paths_[i].below_a, paths_[i].calls_b + paths_[i].below_b);
    }
  }

  void WriteFold() {
    if (fold_.paths == 0) return;
    const Fold fold = std::exchange(fold_, {});
    const PathDifference& path = paths_[fold.first];
    StartLine(fold.paths == 1 ? path.mark : Mark::kEqual, Shift(path), fold.time_a, fold.time_b, fold.noise);
    if (fold.paths == 1) {
      out_ += names_.Last(fold.first);
      const std::uint64_t below = fold.calls - std::max(path.calls_a, path.calls_b);
      if (path.mark != Mark::kEqual) {
        WriteCounts(path, path.mark == Mark::kDifferent ? Below{path.below_a, path.below_b} : Below{below, below});
        return;
      }
      if (path.calls_a > 1) out_ += " x " + std::to_string(path.calls_a);
      if (below > 0) out_ += " ... " + CountText(below, fold.all_equal) + " below";
    } else {
      out_ += "... " + CountText(fold.calls, fold.all_equal);
    }
    EndLine();
  }

  static std::string CountText(std::uint64_t calls, bool all_equal) {
    return Plural(calls, all_equal ? "equal call" : "call");
  }

  // Writes text such as " x 3 ... 1 call below", or " ... 3 and 4 calls below" for two sides, and ends the line.
  void WriteCounts(const PathDifference& path, const Below& below) {
    const std::uint64_t calls = std::max(path.calls_a, path.calls_b);
    if (calls > 1) out_ += " x " + std::to_string(calls);
    if (path.mark == Mark::kDifferent && below.a + below.b > 0) {
      out_ += " ... " + std::to_string(below.a) + " and " + Plural(below.b, "call") + " below";
    } else if (below.a + below.b > 0) {
      out_ += " ... " + Plural(std::max(below.a, below.b), "call") + " below";
    }
    EndLine();
  }

  TraceNoise::Interval NoiseOf(std::size_t path) const {
    return options_.noise == nullptr ? TraceNoise::Interval() : options_.noise->inclusive[path];
  }

  void StartLine(Mark mark, std::uint32_t depth, std::int64_t time_a, std::int64_t time_b,
                 const TraceNoise::Interval& noise) {
    constexpr std::string_view kSigns = " !-+";
    out_ += kSigns[static_cast<std::size_t>(mark)];
    AppendTime(mark != Mark::kOnlyB ? WithDecimals(time_a, 3) : "");
    AppendTime(mark != Mark::kOnlyA ? WithDecimals(time_b, 3) : "");
    const bool is_noise = options_.noise != nullptr && time_a != time_b && noise.HidesDifference();
    AppendTime((is_noise ? "~" : "") + WithDecimals(time_a - time_b, 3));
    Indent(depth);
  }
  void EndLine() {
    out_ += '\n';
    DrainIfLong(out_, options_.drain);
  }
  void AppendTime(const std::string& text) {
    constexpr int kWidth = 15;
    AppendRight(out_, text, kWidth);
  }

  // Indentation stops at 60 levels, because deeply indented lines would be unreadable. The depth of deeper calls is
  // printed in brackets.
  void Indent(std::uint32_t depth) {
    constexpr std::uint32_t kDeepest = 60;
    out_.append(2 + 2 * std::size_t{std::min(depth, kDeepest)}, ' ');
    if (depth > kDeepest) out_ += "[" + std::to_string(depth) + "] ";
  }

  std::string& out_;
  const TraceComparison& comparison_;
  const TraceTreeOptions& options_;
  const std::vector<PathDifference>& paths_;
  NamedTrace a_, b_;
  PathNames names_;
  const ShownPaths shown_;
  Fold fold_;
  // Levels that lines of several calls save, for paths before an index.
  std::vector<std::pair<std::size_t, std::uint32_t>> hidden_;
};

}  // namespace

void WriteTraceTree(std::string& out, const TraceComparison& comparison, const TraceTreeOptions& options) {
  if (comparison.alignment.flat) {
    throw Error(ErrorCode::kBadArgument, "a flat alignment has no call trees to draw");
  }
  TreeWriter(out, comparison, options).Run();
}

}  // namespace profdiff
