#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Compares the speed of egprof with that of gprof, in a Markdown table. Not a test: it neither passes nor fails.
#
#   bash tests/bench/run.sh quick|full [OPTION]... [CASE]...
#
# quick   small sizes, about two minutes
# full    the sizes of the table in tests/bench/README.md; the cases in which gprof needs minutes run only with --slow
# --help  lists the other options. EGPROF is the program to measure, by default build/egprof/egprof; GPROF is the
# program to compare it with.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export EGPROF=${EGPROF:-$here/../../build/egprof/egprof}
exec /usr/bin/python3 "$here/bench.py" "$@"
