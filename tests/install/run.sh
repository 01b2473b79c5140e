#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that `cmake --install` installs everything: program, library, headers, manuals, package files. Builds programs
# outside the tree with find_package and with pkg-config, static and shared, and runs them on real profiles and traces.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)
source "$here/../support/shell/checks.sh"
build=${BUILD_DIR:-$top/build}
traces=$top/testdata/traces
work=$(mktemp -d)
shared=$build/tests/build-shared # below build/, where paths do not affect the compiler cache
rm -rf "$shared"
trap 'rm -rf "$work" "$shared"' EXIT
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
launcher=$(sed -n 's/^CMAKE_CXX_COMPILER_LAUNCHER:[A-Z]*=//p' "$build/CMakeCache.txt")

has() { [ -n "$(find "$1" -path "$1/$2" 2>/dev/null)" ] || { echo "no $2 below $1"; false; }; }

# Without mpirun, an MPI program runs as the only process.
runs_alone() { OMPI_MCA_plm_rsh_agent='' "$@" >/dev/null; }

# Makes two real profiles: compiles a program and runs it twice in the work folder, where it can write gmon.out.
make_profiles() {
  gcc -O1 -pg -fno-inline -o "$work/words" "$top"/testdata/demo/main.c "$top"/testdata/demo/count_2.c &&
    (cd "$work" && ./words && mv gmon.out base.gmon && ./words && mv gmon.out other.gmon)
}

# Installs both libraries: the static one from the tree under test, and a shared one that is compiled here in the same
# way. With a compiler cache that already contains the objects, this takes little time.
install_static() { cmake --install "$build" --prefix "$work/static"; }
install_shared() {
  cmake -S "$top" -B "$shared" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
    -DBUILD_SHARED_LIBS=ON -DPROFDIFF_WERROR=ON &&
    cmake --build "$shared" -j 2 && cmake --install "$shared" --prefix "$work/shared"
}

convert_trace() { mkdir "$work/converted" && "$build/tests/properties/traces/show_trace" "$traces/simple" "$work/converted"; }

# Checks that the example program prints the same listing as egprof, and the difference of the two profiles.
lists_profile() {
  local program=$1
  "$program" "$work/words" "$work/base.gmon" "$work/other.gmon" >"$program.txt" || return 1
  "$EGPROF" -b -p "$work/words" "$work/base.gmon" >"$program.flat" || return 1
  head -n "$(wc -l <"$program.flat")" "$program.txt" >"$program.head"
  cmp "$program.head" "$program.flat" || return 1
  grep -E '^ +%.* \+self .* diff ' "$program.txt" && grep -E '  XX  Checksum$' "$program.txt"
}

# Checks that the example program prints the same as egprof for two traces.
compares_traces() {
  local program=$1
  "$program" "$traces/simple" "$traces/simple2" >"$program.txt" || return 1
  # Only the command names its options.
  "$EGPROF" trace "$traces/simple" "$traces/simple2" | sed 's/ (--top=0 shows them)//' >"$program.egprof" || return 1
  grep -E '^residual: 0 ns$' "$program.txt" && cmp "$program.txt" "$program.egprof"
}

# Checks that the example program writes the same files as egprof for two traces.
draws_traces() {
  local program=$1 a=$traces/simple b=$traces/simple2
  mkdir "$program.drawn" "$program.egprof" && "$program" "$a" "$b" "$program.drawn" || return 1
  (
    cd "$program.egprof" && "$EGPROF" trace --tree "$a" "$b" >tree.txt && "$EGPROF" trace "$a" >summary.txt &&
      "$EGPROF" trace --blocks=blocks.txt --chrome=chrome.json --timeline=timeline.csv --profile=profile.gml "$a" "$b" &&
      "$EGPROF" trace --blocks=blocks.csv --timeline=timeline.json "$a" "$b"
  ) >"$program.out" || return 1
  if [ -e "$program.drawn/page.html" ]; then
    "$EGPROF" trace --timeline="$program.egprof/page.html" "$a" "$b" >"$program.out" || return 1
  fi
  sed -i "/^  verdict/d" "$program.egprof/profile.gml" # only the command adds it
  diff -r "$program.drawn" "$program.egprof"
}
# Checks that equal traces have no suspects, and that a thread that behaves differently is named.
ranks_threads() {
  local snapshot
  for snapshot in 1 2 3; do
    mkdir -p "$work/stacks/$snapshot"
    printf 'PID 17 - process\nTID 17:\n#0  0x00007f0000001000 pthread_join\n#1  0x0000000000401000 main\n' \
      >"$work/stacks/$snapshot/0"
  done
  [ "$("$1" "$traces/heat" "$traces/heat")" = none ] && [ "$("$1" "$traces/heat" "$traces/heat2" | xargs)" = unknown ] &&
    [ "$("$1" --stacks "$work"/stacks/* | head -n 1)" = stopped ]
}

