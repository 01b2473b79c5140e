#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that messages.txt has every message of the sources, so that somebody looks at each new text.

A line of the table has the code (or the function that makes the message) and the cause; inserted values are {}, and
alternatives are {one|another}. Also checks that the library names neither options nor commands of egprof.

    tests/lint/messages_test.py [--update]

--update writes the table.
"""
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / 'tests' / 'properties' / 'golden'))
from checks import Checks  # noqa: E402

TABLE = TOP / 'tests' / 'lint' / 'messages.txt'
# Functions whose arguments contain a cause.
CALL = re.compile(r'\b(Error|Message|Warn|Note|NoteBlind|Hint|Wrong(?:Kind|Format)|FileError|Report|Damage|Damaged|Miss|Complain|'
                  r'WithConsequence|(?:(?<!log\.)Fail|Refuse)\w*|'
                  r'(?:missing|remarks_?|grounds|warnings|notes|caveats|hints|lost)\.(?:emplace|push)_back|'
                  r'damage\.emplace)\(')
# Functions that return causes, and tables of causes.
RETURN = re.compile(r'\b(?:Describe|FirstProblem|NoLoopAt|TextOfOddity|NothingToJudge|WayOut|Cause|'
                    r'UnknownPhase|HintAtMark|AdviceOnWaits)\((?=[^;{]*\) (?:const )?\{\n)')
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
CODE = re.compile(r'ErrorCode::(k\w+)')

# Options of other programs, and the option that begins the lines of a file of rename rules.
OTHER_OPTIONS = re.compile(r'valgrind |--separate-recs=2|--dump-instr=yes|--dump-after=FN|--cache-sim=yes|--rename|paraprof |stackprof |xctrace |node ')
COMMANDS = '|'.join(path.parent.name for path in TOP.glob('egprof/*/command.cpp'))
OPTION = re.compile(rf'(?<![\w-])--[a-z]|(?<![\w-])egprof (?:{COMMANDS})\b')
# Titles of pages, and a comment in generated code.
TITLES = re.compile(rf'"egprof (?:{COMMANDS})"|"/\* Made by egprof select: ')


def arguments_of(text, begin):
    """Returns the arguments of the call whose parenthesis ends before `begin`."""
    arguments, start, depth, at = [], begin, 0, begin
    while True:
        char = text[at]
        if char == '"':
            at = LITERAL.match(text, at).end() - 1
        elif char == "'" and not text[at - 1].isalnum():
            at = text.index("'", at + (2 if text[at + 1] == '\\' else 1) + (1 if text[at + 1] == '\\' else 0))
        elif char in '([{':
            depth += 1
        elif char in ')]}':
            if depth == 0:
                arguments.append(text[start:at])
                return arguments
            depth -= 1
        elif char == ',' and depth == 0:
            arguments.append(text[start:at])
            start = at + 1
        at += 1


def split(text, mark):
    """Splits an expression at an operator that is neither in parentheses nor in a literal."""
    parts, start, depth, at = [], 0, 0, 0
    while at < len(text):
        if text[at] == '"':
            at = LITERAL.match(text, at).end()
            continue
        if text[at] in '([{':
            depth += 1
        elif text[at] in ')]}':
            depth -= 1
        elif depth == 0 and text.startswith(mark, at):
            parts.append(text[start:at])
            at = start = at + len(mark)
            continue
        at += 1
    return [*parts, text[start:]]


def text_of(expression):
    """Returns the text of an expression: literals as they are, and {} for values."""
    expression = ' '.join(expression.split())
    parts = split(expression, ' + ')
    if len(parts) > 1:
        return re.sub(r'(\{\})+', '{}', ''.join(text_of(part) for part in parts))
    wrapped = re.fullmatch(r'(?:std::string|Message|profdiff::Message)\((.*)\)', expression)
    if wrapped and '"' in wrapped[1]:
        return text_of(split(wrapped[1], ',')[0])
    if LITERAL.match(expression) and not LITERAL.sub('', expression).strip():
        return ''.join(LITERAL.findall(expression)).replace('\\"', '"').replace('\\n', '\n').replace('\\t', '\t')
    inner = re.fullmatch(r'\((.*)\)', expression)
    choice = split(inner[1] if inner else expression, ' ? ')
    if len(choice) > 1:
        chosen = split(' ? '.join(choice[1:]), ' : ')
        if len(chosen) > 1:
            texts = [text_of(chosen[0]), text_of(' : '.join(chosen[1:]))]
            return '{' + '|'.join(text[1:-1] if re.fullmatch(r'\{.*\|.*\}', text) else text for text in texts) + '}'
    if inner:
        return text_of(inner[1])
    return '{}'


def messages_in(text):
    text = re.sub(r'^( *)//.*$', '', text, flags=re.M)
    for call in CALL.finditer(text):
        line = text[text.rfind('\n', 0, call.start()) + 1:call.start()]
        if re.search(r'\b(?:void|Error|Message|class|explicit|std::string)\s+(?:\w+::)?$', line):
            continue  # a declaration
        arguments = arguments_of(text, call.end())
        if arguments[0].startswith('{') and arguments[0].endswith('}'):
            arguments = split(arguments[0][1:-1], ',')  # a message as a list of its fields
        code = CODE.findall(arguments[0])
        where = '|'.join(code) or call[1].split('.')[0].rstrip('_')
        for argument in arguments:
            if '"' not in argument or CALL.search(argument):
                continue
            cause = text_of(argument)
            if re.search(r'[a-z]{3}', cause):
                yield where, cause
                break
    for function in RETURN.finditer(text):
        body = text[function.start():text.find('\n}\n', function.start())]
        for result in re.finditer(r'return ((?:[^;"]|"(?:[^"\\]|\\.)*")*);', body):
            if re.search(r'"\w', result[1]):
                yield function[0].split('(')[0], text_of(result[1])


def sources(*folders):
    for folder in folders:
        for path in sorted((TOP / folder).rglob('*')):
            if path.suffix in ('.cpp', '.h'):
                yield path, path.read_text()


def find_messages():
    lines = set()
    for _, text in sources('libprofdiff/src', 'egprof'):
        for code, cause in messages_in(text):
            lines.add(code + '\t' + cause.replace('\n', '\\n').replace('\t', '\\t'))
    return sorted(lines)


def check_options(checks):
    for path, text in sources('libprofdiff/src'):
        text = re.sub(r'//.*$', '', text.replace("'\"'", ''), flags=re.M)
        for literal in LITERAL.finditer(text):
            names = OPTION.search(literal[1]) and not OTHER_OPTIONS.search(literal[1]) and not TITLES.match(literal[0])
            checks.expect(not names, f'{path.relative_to(TOP)}: the library names an option or command of egprof',
                          literal[0])


def main():
    messages = find_messages()
    if '--update' in sys.argv:
        TABLE.write_text('\n'.join(messages) + '\n')
    checks = Checks()
    known = TABLE.read_text().splitlines() if TABLE.exists() else []
    for line in sorted(set(messages) - set(known)):
        checks.expect(False, 'a message that is not in messages.txt; look at it, and run messages_test.py --update', line)
    for line in sorted(set(known) - set(messages)):
        checks.expect(False, 'messages.txt has a message that no source has; run messages_test.py --update', line)
    checks.equal(known, sorted(set(known)), 'messages.txt is sorted')
    checks.expect(len(known) > 600, 'the table has the messages')
    check_options(checks)
    checks.finish()


if __name__ == '__main__':
    main()
