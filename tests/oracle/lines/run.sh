#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that egprof's line tables give the same results as libbfd for every byte of the code, for several compilers,
# options, formats and machines.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../../.." && pwd)
source "$here/../../support/shell/checks.sh"
compare=${BUILD_DIR:-$top/build}/tests/oracle/lines/compare_lines
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
programs=$top/testdata/programs
c_files=("$programs"/statics_main.c "$programs"/statics_read.c "$programs"/statics_write.c)
cc_files=("$here/inlines_main.cc" "$here/inlines_other.cc")

# Compiles the program $1 in the background with the command in the other arguments; at most two compilers run at a
# time. Skips compilers that are not installed and options that they do not support.
build() {
  local name=$1
  shift
  command -v "$1" >/dev/null || return 0
  while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
  "$@" -w -o "$work/$name" 2>/dev/null &
}

for compiler in gcc clang; do
  for format in 2 4 5; do
    for level in 0 2 s; do
      build "c-$compiler-O$level-dwarf$format" $compiler -O$level -gdwarf-$format "${c_files[@]}"
    done
  done
  build "one-$compiler" $compiler -O2 -g "$programs/lines.c"
  build "assembler-$compiler" $compiler -O1 -g "$programs/lines.c" "$here/code.s"
  build "sections-$compiler" $compiler -O2 -g -ffunction-sections -Wl,--gc-sections "$programs/cycles.c"
  build "folded-$compiler" $compiler -O2 -g -ffunction-sections -fuse-ld=gold -Wl,--icf=all "$here/folded.c"
  build "packed-$compiler" $compiler -O2 -g -gz "$programs/cycles.c"
  build "object-$compiler.o" $compiler -O2 -g -c "$programs/cycles.c"
  build "wide-$compiler" $compiler -O2 -g -gdwarf64 "$programs/cycles.c"
done
for compiler in g++ clang++; do
  build "cc-$compiler-O0" $compiler -O0 -g "${cc_files[@]}"
  build "cc-$compiler-O2-dwarf4" $compiler -O2 -gdwarf-4 "${cc_files[@]}"
  build "cc-$compiler-O2" $compiler -O2 -g "${cc_files[@]}"
  build "cc-$compiler-types" $compiler -O1 -g -fdebug-types-section "${cc_files[@]}"
  build "cc-$compiler-split" $compiler -O1 -g -gsplit-dwarf -c "$here/inlines_other.cc"
done
build cc-lto g++ -O2 -g -flto "${cc_files[@]}"
build stabs gcc -O1 -gstabs "$programs/cycles.c"
build packed-gnu gcc -O2 -g -Wl,--compress-debug-sections=zlib-gnu "$programs/cycles.c"
build fortran gfortran -cpp -O2 -g -J "$work" "$programs"/modules_lib.f90 "$programs"/modules_main.f90
build none gcc -O2 "$programs/cycles.c"
for machine in aarch64 powerpc i686 mips; do
  build "machine-$machine" $machine-linux-gnu-gcc -O1 -g -ffreestanding -fno-stack-protector -nostdlib -static \
    -Wl,-e,Start "$programs/foreign.c"
done
[ "${PROFDIFF_TEST_LONG:-0}" != 1 ] || build cc-static g++ -O2 -g -static "${cc_files[@]}"
wait

# Moves the debug information of a program into a separate file.
if [ -s "$work/one-gcc" ]; then
  cp "$work/one-gcc" "$work/separate"
  (cd "$work" && objcopy --only-keep-debug separate separate.debug && strip -g separate &&
    objcopy --add-gnu-debuglink=separate.debug separate)
fi
rm -f "$work"/*.dwo "$work"/*.debug "$work"/*.mod

# Uses one process for each object, because the choice that libbfd makes between two functions with the same code
# depends on the state of the library.
mkdir "$work/reports"
same_lines() { "$compare" "$1" | tee "$work/reports/$(basename "$1")" && [ "${PIPESTATUS[0]}" -eq 0 ]; }
for object in "$work"/*; do
  [ ! -f "$object" ] || check "$(basename "$object")" same_lines "$object"
done

# Prints the linked images for which libbfd was queried at each byte. Omits images whose debug information is not DWARF
# or cannot be read (64-bit DWARF of gcc).
asked() { grep -laE ', asked for, ' "$work"/reports/* | sed 's/.*\///' | grep -vE '\.o$|split|^(stabs|separate|packed-gnu|none|wide-gcc)$'; }
check "linked images with DWARF are read at once" nothing asked
cat "$work"/reports/* | awk '/ bytes, .* with a line/ { objects++; bytes += $2; lines += $4 }
  END { print "compared " bytes " bytes of " objects " objects, " lines " of them with a line" }'
finish
