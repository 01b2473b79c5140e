#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tests the packages that cpack builds: the .deb can be installed on a minimal Debian system and works there, including
# man pages and completion. Needs root and debootstrap, and downloads a base system, so it belongs to the full run
# (tests/run.sh --full).
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
top=$(cd "$here/../.." && pwd)
build=${BUILD_DIR:-$top/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

in_root() { chroot "$work/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
pack() { (cd "$build" && cpack -G DEB -B "$work" && cpack -G TGZ -B "$work"); }
needs_libc() { dpkg-deb -f "$work"/egprof_*.deb Depends | grep -F 'libc6 (>='; }
bare_root() { debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/root"; }
install_package() { cp "$work"/egprof_*.deb "$work/root/egprof.deb" && in_root apt-get install -y --no-install-recommends /egprof.deb; }
works() {
  cp "$top"/testdata/profiles/pairs/{old,new}.perf.gz "$work/root/" &&
    in_root egprof diff /old.perf.gz /new.perf.gz | grep -F 'app::parse' && in_root egprof --version
}
has() { in_root test -s "$1"; }
unpacks() { tar -tzf "$work"/egprof-*.tar.gz | grep -E '/bin/egprof$'; }

if [ "${PROFDIFF_TEST_FULL:-0}" -eq 0 ] && [ $# -eq 0 ]; then
  skip "packages in a bare root: with --full"
elif [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  skip "packages in a bare root: needs root and debootstrap"
else
  check "cpack makes a .deb and an archive" pack
  check "the archive has the command" unpacks
  check "the .deb names the C library that it needs" needs_libc
  check "a bare root" bare_root
  check "the .deb installs" install_package
  check "the command works" works
  for file in share/doc/egprof/copyright share/bash-completion/completions/egprof share/egprof/egprof-1.schema.json; do
    check "it brings $file" has "/usr/$file"
  done
fi
finish
