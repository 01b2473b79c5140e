#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The other compiler: everything compiles without a warning, and the unit tests pass. Where the tools are there, the
# sources also keep the layout of .clang-format and, in the long run, the rules of .clang-tidy.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/shell/checks.sh"
cd "$here/.."
build=${BUILD_DIR:-$PWD/build}/clang

configure() {
  cmake -S . -B "$build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug -DPROFDIFF_WERROR=ON \
    -DPROFDIFF_BUILD_TESTS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
}
sources() { find egprof libprofdiff tests testdata/demo \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) "$@"; }
format() { sources -print0 | xargs -0 clang-format --dry-run -Werror; }
# A few files at a time, on all processors.
tidy() { find egprof libprofdiff/src -name '*.cpp' -print0 | xargs -0 -n 4 -P "$(nproc)" clang-tidy -quiet -p "$build"; }

if command -v clang++ >/dev/null; then
  check "configures with clang++" configure
  check "compiles without a warning" cmake --build "$build" -j "$(nproc)"
  check "unit tests pass" "$build/tests/unit_tests"
else
  skip "clang++: it is not there (Debian: clang)"
fi
if clang-format --version 2>/dev/null | grep -q ' version 14\.'; then
  check "every source is laid out by .clang-format" format
else
  skip "layout: clang-format 14 is not there (other versions lay out otherwise)"
fi
if [ "${PROFDIFF_TEST_LONG:-0}" -ne 0 ]; then
  check "clang-tidy finds nothing" tidy
fi
finish
