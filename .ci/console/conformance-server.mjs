// Uses the conformance server through its console.
//
//   node conformance-server.mjs URL [FOLDER-FOR-SCREENSHOTS]
import assert from 'node:assert/strict';
import { REVISIONS, withConsole } from './browser.mjs';

const [url, folder = '.'] = process.argv.slice(2);

await withConsole(url, folder, async console => {
  const { page } = console;
  for (const revision of REVISIONS) {
    await console.connect(revision);

    await console.call('test_audio_content');
    await console.until(() => document.querySelector('#entry .result audio')?.readyState > 0);

    await console.call('test_tool_with_logging');
    const log = await page.$eval('#entry .log', list => list.innerText);
    assert.match(log, /info.*Tool execution started[^]*Tool execution completed/);

    await console.open('test_sampling');
    await console.fill('prompt', 'Say hello');
    await console.start();
    await console.answer({ 'Answer of the model': 'Hello from the console' }, 'Answer');
    assert.match(await console.result(), /LLM response: Hello from the console/);

    await console.open('test_elicitation');
    await console.fill('message', 'Who are you?');
    await console.start();
    await console.answer({ username: 'ada', email: 'ada@example.com' }, 'Accept');
    assert.match(await console.result(), /ada@example\.com/);

    await console.open('test_elicitation_sep1034_defaults');
    await console.start();
    await console.until(() => document.querySelector('#question').open);
    await page.screenshot({ path: `${folder}/form-${revision}.png` });
    await console.answer({}, 'Accept');
    assert.match(await console.result(), /accept/i);

    assert.match(await console.call('test_error_handling'), /The tool reports an error[^]*intentionally/);
  }
  await page.click('#overview');
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await page.screenshot({ path: `${folder}/overview.png` });
  globalThis.console.log(`console of ${url}: sound, log, sampling, forms, errors in both eras`);
});
