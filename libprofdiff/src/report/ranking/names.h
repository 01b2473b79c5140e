// SPDX-License-Identifier: GPL-3.0-or-later
// Threads, folded entries and functions, as all texts of a ranking name them.
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

// "2.3", or "2_3" as the paper's table has it.
std::string ThreadText(ThreadKey id, char between = '.');

// "0.0 1.0 3.0 to 7.0": sorted threads; runs of three and more whose ranks follow each other are one range. Behind so
// many threads and ranges: "… and 12 more"; 0 never cuts.
std::string ThreadsText(std::span<const ThreadKey> ids, std::size_t most = 0);

// A run of a ranking, as one of its side.
struct RunOfSide {
  bool is_good = false;
  std::size_t number = 0;  // among those of the side

  const char* side() const { return is_good ? "good" : "bad"; }
};
// `run` counts good runs first, as FoldedTraces::runs.
RunOfSide SideOf(const RankingView& view, std::size_t run);
// "good LABEL".
std::string RunText(const RankingView& view, std::size_t run);

// "0.89".
std::string NumberText(double value, int decimals = 2);

// Attributes for texts about a whole ranking: functions and loops of any frequency.
inline constexpr AttributeRow kPlainEntries = {AttributeOf::kEntries, AttributeFrequency::kNone};

// "1 thread", "2 threads".
std::string Plural(std::size_t count, std::string_view noun);

// "21.152 s".
std::string SecondsText(std::uint64_t nanoseconds);

// "f", "f^3" for a function three times, "L0^7" for a loop. Names are those of the tracer, made readable.
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

// "main > a > … > z", cut to so many characters: outermost calls go first, then the middle; 0 never cuts.
std::string StackText(const std::vector<std::string>& open, DemangleStyle style, std::size_t characters);

// Demangled names with commas; behind so many "and 12 more".
std::string NamesText(const std::vector<std::string>& names, DemangleStyle style, std::size_t most);

// The line without what goes beyond so many characters, ending in "…" then; 0 never cuts.
std::string CutLine(std::string line, std::size_t characters);

// The line and its end; where it is longer than `columns` it goes on in further ones, at blanks, behind `indent` of
// them. A word that is longer than a line is cut in its middle, and what does not fit into ten lines at its end. 0
// columns never break it.
void AppendWrapped(std::string& out, std::string_view line, std::size_t columns, std::size_t indent);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_NAMES_H_
