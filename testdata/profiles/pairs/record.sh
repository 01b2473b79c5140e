#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records two versions of the programs in ../programs with perf, Callgrind, gperftools, Go's runtime and Node. In the
# second version, app::parse does twice the work. Also stores what perf report, perf diff, callgrind_annotate and pprof
# print for these files. Times differ in each recording.
#
#   record.sh FOLDER
#
# Needs perf, valgrind, go, node and libgoogle-perftools-dev; libc6-dbg has the names of functions in libc.
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
folder=$(mkdir -p "${1:?usage: record.sh FOLDER}" && cd "$1" && pwd)
convert="/usr/bin/python3 $top/testdata/profiles/pairs/convert.py"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$top"/testdata/profiles/programs/* "$work"
cd "$work"
export LC_ALL=C.UTF-8 HOME=$work

# Recordings must not contain paths of this machine, so paths of the program are replaced by paths below /programs.
scrub() { sed "s#$work#/programs#g; s#$top/testdata/profiles/programs#/programs#g"; }
pack() { gzip -9nc; }

build() {  # VERSION PROGRAM OPTION...
  local version=$1 program=$2
  shift 2
  local flags=(-O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls "-ffile-prefix-map=$work=/programs")
  g++ "${flags[@]}" -fPIC -shared -DWORK=WorkInA -DROUNDS=1900000 -o liba.so part.cc
  g++ "${flags[@]}" -fPIC -shared -DWORK=WorkInB -DROUNDS=1300000 -o libb.so part.cc
  # shellcheck disable=SC2016 # the dynamic loader expands $ORIGIN
  g++ "${flags[@]}" -pthread "-DVERSION=$version" -o "$program" parser.cc -L. -la -lb -Wl,-rpath,'$ORIGIN' "$@"
}

perf_script() {
  perf script --no-inline --no-demangle -F comm,pid,tid,time,period,event,ip,sym,symoff,dso -i "$1" 2>/dev/null
}

record_perf() {  # old|new: with whole stacks, and without stacks
  local side=$1 program=prog_$1
  perf record -q -e cpu-clock:u -F 250 -g -o "$side.data" "./$program" 180
  perf_script "$side.data" | scrub | pack >"$folder/$side.perf.gz"
  perf report --stdio --children -g none -n --no-demangle -s dso,sym -i "$side.data" 2>/dev/null | grep -v '^#\|^$' |
    sed 's/ *$//' >"$folder/$side.perf.children.txt"
  perf report --stdio --no-children -g none -n --no-demangle -s dso,sym -i "$side.data" 2>/dev/null | grep -v '^#\|^$' |
    sed 's/ *$//' >"$folder/$side.perf.self.txt"
  perf record -q -e cpu-clock:u -F 250 -o flat.data "./$program" 30
  perf_script flat.data | scrub | pack >"$folder/flat_$side.perf.gz"
}

record_events() {
  perf record -q -e cpu-clock -e page-faults -F 250 -g -o events.data ./prog_old 20  # with frames of the kernel
  perf_script events.data | scrub | pack >"$folder/events.perf.gz"
  perf record -q -e cpu-clock:u -F 100 --call-graph dwarf,4096 -o readable.data ./prog_old 60
  perf script -i readable.data 2>/dev/null | scrub | pack >"$folder/readable.perf.gz"  # with inlined frames
}

record_callgrind() {  # old|new
  local side=$1
  valgrind --tool=callgrind --separate-recs=1 --callgrind-out-file=out "./prog_$side" 1 >/dev/null 2>&1
  callgrind_scrub <out | pack >"$folder/$side.callgrind.gz"
  annotate out >"$folder/$side.callgrind.self.txt.gz"
  annotate out --inclusive=yes >"$folder/$side.callgrind.inclusive.txt.gz"
}
callgrind_scrub() { scrub | sed '/^pid:/d; s#^cmd:.*#cmd: parser#'; }
annotate() {
  local file=$1
  shift
  callgrind_annotate --auto=no "$@" --threshold=100 "$file" 2>/dev/null | scrub | grep '^ *[0-9,]* *(' | pack
}

record_callgrind_sort() {  # a run that mostly calls itself recursively
  valgrind --tool=callgrind --separate-recs=1 --callgrind-out-file=out ./prog_old 4 sort >/dev/null 2>&1
  callgrind_scrub <out | pack >"$folder/sort.callgrind.gz"
  annotate out --inclusive=yes >"$folder/sort.callgrind.inclusive.txt.gz"
}

record_callgrind_threads() {
  valgrind --tool=callgrind --separate-threads=yes --cache-sim=yes --callgrind-out-file=threads ./prog_old 1 >/dev/null 2>&1
  for number in 01 02; do
    callgrind_scrub <"threads-$number" | pack >"$folder/threads.callgrind.out-$number.gz"
  done
}

print_pprof() {
  go tool pprof -top -nodecount=1000000 -nodefraction=0 -edgefraction=0 "$@" 2>/dev/null |
    grep -v '^File\|^Time\|^Duration'
}

declare -A unit=([cpu]=ns [heap]=B)
record_pprof() {
  go build -trimpath -o words words.go
  ./words 1 old.cpu old.heap
  ./words 2 new.cpu new.heap
  for name in old.cpu new.cpu old.heap new.heap; do
    $convert pprof "$name" "$work" >"$folder/go_$name.pb.gz"
    print_pprof "-unit=${unit[${name#*.}]}" "$name" >"$folder/go_$name.pprof.txt"
  done
  for kind in cpu heap; do
    print_pprof "-unit=${unit[$kind]}" -diff_base "old.$kind" "new.$kind" >"$folder/go_$kind.diff.txt"
    go tool pprof -proto -output diff.pb.gz -diff_base "old.$kind" "new.$kind" >/dev/null 2>&1
    $convert pprof diff.pb.gz "$work" >"$folder/go_diff.$kind.pb.gz"
  done
}

record_gperftools() {  # old|new: C++; pprof finds no names, because the program is position-independent
  local side=$1 version=$2
  build "$version" "profiled_$side" -Wl,--no-as-needed -lprofiler
  CPUPROFILE=native.prof CPUPROFILE_FREQUENCY=250 "./profiled_$side" 100 2>/dev/null
  go tool pprof -proto -output native.pb.gz "profiled_$side" native.prof >/dev/null 2>&1
  $convert pprof native.pb.gz "$work" >"$folder/native_$side.pb.gz"
  print_pprof -unit=ns native.pb.gz >"$folder/native_$side.pprof.txt"
}

record_node() {  # old|new
  node --cpu-prof --cpu-prof-interval=4000 --cpu-prof-name=node.json words.js "$2"
  sed "s#file://$work#file:///programs#g" node.json | pack >"$folder/node_$1.cpuprofile.gz"
}

build 1 prog_old
build 2 prog_new
for side in old new; do
  record_perf $side
  record_callgrind $side
done
perf diff old.data new.data 2>/dev/null | grep -v '^#\|^$' | sed 's/ *$//' >"$folder/perf_diff.txt"
record_events
record_callgrind_sort
record_callgrind_threads
record_pprof
record_gperftools old 1
record_gperftools new 2
record_node old 1
record_node new 2
# Writes the same stacks in further formats. The tools that write them (stackcollapse-perf.pl, speedscope, samply) are
# not in Debian.
for side in old new; do
  for format in folded speedscope firefox; do
    $convert "$format" "$folder/$side.perf.gz" | pack >"$folder/$side.$format.gz"
  done
done
