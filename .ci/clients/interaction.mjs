// Checks of tools of the conformance server that send notifications and questions, for every client and revision.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** The capabilities that the clients declare. */
export const CAPABILITIES = { elicitation: {}, sampling: {}, roots: {} };

/** The answers to the questions of the server, by method. */
export const ANSWERS = {
  'elicitation/create': ({ params }) => ({ action: 'accept', content: answerTo(params.requestedSchema) }),
  'sampling/createMessage': ({ params }) => ({
    role: 'assistant', model: 'none', content: { type: 'text', text: `${textOf(params.messages[0])} Paris.` },
  }),
  'roots/list': () => ({ roots: [{ uri: 'file:///home/ada', name: 'Home' }] }),
};

const answerTo = schema => Object.fromEntries(Object.keys(schema.properties).map(name =>
  [name, { name: 'Ada', color: 'green', username: 'ada', email: 'ada@example.org', ok: true }[name]]));

// A single block need not be in a list.
const textOf = message => [message.content].flat()[0].text;

/**
 * Calls tools that report, ask, and wait to be cancelled.
 *
 * @param call calls a tool: (name, arguments, options of the client) => result
 * @param changes the lists of tools that the client is notified of
 */
export async function checkInteraction({ call, changes }) {
  const text = async (...request) => (await call(...request)).content[0].text;

  const progress = [];
  await call('test_tool_with_progress', {}, { onprogress: report => progress.push(report) });
  assert.deepEqual(progress.map(report => [report.progress, report.total]), [[0, 100], [50, 100], [100, 100]]);
  assert.equal(progress[1].message, 'Completed 50 of 100');

  assert.equal(await text('test_elicitation', { message: 'Who are you?' }),
    'User response: action=accept, content={"username":"ada","email":"ada@example.org"}');
  assert.equal(await text('test_sampling', { prompt: 'The capital of France?' }),
    'LLM response: The capital of France? Paris.');
  assert.equal(await text('test_input_required_result_list_roots', {}), 'Roots: file:///home/ada');
  // Several questions in one round, several rounds, and a tool that returns what it requires.
  assert.equal(await text('test_input_required_result_multiple_inputs', {}),
    'Generate a greeting Paris., Ada, at home in file:///home/ada');
  assert.equal(await text('test_input_required_result_multi_round', {}), 'Ada likes green');
  assert.match(await text('test_input_required_result_request_state', {}), /state-ok/);

  // A stream of notifications opens concurrently with the handshake, so it may miss the first change.
  await eventually('a changed list of tools arrives', async () => {
    await call('test_trigger_tool_change', {});
    return changes.length > 0;
  });
  assert.ok(changes[0].some(tool => tool.name === 'test_changing_tool'));

  for (const tool of ['test_work', 'test_blocking_work']) {
    const cancellation = new AbortController();
    const reports = [];
    const work = call(tool, { steps: 900, pause: 50 },
      { signal: cancellation.signal, onprogress: report => reports.push(report) });
    work.catch(() => { /* looked at below */ });
    await eventually(`${tool} is at work`, async () => reports.length > 1);
    assert.equal(await text('test_running_work', {}), '1');
    cancellation.abort('enough');
    await assert.rejects(work);
    await eventually(`${tool} has ended`, async () => await text('test_running_work', {}) === '0');
  }
}

async function eventually(what, condition) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    if (await condition()) {
      return;
    }
  }
  assert.fail(`60 s have passed, and it is not true that ${what}`);
}
