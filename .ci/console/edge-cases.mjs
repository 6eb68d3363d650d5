// Uses the console with a server that does what the other applications do not: unusual schemas, large and exact values,
// refusals, lost connections, and questions that are withdrawn.
//
//   node edge-cases.mjs FOLDER-OF-THE-CONSOLE [FOLDER-FOR-SCREENSHOTS]
import assert from 'node:assert/strict';
import { REVISIONS, withConsole } from './browser.mjs';
import { scripted, stream } from './scripted-server.mjs';

const [sources, folder = '.'] = process.argv.slice(2);
const [MODERN, LEGACY] = REVISIONS;
const LONG = '9007199254740993';

const object = (properties, required = []) => ({ type: 'object', properties, required });
const kind = (name, properties) => object({ type: { const: name }, ...properties }, ['type']);

const tools = {
  echo: object({
    filter: object({ tags: { type: 'array', items: { type: 'string' } }, kind: { const: 'all' }, note: { type: 'string' } },
      ['tags', 'kind']),
    shape: { anyOf: [kind('circle', { radius: { type: 'number' } }), kind('square', { side: { type: 'number' } })] },
    count: { type: 'integer' },
    time: { type: 'string', format: 'time' },
    node: { $ref: '#/$defs/Node' },
  }),
  numbers: object({}), large: object({}), comments: object({}), forbidden: object({}), login: object({}), page: object({}),
  endless: object({ note: { type: 'string' } }), ask: object({}), withdraw: object({}), plain: object({}),
  verbose: object({ query: {} }),
};
const descriptions = { verbose: 'x'.repeat(9000) };
tools.echo.$defs = {
  Node: object({ name: { type: 'string' }, left: { $ref: '#/$defs/Node' }, right: { $ref: '#/$defs/Node' } }),
};

