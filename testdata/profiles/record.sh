#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records testdata/programs/cycles.c with perf and with Callgrind into FOLDER, and stores the results of an independent
# reader beside each file. Times and addresses differ in each recording.
#
#   record.sh FOLDER
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "${1:?usage: record.sh FOLDER}" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Recordings must not contain paths of this machine, so paths of the program are replaced by paths below /programs.
cp "$top/testdata/programs/cycles.c" "$top/testdata/programs/work.h" "$work"
for version in 1 2; do
  (cd "$work" && gcc -O1 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -w -DVERSION=$version -o cycles$version cycles.c)
  perf record -q -e cpu-clock:u -F 250 -g -o "$work/perf.data" "$work/cycles$version" >/dev/null
  perf script --no-inline --no-demangle -F comm,pid,tid,time,period,event,ip,sym,symoff,dso -i "$work/perf.data" 2>/dev/null |
    sed "s#$work#/programs#g; s#cycles[12]\\b#cycles#g" >"$folder/cycles$version.perf"
done
(cd "$work" && valgrind --tool=callgrind --callgrind-out-file=out --toggle-collect=main ./cycles1 >/dev/null 2>&1)
sed "s#$work#/programs#g; s#cycles1\\b#cycles#g; /^pid:/d; s#^cmd:.*#cmd: cycles#" "$work/out" >"$folder/cycles1.callgrind"
for file in "$folder"/*.perf "$folder"/*.callgrind; do
  /usr/bin/python3 "$top/tests/oracle/readers/stack_files.py" "$file" >"$file.expected"
done
