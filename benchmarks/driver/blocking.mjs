// Many calls that block at the same time: how many of them a server completes, and what others notice.
import { Load } from './load.mjs';
import { workloads } from './protocol.mjs';
import { progress } from './output.mjs';

const CALLS = 500;
const ERA = '2025-11-25';

/** Returns a list of {server, rounds}: calls per second, refused calls, and the latency of "echo" meanwhile. */
export async function measureBlocking(servers, { seconds, rounds }) {
  const cells = [];
  for (const server of servers.filter(({ definition }) => definition.blocks)) {
    cells.push({
      server,
      slow: await Load.prepare(server, ERA, workloads.slow),
      echo: await Load.prepare(server, ERA, workloads.echo),
      rounds: [],
    });
  }
  for (const { slow } of cells) {
    await slow.send({ seconds: 2, connections: CALLS });
  }
  for (let round = 0; round < rounds; round++) {
    progress(`blocking: round ${round + 1} of ${rounds}`);
    for (const cell of cells) {
      const cpu = cell.server.cpu();
      const [slow, echo] = await Promise.all([
        cell.slow.send({ seconds, connections: CALLS, check: true }),
        cell.echo.send({ seconds, connections: 1 }),
      ]);
      cell.rounds.push({
        rate: (slow.requests - slow.unexpected) / slow.seconds,
        refused: slow.unexpected,
        failed: slow.failed,
        p99: slow.p99,
        cpu: (cell.server.cpu() - cpu) / slow.requests * 10_000,
        echo: echo.p50,
        echoP99: echo.p99,
      });
    }
  }
  return cells.map(({ server, rounds: figures }) => ({ server: server.definition.name, rounds: figures }));
}
