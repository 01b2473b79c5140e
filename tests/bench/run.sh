#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# How fast egprof is beside gprof, as a table in Markdown. Not a test: it neither passes nor fails.
#
#   bash tests/bench/run.sh quick|full [OPTION]... [CASE]...
#
# quick   small sizes, about two minutes
# full    the sizes of the table in tests/bench/README.md; gprof's minutes only with --slow
# --help  the rest. EGPROF is the program to measure, build/egprof/egprof unless told; GPROF the one beside it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export EGPROF=${EGPROF:-$here/../../build/egprof/egprof}
exec /usr/bin/python3 "$here/bench.py" "$@"
