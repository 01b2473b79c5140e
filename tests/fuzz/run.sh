#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs replay_NAME over testdata/fuzz/NAME: the initial inputs of the fuzzers, the inputs that the fuzzers found, and
# mutants, which are the same in every run: ten times as many with PROFDIFF_TEST_FULL=1. fuzz.sh runs longer and finds
# new inputs.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$here/../support/shell/checks.sh"
programs=${BUILD_DIR:-$top/build}/tests/fuzz

for source in "$here"/*_fuzz.cpp; do
  name=$(basename "$source" _fuzz.cpp)
  inputs=$top/testdata/fuzz/$name mutants=10000
  [[ $name != @(pipeline|properties|ranking|rules) ]] || mutants=2000 # a mutant takes a millisecond
  [[ $name != otf2 ]] || mutants=1000                                 # 7 ms
  [ "${PROFDIFF_TEST_FULL:-0}" = 1 ] || mutants=$((mutants / 10))
  check "$name: $(ls "$inputs" | wc -l) inputs" "$programs/replay_$name" "$inputs"
  check "$name: $mutants mutants of them" "$programs/replay_$name" "$inputs" $mutants
done

# Checks that the stored seeds equal those that seeds.py writes. Compares executables only by name, because each
# compiler generates different code.
same_seeds() {
  local folder=$PWD/seeds
  rm -rf "$folder"
  /usr/bin/python3 "$here/seeds.py" "$folder" || return 1
  (cd "$folder" && find . -name 'seed-*' | sort) >written
  (cd "$top/testdata/fuzz" && find . -name 'seed-*' | sort) >kept
  diff kept written || return 1
  while read -r seed; do
    [[ $seed == ./image/* ]] || cmp "$top/testdata/fuzz/$seed" "$folder/$seed" || return 1
  done <kept
}
check "the first inputs are what seeds.py writes" same_seeds

# Checks that OSS-Fuzz is given each fuzzer's first inputs, its settings, and its dictionary if there is one.
collected() {
  mkdir -p collected && bash "$here/oss-fuzz/collect.sh" collected || return 1
  local source name
  for source in "$here"/*_fuzz.cpp; do
    name=$(basename "$source" _fuzz.cpp)
    diff <(ls "$top/testdata/fuzz/$name") <(/usr/bin/python3 -m zipfile -l "collected/fuzz_${name}_seed_corpus.zip" |
      awk 'NR > 1 { print $1 }' | sort) || return 1
    grep -qxE 'max_len=[0-9]+' "collected/fuzz_$name.options" || return 1
    [ ! -f "$here/$name.dict" ] || cmp "$here/$name.dict" "collected/fuzz_$name.dict" || return 1
  done
}
check "what OSS-Fuzz keeps beside the fuzzers" collected

without_origin() {
  local input
  for input in "$top"/testdata/fuzz/*/found-*; do
    input=${input#"$top"/testdata/fuzz/}
    grep -qF "| \`$input\` |" "$top/testdata/README.md" || echo "$input"
  done
}
check "testdata/README.md describes the cause of every finding" nothing without_origin
finish
