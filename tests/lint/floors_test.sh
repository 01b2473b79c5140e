#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the rules of the architecture: folders include only the folders that they may include; only a few files use
# libbfd; the library has no global variables except its lock, and does not print, exit or read the environment; and
# every source names its licence.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
cd "$here/../.."
build=${BUILD_DIR:-build}
src=libprofdiff/src

# Prints the lines, in files below the folder $1, that include a header of this project from a folder not allowed by the
# regular expression $2.
foreign_includes() {
  grep -rnE '^ *# *include *"' --include='*.cpp' --include='*.h' "$1" |
    grep -vE "#\s*include\s*\"($2)/[^\"]*\"" | grep -vE '#\s*include\s*"\.\./'
}
# Prints includes that circumvent the rules: relative paths, and private headers in angle brackets.
crooked_includes() {
  grep -rnE '^ *# *include *("\.\.?/|<(base|values|read|analyze|report|load|profdiff|egprof)/)' \
    --include='*.cpp' --include='*.h' libprofdiff egprof
}
for floor in read analyze report load; do
  check "$floor includes only base and the values" nothing foreign_includes "$src/$floor" "base|values|profdiff|$floor"
done
check "base includes only itself and public headers" nothing foreign_includes "$src/base" "base|profdiff"
check "the values of the floors include only base and values" nothing foreign_includes "$src/values" "base|values|profdiff"
check "the values include only values" nothing foreign_includes libprofdiff/include "profdiff"
private_includes() { grep -rnE '^ *# *include *"(read|analyze|report|load)/' --include='*.cpp' --include='*.h' egprof; }
check "egprof includes no private header of a floor" nothing private_includes
check "headers are included by their name from the top" nothing crooked_includes

# Prints classes that are defined twice with the same name and namespace: the linker would keep the code of only one.
doubled_names() {
  grep -rhoE '^(struct|class|enum class) (PROFDIFF_EXPORT )?[A-Za-z]+( final)?( :[^{]*)? ?\{' --include='*.h' "$@" |
    sed -E 's/^(struct|class|enum class) (PROFDIFF_EXPORT )?([A-Za-z]+).*/\3/' | sort | uniq -d
}
check "the library has each class name once" nothing doubled_names libprofdiff
check "the command has each class name once" nothing doubled_names egprof

