#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The sources keep the layout of .clang-format, where the version that it was written for is there.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
cd "$here/../.."

format() {
  find egprof libprofdiff tests testdata/demo \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) -print0 |
    xargs -0 clang-format --dry-run -Werror
}

if clang-format --version 2>/dev/null | grep -q ' version 14\.'; then
  check "every source is laid out by .clang-format" format
else
  skip "layout: clang-format 14 is not there (other versions lay out otherwise)"
fi
finish
