#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs cppcheck, and measures which code the tests reach: the lines and branches of each floor (see ARCHITECTURE.md).
# Lists each line of the floor `read` that no test reaches. Belongs to the full run (tests/run.sh --full).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=${BUILD_DIR:-$top/build}/coverage
least=85 # required percentage of covered lines on every floor
# Parts of the tests to run. Parts that measure memory and parts that wait are left out.
parts='unit|golden|machine|trace|traces|terminal|readers|completion|trust|lines|mutants'

cppcheck_finds() {
  cppcheck --quiet --std=c++20 --language=c++ --enable=warning,performance,portability --inline-suppr \
    --suppress=missingIncludeSystem --suppress=unknownMacro --error-exitcode=1 -j "$(nproc)" \
    -I "$top" -I "$top/libprofdiff/include" -I "$top/libprofdiff/src" "$top/egprof" "$top/libprofdiff/src"
}
measure() {
  cmake -S "$top" -B "$build" -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="-O0 --coverage" -DPROFDIFF_BUILD_TESTS=ON \
    -DPROFDIFF_UNITE=OFF &&
    cmake --build "$build" -j "$(nproc)" --target unit_tests egprof completions compare_lines show_trace &&
    (cd "$build" && ctest --output-on-failure -j "$(nproc)" -R "^($parts)\$")
}
# Reports "read 93.1 % of 3120 lines, 71.0 % of 5000 branches", and the lines of read/ that were not reached.
report() {
  # Includes the tests' objects, because the linker keeps only one copy of an inline function, possibly a test's copy.
  (cd "$build" && find . -name '*.gcda' -print0 | xargs -0 gcov --json-format --stdout --branch-probabilities) |
    /usr/bin/python3 "$here/../support/shell/coverage.py" "$top" "$least" >"$build/report"
}

if [ "${PROFDIFF_TEST_FULL:-0}" -eq 0 ]; then
  skip "cppcheck and coverage: with --full"
else
  check "cppcheck finds nothing" cppcheck_finds
  check "tests pass, counting" measure
  check "every floor has $least % of its lines reached" report
  cat "$build/report"
fi
finish
