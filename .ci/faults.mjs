// Clients that break rules and tools that misbehave, one kind after the other, while correct clients go on calling.
//
//   node faults.mjs URL PID [full]
//
// After each fault, a good call must be answered in less than a second, at the fifth attempt at the latest, and heap
// and sockets of the process PID must be as before. Every request must have got an answer or a closed connection.
// Prints a line for each fault; exit status 1 if something is not as it must be. The limits of the server are those
// that .ci/faults sets.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { heap, sockets, threads as allThreads } from './measure.mjs';

const [url, pid, variant] = process.argv.slice(2);
const full = variant === 'full';
const { hostname, port, pathname } = new URL(url);

const MODERN = '2026-07-28';
const SPARE_HEAP = 6 << 20;
const SPARE_THREADS = 2;
// The threads of Reactor's scheduler, whose number is a setting, start at their first use.
const threads = pid => allThreads(pid).filter(name => !name.startsWith('boundedElastic-'));
const GOOD = 'This is a simple text response';
const PROMPT = 1_000;
const PATIENCE = 60_000;
const SETTLED = 45_000;

// Occupies all workers until the time limit, so that a good call that waits for one may reach its own limit.
const OCCUPYING = 'a tool that never ends';

// Kept small, so that the number of connections that wait to be accepted stays below the limit of the system.
const AT_A_TIME = 100;

const megabytes = bytes => (bytes / 1024 / 1024).toFixed(1);
const wrong = [];
let ids = 0;

/** A connection whose answer is read as text. */
class Client {

  received = '';
  answers = 0;
  #tail = '';
  closed = false;
  #changed = [];

