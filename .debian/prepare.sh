#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Copies this folder to debian/, where Debian's tools look for it, with the version of CMakeLists.txt. Afterwards,
# `apt-get build-dep .` installs what the build needs, and `dpkg-buildpackage -us -uc -b` makes the packages. The folder
# debian/ is not part of the project, so that a distribution can bring its own.
#
# With --source, also writes ../egprof_VERSION.orig.tar.gz from the last commit, always the same bytes for the same
# commit; `dpkg-buildpackage -us -uc` then makes the source package as well.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
version=$(sed -nE 's/^project\(egprof VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
rm -rf debian
cp -r .debian debian
rm debian/prepare.sh
sed -i "1s/(.*)/($version-1)/" debian/changelog
if [ "${1:-}" = --source ]; then
  git archive --prefix="egprof-$version/" HEAD | gzip -n9 >"../egprof_$version.orig.tar.gz"
  echo "debian/ is ready for egprof $version: dpkg-buildpackage -us -uc"
else
  echo "debian/ is ready for egprof $version: dpkg-buildpackage -us -uc -b"
fi
