// Tools send notifications and questions to the official TypeScript client of the first generation.
//
//   node legacy-interaction.mjs URL
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema, CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { ANSWERS, CAPABILITIES, checkInteraction } from './interaction.mjs';

const changes = [];
const client = new Client({ name: 'legacy', version: '1' }, {
  capabilities: CAPABILITIES,
  listChanged: { tools: { onChanged: (error, tools) => changes.push(error ?? tools), debounceMs: 0 } },
});
client.setRequestHandler(ElicitRequestSchema, ANSWERS['elicitation/create']);
client.setRequestHandler(CreateMessageRequestSchema, ANSWERS['sampling/createMessage']);
client.setRequestHandler(ListRootsRequestSchema, ANSWERS['roots/list']);
const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
await client.connect(transport);
await checkInteraction({
  call: (name, args, options) => client.callTool({ name, arguments: args }, CallToolResultSchema, options),
  changes,
});
await transport.terminateSession();
await client.close();
console.log('@modelcontextprotocol/sdk: 2025-11-25, receives progress and changes, answers questions, cancels');
