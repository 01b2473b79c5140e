#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests pages of --html and --timeline in a browser: numbers as in --format=json, use by keyboard alone, and names that
look like code.

    tests/cli/page/run.py --egprof build/egprof/egprof
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / 'properties' / 'golden'))
sys.path.insert(0, str(HERE))
from checks import Checks, parse_arguments, run  # noqa: E402


def logic(checks):
    """Runs the tests of the page's logic, which need no browser."""
    if shutil.which('node') is None:
        print('skipped: tests of the logic of pages (need node)')
        return
    done = subprocess.run(['node', '--test', HERE / 'logic.js'], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    text = done.stdout.decode()
    counts = {word: int(number) for word, number in re.findall(r'^# (pass|fail) (\d+)$', text, re.M)}
    checks.passed += counts.get('pass', 0)
    checks.expect(done.returncode == 0 and counts.get('pass', 0) > 5, text)


def modules(checks, egprof):
    """Tests the logic of scripts without a browser."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / 'a.folded').write_text('main;f 1\n')
        page = run(egprof, 'prune', '--html=page.html', 'a.folded', cwd=folder)
        if not shutil.which('node') or page.status != 0:
            print('skipped: scripts without a browser (need node, and a build with d3)')
            return
        done = subprocess.run(['node', '--test', HERE / 'modules.mjs'], capture_output=True, text=True, timeout=120, check=False,
                              env={**os.environ, 'PAGE': f'{folder}/page.html'})
        checks.equal(done.returncode, 0, 'scripts without a browser', (done.stdout + done.stderr)[-3000:])


def main():
    arguments = parse_arguments(__doc__.splitlines()[0])
    checks = Checks()
    logic(checks)
    try:
        import selenium.webdriver  # noqa: F401
    except ImportError:
        selenium = None
    else:
        selenium = shutil.which('chromedriver') and shutil.which('chromium')
    modules(checks, arguments.egprof)
    tried = run(arguments.egprof, '--html=/dev/null', 'missing')
    if not selenium or 'this build cannot write' in tried.err:
        print('skipped: pages in a browser (need chromium, chromium-driver, python3-selenium, and a build with d3)')
        checks.passed += 1
        checks.finish()
    import access
    from cores import core_questions
    from hangs import hang_questions
    from histories import history_questions
    from maps import map_questions
    import names
    import numbers_shown
    from answer import answer_questions
    from rules import rule_questions
    from scene import Scene
    from threads import thread_questions
    from traces import trace_questions
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(arguments.egprof, Path(folder), checks)
        try:
            for question in (numbers_shown.differences, numbers_shown.gprof, numbers_shown.one_execution, numbers_shown.ranks,
                             numbers_shown.empty_parts, numbers_shown.many_rows, numbers_shown.deep,
                             numbers_shown.options, access.keys_alone, access.links, access.roles, access.search, access.widths,
                             access.colours, access.axe_rules, access.printed,
                             names.hostile, names.policy, *answer_questions, *trace_questions, *history_questions,
                             *map_questions, *thread_questions, *core_questions, *hang_questions, *rule_questions):
                question(checks, scene)
                scene.no_errors(question.__name__)
        finally:
            scene.close()
    checks.finish()


if __name__ == '__main__':
    main()
