// Requests that are expensive for a server and cheap for a client, and clients that disconnect, do not send or do not
// read. The server must answer each complete request or close the connection.
import { connect } from 'node:net';

const MODERN = '2026-07-28';

// Longer than every time limit of the server under test.
const PATIENCE = 90_000;

const pause = time => new Promise(resolve => setTimeout(resolve, time));
const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));

/**
 * @param url the endpoint
 * @param count counts the attacks: (name) => void
 * @return functions, each of which makes one attack and fails if a request is neither answered nor disconnected
 */
export function hostile(url, count) {
  const { hostname, port, pathname } = new URL(url);
  let ids = 0;

  /** Opens a connection, passes it to a function, and resolves with the data that the server sent until it closed. */
  async function connection(use) {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = '';
    const state = { get received() { return received; }, closed: false };
    socket.setEncoding('latin1');
    socket.on('data', chunk => { received = received.length < 65_536 ? received + chunk : received; });
    socket.on('error', () => { /* the server may close while this side writes */ });
    const closed = new Promise(resolve => socket.on('close', () => { state.closed = true; resolve(); }));
    await new Promise(resolve => { socket.on('connect', resolve); socket.on('close', resolve); });
    try {
      await use(socket, state, closed);
    } finally {
      socket.destroy();
      await closed;
    }
  }

  const head = (length, headers = {}) => [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`,
    'Content-Type: application/json', 'Accept: application/json, text/event-stream', `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n');

  const complete = received => {
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) {
      return false;
    }
    const length = /content-length: (\d+)/i.exec(received.slice(0, end));
    return length ? received.length >= Math.min(end + 4 + Number(length[1]), 65_536) : /\n0\r\n\r\n$|"(result|error)":/.test(received);
  };

  /** Sends a request and waits for its answer or the end of the connection. */
  async function send(what, body, headers = {}) {
    const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    await connection(async (socket, state) => {
      socket.write(head(bytes.length, headers));
      socket.write(bytes);
      const end = Date.now() + PATIENCE;
      while (!state.closed && !complete(state.received)) {
        if (Date.now() > end) {
          throw new Error(`${what}: no answer within ${PATIENCE / 1000} s: ${state.received.slice(0, 200)}`);
        }
        await pause(20);
      }
    });
    count(what);
  }

  const meta = { 'io.modelcontextprotocol/protocolVersion': MODERN, 'io.modelcontextprotocol/clientCapabilities': {} };
  const modernHeaders = (method, name) =>
    ({ 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method, ...name && { 'Mcp-Name': name } });
  const call = (what, name, args, extra = {}) => send(what,
    { jsonrpc: '2.0', id: ++ids, method: 'tools/call', params: { name, arguments: args, ...extra, _meta: meta } },
    modernHeaders('tools/call', name));
  const checked = (what, args) =>
    call(what, Math.random() < 0.5 ? 'test_checked_input' : 'test_blocking_checked_input', args);

  async function legacySession(capabilities, use) {
    let session;
    const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'hostile', version: '1' } } };
    await connection(async (socket, state) => {
      const bytes = JSON.stringify(initialize);
      socket.write(head(bytes.length) + bytes);
      const end = Date.now() + PATIENCE;
      while (!state.closed && !complete(state.received) && Date.now() < end) {
        await pause(10);
      }
      session = /mcp-session-id: (\S+)/i.exec(state.received)?.[1];
    });
    if (session) {
      await use({ 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' });
    }
  }

  const digits = length => '1'.repeat(length);
  const collisions = bits => Array.from({ length: 1 << bits }, (_, number) =>
    Array.from({ length: bits }, (_, bit) => number >> bit & 1 ? 'Aa' : 'BB').join(''));
  const junk = size => Array.from({ length: size }, () => 1.5);

  return [
    () => checked('expensive formats', { email: `a@${'@'.repeat(100_000)} ` }),
    () => checked('expensive formats', { address: `a@${'@'.repeat(100_000)} ` }),
    () => checked('expensive formats', { expression: '('.repeat(50_000) + 'a*'.repeat(20_000) }),
    () => checked('expensive patterns', { range: digits(80_000) }),
    () => checked('expensive patterns', { code: `${'a'.repeat(33)}b` }),
    () => checked('expensive patterns', { options: Object.fromEntries([[`${'x'.repeat(40)}`, '1']]) }),
    () => checked('many problems', { numbers: Array(100_000).fill('') }),
    () => checked('many problems', { choice: Array(50_000).fill({}) }),
    () => checked('colliding strings', { names: collisions(13) }),
    () => checked('JSON in strings', { numbers: `[${'{},'.repeat(300_000)}{}]` }),
    () => checked('JSON in strings', { numbers: '['.repeat(450) + ']'.repeat(450) }),
    () => send('deep nesting', '['.repeat(100_000)),
    () => send('huge numbers', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":${digits(100_000)}}}`),
    () => send('misspelt members', { jsonrpc: '2.0', id: 1, method: 'ping', Method: 'tools/call' }),
    () => send('too large bodies', ' '.repeat(5 << 20)),
    // In a session, because a modern request repeats the address in a header.
    () => legacySession({}, session => send('expensive addresses', { jsonrpc: '2.0', id: 1, method: 'resources/read',
      params: { uri: `test://tables/${'.'.repeat(8_000)}?` } }, session)),
    () => call('forged states', 'test_checked_input', { names: junk(200_000) }, { requestState: 'x'.repeat(200_000) }),

    // A stream with unneeded parameters, open for a while.
    () => connection(async (socket, state) => {
      const method = 'subscriptions/listen';
      const bytes = JSON.stringify({ jsonrpc: '2.0', id: 1, method,
        params: { notifications: { toolsListChanged: true }, junk: junk(200_000), _meta: meta } });
      socket.write(head(bytes.length, modernHeaders(method)));
      socket.write(bytes);
      const end = Date.now() + PATIENCE;
      while (!state.closed && !state.received) {
        if (Date.now() > end) {
          throw new Error('a listening stream got no answer');
        }
        await pause(20);
      }
      await pause(between(0, 3_000));
      count('listening streams with junk');
    }),

    // Half a body, and a body byte by byte; then a disconnect.
    () => connection(async socket => {
      socket.write(`${head(between(100, 3_000_000))}{"jsonrpc"`);
      await pause(between(0, 5_000));
      count('bodies that break off');
    }),
    () => connection(async (socket, state) => {
      socket.write(head(3_000_000));
      for (let left = between(1, 20); left > 0 && !state.closed; left--) {
        socket.write(' '.repeat(100));
        await pause(250);
      }
      count('trickling bodies');
    }),

    // A large result that is not read; then a disconnect.
    () => connection(async socket => {
      const bytes = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call',
        params: { name: 'test_large_result', arguments: { kilobytes: 4096 }, _meta: meta } });
      socket.write(head(bytes.length, modernHeaders('tools/call', 'test_large_result')) + bytes);
      socket.pause();
      await pause(between(0, 8_000));
      count('results that are not read');
    }),

    // Sessions that are used once.
    () => legacySession({}, async session => {
      await send('abandoned sessions', { jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'error' } },
        session);
      await send('subscriptions', { jsonrpc: '2.0', id: 2, method: 'resources/subscribe',
        params: { uri: `test://template/${'x'.repeat(6_000)}${++ids}/data` } }, session);
      await send('answers to no question', { jsonrpc: '2.0', id: `unknown-${++ids}`, result: { junk: junk(1_000) } },
        session);
    }),

    // A question whose client has disconnected.
    () => legacySession({ elicitation: {} }, session => connection(async socket => {
      const bytes = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call',
        params: { name: 'test_elicitation_sep1034_defaults', arguments: {}, _meta: { junk: junk(10_000) } } });
      socket.write(head(bytes.length, session));
      socket.write(bytes);
      await pause(between(20, 500));
      count('questions to clients that left');
    })),
  ];
}
