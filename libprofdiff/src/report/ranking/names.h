// SPDX-License-Identifier: GPL-3.0-or-later
// Threads, folded entries and functions as they are named in all texts of a ranking.
// Test: tests/unit/report/ranking/names_test.cpp.
#ifndef PROFDIFF_REPORT_RANKING_NAMES_H_
#define PROFDIFF_REPORT_RANKING_NAMES_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profdiff/ranking.h"

namespace profdiff {

// "2.3", or "2_3" in the paper's table.
std::string ThreadText(ThreadKey id, char between = '.');

// "0.0 1.0 3.0 to 7.0": sorted threads, with ranges for three or more consecutive ranks or threads. After `most`
// threads and ranges follows "… and 12 more"; 0: no limit.
std::string ThreadsText(std::span<const ThreadKey> ids, std::size_t most = 0);

// A run of a ranking within its side.
struct RunOfSide {
  bool is_good = false;
  std::size_t number = 0;  // index among the runs of the side

  const char* side() const { return is_good ? "good" : "bad"; }
};
// `run` counts good runs first, as FoldedTraces::runs.
RunOfSide SideOf(const RankingView& view, std::size_t run);
// "good LABEL".
std::string RunText(const RankingView& view, std::size_t run);

// "0.89".
std::string NumberText(double value, int decimals = 2);

// Attributes for texts about a whole ranking: functions and loops without frequency.
inline constexpr AttributeRow kPlainEntries = {AttributeOf::kEntries, AttributeFrequency::kNone};

// "1 thread", "2 threads".
std::string Plural(std::size_t count, std::string_view noun);

// "21.152 s".
std::string SecondsText(std::uint64_t nanoseconds);

// Names of folded entries: "f", "f^3" for three calls of a function, "L0^7" for a loop. Names are those of the tracer,
// demangled.
class EntryNames {
 public:
  EntryNames(const FoldedTraces& folded, DemangleStyle style);

  const std::string& Function(NameId name) const { return functions_[name.value]; }
  std::string Entry(const FoldedEntry& entry) const;
  // "L0" or "f": an entry without its count.
  std::string What(const FoldedEntry& entry) const;
  // "[a b L1^3]": the body of a loop.
  std::string Body(LoopId loop) const;

 private:
  const FoldedTraces& folded_;
  std::vector<std::string> functions_;  // by NameId
};

// "main > a > … > z", cut to a number of characters: calls after the two outermost are left out first, then the
// text is cut in its middle; 0: no limit.
std::string StackText(const std::vector<std::string>& open, DemangleStyle style, std::size_t characters);

// Demangled names with commas; after `most` names follows "and 12 more".
std::string NamesText(const std::vector<std::string>& names, DemangleStyle style, std::size_t most);

// The line cut to a number of characters, with "…" at its end; 0: no limit.
std::string CutLine(std::string line, std::size_t characters);

// Appends a line, broken at blanks into lines of at most `columns` characters, with `indent` blanks before all but the
// first. A word longer than a line is cut in its middle, text beyond ten lines at its end. 0 columns: no limit.
void AppendWrapped(std::string& out, std::string_view line, std::size_t columns, std::size_t indent);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_NAMES_H_
