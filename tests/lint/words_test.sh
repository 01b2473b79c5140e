#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks that sources, messages, manual pages and documents use the words of the glossary (libprofdiff/ARCHITECTURE.md),
# not the older ones. Each line of the table has a phrase as an extended regular expression, and the word to use.
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
\bcredit(s|ed|ing)? (all |the |its )?(samples?|time|ticks|bins?)\b|attribute samples
\b(samples?|time|ticks|bins?) (is|are|was|were) credited\b|attribute samples
\bcredited (to|with|by)\b|attribute samples
\b(a|no|its|their|whose|each|likeliest) partners?\b|match (of a message: the other rank)
\bwithout (a )?partners?\b|match
\bpiece by piece\b|in chunks
\b(divid|split|deal)(e|es|ed|s|t|ing)? (among threads )?(in|into) pieces\b|chunk
\bmeeting (cell|place|point|diagonal)s?\b|midpoint
\b(searches|wavefronts|fronts) meet\b|midpoint
assign(s|ed|ing)? (a )?numbers? to (each|every|functions?|names?|texts?|loops?|calls?|threads?)\b|id
\bgiven by (its|their) numbers?\b|id or index
\bthe same number in both\b|id
\bthe usual (order|form|format|layout|way|kind|spelling)\b|default
\basks? no network\b|needs no network
such as (are|is) there|existing
whoever (reads|writes|asks)|reader, writer, caller
(each|one|any|some|all|none|either|most|both|two) of (which|whom)\b|a clause with a noun of its own
, of which\b|a clause with a noun of its own
"
files() {
  find egprof libprofdiff man tests testdata .github README.md -type f \
    \( -name '*.cpp' -o -name '*.cc' -o -name '*.h' -o -name '*.c' -o -name '*.js' -o -name '*.css' -o -name '*.html' \
    -o -name '*.py' -o -name '*.sh' -o -name '*.zsh' -o -name '*.md' -o -name '*.asl' -o -name '*.yml' -o -name '*.in' \
    -o -name '*.cmake' -o -name 'CMakeLists.txt' -o -name '*.[135]' \) ! -path '*/lint/words_test.sh' -print0
}
old_words() { files | python3 tests/lint/phrases.py "$table"; }
check "no phrase that the glossary replaces" nothing old_words
check "the glossary is there" grep -q '^## Glossary' libprofdiff/ARCHITECTURE.md
finish
