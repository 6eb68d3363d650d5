// Makes 100 calls of the sample application, of which 10 fail, and compares the text for Prometheus with them.
//
//   node .ci/metrics.mjs URL
import assert from 'node:assert/strict';

const REVISION = '2026-07-28';
const url = process.argv[2];
const count = 'mcp_server_operation_duration_seconds_count';

for (let number = 1; number <= 100; number++) {
  const fails = number % 10 === 0;
  const { isError = false } = await call('query', { sql: fails ? 'SELECT * FROM nowhere' : 'SELECT 1 AS one' });
  assert.equal(isError, fails);
}
const { origin } = new URL(url);
const text = await (await fetch(`${origin}/actuator/prometheus`)).text();
assert.deepEqual(samples(count, 'gen_ai_tool_name="query"', 'error_type="none"'), [90]);
assert.deepEqual(samples(count, 'gen_ai_tool_name="query"', 'error_type="tool_error"'), [10]);
assert.deepEqual(samples('mcp_server_result_size_bytes_count', 'mcp_entry_name="query"'), [100]);
assert.deepEqual(samples('mcp_server_calls'), [0]);
assert.equal((await fetch(`${origin}/actuator/mcp`)).status, 404);
console.log(`${url}: 100 calls, of which 10 fail, are 90 and 10 for Prometheus`);

async function call(name, args) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': REVISION,
      'Mcp-Method': 'tools/call', 'Mcp-Name': name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {
      name, arguments: args, _meta: {
        'io.modelcontextprotocol/protocolVersion': REVISION, 'io.modelcontextprotocol/clientCapabilities': {},
      },
    } }),
  });
  const body = await response.text();
  const message = body.startsWith('{') ? body : body.split('\n').filter(line => line.startsWith('data: ')).at(-1).slice(6);
  return JSON.parse(message).result;
}

/** Returns the values of the time series with this name and these labels. */
function samples(name, ...labels) {
  return text.split('\n')
    .filter(line => line.split(/[{ ]/, 1)[0] === name && labels.every(label => line.includes(label)))
    .map(line => Number(line.slice(line.lastIndexOf(' '))));
}