# Reads the table of ARCHITECTURE.md: "folder: other folders". A subfolder has the rules of the folder that contains it.
# The line egprof/COMMAND applies to each folder of egprof with a command.cpp.
read_table() {
  local room rest folder
  sed -n '/^```includes$/,/^```$/p' libprofdiff/ARCHITECTURE.md | grep -v '^```' | while IFS=: read -r room rest; do
    [ "$room" = egprof/COMMAND ] || { echo "$room:$rest"; continue; }
    for folder in egprof/*/command.cpp; do echo "${folder%/command.cpp}:$rest"; done
  done
}
rules=$(read_table)
table() { printf '%s\n' "$rules"; }
folder_of() { case $1 in egprof/*) echo "$1" ;; *) echo "$src/$1" ;; esac; }
folders() {
  find "$src" -mindepth 1 -type d | sed "s#^$src/##" | sort
  find egprof -mindepth 1 -type d | sort
}
room_of() {
  local folder=$1
  while [ -n "$folder" ] && ! grep -q "^$folder:" <<<"$rules"; do
    case $folder in */*) folder=${folder%/*} ;; *) folder= ;; esac
  done
  echo "$folder"
}
forbidden_includes() {
  local room rest allowed
  while IFS=: read -r room rest; do
    allowed=$(echo "$room $rest" | sed -E 's/ +/|/g; s/[|]$//')
    grep -rnE '^ *# *include *"(read|analyze|report|load|egprof)/' --include='*.cpp' --include='*.h' "$(folder_of "$room")" |
      grep -vE "\"($allowed)(/[^\"]*)?\""
  done < <(table)
}
rooms_without_rules() {
  local folder
  folders | grep -vxE 'base|values|read|analyze|report' | while read -r folder; do
    [ -n "$(room_of "$folder")" ] || echo "$folder"
  done
}
rules_without_rooms() { table | cut -d: -f1 | while read -r room; do [ -d "$(folder_of "$room")" ] || echo "$room"; done; }
check "every folder includes what the table of ARCHITECTURE.md allows" nothing forbidden_includes
check "every folder has its line in that table" nothing rooms_without_rules
check "every line of that table has its folder" nothing rules_without_rooms
# Prints includes of library types other than errors. Code for options, help, completion and console must not use them.
subjects_in() { grep -rnE '^ *# *include *"(profdiff|values)/' "$1" | grep -v '"profdiff/error[.]h"'; }
for folder in cli console; do check "egprof/$folder uses no subject" nothing subjects_in "egprof/$folder"; done
command_words() {
  local file word
  for file in egprof/*/command.cpp; do
    word=${file#egprof/} word=${word%/command.cpp}
    grep -rnE "\"$word\"" egprof/cli | grep -v ': *//'
  done
}
check "egprof/cli has no word of a command" nothing command_words
crowded_folders() {
  find libprofdiff egprof -type d | while read -r folder; do
    [ "$(find "$folder" -maxdepth 1 -name '*.cpp' | wc -l)" -le 16 ] || echo "$folder"
  done
}
check "no folder has more than 16 sources" nothing crowded_folders
# Lists the public headers except export.h, which only has a macro, and profdiff.h, which only includes the others.
public_headers() { ls libprofdiff/include/profdiff | grep -vxE 'export[.]h|profdiff[.]h'; }
check "there are at most 25 public headers" [ "$(public_headers | wc -l)" -le 25 ]
unused_headers() {
  public_headers | while read -r header; do
    grep -qE "^#include <profdiff/$header>" tests/install/*.cpp || echo "$header"
  done
}
check "an installed example uses each public header" nothing unused_headers
# Counts the marks on functions; those on classes are not counted.
exported_functions() { grep -hE '^ *(friend )?PROFDIFF_EXPORT ' libprofdiff/include/profdiff/*.h | wc -l; }
check "the library exports at most 280 functions" [ "$(exported_functions)" -le 280 ]
matchers_of_one_catch() { grep -rn 'Catch::Matchers::' tests/unit; }
check "tests use only names that versions 2 and 3 of Catch2 share" nothing matchers_of_one_catch
# Finds what clang 14 cannot compile with libstdc++ 12: views, and algorithms that return a subrange.
ranges_of_newer_clang() {
  grep -rnE 'std::(views|ranges::(views|subrange|unique|remove|remove_if|partition|stable_partition|rotate|equal_range|search|find_end))\b' \
    libprofdiff egprof tests --include='*.cpp' --include='*.h'
}
check "the sources use only ranges that clang 14 compiles" nothing ranges_of_newer_clang
# Finds loops that assign signed literals to an unsigned variable. Clang's warnings forbid this conversion.
signed_literals() {
  grep -rnE 'for \((const )?std::(size_t|uint[0-9]+_t) [a-z_]+ : \{(0x)?[0-9a-f]+[,}]' \
    libprofdiff egprof tests --include='*.cpp' --include='*.h'
}
check "unsigned loop variables have unsigned values" nothing signed_literals

bfd_elsewhere() {
  grep -rlE '#\s*include\s*[<"](bfd|libbfd|elf-bfd|bfdlink|dis-asm)\.h[>"]' libprofdiff egprof CMakeLists.txt |
    grep -vx "$src/read/image/object_file.cpp"
}
check "only read/image/object_file.cpp includes <bfd.h>" nothing bfd_elsewhere
re2_elsewhere() { grep -rlE --include='*.cpp' --include='*.h' '#\s*include\s*[<"]re2/' libprofdiff egprof | grep -vx "$src/base/regex.cpp"; }
check "only base/regex.cpp includes RE2" nothing re2_elsewhere
otf2_elsewhere() { grep -rlE '#\s*include\s*[<"]otf2/' libprofdiff egprof | grep -v "^$src/read/trace/otf2/"; }
check "only read/trace/otf2/ includes <otf2/otf2.h>" nothing otf2_elsewhere
pugixml_elsewhere() {
  grep -rlE '#\s*include\s*[<"]pugi' libprofdiff egprof | grep -vx "$src/read/property/structure.cpp"
}
check "only read/property/structure.cpp includes pugixml" nothing pugixml_elsewhere

mpi_elsewhere() { grep -rlE '#\s*include\s*[<"]mpi\.h' libprofdiff egprof | grep -vx egprof/mpi/processes.cpp; }
check "only egprof/mpi/processes.cpp includes <mpi.h>" nothing mpi_elsewhere

# Finds global variables in the compiled library: objects in sections that remain writable after program start.
objects() { find "$build/libprofdiff/CMakeFiles/profdiff_objects.dir" -name '*.o' 2>/dev/null; }
globals() {
  # Objects from templates of other libraries are allowed: regular expressions of the C++ library, and Boost.Math. The
  # object std::__ioinit of <iostream> is not allowed, because it initialises all streams and locales at startup.
  local foreign='^[0-9a-f]+ ([.]hidden )?(guard variable for )?(boost::|std::__[^i])'
  objects | grep -v '/read/image/object_file\.cpp\.o$' | xargs -r objdump -tC | awk -v foreign="$foreign" -F '\t' '
    /:     file format / { object = $0; sub(/.*\/(src|Unity)\//, "", object); sub(/:     file format .*/, "", object) }
    { n = split($1, field, " "); section = field[n] }
    section ~ /^(\.t?data|\.t?bss|\*COM\*)/ && section !~ /^\.data\.rel\.ro/ && $1 !~ / d / && $2 !~ /DW\.ref/ && $2 !~ foreign {
      print object ": " $2
    }'
}
# Prints external functions that the library must not use.
forbidden() {
  local names='exit|_exit|quick_exit|abort|getenv|secure_getenv|setlocale|printf|puts|putchar|perror|stdout|stderr'
  names+='|__printf_chk|__fprintf_chk|fprintf|_ZSt4cout|_ZSt4cerr|_ZSt4clog'
  objects | xargs -r nm -A -u | sed -E 's#^.*/(src|Unity)/##; s#: *U #: #' | grep -E ": ($names)\$"
}
if [ -n "$(objects)" ]; then
  check "no variable of the library outlives a call, but for those in read/image/object_file.cpp" nothing globals
  check "the library does not print, exit or read the environment" nothing forbidden
