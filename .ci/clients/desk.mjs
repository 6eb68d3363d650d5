// Checks of the sample application that apply to every client and revision.
import assert from 'node:assert/strict';

const TOOLS = ['chart', 'describe_column', 'drop_table', 'export', 'list_tables', 'query', 'save_table', 'sonify'];

/**
 * Calls every tool of the sample application and checks the results, and its resources and prompts.
 *
 * @param client a connected client of either generation: their methods are the same
 * @param bareLists whether structured content may be a list, as in 2026-07-28; older revisions have {result: list}
 */
export async function checkDesk(client, { bareLists }) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(tool => tool.name), TOOLS);
  tools.forEach(tool => assert.ok(tool.description, `${tool.name} has no description`));

  const tables = await call(client, 'list_tables', {});
  const structured = bareLists ? tables.structuredContent : tables.structuredContent.result;
  assert.equal(structured[0].rows, 1461);
  assert.deepEqual(JSON.parse(text(tables)), structured, 'the text is the same JSON, not wrapped');

  const { structuredContent: column } = await call(client, 'describe_column', { table: 'weather', column: 'temp_max' });
  assert.equal(column.counts.values, 1461);
  assert.ok(column.numbers.min < column.numbers.median && column.numbers.median < column.numbers.max);

  const sql = 'SELECT YEAR(date) AS y, AVG(temp_max) AS warmth FROM weather GROUP BY YEAR(date) ORDER BY y';
  const { structuredContent: answer } = await call(client, 'query', { sql });
  assert.deepEqual(answer.rows.map(([year]) => year), [2012, 2013, 2014, 2015]);
  assert.equal(answer.truncated, false);

  const [image] = (await call(client, 'chart', { sql, title: 'Warmth' })).content;
  assert.equal(image.type, 'image');
  assert.equal(image.mimeType, 'image/png');
  assert.equal(bytes(image.data).toString('latin1', 1, 4), 'PNG');

  const sound = (await call(client, 'sonify', { sql, seconds: 1 })).content.find(block => block.type === 'audio');
  assert.equal(sound.mimeType, 'audio/wav');
  assert.equal(bytes(sound.data).toString('latin1', 0, 4), 'RIFF');

  const file = (await call(client, 'export', { sql, name: 'warmth' })).content.find(block => block.type === 'resource');
  assert.match(file.resource.mimeType, /^text\/csv/);
  assert.match(file.resource.uri, /warmth\.csv$/);
  assert.match(file.resource.text, /2015,/);

  const refused = await client.callTool({ name: 'query', arguments: { sql: 'SELECT nope FROM weather' } });
  assert.equal(refused.isError, true);
  assert.match(text(refused), /nope/i, 'the model learns what was wrong');
  assert.equal(refused.structuredContent, undefined);

  const invalid = await client.callTool({ name: 'query', arguments: { sql, maxRows: 0 } });
  assert.equal(invalid.isError, true);
  assert.match(text(invalid), /maxRows/);

  await assert.rejects(() => client.callTool({ name: 'no_such_tool', arguments: {} }), error => error.code === -32602);

  await checkTables(client);
}

/** Reads a resource and one of a template, gets a prompt, and completes arguments. */
async function checkTables(client) {
  const { resources } = await client.listResources();
  const { uri } = resources.find(({ name }) => name === 'weather');
  const table = await read(client, uri);
  assert.equal(JSON.parse(table.text).rows, 1461);
  assert.equal(table.mimeType, 'application/json');

  const { resourceTemplates: [{ uriTemplate }] } = await client.listResourceTemplates();
  const column = await read(client, uriTemplate.replace('{table}', 'weather').replace('{column}', 'temp_max'));
  assert.equal(JSON.parse(column.text).counts.values, 1461);
  await assert.rejects(() => read(client, `${uri}/nope`), error => [-32002, -32602].includes(error.code));

  const ref = { type: 'ref/resource', uri: uriTemplate };
  const context = { arguments: { table: 'weather' } };
  const { completion } = await client.complete({ ref, argument: { name: 'column', value: 'temp' }, context });
  assert.deepEqual(completion.values, ['temp_max', 'temp_min']);

  const { prompts: [prompt] } = await client.listPrompts();
  assert.deepEqual(prompt.arguments.map(({ name, required }) => [name, required ?? false]),
    [['table', true], ['question', false]]);
  const { completion: { values: [first] } } = await client.complete(
    { ref: { type: 'ref/prompt', name: prompt.name }, argument: { name: 'table', value: 'wea' } });
  const { messages: [message] } = await client.getPrompt({ name: prompt.name, arguments: { table: first } });
  assert.equal(message.role, 'user');
  assert.match(message.content.text, /weather.*1461 rows/);
}

async function read(client, uri) {
  const { contents: [content] } = await client.readResource({ uri });
  assert.equal(content.uri, uri);
  return content;
}

async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  return result;
}

const text = result => result.content.find(block => block.type === 'text').text;

const bytes = base64 => Buffer.from(base64, 'base64');
