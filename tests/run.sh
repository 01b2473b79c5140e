#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything and runs every test. The last line has the total counts.
#
#   bash tests/run.sh [--filter REGEX] [--full]
#
# --filter  only the parts whose names match: unit, floors, install, oracle, …
# --full    also the long runs, the second compiler, sanitizers, clang-tidy, cppcheck, coverage: hours
#
# Builds in build/ below the checkout, with the compilers and options of an existing build/CMakeCache.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tests/support/shell/packages.sh

filter=.
full=0
while [ $# -gt 0 ]; do
  case $1 in
    --filter) filter=${2:?--filter needs a regular expression}; shift 2 ;;
    --filter=*) filter=${1#*=}; shift ;;
    --full) full=1; shift ;;
    *) echo "usage: bash tests/run.sh [--filter REGEX] [--full]" >&2; exit 2 ;;
  esac
done
exec </dev/null
export LC_ALL=C.UTF-8 PROFDIFF_TEST_FULL=$full
jobs=$(nproc)

step() { printf '\n== %s (at %d s)\n' "$1" "$SECONDS"; }
# Reports a run without tests as one failure.
give_up() {
  echo "$1" >&2
  echo "0 passed, 1 failed"
  exit 1
}

step "Packages"
packages=("${build_packages[@]}" "${test_packages[@]}")
[ "$full" -eq 0 ] || packages+=(clang clang-tidy clang-format cppcheck libclang-rt-dev dpkg-dev file)
install_packages "${packages[@]}" || give_up "Packages are missing."

step "Build"
# A full run compiles the library several times, so a cache below build/ keeps the results for equal sources and
# options. The cache uses the compiler's list of headers and ignores paths below build/: compiling 290 sources again in
# another folder takes 6 s. A full run uses no precompiled headers and compiles each source by itself, because
# precompiled headers and joined sources hide missing includes.
launcher=()
if [ "$full" -eq 1 ] && command -v ccache >/dev/null; then
  export CCACHE_DIR=$PWD/build/ccache CCACHE_BASEDIR=$PWD/build CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DPROFDIFF_PRECOMPILE=OFF -DPROFDIFF_UNITE=OFF)
fi
cmake -S . -B build "${launcher[@]}" -DPROFDIFF_BUILD_TESTS=ON -DPROFDIFF_WERROR=ON || give_up "Not configured."
cmake --build build -j "$jobs" || give_up "Not built."

step "Tests"
rm -rf build/results
status=0
# Excludes the individual unit tests, because the part "unit" runs all of them in one process.
chosen=(--test-dir build -R "$filter" -E '^unit:')
[ "$full" -eq 1 ] || chosen+=(-LE '^full$')
ctest "${chosen[@]}" --output-on-failure --no-tests=error -j "$jobs" || status=1

# Each part has written its counts to build/results/PART: passed, failed, skipped.
step "Result"
sum_passed=0 sum_failed=0 sum_skipped=0
for part in $(ctest "${chosen[@]}" -N | sed -n 's/^ *Test *#[0-9]*: //p'); do
  passed=0 failed=1 skipped=0
  [ ! -s "build/results/$part" ] || read -r passed failed skipped <"build/results/$part"
  printf '%-12s %6d passed, %d failed, %d skipped\n' "$part" "$passed" "$failed" "$skipped"
  sum_passed=$((sum_passed + passed)) sum_failed=$((sum_failed + failed)) sum_skipped=$((sum_skipped + skipped))
done
[ "$sum_failed" -eq 0 ] && [ "$sum_passed" -gt 0 ] || status=1

line="$sum_passed passed, $sum_failed failed"
[ "$sum_skipped" -eq 0 ] || line+=", $sum_skipped skipped"
echo "Took $SECONDS s."
echo "$line"
exit $status
