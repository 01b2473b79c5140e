#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sources, messages, manual pages and documents use the words of the glossary (libprofdiff/ARCHITECTURE.md), not the
# older ones. Each line of the table has a phrase as an extended regular expression, and the word to use.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"
cd "$here/../.."

table="
\babsences?\b|off-CPU interval
\bsieves?\b|filter
\bwaves? of|wavefront
interpolating stretch|bucket
(raises?|raise) (a|no) doubt|plausibility check
\bhand(ed|s|ing)? up\b|propagate
asks? for (the next )?cache lines?|prefetch
ask(s|ed|ing)? for ahead|prefetch
readable names?\b|demangled name
(of|from|for) strangers\b|untrusted input
strangers?'s? (file|link|name)s?|untrusted input
no file can know|seeded hash table (hash-flooding defence)
as many as there are|the number of
(which|that) is usual\b|the default
usual (value|choice) is|default
nobody knows|unknown
what (it|that|this|they) stands? for|meaning
such as (are|is) there|existing
whoever (reads|writes|asks)|reader, writer, caller
(each|one|any|some|all|none|either|most|both|two) of (which|whom)\b|a clause with a noun of its own
, of which\b|a clause with a noun of its own
"
files() {
  find egprof libprofdiff man tests testdata .github README.md -type f \
    \( -name '*.cpp' -o -name '*.h' -o -name '*.js' -o -name '*.css' -o -name '*.html' -o -name '*.py' -o -name '*.sh' -o -name '*.md' \
    -o -name '*.cmake' -o -name 'CMakeLists.txt' -o -name '*.[135]' \) ! -path '*/lint/words_test.sh' -print0
}
old_words() { files | python3 tests/lint/phrases.py "$table"; }
check "no phrase that the glossary replaces" nothing old_words
check "the glossary is there" grep -q '^## Glossary' libprofdiff/ARCHITECTURE.md
finish
