#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that two builds of the same sources in different folders, at different times, make the same bytes. Two builds
# take long, so it belongs to the full run (tests/run.sh --full). Build ids are hashes of the contents, so they are the
# same, too.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Copies the files of the project, not its builds.
copy_sources() { mkdir -p "$1" && tar -C "$top" --exclude=./.git --exclude='./build*' -cf - . | tar -C "$1" -xf -; }
build_in() {
  copy_sources "$1" && cmake -S "$1" -B "$1/$2" -DCMAKE_INSTALL_PREFIX=/usr && cmake --build "$1/$2" -j 2 &&
    DESTDIR="$1/installed" cmake --install "$1/$2"
}
same_files() { diff -r "$work/one/installed" "$work/another/folder/installed"; }
names_no_folder() { ! grep -rlF "$work" "$work/one/installed"; }

if [ "${PROFDIFF_TEST_FULL:-0}" -eq 0 ] && [ $# -eq 0 ]; then
  skip "two builds: with --full"
else
  check "a build" build_in "$work/one" build
  check "a build in another folder" build_in "$work/another/folder" elsewhere
  check "all installed files are the same" same_files
  check "no installed file names the folder of its build" names_no_folder
fi
finish
