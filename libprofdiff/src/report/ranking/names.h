// SPDX-License-Identifier: GPL-3.0-or-later
// The names of threads, folded entries and functions in all texts of a ranking.
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

// Returns "2.3", or "2_3" as in the paper's table.
std::string ThreadText(ThreadKey id, char between = '.');

// Returns text such as "0.0 1.0 3.0 to 7.0": sorted threads, with ranges for three or more consecutive ranks or
// threads. If there are more than `most` threads and ranges, ends with text such as "… and 12 more"; 0 means no limit.
std::string ThreadsText(std::span<const ThreadKey> ids, std::size_t most = 0);

// The side of a run, and its index on that side.
struct RunOfSide {
  bool is_good = false;
  std::size_t number = 0;  // index among the good runs or among the bad runs

  const char* side() const { return is_good ? "good" : "bad"; }
};
// Returns the side of a run and its index there. `run` is an index into FoldedTraces::runs, in which good runs come
// first.
RunOfSide SideOf(const RankingView& view, std::size_t run);
// Returns text such as "good LABEL".
std::string RunText(const RankingView& view, std::size_t run);

// The attributes used in texts about a whole ranking: functions and loops, without their frequencies.
inline constexpr AttributeRow kPlainEntries = {AttributeOf::kEntries, AttributeFrequency::kNone};

// Returns text such as "21.152 s".
std::string SecondsText(std::uint64_t nanoseconds);

// The names of folded entries, for example "f", "f^3" for three calls of a function, and "L0^7" for seven rounds of a
// loop. Function names are demangled.
class EntryNames {
 public:
  EntryNames(const FoldedTraces& folded, DemangleStyle style);

  const std::string& Function(NameId name) const { return functions_[name.value]; }
  std::string Entry(const FoldedEntry& entry) const;
  // Returns the name of an entry without its count, such as "L0" or "f".
  std::string What(const FoldedEntry& entry) const;
  // Returns the entries of a loop's body, for example "[a b L1^3]".
  std::string Body(LoopId loop) const;

 private:
  const FoldedTraces& folded_;
  std::vector<std::string> functions_;  // by NameId
};

// Returns the path of open calls, such as "main > a > … > z", shortened to at most `characters` characters (0: no
// limit). Calls after the two outermost ones are omitted first. If that is not enough, the text is cut in its middle.
std::string StackText(const std::vector<std::string>& open, DemangleStyle style, std::size_t characters);

// Returns demangled names, separated by commas; if there are more than `most`, ends with text such as "and 12 more".
std::string NamesText(const std::vector<std::string>& names, DemangleStyle style, std::size_t most);

// Returns the line; if it has more than `characters` characters, it is cut and ends with "…". 0 means no limit.
std::string CutLine(std::string line, std::size_t characters);

// Appends a line, broken at blanks into lines of at most `columns` characters, with `indent` blanks before each line
// except the first. A word longer than a line is cut in its middle; text beyond ten lines is cut at its end. 0 columns
// means no limit.
void AppendWrapped(std::string& out, std::string_view line, std::size_t columns, std::size_t indent);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_RANKING_NAMES_H_