# Compares two pairs of runs, in which the other command takes 10 % more.
judges_pairs() {
  local folder=$1.folder run
  mkdir -p "$folder"
  {
    printf '{"schema":"egprof-record-1","state":"complete","recorder":{"name":"time"},"commands":[{"name":"a","command":"./a","words":["./a"]},'
    printf '{"name":"b","command":"./b","words":["./b"]}],"runs":['
    for run in 1 2 3 4; do
      printf '{"run":%d,"pair":%d,"command":%d,"position":%d,"wall":%s,"status":0,"signal":0,"state":"ok"}' "$run" $(((run + 1) / 2)) \
        $(((run + 1) % 2)) $((2 - run % 2)) "$([ $((run % 2)) -eq 1 ] && echo 1 || echo 1.1)"
      [ "$run" -eq 4 ] || printf ','
    done
    printf ']}\n'
  } >"$folder/manifest.json"
  "$1" "$folder" >"$1.pairs" && [ "$(head -1 "$1.pairs")" = complete ] && grep -qE '^wall 2 (10|9[.]9+)$' "$1.pairs"
}

# Compares a trace with a copy of itself in an OTF2 archive. This also checks that a library that can read archives is
# linked with the OTF2 library.
reads_otf2() {
  "$1" "$work/converted/archive" "$traces/simple" >"$1.otf2" &&
    grep -E '^equal: [1-9]' "$1.otf2" && [ "$(grep -cE '^(different|only in A|only in B): 0 calls' "$1.otf2")" -eq 3 ]
}

by_cmake() {
  local kind=$1
  cmake -S "$here" -B "$work/cmake-$kind" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$work/$kind" &&
    cmake --build "$work/cmake-$kind"
}

by_pkg_config() {
  local kind=$1 flags libdir program
  local -x PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$work/$kind" -name profdiff.pc)")
  flags=$(pkg-config --cflags --libs profdiff) && libdir=$(pkg-config --variable=libdir profdiff) || return 1
  mkdir "$work/pkg-$kind"
  for program in compare compare_traces judge_runs; do
    # shellcheck disable=SC2086
    "$compiler" -o "$work/pkg-$kind/$program" "$here/$program.cpp" $flags -Wl,-rpath,"$libdir" || return 1
  done
}

# Compares the names and versions of packages, apart from the first, which is egprof itself.
same_libraries() {
  local listed named
  listed=$("$work/$1/bin/egprof" --version=full | sed -nE 's/^  ([^ ]+) +([^ ]+)  .*; .*/\1 \2/p')
  named=$(sed -nE 's/^Package(Name|Version): //p' "$work/$1/share/doc/egprof/egprof.spdx" | paste -d' ' - - | tail -n +2)
  echo "$listed" && [ -n "$listed" ] && [ "$listed" = "$named" ]
}

# Compiles and runs the example at the top of the umbrella header.
umbrella_example() {
  local folder=$work/umbrella flags
  local -x PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$work/static" -name profdiff.pc)")
  flags=$(pkg-config --cflags --libs profdiff) && mkdir "$folder" || return 1
  sed -n '/^\/\/   #include <profdiff/,/^\/\/ Test/p' "$work/static/include/profdiff/profdiff.h" | sed '$d; s#^// \{0,3\}##' \
    >"$folder/difference.cpp"
  # shellcheck disable=SC2086
  "$compiler" -o "$folder/difference" "$folder/difference.cpp" $flags &&
    "$folder/difference" "$work/words" "$work/base.gmon" "$work/other.gmon" >"$folder/text" && grep -E '  XX  Checksum$' "$folder/text"
}
# Judges several runs of both sides, three of each here. The exit status depends on which side is slower.
judges_runs() {
  local status=0 base=("$work"/base.gmon{,,}) other=("$work"/other.gmon{,,})
  "$1" "$work/words" "${base[@]}" -- "${other[@]}" >"$1.text" || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || return 1
  grep -E '^difference ' "$1.text" && ! "$1" "$work/words" "${base[@]}"
}

# Checks that a store accepts each trial only once.
keeps_trials() {
  local kept=("$1" "$1.db" a/e/t1 "$work/words" "$work/base.gmon")
  "${kept[@]}" >"$1.text" && grep -E '^Cannot tell what changed in 1 trial,' "$1.text" && ! "${kept[@]}"
}

# Prints the lines of package files that name a library by its path on the machine that built them.
library_paths() {
  find "$work/$1" \( -name '*.pc' -o -name '*.cmake' \) -exec grep -HnE '(^|[";: ])/[^ ;"]*\.(a|so)\b' {} +
}

# With --full (half a minute), compiles each header alone. A quick run compiles all headers together in two orders,
# which finds most missing includes.
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

# Prints the names that the shared library exports, except for its own names and the C++ library's templates, which
# every program contains.
foreign_exports() {
  nm -DC --defined-only "$(find "$work/shared" -name libprofdiff.so)" |
    awk '{ $1 = $2 = ""; print }' | grep -vE '^ +((typeinfo|typeinfo name|vtable) for )?(profdiff::|std::|__gnu_cxx::|void std::|.* std::)'
}

