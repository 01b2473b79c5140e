# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by scripts that users start: installs missing Debian packages and prints their names. Downloads nothing if all
# of them are installed.

# The packages needed to build egprof, the small optional ones with which it can do all that the README shows, and those
# needed in addition for the tests.
build_packages=(g++ cmake make binutils-dev libiberty-dev zlib1g-dev libre2-dev)
optional_packages=(libboost-dev nlohmann-json3-dev libprotozero-dev node-d3 libpugixml-dev libeigen3-dev libsqlite3-dev)
test_packages=(ccache git binutils gcc gfortran catch2 pkgconf libzstd-dev zsh python3 python3-networkx python3-igraph
  graphviz gcc-aarch64-linux-gnu gcc-i686-linux-gnu gcc-mips-linux-gnu gcc-powerpc-linux-gnu
  "${optional_packages[@]}" python3-jsonschema python3-fastjsonschema valgrind strace mandoc cmark-gfm python3-yaml
  uftrace libotf2-trace-dev libopenmpi-dev openmpi-bin)

# Prints the arguments that are not names of installed packages.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^.i' || printf '%s ' "$package"
  done
}

# Runs a command as root.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    echo "Not root, and there is no sudo. As root, run: $*" >&2
    return 1
  fi
}

# Installs the packages among the arguments that are not installed yet.
install_packages() {
  if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    echo "No dpkg and apt-get here. What is needed goes in Debian by the names: $*" >&2
    return 0
  fi
  local missing get=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0)
  read -r -a missing <<<"$(missing_packages "$@")"
  [ "${#missing[@]}" -gt 0 ] || return 0
  echo "Installing with apt-get: ${missing[*]}"
  as_root "${get[@]}" update </dev/null || echo "apt-get update failed; trying with the lists that are there." >&2
  as_root "${get[@]}" install --no-install-recommends "${missing[@]}" </dev/null >/dev/null
}
