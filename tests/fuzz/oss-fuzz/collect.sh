#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes what OSS-Fuzz keeps beside each fuzzer: fuzz_NAME.dict, fuzz_NAME.options and fuzz_NAME_seed_corpus.zip.
#
#   bash tests/fuzz/oss-fuzz/collect.sh FOLDER [NAME...]
set -euo pipefail
out=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source settings.sh
[ $# -gt 0 ] || mapfile -t names < <(fuzzer_names)
[ $# -eq 0 ] || names=("$@")
for name in "${names[@]}"; do
  {
    echo '[libfuzzer]'
    engine_settings "$name"
    [ ! -f "$name.dict" ] || echo "dict=fuzz_$name.dict"
    echo '[asan]'
    sanitizer_settings "$name"
  } >"$out/fuzz_$name.options"
  [ ! -f "$name.dict" ] || cp "$name.dict" "$out/fuzz_$name.dict"
  rm -f "$out/fuzz_${name}_seed_corpus.zip"
  python3 -m zipfile -c "$out/fuzz_${name}_seed_corpus.zip" ../../testdata/fuzz/"$name"/*
done
