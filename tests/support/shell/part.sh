#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs one part of the tests and writes its counts, "PASSED FAILED SKIPPED", to a file that tests/run.sh reads.
#
#   part.sh COUNTS-FILE COMMAND...
#
# A part prints its counts of tests as "N passed, N failed[, N skipped]" (the last such line is used) or in the form of
# Catch2. A part that prints no counts is counted as one test. A part without tests, or one that fails without a failed
# test, is counted as failed.
set -uo pipefail
counts=$1
shift
mkdir -p "$(dirname "$counts")"
output=$(mktemp)
trap 'rm -f "$output"' EXIT

"$@" 2>&1 </dev/null | tee "$output"
status=${PIPESTATUS[0]}

own=$(grep -aE '(^|[^0-9])[0-9]+ passed, [0-9]+ failed' "$output" | tail -n 1)
catch_good=$(grep -aoE '^All tests passed \(.* in [0-9]+ test cases?\)' "$output" | tail -n 1)
catch_bad=$(grep -aE '^test cases: ' "$output" | tail -n 1)
number_before() { grep -oE "[0-9]+ $1" <<<"$2" | tail -n 1 | grep -oE '^[0-9]+' || echo 0; }
passed=0 failed=0 skipped=0
if [ -n "$own" ]; then
  passed=$(number_before passed "$own") failed=$(number_before failed "$own") skipped=$(number_before skipped "$own")
elif [ -n "$catch_good" ]; then
  passed=$(number_before 'test case' "$catch_good")
elif [ -n "$catch_bad" ]; then
  passed=$(number_before passed "$catch_bad") failed=$(number_before failed "$catch_bad")
elif [ "$status" -eq 0 ]; then
  passed=1
fi
if [ "$failed" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((passed + skipped)) -eq 0 ]; }; then
  failed=1
fi

echo "$passed $failed $skipped" >"$counts"
[ "$failed" -eq 0 ]
