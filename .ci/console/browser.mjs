// A browser with the console, for the checks beside this file.
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';

export const REVISIONS = ['2026-07-28', '2025-11-25'];

const TIMEOUT = 120_000;

/**
 * Opens the console, runs a check, and fails if the page has reported an error that is not expected, or has broken its
 * policy. A failure leaves a screenshot in the folder.
 */
export async function withConsole(url, folder, check, { expected = /^$/ } = {}) {
  const browser = await puppeteer.launch({
    executablePath: '/usr/bin/chromium', headless: true, timeout: TIMEOUT,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
  try {
    await browser.defaultBrowserContext().overridePermissions(new URL(url).origin,
      ['clipboard-read', 'clipboard-sanitized-write']);
    const page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT);
    const problems = [];
    page.on('console', message => ['error', 'warn'].includes(message.type())
      && !expected.test(message.text()) && problems.push(message.text()));
    page.on('pageerror', failure => problems.push(failure.stack));
    page.on('request', request => new URL(request.url()).origin === new URL(url).origin
      || request.url().startsWith('data:') || problems.push(`request to ${request.url()}`));
    await page.evaluateOnNewDocument(() => {
      window.violations = [];
      addEventListener('securitypolicyviolation', event => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
    });
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(url, { waitUntil: 'load' });
    try {
      await check(new Console(page));
    } catch (failure) {
      await page.screenshot({ path: `${folder}/failure.png` });
      throw Object.assign(failure, { problems });
    }
    problems.push(...await page.evaluate(() => window.violations));
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
  }
}

class Console {

  constructor(page) {
    this.page = page;
  }

  /** Selects a revision and waits for the connection. */
  async connect(revision) {
    await this.until(() => document.querySelector('#status').className !== '');
    await this.page.select('#revision', revision);
    await this.until(expected => document.querySelector('#status').textContent === `Connected, ${expected}`, revision);
  }

  /** Opens an entry by a search. */
  async open(name) {
    await this.page.$eval('#search', input => { input.value = ''; });
    await this.page.type('#search', name);
    await this.page.evaluate(wanted => [...document.querySelectorAll('#list button')]
      .find(entry => entry.querySelector('.entry-name').textContent === wanted).click(), name);
    await this.until(wanted => document.querySelector('#entry h2').firstChild.textContent === wanted, name);
  }

  /** Enters a text in the field of an argument. */
  async fill(name, text, within = '#entry') {
    const input = await this.page.evaluateHandle((wanted, place) => {
      const labels = [...document.querySelectorAll(`${place} label.name`)];
      return document.getElementById(labels.find(label => label.textContent.includes(wanted)).htmlFor);
    }, name, within);
    if (await input.evaluate(element => element.localName) === 'select') {
      await input.evaluate((select, label) => {
        select.value = [...select.options].find(option => option.textContent === label).value;
        select.dispatchEvent(new Event('change'));
      }, text);
    } else {
      await input.evaluate(element => { element.value = ''; });
      await input.type(text);
    }
  }

  /** Presses the button that calls the open entry. */
  async start() {
    await this.page.evaluate(() => {
      window.progress = [];
      const status = document.querySelector('#entry .progress [role=status]');
      new MutationObserver(() => window.progress.push(status.textContent)).observe(status, { childList: true, subtree: true });
    });
    await this.page.click('#entry form button.primary');
  }

  /** Waits for the end of the call; returns what the result shows. */
  async result() {
    await this.until(() => /^(Done|Failed|Cancelled)/.test(document.querySelector('#entry .progress').textContent));
    return this.page.$eval('#entry .result', result => result.innerText);
  }

  async call(name, values = {}) {
    await this.open(name);
    for (const [field, text] of Object.entries(values)) {
      await this.fill(field, text);
    }
    await this.start();
    return this.result();
  }

  /** Answers the question of the server. */
  async answer(values, label) {
    await this.until(() => document.querySelector('#question').open);
    for (const [field, text] of Object.entries(values)) {
      await this.fill(field, text, '#question');
    }
    await this.page.evaluate(wanted => [...document.querySelectorAll('#question button')]
      .find(button => button.textContent === wanted).click(), label);
  }

  /** Selects a tab of the result. */
  async tab(title) {
    await this.page.evaluate(wanted => [...document.querySelectorAll('#entry .result [role=tab]')]
      .find(tab => tab.textContent === wanted).click(), title);
  }

  progress() {
    return this.page.evaluate(() => window.progress);
  }

  until(condition, ...values) {
    return this.page.waitForFunction(condition, { timeout: TIMEOUT, polling: 50 }, ...values);
  }
}
