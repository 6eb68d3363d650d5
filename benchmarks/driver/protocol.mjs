// What clients send, in the two eras of the protocol.
import { writeFileSync } from 'node:fs';

/** The kinds of requests: method, parameters, and a text of the right answer. They can have headers of their own. */
export const workloads = {
  echo: call('echo', { text: 'Hello from the benchmark' }, 'Hello from the benchmark'),
  add: call('add', { a: 3, b: 4 }, '"sum":7'),
  search: call('search', { query: 'tents' }, 'p-100019'),
  list: { method: 'tools/list', params: {}, expected: 'filler_99' },
  initialize: {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'benchmark', version: '1' },
    },
    expected: 'protocolVersion',
    eras: ['2025-11-25'],
  },
  slow: call('slow', {}, 'slept'),
};

export function call(name, args, expected) {
  return { method: 'tools/call', params: { name, arguments: args }, expected };
}

// post.lua replaces it by one of its own for each request.
const ID = 1_000_000;
const COMMON = { 'Content-Type': 'application/json', 'Accept': 'application/json, text/event-stream' };

/**
 * Returns a request as headers and body. In the legacy era it belongs to a session; in the modern era it has the
 * headers that repeat its parameters.
 */
export function request(era, { method, params, headers = {} }, session) {
  if (era === '2025-11-25') {
    const inSession = session && method !== 'initialize' ? { 'Mcp-Session-Id': session } : {};
    const version = method === 'initialize' ? {} : { 'MCP-Protocol-Version': era };
    return {
      headers: { ...COMMON, ...version, ...inSession, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: ID, method, params }),
    };
  }
  const named = params.name ? { 'Mcp-Name': params.name } : {};
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientInfo': { name: 'benchmark', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    headers: { ...COMMON, 'MCP-Protocol-Version': era, 'Mcp-Method': method, ...named, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: ID, method, params: { ...params, _meta: meta } }),
  };
}

export async function post(url, { headers, body }) {
  const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) });
  return { status: response.status, session: response.headers.get('mcp-session-id'), text: await response.text() };
}

/** Initializes a session; returns its id, or undefined if the server has none. */
export async function openSession(url) {
  const { status, session, text } = await post(url, request('2025-11-25', workloads.initialize));
  if (status !== 200) {
    throw new Error(`initialize was answered ${status}: ${text.slice(0, 200)}`);
  }
  await post(url, {
    headers: request('2025-11-25', { method: 'notifications/initialized' }, session ?? undefined).headers,
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  });
  return session ?? undefined;
}

/** Sends a request once; returns why its answer is not the expected one, or undefined. */
export async function problem(url, era, workload) {
  try {
    const session = era === '2025-11-25' ? await openSession(url) : undefined;
    const { status, text } = await post(url, request(era, workload, session));
    return status === 200 && text.includes(workload.expected) && !text.includes('"isError":true')
      ? undefined
      : `answered ${status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return String(error.cause ?? error);
  }
}

/** Writes requests as the Lua file that ../load/post.lua reads, which gives each request an id of its own. */
export function writeRequests(file, requests) {
  const text = JSON.stringify;
  const lua = ({ headers, body }) => {
    const members = Object.entries(headers).map(([name, value]) => `[${text(name)}] = ${text(value)}`);
    return `  {headers = {${members.join(', ')}}, body = ${text(body)}}`;
  };
  writeFileSync(file, `return {\n${requests.map(lua).join(',\n')}\n}\n`);
}
