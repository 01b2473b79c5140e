#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Without Boost.Math and nlohmann's json egprof works, and says what it cannot do.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/shell/checks.sh"
without=${BUILD_DIR:-$here/../build}/tests/egprof_without
asking=$(cd "$here/../libprofdiff/src" && grep -rl PROFDIFF_HAS_ --include='*.cpp' . | sort)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every source that asks for one of the libraries was compiled again.
all_compiled() {
  local source
  for source in $asking; do grep -F "${source#./}" "$here/CMakeLists.txt" || { echo "$source is left out"; return 1; }; done
}
make_profile() {
  printf 'int f(int x) { return x + 1; }\nint main(void) { return f(-1); }\n' >"$work/p.c"
  gcc -pg -o "$work/p" "$work/p.c" && (cd "$work" && ./p)
}
same() { (cd "$work" && "$without" "$@" >without && "$EGPROF" "$@" >with && [ -s with ] && cmp without with); }
# refused OPTION TEXT: status 1, nothing on standard output, and one line that says why.
refused() {
  (
    cd "$work" || exit 1
    shown=$("$without" -b -p "$1" p gmon.out --subtract p gmon.out 2>error)
    [ $? -eq 1 ] && [ -z "$shown" ] && [ "$(wc -l <error)" -eq 1 ] && grep -F "$2" error
  )
}

check "every source that asks for a library is compiled without it" all_compiled
check "a profile" make_profile
check "listings are the same" same -b p
check "a difference is the same" same -b --side-by-side p gmon.out --subtract gmon.out
check "CSV is the same" same -b -p --format=csv p
check "--format=json says what is missing" refused --format=json "JSON"
check "--significance says what is missing" refused --significance "Boost.Math"
check "a condition that needs it says so" refused --fail-if=significant "Boost.Math"
finish
