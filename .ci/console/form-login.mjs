// Logs in by the form of an application, as the user ada, and uses its console.
//
//   node form-login.mjs URL FOLDER-FOR-SCREENSHOTS
import assert from 'node:assert/strict';
import { REVISIONS, withConsole } from './browser.mjs';

const [url, folder] = process.argv.slice(2);
const { port } = new URL(url);

await withConsole(url, folder, async console => {
  const { page } = console;
  const path = () => new URL(page.url()).pathname;
  assert.equal(path(), '/login');
  await page.type('#username', 'ada');
  await page.type('#password', 'lovelace');
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click('button[type=submit]')]);
  assert.equal(path(), '/mcp');
  for (const revision of REVISIONS) {
    await console.connect(revision);
    assert.match(await console.call('whoAmI'), /You are ada/);
    await page.screenshot({ path: `${folder}/form-login-${port}-${revision}.png` });
  }

  const context = page.browserContext();
  await context.deleteCookie(...await context.cookies());
  await page.click('#connection button');
  await console.until(() => document.querySelector('#status').textContent.includes('it may require a login'));
  await page.screenshot({ path: `${folder}/form-login-${port}-ended.png` });
  await page.reload();
  assert.equal(path(), '/login');
  globalThis.console.log(`console of ${url}: with a form login`);
});
