#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the program and its unit tests with checks that end the program: for memory errors, undefined behaviour, data
# races, and violated preconditions of the C++ and C libraries. Separate builds take long, so this belongs to the full
# run (tests/run.sh --full).
#
#   bash tests/lint/sanitize_test.sh [memory|races|hardened]...     runs only these kinds of checks
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=${BUILD_DIR:-$top/build}/checked
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# libbfd keeps a buffer for each image whose lines were read; the library cannot free it.
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1

compile() {
  cmake -C "$top/tests/sanitize/$1.cmake" -S "$top" -B "$build/$1" -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache)" &&
    cmake --build "$build/$1" -j "$(nproc)" --target egprof unit_tests fuzzers
}
replay() {
  local program
  for program in "$build/$1"/tests/fuzz/replay_*; do
    "$program" "$top/testdata/fuzz/${program##*/replay_}" 2000 || return 1
  done
}
# Reads, adds up, subtracts and writes two sides of many profiles. The output must be the same with eight threads as
# with one.
threads() {
  local egprof=$build/$1/egprof/egprof i options
  gcc -O1 -pg -fno-inline -o "$work/words" "$top"/testdata/demo/main.c "$top"/testdata/demo/count_2.c || return 1
  cp "$work/words" "$work/again"
  (cd "$work" && ./words >words.txt && for i in {1..40}; do cp gmon.out "gmon.$i"; done) || return 1
  for options in "-b" "-b --runs" "-b --side-by-side" "-b --format=csv -p -q"; do
    for i in 1 8; do
      # shellcheck disable=SC2086
      (cd "$work" && "$egprof" $options --threads=$i words gmon.{1..20} --subtract again gmon.{21..40} >"out.$i" 2>"err.$i") ||
        { cat "$work/err.$i"; return 1; }
    done
    cmp "$work/out.1" "$work/out.8" || return 1
  done
  (cd "$work" && "$egprof" -b --ranks --threads=8 words gmon.{1..40} >out.ranks && "$egprof" -b --threads=8 words gmon.{1..40} >out.sum)
}
# Compares two large traces, and each stored trace with itself. The result must be the same with eight threads as with
# one.
traces() {
  local egprof=$build/$1/egprof/egprof i pair folder
  g++ -std=c++20 -O2 -I"$top/tests" -I"$top/libprofdiff/include" -I"$top/libprofdiff/src" -o "$work/write_traces" \
    "$top/tests/bench/write_traces.cpp" && "$work/write_traces" "$work/traces" 300000 1000 0.01 || return 1
  for folder in "$top"/testdata/traces/*/; do [ ! -e "$folder/info" ] || set -- "$@" "$folder $folder"; done
  shift
  for pair in "$work/traces/a $work/traces/b" "$@"; do
    for i in 1 8; do
      # shellcheck disable=SC2086
      "$egprof" trace --threads=$i $pair --blocks="$work/blocks.$i" >"$work/out.$i" 2>"$work/err.$i"
      case $? in 0 | 2) ;; *) cat "$work/err.$i"; return 1 ;; esac
    done
    cmp "$work/out.1" "$work/out.8" && cmp "$work/blocks.1" "$work/blocks.8" || return 1
  done
}

if [ "${PROFDIFF_TEST_FULL:-0}" -eq 0 ] && [ $# -eq 0 ]; then
  skip "sanitizers and a hardened build: with --full"
else
  for kind in "${@:-memory races hardened}"; do
    # shellcheck disable=SC2086
    for one in $kind; do
      check "$one: compiles" compile "$one"
      check "$one: unit tests pass" "$build/$one/tests/unit_tests"
      check "$one: what the fuzzers began with and found, and mutants of it" replay "$one"
      check "$one: the same on one thread and on eight" threads "$one"
      check "$one: traces, on one thread and on eight" traces "$one"
    done
  done
fi
finish
