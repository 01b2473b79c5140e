#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how long the page of a large difference takes in Chromium: 100,000 functions, 300,000 paths and as many
arcs.

    EGPROF=build/egprof/egprof tests/bench/page.py [WORK]

Needs chromium, chromium-driver and python3-selenium. It only measures and neither passes nor fails. It prints times in
seconds, next to the required times.
"""
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
import subprocess

FUNCTIONS, PATHS = 100_000, 300_000
HERE = Path(__file__).resolve().parent
# Runs an action, waits for the next frame after it, and returns the time in milliseconds.
TIMED = '''const done = arguments[arguments.length - 1], begin = performance.now();
%s
requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));'''


def write_folded(path, factor, seed=1):
    """Writes paths of a random tree: each adds one function to an earlier path, so there are as many arcs as paths."""
    rng = random.Random(seed)
    names = [f'app::module{i % 97}::Class{i % 1009}<int>::method_{i}(unsigned long, char const*)' for i in range(FUNCTIONS)]
    paths = [names[0]]
    with open(path, 'w', encoding='ascii') as file:
        for i in range(1, PATHS + 1):
            outer = paths[rng.randrange(max(0, len(paths) - 2000), len(paths))]
            if outer.count(';') > 12:
                outer = names[0]
            own = f'{outer};{names[i % FUNCTIONS if i < FUNCTIONS else rng.randrange(FUNCTIONS)]}'
            paths.append(own)
            file.write(f'{own} {1 + int(rng.expovariate(0.02) * (factor if i % 10 == 0 else 1))}\n')


def processor(*words):
    before = os.times().children_user
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return os.times().children_user - before


def row(what, seconds, asked):
    print(f'| {what} | {seconds:.3f} | {asked} |', flush=True)


def browser_of(folder):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    options.binary_location = '/usr/bin/chromium'
    for each in ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1280,900',
                 f'--user-data-dir={folder}/browser'):
        options.add_argument(each)
    browser = webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)
    browser.set_script_timeout(120)
    return browser


def measure(browser, page):
    def timed(action):
        return browser.execute_async_script(TIMED % action) / 1000

    begin = time.monotonic()
    browser.get(f'file://{page}')
    while not browser.execute_script('return document.querySelector("#row-0") !== null'):
        time.sleep(0.01)
    row('first rows after opening', time.monotonic() - begin, '2')
    search = 'const e = document.getElementById("search"); e.value = "%s"; reportLink.go({q: "%s"}, {focus: false});'
    row('first filter', timed(search % (('method_7',) * 2)), '')
    row('filter', statistics.median(timed(search % ((f'class{i}',) * 2)) for i in range(1, 10)), '0.050')
    timed(search % (('',) * 2))
    row('first sort by name', timed('reportLink.go({sort: "name"}, {focus: false});'), '1')
    row('sort', statistics.median(timed(f'reportLink.go({{sort: "{key}"}}, {{focus: false}});') for key in ('base', 'other', 'difference')),
        '0.2')
    timed('reportLink.go({sort: ""}, {focus: false});')
    steps = browser.execute_async_script('''const done = arguments[0], grid = document.getElementById("grid"), times = [];
        grid.scrollTop = 0;
        function step() {
          if (times.length === 100) return done(times);
          const begin = performance.now();
          grid.scrollTop += 78;
          grid.dispatchEvent(new Event("scroll"));
          grid.getBoundingClientRect();
          times.push(performance.now() - begin);
          requestAnimationFrame(step);
        }
        step();''')
    row('a scroll step, median', statistics.median(steps) / 1000, '0.016')
    row('a scroll step, worst', max(steps) / 1000, '')
    row('first entry of a function, with trees', timed('reportLink.go({v: "function", f: reportData.keyOf(0)});'), '1')
    row('first flame graph', timed('reportLink.go({v: "flame", f: ""});'), '1')
    row('next flame graph', timed('reportLink.go({w: "base"});'), '')
    row('the same, drawn again', timed('reportLink.go({w: "both"});'), '')
    row('from where time is spent up', timed('reportLink.go({d: "up"});'), '1')
    browser.execute_script('reportLink.go({v: "table", sort: ""})')
    browser.execute_script('document.getElementById("grid").dispatchEvent(new KeyboardEvent("keydown", {key: "End"}))')
    last = browser.execute_script('return document.querySelector("#grid .row.at").getAttribute("aria-rowindex")')
    print(f'\nThe last row that can be reached: {last} of {browser.execute_script("return reportData.n") + 1}.')


def main():
    egprof = os.path.abspath(os.environ.get('EGPROF', HERE / '../../build/egprof/egprof'))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(sys.argv[1] if len(sys.argv) > 1 else folder).resolve()
        for name, factor in (('base.folded', 1), ('other.folded', 1.3)):
            if not (work / name).exists():
                write_folded(work / name, factor)
        sides = [str(work / 'base.folded'), '--subtract', str(work / 'other.folded')]
        print('| | s | asked |\n|---|--:|--:|')
        json = processor(egprof, '--format=json', '-p', '-q', '--tree', *sides)
        row('--format=json, processor', json, '')
        row('--html, processor', processor(egprof, f'--html={work}/page.html', *sides), f'{2 * json:.3f}')
        row('size of the page, MB', (work / 'page.html').stat().st_size / 1e6, '36')
        browser = browser_of(folder)
        try:
            measure(browser, work / 'page.html')
        finally:
            browser.quit()


if __name__ == '__main__':
    main()