const calls = {
  echo: () => ({ content: [] }),
  numbers: (response, id) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"id":${LONG},"price":1.50}}}`);
  },
  large: () => ({
    content: [], structuredContent: Array.from({ length: 2000 }, (ignored, row) =>
      Object.fromEntries(Array.from({ length: 100 }, (none, column) => [`c${column}`, [row, column]]))),
  }),
  comments: (response, id) => {
    const send = stream(response);
    ': 1\n\n: 2\r\n\r\n: 3\r\r'.split('').forEach(character => response.write(character));
    const text = 'x'.repeat(3_000_000);
    send({ id, result: { content: [{ type: 'text', text }] } });
    response.end();
  },
  forbidden: response => response.writeHead(403, { 'Content-Type': 'application/json' })
    .end('{"status":403,"error":"Forbidden"}'),
  login: response => response.writeHead(302, { Location: '/login' }).end(),
  page: response => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome'),
  endless: response => { stream(response); },
  ask: (response, id) => {
    const send = stream(response);
    send({ id: 'q1', method: 'elicitation/create', params: {
      message: 'Which?', requestedSchema: object({ text: { type: 'string', default: 'one\ntwo' } }),
    } });
    send({ id: 'q2', method: 'elicitation/create', params: { message: 'And then?', requestedSchema: object({}) } });
    withdrawals.push(() => send({ method: 'notifications/cancelled', params: { requestId: 'q1' } }),
      () => send({ id, result: { content: [{ type: 'text', text: 'Done without answers' }] } }));
  },
};

/** What withdraws the first question of the tool "ask", and what ends its call. */
const withdrawals = [];
const listening = [];
const sessions = new Set();
let available = true;
/** Called by a list of tools; the list waits for what it returns. */
let gate = () => {};

const capabilities = { tools: { listChanged: true }, prompts: {} };
const prompt = { name: 'travel', arguments: [{ name: 'country', required: true }, { name: 'city', required: true }] };

// In the legacy era, each request but the first one names a session that is known.
const refused = (response, request) => {
  const session = request.headers['mcp-session-id'];
  if (!available) {
    response.writeHead(503, { 'Content-Type': 'text/plain' }).end('unavailable');
  } else if (session && !sessions.has(session)) {
    response.writeHead(404, { 'Content-Type': 'application/json' })
      .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"There is no such session"}}');
  }
  return response.headersSent;
};
const checked = handler => (params, response, context) =>
  refused(response, context.request) ? undefined : handler(params, response, context);

const server = await scripted(sources, {
  initialize: checked((params, response) => {
    const session = `s${sessions.size + 1}-${Date.now()}`;
    sessions.add(session);
    response.setHeader('Mcp-Session-Id', session);
    return { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'edge' } };
  }),
  ping: checked(() => ({})),
  'server/discover': checked(() => ({ capabilities: { ...capabilities, completions: {} }, serverInfo: { name: 'edge' } })),
  'tools/list': checked(async () => {
    await gate();
    return { tools: Object.entries(tools).map(([name, inputSchema]) => ({ name, description: descriptions[name], inputSchema })) };
  }),
  'prompts/list': checked(() => ({ prompts: [prompt] })),
  'completion/complete': checked(() => ({ completion: { values: ['Bern'] } })),
  'tools/call': checked(({ name }, response, { id }) => calls[name](response, id)),
  'subscriptions/listen': checked((params, response) => { listening.push(response); stream(response); }),
  GET: checked((params, response) => { listening.push(response); stream(response); }),
});

const endStreams = () => listening.splice(0).forEach(response => response.end());
const sent = () => JSON.parse(server.last('tools/call').text).params.arguments;

try {
  await withConsole(server.url, folder, async console => {
    for (const [name, check] of Object.entries({ problems, forms, invalidNumber, jsonEditor, exactNumbers, largeResults, streams, completion })) {
      await console.connect(MODERN);
      await check(console).catch(failure => { throw Object.assign(failure, { message: `${name}: ${failure.message}` }); });
    }
    for (const revision of REVISIONS) {
      await console.connect(revision);
      await refusals(console);
      await lostConnection(console, revision);
      await newConnection(console, revision);
    }
    await withdrawnQuestions(console);
    await lateLists(console);
  }, { expected: /Failed to load resource/ });
  console.log('console: problems, forms, numbers, large results, streams, refusals, lost connections, withdrawn questions');
} finally {
  server.close();
}

async function problems(console) {
  const shown = async name => {
    await console.open(name);
    await console.page.evaluate(() => [...document.querySelectorAll('#entry [role=tab]')]
      .find(tab => tab.textContent.startsWith('Problems')).click());
    return console.page.$eval('#entry', entry => entry.innerText);
  };
  const hints = 'There is no readOnlyHint or destructiveHint, so clients assume that the tool is destructive.';
  const undescribed = await shown('plain');
  ['Problems (2)', 'There is no description.', hints].forEach(text => assert.ok(undescribed.includes(text), undescribed));
  const size = JSON.stringify({ name: 'verbose', description: descriptions.verbose, inputSchema: tools.verbose }).length;
  const oversized = await shown('verbose');
  ['Problems (5)', 'The description has 9000 characters', `The definition has ${size} characters`, hints,
    "Parameter 'query' has no description.", "Parameter 'query' has no type, so models must guess.",
    `${size.toLocaleString('en-US')} characters`,
  ].forEach(text => assert.ok(oversized.includes(text), `${text}: ${oversized}`));
}

async function forms(console) {
  const { page } = console;
  await console.call('echo');
  assert.deepEqual(sent(), {});
  await console.fill('note', 'some');
  await console.fill('count', LONG);
  await console.fill('time', '13:45:00Z');
  await console.fill('Form', 'circle');
  await console.fill('name', 'root');
  await page.click('#entry [aria-label="Add left"]');
  await page.screenshot({ path: `${folder}/nested.png` });
  await console.start();
  await console.result();
  assert.ok(server.last('tools/call').text.includes(`"count":${LONG}`), server.last('tools/call').text);
  const { count, ...others } = sent();
  assert.deepEqual(others, {
    filter: { tags: [], kind: 'all', note: 'some' }, shape: { type: 'circle' }, time: '13:45:00Z', node: { name: 'root', left: {} },
  });
}

async function invalidNumber(console) {
  await console.open('echo');
  await console.fill('count', 'e');
  await console.page.click('#entry form button.primary');
  assert.equal(await console.page.$eval('#entry form .problem', problem => problem.textContent), "'count' must be a valid number");
  await console.fill('count', '');
}

async function jsonEditor(console) {
  const { page } = console;
  const value = `{"filter": {"tags": ["a", "b"], "kind": "all"}, "shape": {"type": "square", "side": 1.50}, "count": ${LONG},`
    + ' "node": {"left": {"name": "deep"}}}';
  const swap = title => page.evaluate(wanted => [...document.querySelectorAll('#entry form .bar button')]
    .find(button => button.textContent === wanted).click(), title);
  await console.open('echo');
  await swap('Edit as JSON');
  await console.fill('JSON', value);
  await swap('Edit as form');
  await swap('Edit as JSON');
  const text = await page.$eval('#entry form textarea', area => area.value);
  assert.deepEqual(JSON.parse(text), JSON.parse(value));
  assert.ok(text.includes(LONG) && text.includes('1.50'), text);
  await console.fill('JSON', '{"unknown": 1}');
  await swap('Edit as form');
  assert.match(await page.$eval('#entry form .problem', problem => problem.textContent), /cannot show all/);
  await console.fill('JSON', '{}');
  await swap('Edit as form');
}

async function exactNumbers(console) {
  const { page } = console;
  const result = await console.call('numbers');
  assert.ok(result.includes(LONG) && result.includes('1.50'), result);
  await page.click('#trace summary');
  await console.until(digits => document.querySelector('#trace li:first-child .exchange')?.innerText.includes(`"id": ${digits}`), LONG);
}

async function largeResults(console) {
  const { page } = console;
  await console.call('large');
  const cells = await page.$$eval('#entry .result td', all => all.length);
  assert.ok(cells < 20_000, `${cells} cells`);
  assert.match(await page.$eval('#entry .result .scroll > p', note => note.textContent), /^\d+ of 2000 rows/);
}

async function streams(console) {
  const { page } = console;
  assert.match(await console.call('comments'), /2,800,000 more characters/);
  await page.click('#trace summary');
  await console.until(() => document.querySelector('#trace li:first-child .exchange h3'));
  assert.equal(await page.$$eval('#trace li:first-child .received > *', events => events.length), 1);
}

async function completion(console) {
  await console.open('travel');
  await console.fill('country', 'CH');
  await console.fill('city', 'B');
  await console.until(() => [...document.querySelectorAll('#entry datalist')].at(-1).children.length > 0);
  const { params } = server.last('completion/complete');
  assert.deepEqual([params.argument, params.context], [{ name: 'city', value: 'B' }, { arguments: { country: 'CH' } }]);
}

async function refusals(console) {
  assert.match(await console.call('forbidden'), /HTTP 403 Forbidden/);
  assert.match(await console.call('login'), /redirected the request/);
  assert.match(await console.call('page'), /answered with 'text\/html'/);
}

async function lostConnection(console, revision) {
  available = false;
  sessions.clear();
  endStreams();
  await console.until(() => document.querySelector('#status').textContent.startsWith('Disconnected'));
  assert.match(await console.call('echo'), /HTTP 503/);
  available = true;
  await console.until(expected => document.querySelector('#status').textContent === `Connected, ${expected}`, revision);
  assert.match(await console.call('echo'), /No content/);
}

async function newConnection(console, revision) {
  const { page } = console;
  await console.open('endless');
  await console.fill('note', 'kept');
  await console.start();
  available = false;
  await page.click('#connection button');
  assert.match(await console.result(), /The connection has ended/);
  assert.match(await console.call('echo'), /There is no connection/);
  await console.open('travel');
  await page.click('#overview');
  available = true;
  await page.click('#connection button');
  await console.until(expected => document.querySelector('#status').textContent === `Connected, ${expected}`, revision);
  await console.open('endless');
  assert.equal(await page.$eval('#entry form textarea', area => area.value), 'kept');
}

async function withdrawnQuestions(console) {
  const { page } = console;
  await console.connect(LEGACY);
  await console.open('ask');
  await console.start();
  const message = () => document.querySelector('#question').open && document.querySelector('#question .message-text').textContent;
  await console.until(() => document.querySelector('#question').open);
  assert.equal(await page.evaluate(message), 'Which?');
  assert.equal(await page.$eval('#question textarea', area => area.value), 'one\ntwo');
  withdrawals[0]();
  await console.until(() => document.querySelector('#question').open
    && document.querySelector('#question .message-text').textContent === 'And then?');
  withdrawals[1]();
  assert.match(await console.result(), /Done without answers/);
  await console.until(() => !document.querySelector('#question').open);
  assert.deepEqual(server.received.filter(({ id }) => ['q1', 'q2'].includes(id)), []);
}

/** The lists of a connection that has been replaced arrive late. */
async function lateLists(console) {
  const { page } = console;
  let open;
  await new Promise(reached => {
    gate = () => new Promise(resolve => { open = resolve; reached(); });
    page.select('#revision', LEGACY);
  });
  gate = () => {};
  await page.select('#revision', MODERN);
  await console.until(expected => document.querySelector('#status').textContent === `Connected, ${expected}`, MODERN);
  open();
  await console.until(() => [...document.querySelectorAll('#trace summary')].map(summary => summary.textContent)
    .every(text => !text.includes('tools/list') || text.endsWith(' ms')));
  assert.equal(await page.$eval('#status', status => status.textContent), `Connected, ${MODERN}`);
}
