#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks how often egprof opens its inputs: a file or a recording at most twice, once to find out what it is and once to
# read it; a pipe once. Counts the system calls with strace.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
egprof=${EGPROF:?}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

calls=trace=open,openat,openat2
# strace is missing, or may not trace, for example in a container.
if ! strace -f -e "$calls" -o calls true 2>/dev/null; then
  skip "how often inputs are opened: strace does not work here"
  finish
fi

# opened MOST NAME... -- COMMAND...: the command succeeds, and opens each input at least once and at most MOST times. A
# directory counts as its file "info".
opened() {
  local most=$1 names=() name count bad=0
  shift
  while [ "$1" != -- ]; do names+=("$1"); shift; done
  shift
  strace -f -e "$calls" -o calls "$@" >out 2>&1 || { cat out; return 1; }
  for name in "${names[@]}"; do
    count=$(grep -cE "\"([^\"]*/)?$name\"" calls)
    [ "$count" -ge 1 ] && [ "$count" -le "$most" ] || { echo "$name: opened $count times"; bad=1; }
  done
  return "$bad"
}

gcc -O1 -pg -fno-inline -o words "$top"/testdata/demo/main.c "$top"/testdata/demo/count_2.c &&
  ./words </dev/null >/dev/null && cp gmon.out one.gmon && cp gmon.out two.gmon
cp words words2
check "there is a profile" [ -s one.gmon ]
for listing in "" "-p" "-q" "-l" "-A" "-C" "-c" "-s"; do
  check "a listing${listing:+ with $listing}" opened 2 words one.gmon -- "$egprof" -b $listing words one.gmon
done
check "a sum" opened 2 words one.gmon two.gmon -- "$egprof" -b words one.gmon two.gmon
check "a difference of one image" opened 2 words one.gmon two.gmon -- "$egprof" diff words one.gmon two.gmon
check "... in gprof's layout" opened 2 words one.gmon two.gmon -- "$egprof" words one.gmon --subtract two.gmon
check "... of two images" opened 2 words words2 one.gmon two.gmon -- "$egprof" diff words one.gmon words2 two.gmon
check "... of runs" opened 2 words one.gmon two.gmon gmon.out -- "$egprof" diff --add words one.gmon two.gmon -- gmon.out
check "... with lines" opened 2 words one.gmon two.gmon -- "$egprof" diff --by=line words one.gmon two.gmon
check "ranks" opened 2 words one.gmon two.gmon -- "$egprof" --ranks words one.gmon two.gmon
check "prune" opened 2 words one.gmon -- "$egprof" prune words one.gmon

pairs=$top/testdata/profiles/pairs
for pair in "flat_old.perf.gz flat_new.perf.gz" "old.perf.gz new.perf.gz" "old.folded.gz new.folded.gz" \
  "old.callgrind.gz new.callgrind.gz" "go_old.cpu.pb.gz go_new.cpu.pb.gz" "old.speedscope.gz new.speedscope.gz" \
  "old.firefox.gz new.firefox.gz" "node_old.cpuprofile.gz node_new.cpuprofile.gz"; do
  read -r old new <<<"$pair"
  check "a difference of $old" opened 2 "$old" "$new" -- "$egprof" diff "$pairs/$old" "$pairs/$new"
  check "a listing of $old" opened 2 "$old" -- "$egprof" "$pairs/$old"
  check "the core of $old" opened 2 "$old" -- "$egprof" prune "$pairs/$old"
  check "a trial of $old" opened 2 "$old" -- "$egprof" db add "$old.db" a/b/c "$pairs/$old"
done
check "properties of a callgrind file" opened 2 old.callgrind.gz -- "$egprof" check "$pairs/old.callgrind.gz"
check "a report, and a page" opened 2 old.perf.gz new.perf.gz -- \
  "$egprof" diff --html=page.html "$pairs/old.perf.gz" "$pairs/new.perf.gz"
check "... that exists already" opened 2 old.perf.gz new.perf.gz -- \
  "$egprof" diff --html=page.html "$pairs/old.perf.gz" "$pairs/new.perf.gz"

traces=$top/testdata/traces
check "a trace" opened 2 info -- "$egprof" trace "$traces/simple"
check "two traces" opened 2 simple/info simple2/info -- "$egprof" trace "$traces/simple" "$traces/simple2"
check "... and a file that exists already" opened 2 simple/info simple2/info -- \
  "$egprof" trace --profile=page.html "$traces/simple" "$traces/simple2"
check "the core of a trace" opened 2 info -- "$egprof" prune "$traces/simple"
check "properties of a trace" opened 2 info -- "$egprof" check "$traces/simple"
check "a trial of a trace" opened 2 info -- "$egprof" db add traces.db a/b/c "$traces/simple"
check "the threads of a run" opened 2 info -- "$egprof" rank "$traces/threads"

mkfifo pipe
feed() { gunzip -c "$1" >pipe & "${@:2}"; }
check "a pipe" feed "$pairs/old.perf.gz" opened 1 pipe -- "$egprof" pipe
check "a pipe with a gprof profile" feed <(gzip -c one.gmon) opened 1 pipe -- "$egprof" -b words pipe
finish
