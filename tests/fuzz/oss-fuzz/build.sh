#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzzers in the way in which OSS-Fuzz asks for it: with the compiler CC and CXX, the flags CFLAGS and
# CXXFLAGS, which choose the sanitizer, and the engine LIB_FUZZING_ENGINE; programs and their files go to the folder
# OUT, and everything else to WORK. To try it outside of OSS-Fuzz:
#
#   CC=clang CXX=clang++ CXXFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
#     OUT=build/oss-fuzz/out WORK=build/oss-fuzz FUZZERS='gmon manifest' bash tests/fuzz/oss-fuzz/build.sh
#
# FUZZERS names the fuzzers to build; by default all of them.
set -euo pipefail
mkdir -p "$OUT" "$WORK"
out=$(realpath "$OUT") work=$(realpath "$WORK")
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
source tests/fuzz/settings.sh
read -r -a names <<<"${FUZZERS:-$(fuzzer_names | tr '\n' ' ')}"

# The system's C++ library is used instead of libc++, because the libraries of the distribution (RE2, pugixml) are
# compiled for it. Its code is linked statically: the machines that run the fuzzers lack it.
CXXFLAGS=${CXXFLAGS//-stdlib=libc++/}
export CXXFLAGS
launcher=()
! command -v ccache >/dev/null || launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
cmake -S . -B "$work/build" "${launcher[@]}" -DCMAKE_BUILD_TYPE=None -DPROFDIFF_FUZZERS=ON -DPROFDIFF_WITH_MPI=OFF \
  -DPROFDIFF_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++
cmake --build "$work/build" -j "${JOBS:-$(nproc)}" --target "${names[@]/#/fuzz_}"
for name in "${names[@]}"; do cp "$work/build/tests/fuzz/fuzz_$name" "$out/"; done
bash tests/fuzz/oss-fuzz/collect.sh "$out" "${names[@]}"
