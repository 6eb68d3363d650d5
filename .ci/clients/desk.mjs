// What any client must find at the sample application, whichever revision it speaks.
import assert from 'node:assert/strict';

const TOOLS = ['chart', 'describe_column', 'drop_table', 'export', 'list_tables', 'query', 'save_table', 'sonify'];

/**
 * Calls every tool of the sample application and looks at what came.
 *
 * @param client a connected client of either generation: both have listTools() and callTool()
 * @param bareLists whether structured content may be a bare list, as from 2026-07-28 on; before, it is {result: list}
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
}

async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  return result;
}

const text = result => result.content.find(block => block.type === 'text').text;

const bytes = base64 => Buffer.from(base64, 'base64');
