// The official TypeScript client of the first generation: handshake, session, revision 2025-11-25.
//
//   node legacy.mjs URL
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { checkDesk } from './desk.mjs';

const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
const client = new Client({ name: 'legacy', version: '1' });
await client.connect(transport);
assert.equal(transport.protocolVersion, '2025-11-25');
assert.ok(transport.sessionId);
assert.equal(client.getServerVersion().name, 'data-desk');
await client.ping();
await checkDesk(client, { bareLists: false });

await transport.terminateSession();
assert.equal(transport.sessionId, undefined);
await client.close();
console.log('@modelcontextprotocol/sdk: 2025-11-25, all of the sample answers');