else
  skip "contents of objects: there are none below $build"
fi

# Lists the sources, whose first lines must name their licence. Uses git in a checkout, and otherwise find.
sources() {
  { git ls-files --cached --others --exclude-standard 2>/dev/null || find . -path ./build -prune -o -type f -print; } |
    grep -E '\.(cpp|cc|c|h|hpp|f90|f|py|sh|cmake|in|[1-9])$|(^|/)CMakeLists\.txt$|^\.ci/run$' | grep -vE '(^|/)build[-/]|\.pc\.in$'
}
without_licence() {
  sources | while read -r file; do [ ! -f "$file" ] || echo "$file"; done | xargs -r awk '
    FNR == 1 { if (file != "" && !named) print file; file = FILENAME; named = 0 }
    FNR <= 3 && /SPDX-License-Identifier: GPL-3.0-or-later/ { named = 1 }
    END { if (file != "" && !named) print file }'
}
check "every source has the line SPDX-License-Identifier: GPL-3.0-or-later" nothing without_licence

# Prints tests that sources mention but that do not exist. A test is mentioned by its path, or by its file name if it is
# in the corresponding folder of tests/unit.
missing_tests() {
  grep -rnoE 'tests/[A-Za-z0-9_/.-]*[A-Za-z0-9_]|[A-Za-z0-9_]+_test\.(cpp|sh|py)' \
    --include='*.cpp' --include='*.h' libprofdiff egprof |
    while IFS=: read -r file line path; do
      [ -e "$path" ] || [ -e "tests/unit/$(dirname "${file#libprofdiff/src/}")/$path" ] || echo "$file:$line: $path"
    done
}
check "the tests that sources name exist" nothing missing_tests

long_files() {
  find libprofdiff egprof -name '*.cpp' -o -name '*.h' | xargs -r wc -l | awk '$1 > 500 && $2 != "total"'
}
check "no file of the program is longer than 500 lines" nothing long_files

top_level() {
  ls | grep -vxE 'CMakeLists\.txt|LICENSE|README\.md|egprof|libprofdiff|man|testdata|tests|build|build-.*|install-.*'
}
check "the top level contains only the known files and folders" nothing top_level

finish
