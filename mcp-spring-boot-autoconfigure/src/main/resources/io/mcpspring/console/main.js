import { connect, listAll, REVISIONS } from './client.js';
import { Connection } from './connection.js';
import { button, byId, el } from './dom.js';
import { Entries, keyOf } from './entries.js';
import { entryView, problemList } from './entry.js';
import { findings, serverFindings, weight } from './findings.js';
import { Questions } from './question.js';
import { Trace } from './trace.js';
import { size } from './value.js';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

const CAPABILITIES = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

const trace = new Trace(byId('trace'));
const questions = new Questions(byId('question'));
const views = new Map();
const entries = new Entries({
  search: byId('search'), list: byId('list'), matches: byId('matches'), open: (kind, entry) => open(kind, entry),
});

let client;
let lists;
let selected;
let listening;
let attempts = 0;

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

async function start() {
  const attempt = ++attempts;
  status('Connecting', '');
  await end();
  const connection = new Connection({
    url: location.origin + location.pathname, token: byId('token').value, record: request => trace.record(request),
  });
  try {
    const connected = await connect(connection, byId('revision').value, {
      info: { name: 'mcp-console', version: '1' },
      capabilities: CAPABILITIES,
      logLevel: byId('log-level').value,
      ask: (method, params, signal) => questions.ask(method, params, signal),
    });
    if (attempt !== attempts) {
      await connected.close();
      return;
    }
    client = connected;
    await load();
    status(`Connected, ${client.revision}`, 'good');
    listen(client);
  } catch (failure) {
    if (attempt === attempts) {
      status(failure.message, 'bad');
    }
  }
}

async function end() {
  listening?.abort();
  const former = client;
  client = undefined;
  views.clear();
  try {
    await former?.close();
  } catch {
    // The session may have ended already; the exchange shows the reason.
  }
}

async function load() {
  lists = await listAll(client);
  byId('overview').textContent = [client.server.title ?? client.server.name, client.server.version].filter(Boolean).join(' ');
  document.title = `${client.server.title ?? client.server.name ?? 'MCP'} – MCP console`;
  const entry = selected && lists[selected.kind].find(candidate => keyOf(candidate) === selected.key);
  entries.show(lists, entry && selected);
  if (entry) {
    open(selected.kind, entry, false);
  } else {
    showOverview();
  }
}

async function listen(current) {
  listening = new AbortController();
  try {
    await current.listen(() => load(), listening.signal);
  } catch {
    // Without this stream only the lists are not refreshed; the exchange shows the reason.
  }
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

// A view keeps its input and its result until the definition changes.
function viewOf(kind, entry) {
  const id = `${kind} ${keyOf(entry)}`;
  const definition = JSON.stringify(entry);
  if (views.get(id)?.definition !== definition) {
    views.set(id, { definition, node: entryView(kind, entry, () => client, read) });
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
    el('h2', {}, client.server.title ?? client.server.name ?? 'MCP server'),
    client.server.description && el('p', { className: 'description' }, client.server.description),
    client.instructions && el('div', {}, el('h3', {}, 'Instructions'), el('p', { className: 'description' }, client.instructions)),
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
