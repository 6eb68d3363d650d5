// Hundreds of clients of both eras open streams, call tools that report and ask, and disconnect at random, while
// others send the most expensive input; then the resources of the server are checked.
//
//   node soak.mjs URL PID WARM-UP-SECONDS SECONDS CLIENTS TTL
//
// A warm-up of the same kind comes before the first measurement, so that caches, pools and classes do not count. Exit
// status 1 if heap, threads or sockets of the process PID have grown, or an awaited call failed. The server keeps state
// for clients that resume for TTL seconds.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { hostile } from './hostile.mjs';
import { heap, sockets, threads } from './measure.mjs';

const [url, pid] = process.argv.slice(2);
const [warmUp, seconds, clients, ttl] = process.argv.slice(4).map(Number);
const LIMITS = { heap: 5 * 1024 * 1024, threads: 2, sockets: 0 };
const LEGACY = ['2025-03-26', '2025-06-18', '2025-11-25'];
const MODERN = '2026-07-28';
const CLIENT = { name: 'soak', version: '1' };

const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));
const chance = probability => Math.random() < probability;
const oneOf = list => list[between(0, list.length - 1)];

const seen = {};
const count = what => { seen[what] = (seen[what] ?? 0) + 1; };
const wrong = [];
let open = 0;
let mostOpen = 0;
let agent;

const isResponse = message => 'result' in message || 'error' in message;

/** An HTTP request whose response is read message by message, until it ends or is closed. */
class Exchange {

  messages = [];
  lastId;
  #watchers = [];

  constructor(method, headers, body) {
    mostOpen = Math.max(mostOpen, ++open);
    this.ended = new Promise(resolve => {
      this.request = request(url, {
        agent, method,
        headers: { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json', ...headers },
      }, response => {
        this.status = response.statusCode;
        this.headers = response.headers;
        const stream = response.headers['content-type']?.startsWith('text/event-stream');
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', chunk => {
          const lines = (rest + chunk).split('\n');
          rest = lines.pop();
          if (stream) {
            lines.forEach(line => this.#read(line));
          }
        });
        response.on('end', () => !stream && rest && this.#take(JSON.parse(rest)));
        response.on('close', resolve);
        response.on('error', () => { /* left, or the server closed: the caller knows what it waited for */ });
      });
      this.request.on('error', failure => {
        if (!this.left) {
          const connection = this.request.reusedSocket ? 'a connection used before' : 'a new connection';
          wrong.push(`${method} ${body ? body.method : ''}: ${failure.message} on ${connection}`);
        }
        resolve();
      });
      this.request.end(body && JSON.stringify(body));
    }).then(() => {
      open--;
      this.over = true;
      this.#watchers.forEach(watch => watch());
    });
  }

  #read(line) {
    if (line.startsWith('id: ')) {
      this.lastId = line.slice(4);
    } else if (line.startsWith('data: ') && line.length > 6) {
      this.#take(JSON.parse(line.slice(6)));
    }
  }

  #take(message) {
    this.messages.push(message);
    this.#watchers.forEach(watch => watch());
  }

  /** Returns the first matching message; nothing if the response ends without it. */
  async first(fits) {
    for (;;) {
      const found = this.messages.find(fits);
      if (found || this.over) {
        return found;
      }
      await new Promise(resolve => this.#watchers.push(resolve));
      this.#watchers = [];
    }
  }

  async response() {
    return await this.first(isResponse) ?? { error: `no response, HTTP status ${this.status}` };
  }

  hasResponse() {
    return this.messages.some(isResponse);
  }

  leave() {
    this.left = true;
    this.request.destroy();
    count('disconnects');
  }
}

let ids = 0;

const modern = (method, params, capabilities = {}, meta = {}) =>
  new Exchange('POST', { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, 'Mcp-Name': params.name ?? params.taskId ?? '' }, {
    jsonrpc: '2.0', id: ++ids, method,
    params: {
      ...params,
      _meta: {
        ...meta,
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      },
    },
  });

