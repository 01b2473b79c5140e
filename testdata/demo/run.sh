#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Demonstrates egprof: builds it, and profiles two versions of a small program. Prints the profile of the first version.
# Then prints the difference between the versions: as a report that fits on one screen, measured again by one command,
# side by side, and in gprof's layout. Also writes the difference as a graph and as a page. All files are written to
# build/demo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/support/shell/packages.sh
export LC_ALL=C.UTF-8

heading() { printf '\n=== %s\n\n' "$1"; }
# Prints a command as a user would type it in build/demo, and runs it there.
show() {
  printf '$ %s\n' "$*"
  (cd build/demo && PATH=$PWD/../egprof:$PATH "$@")
  echo
}

heading "Building egprof"
install_packages "${build_packages[@]}" gcc "${optional_packages[@]}"
cmake -S . -B build >/dev/null
cmake --build build --target egprof -j "$(nproc)" | tail -n 1

heading "Profiling two versions of a program that counts words"
mkdir -p build/demo
rm -rf build/demo/*
cp testdata/demo/*.[ch] build/demo/
# Inlining is off, so that every function has a row of its own.
flags=(-O1 -pg -fno-inline -fno-toplevel-reorder)
for version in 1 2; do
  show gcc "${flags[@]}" -o words_$version main.c count_$version.c
  show ./words_$version
  show mv gmon.out words_$version.gmon
done

heading "The classic listing of the first version: what gprof prints"
show egprof -b words_1 words_1.gmon

heading "What the second version changes, on one screen"
show egprof diff words_1 words_1.gmon words_2 words_2.gmon

heading "Both programs measured in turns by one command, with what works here: perf, or their own profiles"
show egprof record --runs=3 ./words_1 ./words_2

heading "All functions, side by side: base is version 1, other is version 2"
show egprof -b --side-by-side words_1 words_1.gmon --subtract words_2 words_2.gmon

heading "The same in gprof's layout, flat profile only: base minus other, positive means the other takes less"
show egprof -b -p words_1 words_1.gmon --subtract words_2 words_2.gmon

heading "The call graph of the difference as a picture"
show egprof --gml=words.gml words_1 words_1.gmon --subtract words_2 words_2.gmon
cat <<EOF
$PWD/build/demo/words.gml is a graph with coordinates, sizes and colours.
Open it in yEd (File > Open), Gephi, Cytoscape or Tulip, read it with networkx or igraph, or, with Graphviz installed:
  gml2gv build/demo/words.gml | dot -Tsvg -o words.svg
EOF

heading "The report of the difference as one page"
show egprof --html=words.html words_1 words_1.gmon --subtract words_2 words_2.gmon
echo "Open $PWD/build/demo/words.html in a browser; it needs no network."
