#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes pictures of each part of the page of a difference, in light and dark colours, 1,280 and 400 pixels wide, and as
printed.

    testdata/page/record.py build/egprof/egprof FOLDER

Writes FOLDER/PART.png (table, function, flame, picture, ranks, print) at half size with 16 colours, for people to look
at, and model.png, the page of a difference of two models. Needs the Debian packages chromium, chromium-driver,
python3-selenium, imagemagick and poppler-utils.
"""
import base64
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

PAIRS = Path(__file__).resolve().parents[1] / 'profiles/pairs'
SIZES = ((1280, 720), (400, 720))
PARTS = {'table': 'v=table', 'function': 'v=function&f=app::parse(unsigned int)', 'flame': 'v=flame', 'picture': 'v=picture', 'ranks': 'v=ranks'}


def write_pages(egprof, folder):
    sides = ['old.perf.gz', '--subtract', 'new.perf.gz']
    subprocess.run([egprof, '-b', '-p', '-q', '--tree', '--significance', f'--html={folder}/pair.html', *sides], cwd=PAIRS, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([egprof, '--ranks', f'--html={folder}/ranks.html', 'old.perf.gz', 'new.perf.gz', 'readable.perf.gz'], cwd=PAIRS, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for name, factor, exponent in (('old', 1e-8, 3), ('new', 2e-9, 2.5)):
        lines = [json.dumps({'params': {'n': n}, 'callpath': function, 'metric': 'time', 'value': [factor * n ** each * (1 + .01 * i) for i in (0, 1, -2)]})
                 for function, each in (('dot', exponent), ('fill', 2)) for n in (64, 128, 256, 512, 1024)]
        (folder / f'{name}.jsonl').write_text('\n'.join(lines) + '\n')
    subprocess.run([egprof, 'model', '--predict=n=2048', '--html=model.html', 'old.jsonl', '--subtract', 'new.jsonl'], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


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
