#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that the subjects of commits are short. If the version of clang-format for which .clang-format was written is
# installed, also checks that the sources follow .clang-format.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
cd "$here/../.."

format() {
  find egprof libprofdiff tests testdata/demo \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) -print0 |
    xargs -0 clang-format --dry-run -Werror
}

if clang-format --version 2>/dev/null | grep -q ' version 14\.'; then
  check "every source is formatted as in .clang-format" format
else
  skip "layout: clang-format 14 is not installed (other versions format differently)"
fi

# Prints commits whose subjects are too long, if they are newer than the last tolerated one.
newest_long=cce6907a
long_subjects() { git log --format='%h %s' "$newest_long..HEAD" | awk '{ hash = $1; sub(/^[^ ]+ /, "") } length($0) > 72 { print hash, length($0) }'; }
if git merge-base --is-ancestor "$newest_long" HEAD 2>/dev/null; then
  check "subjects of commits have at most 72 characters" nothing long_subjects
else
  skip "subjects of commits: there is no history"
fi
finish
