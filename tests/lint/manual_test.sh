#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the manual pages with mandoc (package mandoc), if it is installed.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
cd "$here/../.."

if ! command -v mandoc >/dev/null 2>&1; then
  skip "manual: mandoc is not installed"
  finish
fi
for page in man/*; do
  # Remarks on style are left out: they are about long lines, and about pages that are not installed.
  warnings() { mandoc -Tlint -Wwarning "$page"; }
  check "$page has no mistakes" nothing warnings
done
finish
