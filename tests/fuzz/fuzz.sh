#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzzers with clang in build/fuzz and runs each of them.
#
#   bash tests/fuzz/fuzz.sh [SECONDS_EACH [NAME...]]
#
# SECONDS_EACH is 60 by default; NAME is gmon, gzip, image, ... Each fuzzer starts with the inputs of testdata/fuzz and
# keeps new ones in build/fuzz/corpus/NAME for the next time; inputs that fail are written to build/fuzz/found/NAME-*.
# When the cause is fixed, add the input to testdata/fuzz/NAME under a name that describes what was wrong.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
shift $(($# > 0))
names=("$@")
source tests/support/shell/packages.sh
source tests/fuzz/settings.sh
install_packages "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-dev || exit 1
here=tests/fuzz build=build/fuzz
mkdir -p "$build/found"
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(fuzzer_names)

launcher=()
! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
cmake -S . -B "$build" "${launcher[@]}" -DCMAKE_CXX_COMPILER="${CXX:-clang++}" -DPROFDIFF_FUZZERS=ON >"$build.log" 2>&1 &&
  cmake --build "$build" -j "${JOBS:-$(nproc)}" --target "${names[@]/#/fuzz_}" >>"$build.log" 2>&1 ||
  { tail -n 40 "$build.log" >&2; echo "Not built." >&2; exit 1; }

export UBSAN_OPTIONS=print_stacktrace=1
status=0
for name in "${names[@]}"; do
  mkdir -p "$build/corpus/$name"
  mapfile -t options < <(engine_settings "$name" | sed 's/^/-/')
  options+=(-max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="$build/found/$name-"
    -entropic=0) # entropic mode takes longer than the fuzzer pipeline itself
  [ ! -f "$here/$name.dict" ] || options+=(-dict="$here/$name.dict")
  printf '\n== %s\n' "$name"
  ASAN_OPTIONS=$(sanitizer_settings "$name" | tr '\n' :)${ASAN_OPTIONS:-} "$build/$here/fuzz_$name" "${options[@]}" \
    "$build/corpus/$name" "testdata/fuzz/$name" >"$build/$name.log" 2>&1 ||
    { status=1; grep -aE 'ERROR|runtime error|SUMMARY|Test unit written' "$build/$name.log"; }
  grep -aE '^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)|^(Done|#[0-9]+\s+DONE)' "$build/$name.log"
done
exit $status
