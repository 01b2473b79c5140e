#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` leaves is whole: program, library, headers, manuals, package files; and a program outside the
# tree builds against it, by find_package and by pkg-config, static and shared, and lists a real profile.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$here/../shell/checks.sh"
build=${BUILD_DIR:-$top/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
launcher=$(sed -n 's/^CMAKE_CXX_COMPILER_LAUNCHER:[A-Z]*=//p' "$build/CMakeCache.txt")

has() { [ -n "$(find "$1" -path "$1/$2" 2>/dev/null)" ] || { echo "no $2 below $1"; false; }; }

# A real program with two real profiles, run from where its gmon.out may lie.
make_profiles() {
  gcc -O1 -pg -fno-inline -o "$work/words" "$top"/testdata/demo/main.c "$top"/testdata/demo/count_2.c &&
    (cd "$work" && ./words && mv gmon.out base.gmon && ./words && mv gmon.out other.gmon)
}

# Builds both libraries' trees: the static one is the tree under test, the shared one is compiled here, as that was: where
# it was by way of a cache, little remains to be done.
install_static() { cmake --install "$build" --prefix "$work/static"; }
install_shared() {
  cmake -S "$top" -B "$work/build-shared" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
    -DBUILD_SHARED_LIBS=ON -DPROFDIFF_WERROR=ON &&
    cmake --build "$work/build-shared" -j 2 && cmake --install "$work/build-shared" --prefix "$work/shared"
}

# What the program of this folder prints for the two profiles is what egprof prints.
lists_profile() {
  local program=$1
  "$program" "$work/words" "$work/base.gmon" "$work/other.gmon" >"$program.txt" || return 1
  "$EGPROF" -b -p "$work/words" "$work/base.gmon" >"$program.flat" || return 1
  head -n "$(wc -l <"$program.flat")" "$program.txt" >"$program.head"
  cmp "$program.head" "$program.flat" || return 1
  grep -E '^ +%.* \+self .* diff ' "$program.txt" && grep -E '  XX  Checksum$' "$program.txt"
}

by_cmake() {
  local kind=$1
  cmake -S "$here" -B "$work/cmake-$kind" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/$kind" &&
    cmake --build "$work/cmake-$kind" && lists_profile "$work/cmake-$kind/compare"
}

by_pkg_config() {
  local kind=$1 flags libdir
  local -x PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$work/$kind" -name profdiff.pc)")
  flags=$(pkg-config --cflags --libs profdiff) && libdir=$(pkg-config --variable=libdir profdiff) || return 1
  # shellcheck disable=SC2086
  "$compiler" -std=c++20 -o "$work/pkg-$kind" "$here/compare.cpp" $flags -Wl,-rpath,"$libdir" &&
    lists_profile "$work/pkg-$kind"
}

# Each alone takes half a minute: in a quick run all of them in two orders, of which one shows most of what is missing.
headers_alone() {
  local folder=$work/static/include header headers
  headers=$(cd "$folder" && ls profdiff/*.h)
  if [ "${PROFDIFF_TEST_FULL:-0}" -eq 1 ]; then
    for header in $headers; do includes_compile "$header" || return 1; done
  else
    includes_compile $headers && includes_compile $(tac <<<"$headers")
  fi
}

includes_compile() {
  printf '#include "%s"\n' "$@" |
    "$compiler" -std=c++20 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -I"$work/static/include" -
}

# A shared library shows its own names, and the C++ library's templates that every program has.
foreign_exports() {
  nm -DC --defined-only "$(find "$work/shared" -name libprofdiff.so)" |
    awk '{ $1 = $2 = ""; print }' | grep -vE '^ +((typeinfo|typeinfo name|vtable) for )?(profdiff::|std::|__gnu_cxx::|void std::|.* std::)'
}

# The manual's example is the program of this folder, not an older one.
manual_example() {
  sed -n '/^\.EX$/,/^\.EE$/p' "$top/man/libprofdiff.3" | sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g; s/\\&//g' >"$work/manual.cpp"
  sed 1d "$here/compare.cpp" | cmp "$work/manual.cpp" -
}

starts_alone() {
  ! ldd "$work/$1/bin/egprof" | grep -E 'libprofdiff|libstdc\+\+|libgcc_s'
}

check "two real profiles" make_profiles
check "install, static" install_static
check "install, shared" install_shared
for kind in static shared; do
  for file in bin/egprof include/profdiff/difference.h 'lib*/profdiff.pc' 'lib*/profdiffConfig.cmake' \
    share/man/man1/egprof.1 share/man/man3/libprofdiff.3 share/bash-completion/completions/egprof \
    share/zsh/site-functions/_egprof; do
    check "$kind: $file" has "$work/$kind" "$file"
  done
  check "$kind: the installed egprof runs" "$work/$kind/bin/egprof" --version
  check "$kind: egprof needs neither libprofdiff.so nor libstdc++.so" starts_alone "$kind"
  check "$kind: a program builds by find_package, and lists a profile" by_cmake "$kind"
  check "$kind: a program builds by pkg-config, and lists a profile" by_pkg_config "$kind"
done
check "shared: libprofdiff.so and its soname" has "$work/shared" 'lib*/libprofdiff.so.0'
check "shared: only profdiff's own names are visible" nothing foreign_exports
check "every public header compiles alone" headers_alone
check "the manual's example is what was built here" manual_example
finish
