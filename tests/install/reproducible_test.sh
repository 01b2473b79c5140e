#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that two builds of the same sources in different folders, at different times, with different umasks, languages
# and time zones, make the same bytes: installed files, packages and archives. Two builds take long, so it belongs to the
# full run (tests/run.sh --full). Build ids are hashes of the contents, so they are the same, too.
#
#   bash tests/install/reproducible_test.sh packages BUILD
#
# checks only that packages of one build, made twice, are the same, which takes half a minute.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1700000000 # the time that packages have in place of that of the build

# Copies the files of the project, not its builds.
copy_sources() { mkdir -p "$1" && tar -C "$top" --exclude=./.git --exclude='./build*' -cf - . | tar -C "$1" -xf -; }
build_in() {
  copy_sources "$1" && cmake -S "$1" -B "$1/$2" -DCMAKE_INSTALL_PREFIX=/usr && cmake --build "$1/$2" -j 2 &&
    DESTDIR="$1/installed" cmake --install "$1/$2"
}
elsewhere() { (umask 027 && export TZ=Asia/Tokyo LC_ALL=C && build_in "$work/another/folder" elsewhere); }
same_files() { diff -r "$work/one/installed" "$work/another/folder/installed"; }
names_no_folder() { ! grep -rlF "$work" "$work/one/installed"; }

# Makes the packages of a build in a folder of their own, in a time zone. cpack writes the umask into the first bytes of
# a .deb, so it is the same here.
pack() { (umask 022 && export TZ=$3 && mkdir -p "$2" && cd "$1" && cpack -G DEB -B "$2" && cpack -G TGZ -B "$2"); }
same_packages() {
  local package found=0
  for package in "$work"/packages/*.deb "$work"/packages/*.tar.gz; do
    cmp "$package" "$work/packages2/${package##*/}" || return 1
    found=$((found + 1))
  done
  [ "$found" -ge 2 ] || { echo "only $found packages"; return 1; }
}

if [ "${1:-}" = packages ]; then
  check "packages" pack "$(realpath "$2")" "$work/packages" UTC
  check "packages at another time" pack "$(realpath "$2")" "$work/packages2" Asia/Tokyo
  check "they are the same" same_packages
elif [ "${PROFDIFF_TEST_FULL:-0}" -eq 0 ] && [ $# -eq 0 ]; then
  skip "two builds: with --full"
else
  check "a build" build_in "$work/one" build
  check "a build in another folder" elsewhere
  check "all installed files are the same" same_files
  check "no installed file names the folder of its build" names_no_folder
  check "packages" pack "$work/one/build" "$work/packages" UTC
  check "packages of the other build" pack "$work/another/folder/elsewhere" "$work/packages2" Asia/Tokyo
  check "all packages are the same" same_packages
fi
finish