const work = () => ({
  name: oneOf(['test_work', 'test_work', 'test_blocking_work']),
  arguments: { steps: between(3, 15), pause: between(20, 60) },
});

/** Checks the response of an awaited call. */
function expect(what, response, pattern) {
  const text = JSON.stringify(response.result?.content ?? response.error ?? response);
  if (pattern.test(text)) {
    count(what);
  } else if (/busy|too many large requests/i.test(text)) {
    count('refused as busy');
  } else if (/did not answer within|no longer kept/.test(text)) {
    count('clients that were too slow');
  } else {
    wrong.push(`${what}: ${text}`);
  }
}

async function modernWork() {
  const call = modern('tools/call', work(), {}, { progressToken: ids });
  if (chance(0.5)) {
    await pause(between(0, 600));
    call.leave();
  } else {
    expect('calls', await call.response(), /Done in/);
  }
  await call.ended;
}

async function modernListen() {
  const stream = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  if (chance(0.9)) {
    const first = await stream.first(() => true);
    expect('listen streams', { error: first?.error, result: { content: first?.method } }, /subscriptions.acknowledged/);
    await pause(between(0, 3000));
  }
  stream.leave();
  await stream.ended;
}

async function modernQuestion() {
  const params = question();
  const first = await modern('tools/call', params, { elicitation: {} }).response();
  const asked = first.result ?? {};
  if (asked.resultType !== 'input_required') {
    expect('questions', first, /never/);
  } else if (chance(0.7)) {
    const again = modern('tools/call', {
      ...params,
      requestState: asked.requestState,
      inputResponses: Object.fromEntries(Object.keys(asked.inputRequests).map(key => [key, ANSWER])),
    }, { elicitation: {} });
    expect('questions', await again.response(), /action=accept/);
  } else {
    count('questions without an answer');
  }
}

async function modernPrompt() {
  const response = await modern('prompts/get',
    { name: 'test_prompt_with_arguments', arguments: { arg1: 'x'.repeat(between(1, 20_000)), arg2: 'y' } }).response();
  expect('prompts', { result: { content: response.result?.messages }, error: response.error }, /arg2='y'/);
}

/** A task that asks; the client answers, cancels the task, or leaves it to its expiry. */
async function modernTask() {
  const capabilities = { elicitation: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } };
  const call = { name: 'test_tool_with_task', arguments: {} };
  const first = await modern('tools/call', call, capabilities).response();
  const asked = first.result ?? {};
  if (asked.resultType === 'task') {
    // On a busy machine, the call may become a task before it asks.
    count('tasks that ask');
    return;
  }
  if (asked.resultType !== 'input_required') {
    expect('tasks', first, /never/);
    return;
  }
  const started = await modern('tools/call', {
    ...call,
    requestState: asked.requestState,
    inputResponses: Object.fromEntries(Object.keys(asked.inputRequests).map(key => [key, ANSWER])),
  }, capabilities).response();
  const taskId = started.result?.taskId;
  if (!taskId) {
    // On a busy machine, the call may end before it becomes a task.
    expect('tasks', started, /Worked for/);
  } else if (chance(0.3)) {
    await modern('tasks/cancel', { taskId }, capabilities).response();
    count('cancelled tasks');
  } else if (chance(0.8)) {
    let task;
    do {
      await pause(between(300, 1_000));
      task = await modern('tasks/get', { taskId }, capabilities).response();
    } while (task.result?.status === 'working');
    expect('tasks', task.error ? task : { result: { content: task.result } }, /Worked for/);
  } else {
    count('tasks that nobody asks for');
  }
}

// The first of these blocks a thread, so its question is always answered: there are few threads.
const question = () => chance(0.3) ? { name: 'test_elicitation', arguments: { message: 'Who?' } }
  : { name: 'test_elicitation_sep1034_defaults', arguments: {} };

const ANSWER = { action: 'accept', content: { username: 'ada', email: 'ada@example.org', name: 'Ada' } };

