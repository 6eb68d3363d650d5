// Lists the tools of any server and calls one of them, through both generations of the official TypeScript client.
//
//   [AUTHORIZATION=VALUE] node call.mjs URL TOOL ARGUMENTS-AS-JSON TEXT-OF-THE-RESULT
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [url, name, args, text] = process.argv.slice(2);
const authorization = process.env.AUTHORIZATION;
const options = { requestInit: { headers: authorization ? { Authorization: authorization } : {} } };
const info = { name: 'call', version: '1' };

const clients = [
  ['@modelcontextprotocol/sdk', new OldClient(info), new OldTransport(new URL(url), options)],
  ...['legacy', { pin: '2026-07-28' }].map(mode => [
    '@modelcontextprotocol/client',
    new Client(info, { versionNegotiation: { mode } }),
    new StreamableHTTPClientTransport(new URL(url), options),
  ]),
];

for (const [library, client, transport] of clients) {
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some(tool => tool.name === name), `${name} is listed`);
  const result = await client.callTool({ name, arguments: JSON.parse(args) });
  assert.ok(!result.isError, JSON.stringify(result));
  assert.ok(result.content.some(block => block.text?.includes(text)), JSON.stringify(result.content));
  await client.close();
  console.log(`${library}, ${transport.protocolVersion ?? '2026-07-28'}: lists ${tools.length} tools, calls ${name}`);
}
