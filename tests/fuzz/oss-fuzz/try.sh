#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs each fuzzer that build.sh built, with the inputs and settings beside it, as OSS-Fuzz runs them.
#
#   bash tests/fuzz/oss-fuzz/try.sh FOLDER [SECONDS_EACH]
#
# Inputs that fail are written to FOLDER/found-NAME-*.
set -uo pipefail
cd "$1" || exit 1
seconds=${2:-60}

# Prints the settings in a section of an options file, each on a line of its own.
section() { awk -v wanted="[$2]" '/^\[/ { here = ($0 == wanted); next } here { gsub(/ /, ""); print }' "$1"; }

status=0 ran=0
for options in fuzz_*.options; do
  fuzzer=${options%.options} name=${options#fuzz_}
  name=${name%.options}
  corpus=corpus/$name
  mkdir -p "$corpus"
  python3 -m zipfile -e "${fuzzer}_seed_corpus.zip" "$corpus" || exit 1
  mapfile -t words < <(section "$options" libfuzzer | sed 's/^/-/')
  printf '\n== %s\n' "$name"
  ASAN_OPTIONS=$(section "$options" asan | tr '\n' :) "./$fuzzer" "${words[@]}" -max_total_time="$seconds" \
    -artifact_prefix="found-$name-" -print_final_stats=1 "$corpus" >"$name.log" 2>&1 ||
    { status=1; grep -aE 'ERROR|runtime error|SUMMARY|Test unit written' "$name.log"; }
  grep -aE '^stat::(number_of_executed_units|peak_rss_mb)|^Done' "$name.log"
  ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "No fuzzers in $1." >&2; exit 1; }
exit $status