/** A session of a legacy client, which makes several requests and may or may not end its session. */
async function legacySession() {
  const revision = oneOf(LEGACY);
  const post = (body, headers) => new Exchange('POST', headers, { jsonrpc: '2.0', ...body });
  const handshake = post({
    id: ++ids, method: 'initialize',
    params: { protocolVersion: revision, capabilities: { elicitation: {} }, clientInfo: CLIENT },
  });
  await handshake.ended;
  if (!handshake.headers?.['mcp-session-id']) {
    expect('sessions', await handshake.response(), /never/);
    return;
  }
  const session = { 'Mcp-Session-Id': handshake.headers['mcp-session-id'], 'MCP-Protocol-Version': revision };
  await post({ method: 'notifications/initialized' }, session).ended;
  const listener = chance(0.8) ? new Exchange('GET', session) : undefined;
  const call = params => post({ id: ++ids, method: 'tools/call', params }, session);

  for (let left = between(1, 3); left > 0; left--) {
    await oneOf([legacyWork, legacyWork, legacyCancel, legacyQuestion, legacyPolling, legacyBatch])(call, session, post, revision);
  }
  if (listener) {
    count('GET streams');
    listener.leave();
    await listener.ended;
  }
  if (chance(0.5)) {
    await new Exchange('DELETE', session).ended;
  }
}

/** A call whose connection may be lost; the client may resume it. */
async function legacyWork(call, session) {
  const stream = call({ ...work(), _meta: { progressToken: ids } });
  if (chance(0.5)) {
    expect('calls', await stream.response(), /Done in/);
    return stream.ended;
  }
  await pause(between(50, 400));
  if (stream.over) {
    return undefined;
  }
  stream.leave();
  await stream.ended;
  // A client that disconnected after the response has nothing to resume.
  if (stream.lastId && !stream.hasResponse() && chance(0.7)) {
    const rest = new Exchange('GET', { ...session, 'Last-Event-ID': stream.lastId });
    expect('resumed calls', await rest.response(), /Done in/);
    await rest.ended;
  }
  return undefined;
}

async function legacyCancel(call, session, post) {
  const stream = call({ ...work(), _meta: { progressToken: ids } });
  const requestId = ids;
  await pause(between(10, 300));
  await post({ method: 'notifications/cancelled', params: { requestId, reason: 'soak' } }, session).ended;
  await stream.ended;
  count('cancelled calls');
}

async function legacyQuestion(call, session, post, revision) {
  if (revision === LEGACY[0]) {
    return;
  }
  const params = question();
  const stream = call(params);
  const asked = await stream.first(message => message.method === 'elicitation/create');
  if (!asked) {
    expect('questions', await stream.response(), /never/);
  } else if (params.name === 'test_elicitation' || chance(0.6)) {
    await post({ id: asked.id, result: ANSWER }, session).ended;
    expect('questions', await stream.response(), /action=accept/);
  } else {
    stream.leave();
    count('questions without an answer');
  }
  await stream.ended;
}

async function legacyBatch(call, session, post, revision) {
  if (revision !== LEGACY[0]) {
    return;
  }
  const batch = new Exchange('POST', session, [
    { jsonrpc: '2.0', id: ++ids, method: 'ping' },
    { jsonrpc: '2.0', id: ++ids, method: 'tools/call', params: work() },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: -1 } },
  ]);
  await batch.ended;
  const responses = batch.messages.flat().filter(isResponse);
  expect('batches', { result: { content: responses } }, responses.length === 2 ? /Done in/ : /never/);
}

/** The server closes the connection, and the client resumes the stream. */
async function legacyPolling(call, session, post, revision) {
  if (revision !== LEGACY[2]) {
    return;
  }
  const stream = call({ name: 'test_reconnection' });
  await stream.ended;
  if (!stream.lastId) {
    // The server is busy.
    expect('polled calls', await stream.response(), /another stream/);
    return;
  }
  const rest = new Exchange('GET', { ...session, 'Last-Event-ID': stream.lastId });
  expect('polled calls', await rest.response(), /another stream/);
  await rest.ended;
}

