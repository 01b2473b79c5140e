#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Keeps inputs found by fuzz.sh that reach new code, smallest first, as testdata/fuzz/NAME/grown-*.
#
#   bash tests/fuzz/grow.sh [BYTES_EACH]
#
# BYTES_EACH  limit for each fuzzer (default: 5000); at most 40 inputs are kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
limit=${1:-5000}
export ASAN_OPTIONS=allocator_may_return_null=1
for source in tests/fuzz/*_fuzz.cpp; do
  name=$(basename "$source" _fuzz.cpp)
  folder=testdata/fuzz/$name chosen=build/fuzz/chosen/$name
  rm -rf "$chosen" "$folder"/grown-*
  mkdir -p "$chosen"
  build/fuzz/tests/fuzz/fuzz_"$name" -merge=1 -timeout=10 "$chosen" "$folder" "build/fuzz/corpus/$name" >"$chosen.log" 2>&1
  kept=0 inputs=0
  while read -r size input; do
    cmp -s "$input" /dev/null && continue
    digest=$(sha256sum "$input" | cut -c 1-8)
    sha256sum "$folder"/* | grep "^$digest" >/dev/null && continue
    kept=$((kept + size))
    inputs=$((inputs + 1))
    [ "$kept" -le "$limit" ] && [ "$inputs" -le 40 ] || break
    cp "$input" "$folder/grown-$digest"
  done < <(find "$chosen" -type f -printf '%s %p\n' | sort -n)
  echo "$name: $(find "$folder" -name 'grown-*' | wc -l) inputs of $(find "$chosen" -type f | wc -l)"
done
