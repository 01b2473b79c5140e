#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that a new format needs only one file, and one row and one include in a formats.cpp. Adds a format for tables
# and one for call graphs in this way to a copy of the tree. Options, --help, completion and `egprof trace` must then
# include both formats. Compiles only the changed files.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=$(cd "${BUILD_DIR:-$top/build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/copy"
cp -r "$top/egprof" "$top/libprofdiff" "$top/tests" "$top/CMakeLists.txt" "$scratch/copy"
cd "$scratch/copy"
report=libprofdiff/src/report

cat >$report/format/bars.h <<'HEADER'
// SPDX-License-Identifier: GPL-3.0-or-later
// Tables with bars between their cells.
#ifndef PROFDIFF_REPORT_FORMAT_BARS_H_
#define PROFDIFF_REPORT_FORMAT_BARS_H_

#include <string>
#include <string_view>

#include "report/format/table.h"

namespace profdiff {

class BarWriter : public TableWriter {
 public:
  explicit BarWriter(std::string& out) : out_(out) {}

  void StartTable(std::string_view name, std::span<const TableColumn> columns) override {
    out_.append(name);
    for (const TableColumn& column : columns) out_.append("|").append(column.heading);
    out_ += '\n';
  }
  void AddCell(const Cell& cell) override { out_.append("|").append(CellText(cell)); }
  void EndRow() override { out_ += '\n'; }

 private:
  std::string& out_;
};

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_BARS_H_
HEADER
sed -i 's|^#include "report/format/csv.h"$|#include "report/format/bars.h"\n&|
s|^ *{.name = "csv", .*|&\n    {.name = "bars", .extension = ".bars", .start = [](std::string\& out) -> std::unique_ptr<TableWriter> { return std::make_unique<BarWriter>(out); }},|' \
  $report/format/formats.cpp

cat >$report/graph/arrows.h <<'HEADER'
// SPDX-License-Identifier: GPL-3.0-or-later
// Call graphs as lines "caller -> callee".
#ifndef PROFDIFF_REPORT_GRAPH_ARROWS_H_
#define PROFDIFF_REPORT_GRAPH_ARROWS_H_

#include <string>

#include "profdiff/formats.h"

namespace profdiff {

inline GmlResult WriteArrows(std::string& out, const Execution& execution, const std::string& label,
                             const GmlOptions& /*options*/) {
  out += "of " + label + "\n";
  for (const Arc& arc : execution.profile.arcs) {
    out.append(execution.functions[arc.caller].name).append(" -> ");
    out.append(execution.functions[arc.callee].name).append("\n");
  }
  return {};
}

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GRAPH_ARROWS_H_
HEADER
sed -i 's|^#include <algorithm>$|&\n\n#include "report/graph/arrows.h"|
s|^constexpr GraphFormat kFormats.*|&\n    {.name = "arrows", .extension = ".arrows", .summary = "who calls whom", .needs_arcs = true, .write = WriteArrows},|' \
  $report/graph/formats.cpp

changed_lines() { diff -B "$top/$report/$1/formats.cpp" "$report/$1/formats.cpp" | grep '^[<>]' | grep -c '[^<> ]'; }
changed_elsewhere() {
  diff -rq "$top/egprof" egprof
  diff -rq "$top/libprofdiff" libprofdiff |
    grep -vE "Only in $report/(format: bars|graph: arrows)\.h\$|/(format|graph)/formats\.cpp differ\$"
}
floors() { (BUILD_DIR=/nowhere bash tests/lint/floors_test.sh | grep -E '^FAILED +(every|report)'); }
check "a format of tables is a file and two lines of its formats.cpp" [ "$(changed_lines format)" -eq 2 ]
check "a format of call graphs is a file and two lines of its formats.cpp" [ "$(changed_lines graph)" -eq 2 ]
check "nothing else has changed" nothing changed_elsewhere
check "the rules of folders hold for the new files" nothing floors

# The other objects of the program are taken from the build.
link_line=$build/egprof/CMakeFiles/egprof.dir/link.txt
if [ ! -f "$link_line" ]; then
  skip "what the new formats do: there is no $link_line"
  finish
fi
compile() {
  "${CXX:-c++}" -std=c++20 -O0 -w -I. -Ilibprofdiff/include -Ilibprofdiff/src -c "$report/$1/formats.cpp" \
    -o "$scratch/$1.o"
}
link() {
  local line
  line=$(sed "s# [^ ]*/report/\(format\|graph\)/formats[.]cpp[.]o# $scratch/\1.o#g; s# -o egprof # -o $scratch/egprof #" \
    "$link_line")
  (cd "$build/egprof" && eval "$line")
}
prints() {
  local text
  text=$("${@:2}" 2>&1)
  case $text in *"$1"*) ;; *) echo "$text" && return 1 ;; esac
}
has() { prints "$1" cat "$2"; }
record() {
  gcc -O1 -pg -fno-inline -o words "$top"/testdata/demo/main.c "$top"/testdata/demo/count_2.c &&
    ./words </dev/null >/dev/null && [ -f gmon.out ]
}
# Compiles both formats at the same time. A check runs in a subshell, which cannot wait for a process of this shell.
compile graph >"$scratch/graph.log" 2>&1 &
check "the new format of tables compiles" compile format
wait $! || cat "$scratch/graph.log"
check "the new format of call graphs compiles" [ -s "$scratch/graph.o" ]
check "the program with them is linked" link
egprof=$scratch/egprof
check "--help lists the format of tables" prints "--format=text|csv|bars|json" "$egprof" --help
check "--help lists the format of call graphs" prints "--arrows[=FILE]" "$egprof" --help
check "... with its summary, and what a difference needs" \
  prints "who calls whom; for a difference" "$egprof" diff --help
check "a mistake names the format" prints "needs 'text', 'csv', 'bars' or 'json', not 'x'" "$egprof" --format=x
check "the profile of a trace has both formats" prints "--format=text|classic|csv|bars|json|gml|folded|pprof|arrows|callgrind" \
  "$egprof" trace --help

cd "$scratch" || exit 1
check "there is a profile" record
check "--format writes an execution" prints "|name" "$egprof" -p --format=bars words gmon.out
check "... and a difference" prints "baseSelf|otherSelf" "$egprof" diff --format=bars -p words gmon.out gmon.out
check "... and ranks" prints "ranks|lost|mean" "$egprof" --ranks --format=bars words gmon.out gmon.out
check "--arrows writes to standard output" prints "main -> " "$egprof" --arrows words gmon.out
check "... alone" prints "--arrows cannot both go there" "$egprof" -p --arrows words gmon.out
check "--arrows=FILE writes a file" "$egprof" -b -p --arrows=x.arrows words gmon.out
check "... of that execution" has "of words, gmon.out" x.arrows
check "a difference has no negative numbers there" prints "--arrows cannot write negative costs: add --growth or --shrink" \
  "$egprof" diff --arrows=y words gmon.out gmon.out
check "... and its growth has none" "$egprof" diff --arrows=y.arrows --growth words gmon.out gmon.out
traces=$top/testdata/traces
check "the name of a file determines the format of a trace's profile" \
  "$egprof" trace --profile=t.bars "$traces/simple" "$traces/simple2"
check "... a table" has "|baseSelf" t.bars
check "... or a call graph" "$egprof" trace --profile=t.arrows --shrink "$traces/simple" "$traces/simple2"
check "... of both traces" has "of $traces/simple - $traces/simple2" t.arrows
finish
