#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records calls of testdata/programs/growth.c and their arguments with uftrace, and writes FOLDER/growth.tar.xz. Times
# and addresses differ in each recording. Even on a busy machine, the minimum times grow as expected.
#
#   record.sh FOLDER
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(realpath "${1:?usage: record.sh FOLDER}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$work"
gcc -O1 -pg -fno-inline -w -o growth "$top/testdata/programs/growth.c"
arguments=()
for name in sum sort pairs multiply; do arguments+=(-A "$name@arg1/i64"); done
uftrace record --force --no-libcall --no-event "${arguments[@]}" -d growth.trace \
  ./growth 15 64 128 256 512 1024 >/dev/null
rm -f growth.trace/{lib*,ld-*}.{sym,dbg} growth.trace/default.opts growth.trace/*.dbg
# Keeps only the lines that egprof reads, and replaces the paths of this machine.
grep -avE '^(cpuinfo|meminfo|osinfo|usageinfo|loadinfo|record_date|cmdline|enumauto|argauto|retauto)' growth.trace/info >info
mv info growth.trace/info
sed -i "s#$work#/programs#g" growth.trace/info growth.trace/task.txt growth.trace/*.map growth.trace/*.sym
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=2026-01-01 -cJf "$folder/growth.tar.xz" growth.trace
