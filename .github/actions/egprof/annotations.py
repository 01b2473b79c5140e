#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints workflow commands of GitHub that mark functions in the source: those that fail a condition as errors, those that
take more by more than noise as warnings. The arguments are the document of a difference and that of the other execution.

    annotations.py DIFFERENCE.json OTHER.json

GitHub shows at most ten errors and ten warnings of a step. Test: tests/cli/ci/run.py.
"""
import json
import os
import sys

MOST = 10


def escaped(text):
    """Escapes a message. Other controls can do nothing, but look odd."""
    text = ''.join(c if c.isprintable() or c in '\r\n' else '?' for c in text)
    return text.replace('%', '%25').replace('\r', '%0D').replace('\n', '%0A')


def escaped_property(text):
    return escaped(text).replace(':', '%3A').replace(',', '%2C')


def source_of(function):
    """Returns a path below the folder of the repository; None for any other file."""
    file, top = function.get('file'), os.environ.get('GITHUB_WORKSPACE') or os.getcwd()
    if not file or not function.get('line'):
        return None
    path = os.path.relpath(os.path.join(os.path.realpath(top), file), os.path.realpath(top))
    return None if path.startswith('..') else path


def read(path):
    try:
        with open(path, encoding='utf-8') as document:
            return json.load(document)
    except (OSError, ValueError):
        return {}


def amount(value, unit):
    return 'unknown' if value is None else f'{value:.3f} {"s" if unit == "seconds" else unit}'


def main():
    difference, other = read(sys.argv[1]), read(sys.argv[2])
    known = {each['linkageName']: each for each in other.get('functions', [])}
    unit = difference.get('other', {}).get('unit') or ''
    failed = {}
    for condition in difference.get('conditions', []):
        if condition['result'] == 'failed':
            for function in condition['functions']:
                failed.setdefault(function, []).append(condition['text'])
    errors = warnings = 0
    functions = sorted(difference.get('functions', []), key=lambda each: -abs((each.get('difference') or {}).get('self') or 0))
    for function in functions:
        change = (function.get('difference') or {}).get('self')
        beyond = (function.get('significance') or {}).get('significant') and change is not None and change < 0
        conditions = failed.get(function['id'], [])
        place = known.get(function['linkageName'], function)
        source = source_of(place)
        if source is None or not (conditions or beyond):
            continue
        if (errors if conditions else warnings) >= MOST:
            continue
        errors, warnings = errors + bool(conditions), warnings + (not conditions)
        sides = [(function.get(side) or {}).get('self') for side in ('base', 'other')]
        text = f'{function["name"][:200]}: {amount(sides[0], unit)} before, {amount(sides[1], unit)} now'
        text += f'; fails {" and ".join(conditions)}' if conditions else ', beyond noise'
        print(f'::{"error" if conditions else "warning"} file={escaped_property(source)},line={place["line"]},'
              f'title=egprof::{escaped(text)}')


if __name__ == '__main__':
    main()
