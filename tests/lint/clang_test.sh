#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that everything compiles with clang without a warning, that the unit tests pass, and that the sources follow
# .clang-tidy. Compiling everything a second time takes minutes, so it belongs to the full run (tests/run.sh --full).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
cd "$here/../.."
build=${BUILD_DIR:-$PWD/build}/clang

configure() {
  cmake -S . -B "$build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DPROFDIFF_WERROR=ON \
    -DPROFDIFF_BUILD_TESTS=ON -DPROFDIFF_UNITE=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
}
# Checks a few files at a time, on all processors.
tidy() { find egprof libprofdiff/src -name '*.cpp' -print0 | xargs -0 -n 4 -P "$(nproc)" clang-tidy -quiet -p "$build"; }

if [ "${PROFDIFF_TEST_FULL:-0}" -eq 0 ]; then
  skip "the second compiler: with --full"
elif command -v clang++ >/dev/null; then
  check "configures with clang++" configure
  check "compiles without a warning" cmake --build "$build" -j "$(nproc)"
  check "unit tests pass" "$build/tests/unit_tests"
  check "clang-tidy finds nothing" tidy
else
  skip "clang++: it is not there (Debian: clang)"
fi
finish
