// Tools send notifications and questions to the official TypeScript client of the second generation, in both eras.
//
//   node modern-interaction.mjs URL
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ANSWERS, CAPABILITIES, checkInteraction } from './interaction.mjs';

for (const mode of ['legacy', { pin: '2026-07-28' }]) {
  const changes = [];
  const client = new Client({ name: 'modern', version: '1' }, {
    versionNegotiation: { mode },
    capabilities: CAPABILITIES,
    listChanged: { tools: { onChanged: (error, tools) => changes.push(error ?? tools), debounceMs: 0 } },
  });
  Object.entries(ANSWERS).forEach(([method, answer]) => client.setRequestHandler(method, answer));
  await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));
  await checkInteraction({
    call: (name, args, options) => client.callTool({ name, arguments: args }, options),
    changes,
  });
  const revision = client.getNegotiatedProtocolVersion();
  await client.close();
  console.log(`@modelcontextprotocol/client: ${revision}, receives progress and changes, answers questions, cancels`);
}
