# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by shell tests: counts checks, and prints the closing line that part.sh reads.
#
#   check "what must hold" COMMAND...      passes if the command succeeds
#   skip "what was not tried, and why"
#   finish                                 prints "N passed, N failed", exits

checks_passed=0 checks_failed=0 checks_skipped=0

check() {
  local what=$1 output
  shift
  if output=$("$@" 2>&1); then
    checks_passed=$((checks_passed + 1))
    echo "ok      $what"
  else
    checks_failed=$((checks_failed + 1))
    echo "FAILED  $what"
    echo "        $*"
    printf '%s\n' "$output" | tail -n 60 | sed 's/^/        | /'
  fi
}

skip() {
  checks_skipped=$((checks_skipped + 1))
  echo "skipped $1"
}

# nothing COMMAND...: for commands that print what is wrong; succeeds if the command prints nothing.
nothing() {
  local found
  found=$("$@")
  printf '%s\n' "$found"
  [ -z "$found" ]
}

finish() {
  local line="$checks_passed passed, $checks_failed failed"
  [ "$checks_skipped" -eq 0 ] || line+=", $checks_skipped skipped"
  echo "$line"
  exit $((checks_failed > 0))
}
