// Uses the sample application through its console.
//
//   node sample-app.mjs URL [FOLDER-FOR-SCREENSHOTS]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { REVISIONS, withConsole } from './browser.mjs';

const [url, folder = '.'] = process.argv.slice(2);
const HOSTILE = '<img src=x onerror=alert(1)>';

await withConsole(url, folder, async console => {
  const { page } = console;
  const picture = name => page.screenshot({ path: `${folder}/${name}.png` });
  for (const revision of REVISIONS) {
    await console.connect(revision);
    await withKeyboard(console);
    await search(console);
    await picture(`table-${revision}`);

    await console.call('chart', { sql: 'SELECT date, temp_max AS "Warmest" FROM weather', title: 'Warmest', kind: 'bar' });
    await console.until(() => document.querySelector('#entry .result img')?.naturalWidth > 100);
    await picture(`chart-${revision}`);

    await console.call('sonify', { sql: 'SELECT temp_max FROM weather', seconds: '1' });
    await console.until(() => document.querySelector('#entry .result audio')?.duration > 0.9);
    await picture(`sound-${revision}`);

    const name = `console${revision.slice(0, 4)}`;
    assert.match(await console.call('save_table', { sql: 'SELECT * FROM weather', name }), new RegExp(`saved_${name}`));
    assert.ok((await console.progress()).some(text => /\d+ of 1461/.test(text)), String(await console.progress()));

    await console.open('drop_table');
    await console.fill('table', `saved_${name}`);
    await console.start();
    await console.until(() => document.querySelector('#question').open);
    await picture(`question-${revision}`);
    await page.keyboard.press('Escape');
    await console.result();
    await console.start();
    await agree(console);
    assert.match(await console.result(), /dropped/i);

    const text = await console.call('query', { sql: `SELECT '${HOSTILE}' AS text` });
    assert.ok(text.includes(HOSTILE), text);
    assert.equal(await page.$('#entry img'), null);
    await repeatByCurl(console, HOSTILE);

    assert.match(await console.call('desk://tables/weather'), /1461/);
    assert.match(await console.call('explore_table', { table: 'weather' }), /1461/);
    await labels(page);
  }
  globalThis.console.log(`console of ${url}: list, search, keyboard, chart, sound, progress, question, curl in both eras`);
});

/** Calls a tool without a mouse. */
async function withKeyboard(console) {
  const { page } = console;
  await page.$eval('#search', input => { input.value = ''; });
  await page.focus('#search');
  await page.keyboard.type('query');
  await page.keyboard.press('Enter');
  await console.until(() => document.querySelector('#entry h2')?.firstChild.textContent === 'query');
  const reach = async condition => {
    for (let presses = 0; presses < 30; presses++) {
      if (await page.evaluate(`(element => ${condition})(document.activeElement)`)) {
        return;
      }
      await page.keyboard.press('Tab');
    }
    assert.fail(`The tab key does not reach an element with ${condition}`);
  };
  await reach('element.labels?.[0]?.textContent.startsWith("sql")');
  // The text of the former connection is still there.
  await page.evaluate(() => document.activeElement.select());
  await page.keyboard.type('SELECT COUNT(*) AS days FROM weather');
  await reach('element.textContent === "Call" && element.className === "primary"');
  await page.keyboard.press('Enter');
  await console.until(() => document.querySelector('#entry .result .grid')?.innerText.includes('1461'));
  await reach('element.closest("#trace") !== null');
}

async function search(console) {
  const { page } = console;
  await page.$eval('#search', input => { input.value = ''; });
  await page.type('#search', 'sound');
  await console.until(() => [...document.querySelectorAll('#list li')].filter(item => item.offsetParent).length === 1);
  assert.match(await page.$eval('#matches', matches => matches.textContent), /^1 of \d+ entries$/);
}

/** Answers every question of the form with the first choice, and accepts. */
async function agree(console) {
  await console.until(() => document.querySelector('#question').open);
  await console.page.evaluate(() => document.querySelectorAll('#question select').forEach(select => {
    select.value = '0';
  }));
  await console.answer({}, 'Accept');
}

/** Copies the last call as a command, and runs it in a shell. */
async function repeatByCurl(console, expected) {
  const { page } = console;
  // Not simply the first one: the lists may be loaded again meanwhile.
  const exchange = (await page.evaluateHandle(() => [...document.querySelectorAll('#trace details')]
    .find(details => /tools\/call.*query/s.test(details.querySelector('summary').textContent)))).asElement();
  await (await exchange.$('summary')).click();
  const copy = await exchange.waitForSelector('.bar button');
  await copy.click();
  await console.until(button => button.textContent === 'Copied', copy);
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).includes(expected), command);
}

/** Every control has a name. */
async function labels(page) {
  const unnamed = await page.evaluate(() => [...document.querySelectorAll('input, select, textarea, button, dialog, section, nav')]
    .filter(element => !element.labels?.length && !element.textContent.trim() && !element.ariaLabel
      && !element.getAttribute('aria-labelledby') && !element.hidden)
    .map(element => element.outerHTML));
  assert.deepEqual(unnamed, []);
}
