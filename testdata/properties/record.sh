#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records both versions of testdata/programs/crystal.c with Callgrind into FOLDER, compressed: once without addresses,
# and once with addresses, jumps, and a part for each call of bound(). The simulated caches are the same on every
# machine: those described in the program's comments.
#
#   record.sh FOLDER
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=$(mkdir -p "${1:?usage: record.sh FOLDER}" && cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Recordings must not contain paths of this machine, so paths of the program are replaced by paths below /programs.
cp "$top/testdata/programs/crystal.c" "$work"
cd "$work"
record() {
  local name=$1
  shift
  valgrind --tool=callgrind --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 \
    --toggle-collect=main --callgrind-out-file=out "$@" ./crystal >/dev/null 2>&1
  sed "s#$work#/programs#g; /^pid:/d; s#^cmd:.*#cmd: crystal#" out | gzip -9n >"$folder/$name.callgrind.gz"
}
for version in 1 2; do
  gcc -O1 -g -DVERSION=$version -o crystal crystal.c
  record crystal$version --branch-sim=yes
  record crystal$version.loops --dump-instr=yes --dump-line=yes --collect-jumps=yes --dump-after=bound --combine-dumps=yes
done

# An address trace, Callgrind's counts for the same program, and the program itself, for its lines and arrays.
cp "$top/testdata/programs/references.c" "$work"
gcc -O1 -g -nostdlib -static-pie -fno-stack-protector -fcf-protection=none -Wl,--build-id=none \
  -ffile-prefix-map="$work"=/programs -o references references.c
valgrind --tool=lackey --trace-mem=yes ./references >trace 2>&1 || true
valgrind --tool=callgrind --cache-sim=yes --I1=32768,8,64 --D1=1024,2,64 --LL=8388608,16,64 --toggle-collect=main \
  --callgrind-out-file=out ./references >/dev/null 2>&1 || true
sed 's/^==[0-9]*==/==1==/' trace | gzip -9n >"$folder/references.lackey.gz"
sed "s#$work#/programs#g; /^pid:/d; s#^cmd:.*#cmd: references#" out | gzip -9n >"$folder/references.callgrind.gz"
gzip -9nc references >"$folder/references.elf.gz"
