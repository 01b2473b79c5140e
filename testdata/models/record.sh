#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records calls of testdata/programs/growth.c and texts.cc and their arguments with uftrace, and writes
# FOLDER/growth.tar.xz and FOLDER/texts.tar.xz. Times and addresses differ in each recording. Even on a busy machine, the
# minimum times grow as expected.
#
#   record.sh FOLDER
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(realpath "${1:?usage: record.sh FOLDER}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# record NAME ARGUMENT...: records a program with options of uftrace, and packs the recording.
record() {
  local name=$1
  shift
  uftrace record --force --no-libcall --no-event "$@" -d "$name.trace" "./$name" 15 64 128 256 512 1024 >/dev/null
  rm -f "$name".trace/{lib*,ld-*}.{sym,dbg} "$name".trace/default.opts "$name".trace/*.dbg
  # Keeps only the lines that egprof reads, and replaces the paths of this machine.
  grep -avE '^(cpuinfo|meminfo|osinfo|usageinfo|loadinfo|record_date|cmdline|enumauto|argauto|retauto)' "$name.trace/info" >info
  mv info "$name.trace/info"
  sed -i "s#$work#/programs#g" "$name".trace/info "$name".trace/task.txt "$name".trace/*.map "$name".trace/*.sym
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=2026-01-01 -cJf "$folder/$name.tar.xz" "$name.trace"
}

cd "$work"
gcc -O1 -pg -fno-inline -w -o growth "$top/testdata/programs/growth.c"
g++ -O1 -pg -w -o texts "$top/testdata/programs/texts.cc"
arguments=()
for name in sum sort pairs multiply; do arguments+=(-A "$name@arg1/i64"); done
record growth "${arguments[@]}"
record texts -A 'fill@arg1/s,arg2/i64' -A 'join@arg1/S,arg2/i64'
