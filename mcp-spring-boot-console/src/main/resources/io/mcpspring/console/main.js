import { connect, listAll, REVISIONS } from './client.js';
import { Connection, RpcError } from './connection.js';
import { button, byId, el } from './dom.js';
import { Entries, keyOf } from './entries.js';
import { entryView, problemList } from './entry.js';
import { findings, serverFindings, weight } from './findings.js';
import { Questions } from './question.js';
import { Trace } from './trace.js';
import { size } from './value.js';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** Milliseconds between two attempts to connect, at first and at most. */
const PAUSES = [1000, 10_000];

const trace = new Trace(byId('trace'));
const questions = new Questions(byId('question'));
const views = new Map();
const entries = new Entries({
  search: byId('search'), list: byId('list'), matches: byId('matches'), open: (kind, entry) => open(kind, entry),
});

let client;
let server;
let lists;
let selected;
let ending;
let attempts = 0;
let loads = 0;

byId('revision').append(...REVISIONS.map(revision => el('option', {}, revision)));
byId('log-level').append(...LEVELS.map(level => el('option', { selected: level === 'info' }, level)));
byId('overview').addEventListener('click', showOverview);
byId('clear').addEventListener('click', () => trace.clear());
byId('connection').addEventListener('submit', event => {
  event.preventDefault();
  start();
});
byId('revision').addEventListener('change', start);
window.addEventListener('pagehide', () => client?.close());
start();

/** Connects, and connects again when the connection is lost, until the next start. */
async function start() {
  const attempt = ++attempts;
  status('Connecting', '');
  await end();
  const settings = connectionSettings();
  let [pause, longest] = PAUSES;
  while (attempt === attempts) {
    const begun = performance.now();
    try {
      await follow(attempt, settings);
      return;
    } catch (failure) {
      if (attempt !== attempts) {
        return;
      }
      const lostSession = failure.status === 404 && client?.hasSession;
      if (failure instanceof RpcError && !(failure.status >= 500) && !lostSession) {
        status(failure.message, 'bad');
        return;
      }
    }
    status('Disconnected, connecting again', 'bad');
    pause = performance.now() - begun > longest ? PAUSES[0] : pause;
    await new Promise(resume => setTimeout(resume, pause));
    pause = Math.min(2 * pause, longest);
  }
}

// Returns if the server has no stream of changes; throws if the connection is lost.
async function follow(attempt, { connection, revision, options }) {
  if (!await client?.resume()) {
    const created = await connect(connection, revision, options);
    if (attempt !== attempts) {
      await created.close();
      return;
    }
    client = created;
  }
  await load();
  if (attempt !== attempts) {
    return;
  }
  status(`Connected, ${client.revision}`, 'good');
  if (client.listens) {
    await client.listen(refresh);
  }
  if (attempt === attempts && client.listens) {
    throw new Error('The stream has ended');
  }
}

function connectionSettings() {
  ending = new AbortController();
  return {
    connection: new Connection({
      url: location.origin + location.pathname, token: byId('token').value, record: request => trace.record(request),
    }),
    revision: byId('revision').value,
    options: {
      info: { name: 'mcp-console', version: '1' },
      capabilities: CAPABILITIES,
      logLevel: byId('log-level').value,
      ask: (method, params, signal) => questions.ask(method, params, signal),
      signal: ending.signal,
    },
  };
}

async function end() {
  ending?.abort(new DOMException('The connection has ended', 'AbortError'));
  const former = client;
  client = undefined;
  try {
    await former?.close();
  } catch {
    // The session may have ended already; the exchange shows the reason.
  }
}

async function load() {
  const current = client;
  const turn = ++loads;
  const loaded = await listAll(current);
  if (turn !== loads || current !== client) {
    return;
  }
  lists = loaded;
  server = { ...current.server, instructions: current.instructions, completes: Boolean(current.capabilities.completions) };
  byId('overview').textContent = [server.title ?? server.name, server.version].filter(Boolean).join(' ');
  document.title = `${server.title ?? server.name ?? 'MCP'} – MCP console`;
  const entry = selected && lists[selected.kind].find(candidate => keyOf(candidate) === selected.key);
  entries.show(lists, entry && selected);
  if (entry) {
    open(selected.kind, entry, false);
  } else {
    showOverview();
  }
}

async function refresh() {
  try {
    await load();
  } catch {
    // The lists stay as they are; the exchange shows the reason.
  }
}

// The entries stay while there is no connection, so that no input is lost.
function connected() {
  if (!client) {
    throw new Error('There is no connection to the server. Connect again.');
  }
  return client;
}

function status(text, className) {
  byId('status').textContent = text;
  byId('status').className = className;
}

function open(kind, entry, focus = true) {
  selected = { kind, key: keyOf(entry) };
  const view = viewOf(kind, entry);
  // A node that is inserted again would lose the focus.
  if (byId('entry').firstElementChild !== view) {
    byId('entry').replaceChildren(view);
  }
  entries.mark(selected);
  if (focus) {
    byId('entry').focus();
  }
}

// A view keeps its input and its result until the definition changes, even over connections.
function viewOf(kind, entry) {
  const id = `${kind} ${keyOf(entry)}`;
  const definition = JSON.stringify([entry, server.completes]);
  if (views.get(id)?.definition !== definition) {
    views.set(id, { definition, node: entryView(kind, entry, { client: connected, completes: server.completes, read }) });
  }
  return views.get(id).node;
}

// A resource that a result links to need not be in the list.
function read(uri) {
  const listed = lists.resources.find(resource => resource.uri === uri);
  open('resources', listed ?? { uri, name: uri });
}

function showOverview() {
  selected = undefined;
  entries.mark(selected);
  byId('entry').replaceChildren(lists ? overview() : '');
}

function overview() {
  const problems = Object.entries(lists).flatMap(([kind, list]) =>
    list.map(entry => ({ kind, entry, found: findings(kind, entry) })).filter(({ found }) => found.length > 0));
  const general = serverFindings(lists);
  const characters = lists.tools.reduce((sum, tool) => sum + weight(tool), 0);
  return el('article', {},
    el('p', { className: 'kind' }, 'Server'),
    el('h2', {}, server.title ?? server.name ?? 'MCP server'),
    server.description && el('p', { className: 'description' }, server.description),
    server.instructions && el('div', {}, el('h3', {}, 'Instructions'), el('p', { className: 'description' }, server.instructions)),
    el('h3', {}, 'Size'),
    el('p', {}, `${count(lists.tools, 'tool')} (${size(characters, 'characters')} for the model), `
      + `${count(lists.prompts, 'prompt')}, ${count(lists.resources, 'resource')}, `
      + count(lists.templates, 'resource template')),
    el('h3', {}, 'Problems'),
    (problems.length === 0 || general.length > 0) && problemList(general),
    problems.map(({ kind, entry, found }) => el('section', { className: 'finding' },
      el('h4', {}, button(keyOf(entry), () => open(kind, entry), { className: 'link' })), problemList(found))));
}

const count = (list, noun) => `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;