# Checks that the manual's examples equal the programs of this folder.
manual_examples() {
  sed -n '/^\.EX$/,/^\.EE$/p' "$top/man/libprofdiff.3" | sed '/^\.E[XE]$/d; s/\\e/\\/g; s/\\-/-/g; s/\\&//g' >"$work/manual.cpp"
  for program in compare compare_traces; do sed 1d "$here/$program.cpp"; done | cmp "$work/manual.cpp" -
}

# Compares the stacks of two files written by hand.
compares_stacks() {
  printf 'main;work 3\nmain;rest 1\n' >"$work/base.folded" && printf 'main;work 5\n' >"$work/other.folded" &&
    "$1" "$work/base.folded" "$work/other.folded" | cmp - <(printf 'main 0 0\n  work 3 5\n  rest 1 0\n')
}

# Checks that a program linked with one version does not run with a version that may be incompatible. Each new minor
# version may be, because binary compatibility is not promised.
soname_is_minor() {
  local version
  version=$(sed -n 's/^set(PACKAGE_VERSION "\(.*\)")$/\1/p' "$(find "$work/shared" -name profdiffConfigVersion.cmake)")
  [[ $version == *.*.* ]] || { echo "version '$version' does not have three parts"; return 1; }
  readelf -d "$(find "$work/shared" -name "libprofdiff.so.$version")" | grep SONAME |
    grep -F "[libprofdiff.so.${version%.*}]" && has "$work/shared" "lib*/libprofdiff.so.${version%.*}"
}

starts_alone() {
  ! ldd "$work/$1/bin/egprof" | grep -E 'libprofdiff|libstdc\+\+|libgcc_s'
}

check "two real profiles" make_profiles
check "a trace in other forms" convert_trace
check "install, static" install_static
# Compiling the whole shared library takes minutes, so only a full run does it.
kinds=(static)
if [ "${PROFDIFF_TEST_FULL:-0}" = 1 ]; then
  kinds+=(shared)
  check "install, shared" install_shared
else
  skip "the shared library: PROFDIFF_TEST_FULL=1 builds it"
fi
for kind in "${kinds[@]}"; do
  for file in bin/egprof include/profdiff/difference.h 'lib*/profdiff.pc' 'lib*/profdiffConfig.cmake' \
    share/man/man1/egprof.1 share/man/man1/egprof-diff.1 share/man/man1/egprof-trace.1 share/man/man1/egprof-rank.1 \
    share/man/man5/egprof-formats.5 share/man/man7/egprof-ci.7 share/man/man3/libprofdiff.3 share/bash-completion/completions/egprof \
    share/zsh/site-functions/_egprof share/fish/vendor_completions.d/egprof.fish; do
    check "$kind: $file" has "$work/$kind" "$file"
  done
  check "$kind: the installed egprof runs" "$work/$kind/bin/egprof" --version
  check "$kind: the bill of materials names the libraries of --version=full" same_libraries "$kind"
  if [ -x "$build/egprof/egprof-mpi" ]; then
    check "$kind: the installed egprof-mpi runs" runs_alone "$work/$kind/libexec/egprof/egprof-mpi" rank --help
  else
    skip "$kind: egprof-mpi is not built here"
  fi
  check "$kind: egprof needs neither libprofdiff.so nor libstdc++.so" starts_alone "$kind"
  check "$kind: programs build by find_package" by_cmake "$kind"
  check "$kind: programs build by pkg-config" by_pkg_config "$kind"
  for way in cmake pkg; do
    check "$kind, $way: a profile is listed" lists_profile "$work/$way-$kind/compare"
    check "$kind, $way: traces are compared" compares_traces "$work/$way-$kind/compare_traces"
    check "$kind, $way: several runs are judged" judges_runs "$work/$way-$kind/judge_runs"
    [ "$way" != cmake ] || check "$kind, $way: a trial is kept" keeps_trials "$work/$way-$kind/keep_trials"
    if [ -d "$work/converted/archive" ]; then
      check "$kind, $way: an OTF2 archive is read" reads_otf2 "$work/$way-$kind/compare_traces"
    else
      skip "$kind, $way: an OTF2 archive: this build was compiled without OTF2 (Debian: libotf2-trace-dev)"
    fi
  done
  check "$kind: threads are ranked" ranks_threads "$work/cmake-$kind/rank_threads"
  check "$kind: pairs of runs are judged" judges_pairs "$work/cmake-$kind/judge_pairs"
  check "$kind: sampled stacks are compared" compares_stacks "$work/cmake-$kind/compare_stacks"
  check "$kind: all that there is of traces is written" draws_traces "$work/cmake-$kind/draw_traces"
  check "$kind: the package files hold no paths of libraries" nothing library_paths "$kind"
done
if [ "${#kinds[@]}" -gt 1 ]; then
  check "shared: libprofdiff.so.MAJOR.MINOR is its soname" soname_is_minor
  check "shared: only profdiff's own names are visible" nothing foreign_exports
fi
check "every public header compiles alone" headers_alone
check "the example of profdiff.h runs" umbrella_example
check "the manual's examples are what was built here" manual_examples
finish
