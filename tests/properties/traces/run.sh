#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that new uftrace recordings contain the same calls as those in testdata/traces, and that conversion to Chrome's
# format (by uftrace or egprof) or to OTF2 does not change a trace. The unit tests test the stored recordings without
# uftrace.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
source "$here/../../support/shell/checks.sh"
show=${BUILD_DIR:-$top/build}/tests/properties/traces/show_trace
egprof=${EGPROF:-$top/build/egprof/egprof}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints the calls of a trace. Calls before main, and the order in which threads are created, depend on the machine.
calls() { "$@" | sed 's/^[^:]*: //; s/__[a-z_]* //g' | sort; }

compare() {
  mkdir -p "$work/$1.converted"
  bash "$top/testdata/traces/record.sh" "$work/traces" "$1" || return 1
  "$show" "$work/traces/$1" "$work/$1.converted" || return 1
  [ "$(calls "$show" "$work/traces/$1")" = "$(calls "$show" "$top/testdata/traces/$1")" ]
}
# Checks that uftrace's own conversion has the same calls, with the same times to the nanosecond.
dumped() {
  local folder=$work/dumped.$1
  [ -x "$work/traced" ] || gcc -pg -g -O0 -w -DVERSION=1 -o "$work/traced" "$top/testdata/programs/traced.c" -pthread
  (cd "$work" && uftrace record --no-event --force -d "$folder" ./traced "$1") >/dev/null 2>&1
  uftrace dump --chrome -d "$folder" >"$folder.json" || return 1
  "$egprof" trace --startup --fail-if='unmatched > 0' --fail-if='self != 0' "$folder" "$folder.json"
}
# Recordings contain no paths of the recording machine: programs are in /programs, and only system libraries are named.
paths_of_machine() {
  local archive
  {
    grep -rahoE '(/[A-Za-z0-9_.+-]+){2,}' "$top/testdata/traces" --exclude='*.sh' --exclude='*.py' --exclude='*.tar.xz'
    for archive in "$top"/testdata/traces/*/*.tar.xz; do
      tar -xJOf "$archive" | grep -aoE '(/[A-Za-z0-9_.+-]+){2,}'
    done
  } | grep -vE '^/(programs|(usr/)?lib)/' | sort -u
}
refused() {
  local output
  output=$("$show" "$1") && return 1
  printf '%s\n' "$output"
  [ "$(wc -l <<<"$output")" -eq 1 ] && grep -F "$2" <<<"$output"
}

check "recordings contain no path of the recording machine" nothing paths_of_machine
check "a folder that is not a trace is refused" refused "$here" "neither recorded by uftrace"
if [ "${PROFDIFF_TEST_FULL:-0}" != 1 ]; then
  : # recordings are made only in full runs
elif command -v uftrace >/dev/null; then
  for case in simple simple2 threads jumps fork killed arguments debug heat heat2 heat_mpi expressions globs; do
    check "$case is recorded and read" compare "$case"
  done
  # The recordings of longjmp and fork are omitted: for these, uftrace writes calls without an end or without a
  # beginning.
  for case in simple threads killed; do
    check "$case is the same trace as uftrace converts it" dumped "$case"
  done
else
  skip "recordings: uftrace is not there (Debian: uftrace)"
fi
finish