  constructor() {
    this.socket = connect({ host: hostname, port: Number(port) });
    this.socket.setEncoding('latin1');
    this.socket.on('data', chunk => {
      const text = this.#tail + chunk;
      this.answers += text.split('HTTP/1.1 ').length - 1;
      this.#tail = text.slice(-8);
      this.received = this.received.length < 65_536 ? this.received + chunk : this.received;
      this.#wake();
    });
    this.socket.on('error', failure => { this.failure = failure.code; });
    this.socket.on('close', () => { this.closed = true; this.#wake(); });
  }

  #wake() {
    this.#changed.splice(0).forEach(resume => resume());
  }

  /** Waits until the answer fits or the connection is closed; false if neither happens in time. */
  async until(fits, patience = PATIENCE) {
    const end = Date.now() + patience;
    while (!fits(this.received) && !this.closed) {
      if (Date.now() > end) {
        return false;
      }
      await Promise.race([new Promise(resume => this.#changed.push(resume)), pause(500, undefined, { ref: false })]);
    }
    return true;
  }

  get status() {
    return /^HTTP\/1\.1 (\d+)/.exec(this.received)?.[1] ?? (this.closed ? 'closed' : 'unanswered');
  }

  leave() {
    this.socket.destroy();
  }
}

const head = (length, headers = {}) => [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`,
  'Content-Type: application/json', 'Accept: application/json, text/event-stream',
  ...length === undefined ? ['Transfer-Encoding: chunked'] : [`Content-Length: ${length}`],
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

function message(method, params) {
  const body = JSON.stringify({
    jsonrpc: '2.0', id: ++ids, method,
    params: {
      ...params,
      _meta: {
        ...params._meta,
        'io.modelcontextprotocol/protocolVersion': MODERN,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  return head(Buffer.byteLength(body), {
    'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...params.name && { 'Mcp-Name': params.name },
  }) + body;
}

const call = (name, args = {}, _meta = {}) => message('tools/call', { name, arguments: args, _meta });

const isAnswered = received => /"(result|error)":/.test(received) && /[}\n]\s*(0\r\n\r\n)?$/.test(received);

/** Runs a number of tasks, some of them at a time, and counts their outcomes. */
async function all(number, task, atATime = AT_A_TIME) {
  const outcomes = {};
  let begun = 0;
  await Promise.all(Array.from({ length: Math.min(number, atATime) }, async () => {
    while (begun < number) {
      const outcome = await task(begun++);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  }));
  return outcomes;
}

/** Sends bytes, and returns what the server made of them: the status, or that it closed the connection. */
async function send(bytes, fits = received => received.includes('\r\n\r\n'), outcome = client => client.status) {
  const client = new Client();
  client.socket.write(bytes);
  if (!await client.until(fits)) {
    client.leave();
    return 'unanswered';
  }
  client.leave();
  return outcome(client);
}

/** Calls a tool, and returns which of the texts its answer contains. */
const expecting = (bytes, ...texts) =>
  send(bytes, isAnswered, client => texts.find(text => client.received.includes(text))
    ?? `other: ${client.received.slice(-200)}`);

const post = (body, headers) => head(Buffer.byteLength(body), headers) + body;

const faults = {

  'clients that disconnect mid-stream': async () => {
    const outcomes = await all(full ? 1000 : 200, async () => {
      const client = new Client();
      client.socket.write(call('test_work', { steps: 1000, pause: 100 }, { progressToken: 1 }));
      const answered = await client.until(received => received.includes('notifications/progress'));
      client.leave();
      return answered && !client.closed ? 'left' : client.status;
    });
    return { ...outcomes, 'calls that still run': await running(0) };
  },

  'clients that do not read': () => all(full ? 60 : 20, async () => {
    const client = new Client();
    client.socket.pause();
    // More than the buffers of the system take. For lack of memory, some of them are refused, and the last is answered
    // or the connection is closed nevertheless.
    const large = call('test_large_result', { kilobytes: 4096 });
    client.socket.write(large.repeat(3) + large.replace('Host:', 'Connection: close\r\nHost:'));
    await pause(8_000);
    client.socket.resume();
    const ended = await client.until(() => false);
    client.leave();
    return !ended ? 'unanswered' : client.answers === 4 ? 'served after all' : 'closed by the server';
  }),

  'half-sent bodies': () => all(full ? 1000 : 200, () => send(head(1000) + '{"jsonrpc":"2.0"'), 1000),

  'trickled bodies': () => all(full ? 500 : 100, async () => {
    const client = new Client();
    client.socket.write(head(1000));
    const trickle = setInterval(() => !client.closed && client.socket.write(' '), 100);
    const answered = await client.until(received => received.includes('\r\n\r\n'));
    clearInterval(trickle);
    client.leave();
    return answered ? client.status : 'unanswered';
  }, 500),

  'oversized bodies, announced': () => all(full ? 10_000 : 2_000, () => send(head(5 << 20) + ' '.repeat(1000))),

  'oversized bodies in chunks': () => all(full ? 500 : 50, () => {
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    return send(head() + chunk.repeat(80));
  }, 10),

  'compressed bombs': () => {
    const bomb = gzipSync(Buffer.alloc(50 << 20));
    return all(full ? 1000 : 200, () => send(
      Buffer.concat([Buffer.from(head(bomb.length, { 'Content-Encoding': 'gzip' })), bomb])));
  },

  'deep nesting': () => all(full ? 1000 : 200, index =>
    send(index % 2 ? post('['.repeat(100_000)) : post(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`))),

  'huge numbers': () => all(full ? 1000 : 200, index => index % 2
    ? send(post(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${'1'.repeat(100_000)}}}`))
    : expecting(call('test_work', { steps: 'N', pause: 1 }).replace('"N"', '1e9'), 'isError":true')),

  [OCCUPYING]: () => all(full ? 200 : 40, index =>
    expecting(call(index % 2 ? 'test_endless' : 'test_blocking_endless'), 'did not finish within', 'busy')),

  'a tool that fails with an Error': () => all(full ? 1000 : 100, index =>
    expecting(call(index % 2 ? 'test_jvm_error' : 'test_reactive_jvm_error'), 'isError":true', 'Internal error')),

  'a tool that ignores interrupts': async () => {
    const outcomes = await all(5, () =>
      expecting(call('test_uninterruptible', { pause: 12_000 }), 'did not finish within'));
    const meanwhile = await expecting(call('test_blocking_work', { steps: 1, pause: 1 }), 'Done in');
    return { ...outcomes, [`meanwhile ${meanwhile}`]: 1 };
  },

  'a pattern that backtracks': () => all(full ? 1000 : 100, () =>
    expecting(call('test_checked_input', { code: `${'a'.repeat(40)}b` }), 'isError":true')),

  'an executor at its limit': async () => {
    const outcomes = await all(300, () =>
      expecting(call('test_blocking_work', { steps: 2, pause: 200 }), 'Done in', 'busy'), 300);
    if (!outcomes.busy || !outcomes['Done in']) {
      wrong.push('the executor was not at its limit');
    }
    return outcomes;
  },

  'listening streams': async () => {
    const streams = [];
    const outcomes = await all(full ? 10_000 : 2_000, async () => {
      const client = new Client();
      client.socket.write(message('subscriptions/listen', { notifications: { toolsListChanged: true } }));
      const answered = await client.until(received => received.includes('subscriptions/acknowledged'));
      streams.push(client);
      return answered && !client.closed ? 'open' : client.status;
    });
    outcomes[`sockets and ${megabytes(heap(pid))} MB meanwhile`] = sockets(pid);
    const open = streams.filter(client => !client.closed);
    outcomes['informed of a change'] = await informed(open);
    if (outcomes['informed of a change'] < open.length) {
      wrong.push('a stream was not informed of a change');
    }
    streams.forEach(client => client.leave());
    return outcomes;
  },
};

/** Waits until a number of calls of test_work run. */
async function running(number) {
  const end = Date.now() + SETTLED;
  for (;;) {
    const text = await send(call('test_running_work'), isAnswered, client => /"text":"(\d+)"/.exec(client.received)?.[1]);
    if (Number(text) <= number || Date.now() > end) {
      return Number(text);
    }
    await pause(500);
  }
}

async function informed(streams) {
  await expecting(call('test_trigger_tool_change'), 'Replaced');
  await Promise.all(streams.map(client => client.until(received => received.includes('tools/list_changed'))));
  return streams.filter(client => client.received.includes('tools/list_changed')).length;
}

/** Calls a good tool; returns the time until the answer, in milliseconds, and the answer. */
async function goodCall(...others) {
  const begin = performance.now();
  const outcome = await expecting(call('test_simple_text'), GOOD, ...others);
  return { time: performance.now() - begin, outcome };
}

/** Correct clients, each of which calls until it is stopped. */
function load(clients) {
  const calls = [];
  let stopped = false;
  const done = Promise.all(Array.from({ length: clients }, async () => {
    while (!stopped) {
      // While a fault occupies all workers, others are refused or wait.
      calls.push(await goodCall('The server is busy', 'did not finish within'));
      await pause(50);
    }
  }));
  return async () => {
    stopped = true;
    await done;
    calls.filter(({ outcome }) => outcome.startsWith('other') || outcome === 'unanswered')
      .forEach(({ outcome }) => wrong.push(`a good call: ${outcome}`));
    return {
      number: calls.length,
      worst: Math.max(...calls.map(({ time }) => time)),
      late: calls.filter(({ outcome }) => outcome === 'did not finish within').length,
    };
  };
}

/** Returns the time of the fastest of at most five good calls, as a busy machine may pause during one of them. */
async function promptCall() {
  let fastest = Infinity;
  for (let attempt = 0; attempt < 5 && fastest >= PROMPT; attempt++) {
    const { time, outcome } = await goodCall();
    fastest = outcome === GOOD ? Math.min(fastest, time) : fastest;
  }
  return fastest;
}

const measure = () => ({ heap: heap(pid), sockets: sockets(pid) });

/** Waits until heap and sockets are as before, and returns the last measurement. */
async function settled(before) {
  const end = Date.now() + SETTLED;
  while (sockets(pid) > before.sockets && Date.now() < end) {
    await pause(200);
  }
  let now = measure();
  while (now.heap > before.heap + SPARE_HEAP && Date.now() < end) {
    await pause(1_000);
    now = measure();
  }
  return now;
}

async function suffer(name, before) {
  const begin = performance.now();
  const stop = load(10);
  const outcomes = await faults[name]();
  const good = await stop();
  const after = await promptCall();
  const now = await settled(before);
  console.log(`${name}: ${Object.entries(outcomes).map(([what, number]) => `${number} ${what}`).join(', ')};`
    + ` meanwhile ${good.number} good calls, the slowest in ${Math.round(good.worst)} ms;`
    + ` afterwards one in ${Math.round(after)} ms, heap ${megabytes(now.heap)} MB (before ${megabytes(before.heap)}),`
    + ` ${now.sockets} sockets; ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  const late = name === OCCUPYING ? 0 : good.late;
  // Together, the large bodies of one caller may exceed its share of the memory.
  const busy = name === 'oversized bodies in chunks' ? '503' : undefined;
  const problems = [
    ...Object.keys(outcomes).filter(what =>
      what !== busy && /^(meanwhile )?(unanswered|other|5\d\d|2\d\d|undefined)/.test(what)),
    ...late > good.number / 20 ? [`${late} of the good calls were not answered in time`] : [],
    ...outcomes['calls that still run'] ? ['calls still run'] : [],
    ...after >= PROMPT ? ['the good call took too long'] : [],
    ...now.heap > before.heap + SPARE_HEAP ? ['heap was not released'] : [],
    ...now.sockets > before.sockets ? ['sockets were not released'] : [],
  ];
  problems.forEach(problem => wrong.push(`${name}: ${problem}`));
}

// The first round loads classes and fills caches; on Tomcat, half-sent bodies occupy all threads and their buffers.
for (const warm of ['half-sent bodies', 'deep nesting', 'huge numbers', 'a pattern that backtracks',
  'an executor at its limit']) {
  await faults[warm]();
}
await pause(2_000);
const before = measure();
const threadsBefore = threads(pid);
console.log(`before: heap ${megabytes(before.heap)} MB, ${threadsBefore.length} threads, ${before.sockets} sockets`);
const begin = Date.now();
for (const name of Object.keys(faults)) {
  await suffer(name, before);
}
const threadsAfter = threads(pid);
if (threadsAfter.length > threadsBefore.length + SPARE_THREADS) {
  const added = threadsAfter.filter(name => !threadsBefore.includes(name));
  wrong.push(`threads were not released: ${added.join(', ')}`);
}
wrong.slice(0, 20).forEach(what => console.log(`wrong: ${what}`));
console.log(`faults: ${Object.keys(faults).length} kinds in ${Math.round((Date.now() - begin) / 1000)} s, ${ids} calls;`
  + ` ${threadsBefore.length} threads before, ${threadsAfter.length} after; ${wrong.length} problems`);
process.exit(wrong.length === 0 ? 0 : 1);
