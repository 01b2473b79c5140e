#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that a new column of a difference needs only a row in report/columns/row_numbers.cpp. Adds the part of the
# inclusive time that is self time in this way to a copy of the tree. --columns and its help, CSV, JSON and pages must
# then have it. Compiles only the changed file.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=$(cd "${BUILD_DIR:-$top/build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/copy"
cp -r "$top/egprof" "$top/libprofdiff" "$scratch/copy"
cd "$scratch/copy"
numbers=libprofdiff/src/report/columns/row_numbers.cpp

sed -i '/^};$/i\
    {.key = "ownPart", .name = "own-part", .description = "self time in percent of inclusive time",\
     .heading = "part", .units = {"%", "%", "points"}, .kind = NumberKind::kRatio, .in = kEverywhere,\
     .value = [](const Side\& side, const SideTotals\&, bool) {\
       return side.total > 0 ? Number(100 * side.self / side.total) : std::nullopt; }},' $numbers
changed_elsewhere() { diff -rq "$top/libprofdiff" libprofdiff | grep -v '/columns/row_numbers\.cpp differ$'; }
check "a column is a row of row_numbers.cpp" [ "$(diff "$top/$numbers" $numbers | grep -c '^> ')" -eq 4 ]
check "nothing else has changed" nothing changed_elsewhere

# The other objects of the program are taken from the build.
link_line=$build/egprof/CMakeFiles/egprof.dir/link.txt
if [ ! -f "$link_line" ]; then
  skip "what the new column does: there is no $link_line"
  finish
fi
compile() {
  "${CXX:-c++}" -std=c++20 -O0 -w -Ilibprofdiff/include -Ilibprofdiff/src -c $numbers -o "$scratch/numbers.o"
}
link() {
  local line
  line=$(sed "s# [^ ]*/report/columns/row_numbers[.]cpp[.]o# $scratch/numbers.o#g; s# -o egprof # -o $scratch/egprof #" \
    "$link_line")
  (cd "$build/egprof" && eval "$line")
}
prints() {
  local text
  text=$("${@:2}" 2>&1)
  case $text in *"$1"*) ;; *) echo "$text" && return 1 ;; esac
}
check "the new column compiles" compile
check "the program with it is linked" link
egprof=$scratch/egprof
cd "$scratch" || exit 1
printf 'main 10\nmain;f 30\n' >a.folded
printf 'main 30\nmain;f 30\n' >b.folded
of_main() {
  "$egprof" diff --format=json a.folded b.folded | python3 -c '
import json, sys
row = next(f for f in json.load(sys.stdin)["functions"] if f["name"] == "main")
print(*(row[side]["ownPart"] for side in ("base", "other", "difference")))'
}
check "a table side by side has it" prints "    25.00    50.00   -25.00" \
  "$egprof" diff --columns=own-part a.folded b.folded
check "... with its heading" prints "   +part    -part     diff" "$egprof" diff --columns=own-part a.folded b.folded
check "CSV has it" prints ",baseOwnPart,otherOwnPart,diffOwnPart," "$egprof" diff --format=csv a.folded b.folded
check "JSON has it" prints "25.0 50.0 -25.0" of_main
page_has_it() {
  "$egprof" diff --html=page.html a.folded b.folded >diff.txt && grep -qF '"name":"own-part"' page.html
}
check "a page has it" page_has_it
check "--help lists it" prints "own-part" "$egprof" diff --help
check "a mistake lists it" prints "own-part" "$egprof" diff --columns=x a.folded b.folded
finish
