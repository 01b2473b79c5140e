#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that a new command needs only one folder, one line in egprof/commands.h and one line in egprof/commands.cpp.
# Adds a command in this way to a copy of the tree. Dispatch, --help and completion must then include the command, and
# the new folder must follow the rules for folders. Compiles only the changed files.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=$(cd "${BUILD_DIR:-$top/build}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/copy"
cp -r "$top/egprof" "$top/libprofdiff" "$top/CMakeLists.txt" "$scratch/copy"
cp -r "$top/tests" "$scratch/copy/tests"
cd "$scratch/copy"

mkdir egprof/sample
cat >egprof/sample/command.cpp <<'SOURCE'
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "egprof/cli/walk.h"
#include "egprof/commands.h"
#include "egprof/console/console.h"
#include "egprof/options/options.h"
#include "egprof/options/shared_rows.h"

namespace egprof {
namespace {

struct SampleOptions : CommandLine, WorkOptions, CallOptions {
  bool loud = false;
};

constexpr OptionRow kLoudRow = {.name = "loud", .help = "in capitals", .act = [](SampleOptions& o, const char*) {
                                  o.loud = true;
                                }};

std::span<const OptionRow> SampleRows() {
  static const OptionRows rows = WithoutGprof(
      Join({UnderHeading("Which calls", {kCallRows}), UnderHeading("Other", {kLoudRow, kThreadsRow, kHelpRow})}));
  return rows;
}

SampleOptions ParseSampleOptions(std::span<const char* const> arguments, const ParseRules& rules) {
  SampleOptions options;
  options.program = arguments[0];
  Walk(arguments.subspan(1), SampleRows(), rules, options);
  return options;
}

void RunSample(SampleOptions options, Console& console) {
  console.out.text = (options.loud ? "SAMPLE " : "sample ") + std::to_string(options.filter.depth) + "\n";
}

}  // namespace

constexpr Command kSampleCommand = {
    .word = "sample",
    .summary = "a command for a test",
    .operands = "[OPTION]... FILE",
    .about = "Does next to nothing.",
    .notes = "See egprof(1) for more.",
    .operand = "sample file",
    .rows = SampleRows,
    .parse = ParseTo<SampleOptions, ParseSampleOptions>,
    .run = RunOn<SampleOptions, RunSample>,
};

}  // namespace egprof
SOURCE
sed -i 's|^extern const Command kTraceCommand;$|&\nextern const Command kSampleCommand;|' egprof/commands.h
sed -i 's|^\( *\)kTraceCommand,$|&\n\1kSampleCommand,|' egprof/commands.cpp

changed_lines() { diff -r "$top/egprof" egprof | grep -c '^[<>]'; }
changed_elsewhere() { diff -rq "$top/egprof" egprof | grep -vE 'Only in egprof: sample$|commands\.(h|cpp) differ$'; }
floors() { (BUILD_DIR=/nowhere bash tests/lint/floors_test.sh | grep -E '^FAILED +(every|egprof)'); }
check "a command is a folder, a line of commands.h and a line of commands.cpp" [ "$(changed_lines)" -eq 2 ]
check "nothing else has changed" nothing changed_elsewhere
check "the rules of folders hold for the new folder" nothing floors

# The other objects of the program are taken from the build.
link_line=$build/egprof/CMakeFiles/egprof.dir/link.txt
if [ ! -f "$link_line" ]; then
  skip "what the new command does: there is no $link_line"
  finish
fi
compile() {
  "${CXX:-c++}" -std=c++20 -O0 -w -I. -Ilibprofdiff/include -Ilibprofdiff/src -c "$1" -o "$2"
}
link() {
  local line
  line=$(sed "s# [^ ]*egprof_objects[.]dir/commands[.]cpp[.]o# $scratch/commands.o $scratch/sample.o#; s# -o egprof # -o $scratch/egprof #" \
    "$link_line")
  (cd "$build/egprof" && eval "$line")
}
prints() {
  local text
  text=$("${@:2}" 2>&1)
  case $text in *"$1"*) ;; *) echo "$text" && return 1 ;; esac
}
compile egprof/commands.cpp "$scratch/commands.o" &
check "the new command compiles" compile egprof/sample/command.cpp "$scratch/sample.o"
wait
check "the program with it is linked" link
egprof=$scratch/egprof
check "its word runs it" prints "SAMPLE 3" "$egprof" sample --loud --depth=3 x
check "shared options are its own as well" prints "option '--depth' needs at least 1" "$egprof" sample --depth=0
check "--help lists it" prints "  sample                        a command for a test" "$egprof" --help
check "it has a help" prints "--keep=REGEX" "$egprof" help sample
check "a mistyped word is taken for it" prints "did you mean 'egprof sample'?" "$egprof" smaple
check "a mistake reminds of its usage" prints "sample [OPTION]... FILE" "$egprof" sample --nothing
finish
