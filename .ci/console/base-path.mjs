// Uses the sample application through its console, below a base path, and with an access token if the server requires one.
//
//   node base-path.mjs URL FOLDER-FOR-SCREENSHOTS [TOKEN]
import assert from 'node:assert/strict';
import { REVISIONS, withConsole } from './browser.mjs';

const [url, folder, token] = process.argv.slice(2);
assert.notEqual(new URL(url).pathname, '/mcp');

await withConsole(url, folder, async console => {
  const { page } = console;
  if (token) {
    await console.until(() => document.querySelector('#status').textContent.includes('requires a login or a bearer token'));
    await page.type('#token', token);
    await page.click('#connection button');
  }
  for (const revision of REVISIONS) {
    await console.connect(revision);
    assert.match(await console.call('query', { sql: 'SELECT 6 * 7 AS answer' }), /42/);
  }
  globalThis.console.log(`console of ${url}: ${token ? 'with an access token' : 'without a login'}`);
}, { expected: /Failed to load resource/ });
