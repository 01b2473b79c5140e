#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that egprof works without its optional libraries, and reports what it cannot do without them.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
without=${BUILD_DIR:-$here/../../build}/tests/egprof_without
asking=$(cd "$here/../../libprofdiff/src" && grep -rl PROFDIFF_HAS_ --include='*.cpp' . | sort)
traces=$(cd "$here/../../testdata/traces" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Checks that every source file that depends on an optional library was compiled again without these libraries.
all_compiled() {
  local source
  for source in $asking; do grep -F "src/${source#./}" "$here/../../libprofdiff/CMakeLists.txt" || { echo "$source is left out"; return 1; }; done
}
make_profile() {
  printf 'int f(int x) { return x + 1; }\nint main(void) { return f(-1); }\n' >"$work/p.c"
  gcc -pg -o "$work/p" "$work/p.c" && (cd "$work" && ./p)
}
same() { (cd "$work" && "$without" "$@" >without && "$EGPROF" "$@" >with && [ -s with ] && cmp without with); }
# The same for a difference, without its verdict, which needs statistics.
plain_difference() { "$@" | sed 's/: \(both take\|other takes\|cannot tell\).*//'; }
same_difference() {
  (
    cd "$work" && plain_difference "$without" "$@" >without && plain_difference "$EGPROF" "$@" >with && [ -s with ] &&
      cmp without with
  )
}
# refused TEXT ARGUMENT...: expects status 1, nothing on standard output, and one line that contains TEXT.
refused() {
  local text=$1
  shift
  (
    cd "$work" || exit 1
    shown=$("$without" "$@" 2>error)
    [ $? -eq 1 ] && [ -z "$shown" ] && [ "$(wc -l <error)" -eq 1 ] && grep -F "$text" error
  )
}
# A condition that cannot be judged is unknown: the report is complete.
cannot_judge() {
  (
    cd "$work" && echo "main;f 700" >a.folded && echo "main;f 900" >b.folded
    shown=$("$without" "$@" 2>error)
    [ $? -eq 1 ] && grep -q "cannot tell" <<<"$shown" && grep -F "Debian: libboost-dev" error
  )
}
difference_refused() { refused "$1" -b -p "$2" p gmon.out --subtract p gmon.out; }
no_file() { refused "$@" && [ ! -e "$work/x.pprof" ]; }
# Creates files that are recognised as traces by their name and first bytes.
make_traces() {
  mkdir "$work/archive" "$work/ranks" && : >"$work/archive/traces.otf2" && echo '{"traceEvents": []}' >"$work/t.json" &&
    gzip -k "$work/t.json" && cp "$work/t.json" "$work/ranks/rank.0"
}
# Checks that a page is refused before anything is read or written.
page_refused() {
  refused "compiled without d3" trace --timeline=page.html --blocks=blocks.txt "$@" &&
    [ ! -e "$work/page.html" ] && [ ! -e "$work/blocks.txt" ]
}

check "every source that uses an optional library is compiled without it" all_compiled
check "a profile" make_profile
check "listings are the same" same -b p
check "a difference is the same" same_difference -b --side-by-side p gmon.out --subtract gmon.out
check "CSV is the same" same -b -p --format=csv p
check "JSON is the same" same -b -p --format=json p
check "--significance names the missing library" difference_refused "Boost.Math" --significance
check "a condition that needs it names the missing library" difference_refused "Boost.Math" --fail-if=significant
check "… also after the report of egprof diff" cannot_judge diff --fail-if='self > 5% and significant' a.folded b.folded
check "--pprof names the missing library" refused "compiled without protozero" --pprof p
check "… also of a difference" refused "compiled without protozero" --pprof p gmon.out --subtract p gmon.out
check "… and writes no file" no_file "compiled without protozero" --pprof=x.pprof p
check "traces" make_traces
check "uftrace's traces are compared the same" same trace "$traces/simple" "$traces/simple2"
for output in tree chrome=- blocks profile; do
  check "--$output is the same" same trace "--$output" "$traces/simple" "$traces/simple2"
done
for trace in archive archive/traces.otf2; do
  check "$trace: an OTF2 archive is refused" refused "compiled without the OTF2 library" trace "$trace"
done
for trace in t.json t.json.gz ranks; do
  check "$trace: a trace in JSON is refused" refused "compiled without nlohmann's json" trace "$traces/simple" "$trace"
done
check "properties hold in the same regions" same check "$traces/../properties/crystal1.callgrind.gz"
check "stores are refused" refused "compiled without SQLite" db list missing
check "models are refused" refused "compiled without" model missing
check "a page is refused" page_refused "$traces/simple" "$traces/simple2"
check "… whatever the traces are" page_refused missing "$traces/simple2"
check "no option of any command crashes, and refusals name a package" nothing \
  python3 "$here/every_option.py" "$without" "$work"
finish
