# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the browser that all tests share, and queries its pages."""
import json
import shutil
from urllib.parse import urlencode

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.ui import WebDriverWait

from checks import TOP, run

PAIRS = TOP / 'testdata/profiles/pairs'
OPTIONS = ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--window-size=1280,900',
           '--disable-extensions', '--disable-background-networking', '--no-first-run')


class Scene:
    def __init__(self, egprof, folder, checks):
        self.egprof, self.folder, self.checks = egprof, folder, checks
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which('chromium')
        for each in (*OPTIONS, f'--user-data-dir={folder}/browser'):
            options.add_argument(each)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
        self.browser = webdriver.Chrome(service=Service(shutil.which('chromedriver')), options=options)
        self.browser.set_script_timeout(20)

    def close(self):
        self.browser.quit()

    def write(self, *arguments, cwd=PAIRS):
        """Writes a page. Returns the document of --format=json for the same arguments."""
        shown = run(self.egprof, '--format=json', f'--html={self.folder}/page.html', *arguments, cwd=cwd)
        self.checks.expect(shown.status in (0, 3), 'a page', shown.command + '\n' + shown.err)
        return json.loads(shown.out)

    def show(self, name='page.html', **link):
        """Opens a page as if for the first time. `link` has the parameters after the # in its address."""
        self.browser.get('about:blank')
        self.browser.get(f'file://{self.folder}/{name}' + ('#' + urlencode(link) if link else ''))
        WebDriverWait(self.browser, 10).until(lambda _: self.js('return document.body.dataset.part !== undefined'))

    def open(self, drawn, name='page.html', query=''):
        """Opens a page without links. `drawn` is the attribute of the body that is set once the page is drawn."""
        self.browser.get('about:blank')
        self.browser.get(f'file://{self.folder}/{name}' + ('?' + query if query else ''))
        WebDriverWait(self.browser, 10).until(lambda _: self.js('return document.body.dataset[arguments[0]] !== undefined', drawn))

    def resize(self, width):
        self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': width, 'height': 900, 'deviceScaleFactor': 1, 'mobile': False})

    def js(self, text, *values):
        return self.browser.execute_script(text, *values)

    def press(self, *keys):
        for key in keys:
            ActionChains(self.browser).send_keys(key).perform()

    def until(self, text, *values):
        try:
            WebDriverWait(self.browser, 5, 0.02).until(lambda _: self.js('return ' + text, *values))
        except Exception:
            return False
        return True

    def cells(self, selector):
        """Returns the exact numbers of a table's rows; unknown numbers are None."""
        return self.js('''return [...document.querySelectorAll(arguments[0])].map((row) => [+row.dataset.id,
            [...row.querySelectorAll("[data-value], .number")].filter((e) => !e.querySelector(".number"))
              .map((e) => ("value" in e.dataset ? +e.dataset.value : null))])''', selector)

    def no_errors(self, what):
        """Checks that the browser's console is empty, and that nothing but the page itself was requested."""
        said = [each['message'] for each in self.browser.get_log('browser')]
        self.checks.equal(said, [], f'{what}: the console')
        asked = self.requests()
        self.checks.equal(asked, set(), f'{what}: requests')

    def requests(self):
        """Returns the addresses that the page requested, without those that its own policy blocked."""
        found = {}
        for each in self.browser.get_log('performance'):
            message = json.loads(each['message'])['message']
            values = message['params']
            if message['method'] == 'Network.requestWillBeSent':
                url = values['request']['url']
                if not url.startswith((f'file://{self.folder}/', 'about:', 'data:', 'chrome:')):
                    found[values['requestId']] = url
            elif message['method'] == 'Network.loadingFailed' and values.get('blockedReason') == 'csp':
                found.pop(values['requestId'], None)
        return set(found.values())
