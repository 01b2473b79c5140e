#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes pictures of each part of the page of a difference, in light and dark colours, 1,280 and 400 pixels wide, and as
printed.

    testdata/page/record.py build/egprof/egprof FOLDER

Writes FOLDER/PART.png (table, function, flame, picture, ranks, print) at half size with 16 colours, for people to look
at, and a picture for each page of the other commands (OTHERS): a slow rank, a suspect among ranks, a program that hangs,
a history, a core, two models, 50,000 functions with long names. Needs the Debian packages chromium, chromium-driver,
python3-selenium, imagemagick and poppler-utils.
"""
import base64
import json
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

DATA = Path(__file__).resolve().parents[1]
PAIRS = DATA / 'profiles/pairs'
OTHERS = ('check', 'rank', 'stacks', 'history', 'core', 'sixty_four_ranks', 'many_functions')
SIZES = ((1280, 720), (400, 720))
PARTS = {'table': 'v=table', 'function': 'v=function&f=app::parse(unsigned int)', 'flame': 'v=flame', 'picture': 'v=picture', 'ranks': 'v=ranks'}


def write_pages(egprof, folder):
    sides = ['old.perf.gz', '--subtract', 'new.perf.gz']
    subprocess.run([egprof, '-b', '-p', '-q', '--tree', '--significance', f'--html={folder}/pair.html', *sides], cwd=PAIRS, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for write in (write_check, write_rank, write_stacks, write_history, write_core, write_sixty_four_ranks,
                  write_many_functions):
        write(lambda *words: subprocess.run([egprof, *words], cwd=folder, check=True, stdout=subprocess.DEVNULL), folder)
    subprocess.run([egprof, '--ranks', f'--html={folder}/ranks.html', 'old.perf.gz', 'new.perf.gz', 'readable.perf.gz'], cwd=PAIRS, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for name, factor, exponent in (('old', 1e-8, 3), ('new', 2e-9, 2.5)):
        lines = [json.dumps({'params': {'n': n}, 'callpath': function, 'metric': 'time', 'value': [factor * n ** each * (1 + .01 * i) for i in (0, 1, -2)]})
                 for function, each in (('dot', exponent), ('fill', 2)) for n in (64, 128, 256, 512, 1024)]
        (folder / f'{name}.jsonl').write_text('\n'.join(lines) + '\n')
    subprocess.run([egprof, 'model', '--predict=n=2048', '--html=model.html', 'old.jsonl', '--subtract', 'new.jsonl'], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


def write_check(run, folder):
    rows = [f'{region},{rank},{metric},{value}' for rank in range(16) for region in ('solve', 'load', '')
            for time in [(.61 if rank == 11 and region != 'load' else .2) + .01 * (rank % 3)]
            for metric, value in (('self', time), ('calls', 1), ('rankTotal', time), ('evenChance', 0))]
    (folder / 'ranks.csv').write_text('\n'.join(['region,rank,metric,value', *rows]) + '\n')
    run('check', '--html=check.html', 'ranks.csv')


def write_rank(run, folder):
    with tarfile.open(DATA / 'traces/rank/recordings.tar.xz') as packed:
        packed.extractall(folder)
    run('rank', '--html=rank.html', '--filter=11.mpi.ompcrit.0K10', 'tours/good.1', 'tours/good.2', '--against', 'tours/receive')


def write_stacks(run, folder):
    for snapshot in range(3):
        (folder / f's{snapshot}').mkdir()
        for rank in range(16):
            last = ['receive_tile', 'MPI_Recv', f'poll{snapshot}'] if rank == 6 else ['exchange', 'MPI_Allreduce', 'progress']
            frames = [f'#{i:<2} {0x400000 + i:#018x} {name}' for i, name in enumerate(reversed(['main', 'solve', *last]))]
            (folder / f's{snapshot}/rank.{rank}').write_text('\n'.join([f'PID {100 + rank} - process', f'TID {100 + rank}:', *frames]) + '\n')
    run('rank', '--stacks', '--html=stacks.html', 's0', 's1', 's2')


def write_history(run, folder):
    chance = random.Random(3)
    lines = [json.dumps({'application': 'app', 'experiment': 'nightly', 'trial': f't{t}', 'revision': f'c{t}', 'function': name, 'metric': 'self',
                         'values': [size * chance.gauss(1, .01) for _ in range(2)]})
             for t in range(30) for name, size in (('app::parse(int)', 1.4 if t >= 18 else 1), ('app::sort', .8 if t >= 9 else 1),
                                                   ('app::load', 1), ('app::store', 1), ('app::hash', 2), ('app::print', .3))]
    (folder / 'trials.jsonl').write_text('\n'.join(lines) + '\n')
    run('db', 'import', 'h.db', 'trials.jsonl')
    run('db', 'history', '--html=history.html', 'h.db', 'app/nightly')


def write_core(run, folder):
    (folder / 'core.folded').write_text('main;solve;step 60\nmain;solve;step;solve;step 20\nmain;solve 10\nmain;load 30\nmain;load;tiny 1\n')
    run('prune', '--html=core.html', 'core.folded')


def write_sixty_four_ranks(run, folder):
    chance = random.Random(7)
    (folder / 'of').mkdir()
    for rank in range(64):
        slow = 1.4 if rank == 23 else 1
        (folder / f'of/rank.{rank}').write_text(''.join(f'main;{name} {round(mean * slow * chance.gauss(1, .02))}\n' for name, mean in
                                                        (('app::solve', 500), ('app::exchange', 300), ('app::load', 200))))
    run('--ranks', '--html=sixty_four_ranks.html', *(f'of/rank.{rank}' for rank in range(64)))


def write_many_functions(run, folder):
    chance = random.Random(3)
    types = ('std::vector<int,std::allocator<int>>', 'std::map<std::string,store::Row>', 'net::Packet<4>', 'double')
    names = [f'{chance.choice(("store", "net", "codec"))}::Table<{chance.choice(types)}>::Find{i}({chance.choice(types)}const&)'
             for i in range(50000)]
    for side in ('few', 'many'):
        counts = [chance.randint(1, 60) + (900 if side == 'many' and i % 5000 == 7 else 0) for i in range(len(names))]
        (folder / f'{side}.folded').write_text(''.join(f'main;{names[i * 7 % 300]};{name} {count}\n'
                                                       for i, (name, count) in enumerate(zip(names, counts))))
    run('diff', '--html=many_functions.html', 'few.folded', 'many.folded')


def open_browser(folder):
    options = webdriver.ChromeOptions()
    options.binary_location = '/usr/bin/chromium'
    for each in ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', f'--user-data-dir={folder}/browser'):
        options.add_argument(each)
    return webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)


def shoot(browser, page, scheme, size, path):
    browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': size[0], 'height': size[1], 'deviceScaleFactor': 1, 'mobile': False})
    browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-color-scheme', 'value': scheme}]})
    browser.get('about:blank')
    browser.get(page)
    time.sleep(1)
    browser.save_screenshot(str(path))


def main():
    egprof, kept = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as work:
        work = Path(work)
        write_pages(egprof, work)
        browser = open_browser(work)
        try:
            for part, link in PARTS.items():
                page = f'file://{work}/{"ranks" if part == "ranks" else "pair"}.html#{link}'
                shots = []
                for scheme in ('light', 'dark'):
                    for size in SIZES:
                        shots.append(work / f'{scheme}{size[0]}.png')
                        shoot(browser, page, scheme, size, shots[-1])
                sheet(shots, kept / f'{part}.png')
            for name in OTHERS:
                shots = []
                for scheme in ('light', 'dark'):
                    for size in SIZES:
                        shots.append(work / f'{name}-{scheme}{size[0]}.png')
                        shoot(browser, f'file://{work}/{name}.html', scheme, size, shots[-1])
                sheet(shots, kept / f'{name}.png')
            shoot(browser, f'file://{work}/model.html', 'light', (1100, 900), work / 'model.png')
            sheet([work / 'model.png'], kept / 'model.png', '80%')
            browser.get(f'file://{work}/pair.html')
            time.sleep(1)
            (work / 'print.pdf').write_bytes(base64.b64decode(browser.execute_cdp_cmd('Page.printToPDF', {'printBackground': True})['data']))
        finally:
            browser.quit()
        subprocess.run(['pdftoppm', '-png', '-r', '60', work / 'print.pdf', work / 'printed'], check=True)
        sheet(sorted(work.glob('printed*.png')), kept / 'print.png')


def sheet(shots, path, size='50%'):
    whole = path.with_suffix('.whole.png')
    subprocess.run(['montage', *shots, '-tile', '4x', '-geometry', '+6+6', whole], check=True)
    subprocess.run(['convert', whole, '-resize', size, '+dither', '-colors', '16', f'PNG8:{path}'], check=True)
    whole.unlink()


main()
