// The official TypeScript client of the second generation: with its default settings (legacy), with automatic selection
// of the revision, and with 2026-07-28.
//
//   node modern.mjs URL
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { checkDesk } from './desk.mjs';

const modes = [
  { mode: 'legacy', revision: '2025-11-25' },
  { mode: 'auto', revision: '2026-07-28' },
  { mode: { pin: '2026-07-28' }, revision: '2026-07-28' },
];

for (const { mode, revision } of modes) {
  const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
  const client = new Client({ name: 'modern', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  assert.equal(client.getServerVersion().name, 'data-desk');
  await checkDesk(client, { bareLists: revision >= '2026-07-28' });
  await client.close();
  console.log(`@modelcontextprotocol/client, ${JSON.stringify(mode)}: ${revision}, all of the sample answers`);
}