/** How long a correct client waits for the response under this load, in milliseconds. */
const delays = [];

async function discover() {
  const begin = performance.now();
  const response = await modern('server/discover', {}).response();
  delays.push(performance.now() - begin);
  expect('discoveries', { result: { content: response.result }, error: response.error }, /capabilities/);
}

async function load(duration) {
  agent = new Agent({ keepAlive: true });
  const end = Date.now() + duration * 1000;
  const attacks = hostile(url, count);
  const client = async () => {
    while (Date.now() < end) {
      await oneOf([modernWork, modernListen, modernQuestion, modernPrompt, modernTask, legacySession, legacySession,
        legacySession])();
    }
  };
  const attacker = async () => {
    while (Date.now() < end) {
      await oneOf(attacks)().catch(failure => wrong.push(failure.message));
      await pause(between(0, 1_000));
    }
  };
  const discoveries = async () => {
    while (Date.now() < end) {
      await discover();
      await pause(100);
    }
  };
  const changes = async () => {
    while (Date.now() < end) {
      expect('changes', await modern('tools/call', { name: 'test_trigger_tool_change' }).response(), /Replaced/);
      await pause(500);
    }
  };
  const attackers = Math.ceil(clients / 60);
  await Promise.all([changes(), discoveries(), ...Array.from({ length: attackers }, attacker),
    ...Array.from({ length: clients - attackers }, client)]);
  agent.destroy();
}

function measure() {
  const names = threads(pid);
  return { heap: heap(pid), threads: names.length, sockets: sockets(pid), names };
}

/** Waits until abandoned calls have ended, the state for clients that resume has expired, and a measurement is as it must be. */
async function settle(settled) {
  const end = Date.now() + 120_000;
  await pause((ttl + 1) * 1000);
  for (;;) {
    // Ending a session removes expired ones from the list of ended sessions.
    await legacyGoodbye();
    await pause(1_000);
    const now = measure();
    if (settled(now) || Date.now() > end) {
      return now;
    }
    await pause(4_000);
  }
}

const isAsBefore = now => Object.keys(LIMITS).every(key => now[key] - before[key] <= LIMITS[key]);

async function legacyGoodbye() {
  agent = new Agent({ keepAlive: false });
  const handshake = new Exchange('POST', {}, {
    jsonrpc: '2.0', id: 0, method: 'initialize',
    params: { protocolVersion: LEGACY[2], capabilities: {}, clientInfo: CLIENT },
  });
  await handshake.ended;
  await new Exchange('DELETE', { 'Mcp-Session-Id': handshake.headers['mcp-session-id'] }).ended;
}

const shown = ({ heap, threads, sockets }) =>
  `${(heap / 1024 / 1024).toFixed(1)} MB of heap, ${threads} threads, ${sockets} sockets`;

await load(warmUp);
const before = await settle(() => true);
console.log(`before: ${shown(before)}`);
Object.keys(seen).forEach(key => delete seen[key]);
mostOpen = 0;
delays.length = 0;
await load(seconds);
const peak = measure();
const after = await settle(isAsBefore);
console.log(`${seconds} s of ${clients} clients, up to ${mostOpen} exchanges at a time: `
  + Object.entries(seen).map(([what, number]) => `${number} ${what}`).join(', '));
delays.sort((a, b) => a - b);
const percentile = share => Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))]);
console.log(`server/discover meanwhile: median ${percentile(0.5)} ms, 99 % ${percentile(0.99)} ms,`
  + ` worst ${percentile(1)} ms`);
wrong.slice(0, 10).forEach(what => console.log(`wrong: ${what}`));
const gone = new Set(before.names);
if (after.threads > before.threads) {
  console.log(`new threads: ${after.names.filter(name => !gone.has(name)).join(', ')}`);
}
console.log(`just after the load: ${shown(peak)}`);
console.log(`soak: before ${shown(before)}; after ${shown(after)}; ${wrong.length} exchanges went wrong`);
process.exit(isAsBefore(after) && wrong.length === 0 ? 0 : 1);
