// Many calls that block at the same time: how many of them a server completes, and what others notice.
import { complete, each } from './cells.mjs';
import { Load } from './load.mjs';
import { workloads } from './protocol.mjs';
import { progress } from './output.mjs';

const CALLS = 500;

/** Returns a list of {server, era, rounds}: calls per second, refused calls, and the latency of "echo" meanwhile. */
export async function measureBlocking(servers, { seconds, rounds }) {
  const cells = servers.filter(({ definition }) => definition.blocks).flatMap(server =>
    server.definition.eras.map(era => ({ server, definition: server.definition, era, subject: era, rounds: [] })));
  await each(cells, async cell => {
    cell.slow = await Load.prepare(cell.server, cell.era, workloads.slow);
    cell.echo = await Load.prepare(cell.server, cell.era, workloads.echo);
    await cell.slow.send({ seconds: 2, connections: CALLS });
  });
  for (let round = 0; round < rounds; round++) {
    progress(`blocking: round ${round + 1} of ${rounds}`);
    await each(cells, async cell => cell.rounds.push(await measure(cell, seconds)));
  }
  return complete(cells, ({ server, era, rounds: figures }) =>
    ({ server: server.definition.name, era, rounds: figures }));
}

async function measure({ server, slow: slowLoad, echo: echoLoad }, seconds) {
  const cpu = server.cpu();
  const [slow, echo] = await Promise.all([
    slowLoad.send({ seconds, connections: CALLS, check: true }),
    echoLoad.send({ seconds, connections: 1, check: true }),
  ]);
  return {
    rate: (slow.requests - slow.unexpected - slow.errors) / slow.seconds,
    refused: slow.unexpected,
    failed: slow.failed + slow.errors + echo.failed + echo.errors + echo.unexpected,
    p99: slow.p99,
    cpu: (server.cpu() - cpu) / (slow.requests + echo.requests) * 10_000,
    echo: echo.p50,
    echoP99: echo.p99,
  };
}
