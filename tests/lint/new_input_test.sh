#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that a new input format needs only one file, and one row and one include in read/input/formats.cpp. Adds a
# format of profiles in this way to a copy of the tree. `egprof diff`, --tree, -i, --input-format and --help must then
# know it. Compiles only the changed file.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=$(cd "${BUILD_DIR:-$top/build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/copy"
cp -r "$top/egprof" "$top/libprofdiff" "$top/tests" "$top/CMakeLists.txt" "$scratch/copy"
cd "$scratch/copy"
read=libprofdiff/src/read

cat >$read/profiles/paths.h <<'HEADER'
// SPDX-License-Identifier: GPL-3.0-or-later
// Lines "12 main/f": a number of samples, and a path of functions. The first line is "paths".
#ifndef PROFDIFF_READ_PROFILES_PATHS_H_
#define PROFDIFF_READ_PROFILES_PATHS_H_

#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/parse_text.h"
#include "read/file/first_bytes.h"
#include "read/file/text_lines.h"
#include "read/profiles/input.h"

namespace profdiff {

inline bool IsPaths(const FirstBytes& file) { return file.bytes.starts_with("paths\n"); }

inline StackProfile ReadPaths(const StackInput& input) {
  TextLines lines(input.bytes);
  Frames frames(input.options);
  ContextBuilder builder;
  std::string_view line;
  while (lines.Next(line)) {
    std::int64_t samples = 0;
    const auto number = TakeUpTo(line, ' ');
    if (std::from_chars(number.data(), number.data() + number.size(), samples).ec != std::errc()) continue;
    ContextBuilder::Node node = ContextBuilder::Root(0);
    while (!line.empty()) {
      if (!builder.Child(node, frames.Find(TakeUpTo(line, '/'), ""), node)) FailOfSize(input);
    }
    if (!builder.Add(node, samples, static_cast<std::uint64_t>(samples))) FailOfSize(input);
  }
  StackProfile profile;
  profile.events = {CountEvent("samples", "samples")};
  return FinishStacks(input, std::move(profile), builder, frames);
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILES_PATHS_H_
HEADER
sed -i 's|^#include "read/profiles/readers.h"$|#include "read/profiles/paths.h"\n&|
s|^    {.format = {"folded", .*|    {.format = {"paths", "a file of paths", kProfile, kGivesNames \| kGivesStacks}, .is_it = IsPaths, .read_stacks = ReadPaths},\n&|' \
  $read/input/formats.cpp

changed_lines() { diff -B "$top/$read/input/formats.cpp" "$read/input/formats.cpp" | grep '^[<>]' | grep -c '[^<> ]'; }
changed_elsewhere() {
  diff -rq "$top/egprof" egprof
  diff -rq "$top/libprofdiff" libprofdiff |
    grep -vE 'Only in libprofdiff/src/read/profiles: paths\.h$|/read/input/formats\.cpp differ$'
}
floors() { (BUILD_DIR=/nowhere bash tests/lint/floors_test.sh | grep -E '^FAILED +(every|read)'); }
check "an input format is a file and two lines of read/input/formats.cpp" [ "$(changed_lines)" -eq 2 ]
check "nothing else has changed" nothing changed_elsewhere
check "the rules of folders hold for the new file" nothing floors

# The other objects of the program are taken from the build.
link_line=$build/egprof/CMakeFiles/egprof.dir/link.txt
if [ ! -f "$link_line" ]; then
  skip "what the new format does: there is no $link_line"
  finish
fi
compile() {
  "${CXX:-c++}" -std=c++20 -O0 -w -I. -Ilibprofdiff/include -Ilibprofdiff/src -c "$read/input/formats.cpp" \
    -o "$scratch/input.o"
}
link() {
  local line
  line=$(sed "s# [^ ]*/read/input/formats[.]cpp[.]o# $scratch/input.o#g; s# -o egprof # -o $scratch/egprof #" \
    "$link_line")
  (cd "$build/egprof" && eval "$line")
}
prints() {
  local text
  text=$("${@:2}" 2>&1)
  case $text in *"$1"*) ;; *) echo "$text" && return 1 ;; esac
}
check "the new format compiles" compile
check "the program with it is linked" link
egprof=$scratch/egprof
cd "$scratch" || exit 1
printf 'paths\n30 main/f\n500 main/g\n' >a.paths
printf 'paths\n30 main/f\n900 main/g/h\n' >b.paths
printf '500 main/g\n' >c.paths
check "a difference is read" prints "h" "$egprof" diff a.paths b.paths
check "... which names the format" prints "samples of paths" "$egprof" diff a.paths b.paths
check "a tree is read" prints "g" "$egprof" --tree b.paths
check "-i describes a file" prints "File \`a.paths' (paths) contains:" "$egprof" -i a.paths
check "prune takes it" prints "main" "$egprof" prune a.paths
check "--input-format names it" prints "500" "$egprof" -p --input-format=paths c.paths
check "--help lists it" prints "paths" "$egprof" diff --help
check "a mistake lists it" prints "paths" "$egprof" --input-format=x a.paths
check "a filter that does not apply is refused" prints "has no labels to choose from" "$egprof" --label=a=b a.paths
check "a command that needs a trace says what it is" prints "a.paths: a file of paths; needed here: a trace" \
  "$egprof" trace a.paths
finish
