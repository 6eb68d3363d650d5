// The clients of Vercel's AI SDK: the one of "ai" 4, which supports no revision after 2024-11-05, and the newest.
//
//   node vercel.mjs URL
import assert from 'node:assert/strict';
import { createMCPClient } from '@ai-sdk/mcp';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { experimental_createMCPClient as createOldClient } from 'ai';

const url = process.argv[2];
const sql = 'SELECT COUNT(*) AS days FROM weather';
const options = { toolCallId: '1', messages: [] };

const old = await createOldClient({ transport: new StreamableHTTPClientTransport(new URL(url)) });
const oldTools = await old.tools();
assert.equal(Object.keys(oldTools).length, 8);
assert.match(JSON.stringify(await oldTools.query.execute({ sql }, options)), /1461/);
await old.close();
console.log('ai 4.3.19: 2024-11-05, lists and calls the tools of the sample');

const client = await createMCPClient({ transport: { type: 'http', url } });
assert.equal(client.serverInfo.name, 'data-desk');
const tools = await client.tools();
assert.equal(Object.keys(tools).length, 8);
assert.match(JSON.stringify(await tools.query.execute({ sql }, options)), /1461/);
// Models send numbers as strings; the server converts them.
assert.match(JSON.stringify(await client.callTool({ name: 'query', arguments: { sql, maxRows: '5' } })), /1461/);
const { resources: [{ uri }] } = await client.listResources();
assert.equal((await client.readResource({ uri })).contents[0].uri, uri);
const { prompts: [{ name }] } = await client.listPrompts();
assert.match((await client.getPrompt({ name, arguments: { table: 'weather' } })).messages[0].content.text, /1461 rows/);
await client.close();
console.log('@ai-sdk/mcp 2: lists, calls, reads and prompts the sample');
