#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records both versions of testdata/programs/crystal.c with Callgrind into FOLDER, compressed. The caches are those of
# the program's comment, whatever machine this is.
#
#   record.sh FOLDER
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "${1:?usage: record.sh FOLDER}" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The paths in a recording are those of the program: none of this machine shall stand there.
cp "$top/testdata/programs/crystal.c" "$work"
cd "$work"
for version in 1 2; do
  gcc -O1 -g -DVERSION=$version -o crystal crystal.c
  valgrind --tool=callgrind --cache-sim=yes --branch-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
    --toggle-collect=main --callgrind-out-file=out ./crystal >/dev/null 2>&1
  sed "s#$work#/programs#g; /^pid:/d; s#^cmd:.*#cmd: crystal#" out | gzip -9n >"$folder/crystal$version.callgrind.gz"
done
