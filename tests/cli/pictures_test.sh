#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads the pictures of two traces with other programs: tables and Chrome's format with Python, and the page with
# Chromium.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../support/shell/checks.sh"

python() { /usr/bin/python3 - "$@"; }
tables_agree() {
  python <<'END'
import csv, json
rows = list(csv.DictReader(open('timeline.csv', newline='', encoding='utf-8')))
document = json.load(open('timeline.json', encoding='utf-8'))
assert document['kind'] == 'timeline' and document['labelA'] == 'before'
assert len(rows) == len(document['rows']) > 200
for row, same in zip(rows, document['rows']):
    assert row == {key: '' if value is None else str(value) for key, value in same.items()}, (row, same)
late = max(document['rows'][1:], key=lambda row: row['selfDifference'])
assert (late['nameA'], late['difference'], late['mark']) == ('store', 247000, 'equal'), late
END
}
fits_schema() {
  python "$here/../../libprofdiff/schema/egprof-1.schema.json" <<'END'
import json, sys
import jsonschema
schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(json.load(open('timeline.json', encoding='utf-8')))
END
}
# Checks the self times and numbers of calls of each process, which are computed only from the begin and end events.
chrome_agrees() {
  python <<'END'
import collections, csv, json
events = json.load(open('chrome.json', encoding='utf-8'), parse_float=lambda text: int(text.replace('.', '')))
self_time, marks, stacks, last = collections.Counter(), collections.Counter(), {}, {}
for event in events['traceEvents']:
    thread = event['pid'], event['tid']
    if event['ph'] == 'M':
        continue
    stack, now = stacks.setdefault(thread, []), event['ts']
    assert now >= last.get(thread, 0)
    if stack:
        self_time[thread[0]] += now - last[thread]
    if event['ph'] == 'B':
        stack.append(event['name'])
        marks[thread[0], event['cat']] += 1
        if event['cat'] == 'equal':
            assert event['args']['partner'] == event['name']
    else:
        stack.pop()
    last[thread] = now
assert not any(stacks.values())
rows = list(csv.DictReader(open('timeline.csv', newline='', encoding='utf-8')))
for process, side in ((1, 'A'), (2, 'B')):
    assert self_time[process] == sum(int(row['self' + side] or 0) for row in rows), side
    for mark in ('equal', 'different', 'onlyA', 'onlyB'):
        assert marks[process, mark] == sum(int(row['calls' + side]) for row in rows if row['mark'] == mark), mark
END
}

browse() {
  timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/browser" --window-size=1300,900 \
    "$@" 2>browser.log
}
# drawn QUERY PATTERN [PAGE]: opens the page with the query and searches its body element for the pattern.
drawn() {
  browse --dump-dom "file://$PWD/${3:-page.html}?$1" >dom.html
  grep -m1 '<body' dom.html
  grep -A6 '<body' dom.html | tr '\n' ' ' | grep -qE "$2"
}
# says QUERY PATTERN PAGE: opens the page with the query, and searches the page's message about the visible levels for
# the pattern.
says() {
  browse --dump-dom "file://$PWD/$3?$1" >dom.html
  grep -E "^<p id=.depth.*$2" dom.html
}
# True if a picture has many colours; an empty one has at most a few.
has_colours() {
  browse --screenshot="$PWD/page.png" "file://$PWD/page.html" >/dev/null
  [ "$(stat -c %s page.png)" -gt 30000 ]
}

if [ ! -x "$BUILD_DIR/tests/unit_tests" ]; then
  skip "pictures: there are no unit tests that write them"
  finish
fi
check "pictures are written" "$BUILD_DIR/tests/unit_tests" "[.pictures]"
check "Python reads the time line, the same from CSV and JSON" tables_agree
if /usr/bin/python3 -c 'import jsonschema' 2>/dev/null; then
  check "the time line is valid according to its schema" fits_schema
else
  skip "the schema: there is no jsonschema (Debian: python3-jsonschema)"
fi
check "Python reads Chrome's format, and finds the times of the time line" chrome_agrees
if [ ! -s page.html ]; then
  skip "the page: this build was compiled without d3 (Debian: node-d3)"
elif ! command -v chromium >/dev/null; then
  skip "the page: there is no Chromium (Debian: chromium)"
else
  check "Chromium draws both time lines" drawn "" 'data-drawn="[1-9][0-9]+ [1-9][0-9]+"'
  check "a point shows which call took longer" drawn "probe=700,69" 'A: store.*A 250.000.*B 3.000.*\+247.000'
  check "zoomed, fewer calls are drawn" drawn "#from=520000&to=530000" 'data-drawn="[1-9][0-9]? [1-9][0-9]?"'
  check "the picture has been drawn" has_colours
  check "a call that took longer than its match has a sign" drawn "probe=700,69" '▲ A took 83.3 times as long'
  check "deep calls: the page states which levels are visible" says "" \
    'Calls are up to 60 levels deep; levels 1 to 1[0-9] are visible' deep.html
  check "deep calls can be reached by scrolling, and are described" drawn "level=30&probe=700,33" 'A: level30.*▼ B took longer' deep.html
  check "levels that are left out are reported" says "" \
    'This page has the first 16 levels: 88 deeper calls are not drawn' cut.html
fi
finish
