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
install_packages "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-dev || exit 1
here=tests/fuzz build=build/fuzz
mkdir -p "$build/found"
if [ ${#names[@]} -eq 0 ]; then
  for source in "$here"/*_fuzz.cpp; do names+=("$(basename "$source" _fuzz.cpp)"); done
fi

launcher=()
! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
cmake -S . -B "$build" "${launcher[@]}" -DCMAKE_CXX_COMPILER="${CXX:-clang++}" -DPROFDIFF_FUZZERS=ON >"$build.log" 2>&1 &&
  cmake --build "$build" -j "${JOBS:-$(nproc)}" --target "${names[@]/#/fuzz_}" >>"$build.log" 2>&1 ||
  { tail -n 40 "$build.log" >&2; echo "Not built." >&2; exit 1; }

# Prints the maximum length of an input in bytes: executables need the most, and short texts suffice for most formats.
longest() {
  case $1 in
    image) echo 8192 ;;
    pipeline | ranking) echo 2048 ;;
    gmon | gzip | uftrace) echo 4096 ;;
    *) echo 1024 ;;
  esac
}

# Failed allocations do not end the program: libbfd allocates any size that a damaged file states, and handles the
# failure correctly.
export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
export UBSAN_OPTIONS=print_stacktrace=1
status=0
for name in "${names[@]}"; do
  mkdir -p "$build/corpus/$name"
  options=(-max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -max_len="$(longest "$name")" -print_final_stats=1
    -artifact_prefix="$build/found/$name-" -entropic=0) # entropic mode takes longer than the fuzzer pipeline itself
  [ "$name" != image ] || options+=(-close_fd_mask=2) # libbfd prints complaints while it recognises a file
  [ ! -f "$here/$name.dict" ] || options+=(-dict="$here/$name.dict")
  leaks=1
  [ "$name" != otf2 ] || leaks=0 # libotf2 3.0 leaks 10 kB when it cannot open an archive
  printf '\n== %s\n' "$name"
  ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=$leaks "$build/$here/fuzz_$name" "${options[@]}" "$build/corpus/$name" \
    "testdata/fuzz/$name" >"$build/$name.log" 2>&1 ||
    { status=1; grep -aE 'ERROR|runtime error|SUMMARY|Test unit written' "$build/$name.log"; }
  grep -aE '^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)|^(Done|#[0-9]+\s+DONE)' "$build/$name.log"
done
exit $status
