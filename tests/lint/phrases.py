# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints each occurrence of a phrase in files, including phrases that continue on the next line of a comment or
paragraph.

    phrases.py TABLE <FILES

TABLE has lines "PHRASE|WORD": an extended regular expression, in which blanks also match line ends, and the word to
use. File names on standard input are separated by NUL."""
import re
import sys

# A line end with the comment marks of C++, shell and mdoc around it.
CONTINUATION = re.compile(r'[ \t]*\n[ \t]*(?:///?|#|\*|\.\\"|\.)?[ \t]*')


def main():
    rows = [line.rsplit('|', 1) for line in sys.argv[1].splitlines() if line]
    phrases = [(re.compile(phrase, re.IGNORECASE), word) for phrase, word in rows]
    for path in filter(None, sys.stdin.read().split('\0')):
        try:
            text = open(path, encoding='utf-8').read()
        except UnicodeDecodeError:
            continue
        joined, starts = '', []  # `starts` has pairs (offset in `joined`, line number)
        for number, line in enumerate(CONTINUATION.split(text), 1):
            starts.append((len(joined), number))
            joined += line + ' '
        for phrase, word in phrases:
            for found in phrase.finditer(joined):
                line = max(number for offset, number in starts if offset <= found.start())
                print(f'{path}:{line}: {found.group()}   <- use: {word}')


main()
