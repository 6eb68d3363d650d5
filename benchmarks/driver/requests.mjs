// What a request costs, in rounds in which each server has its turn.
import { Load } from './load.mjs';
import { problem, workloads } from './protocol.mjs';
import { progress } from './output.mjs';

/**
 * Returns a list of {server, era, workload, rounds}; each round has the figures of Load.measure. A server that does not
 * give the expected answer is left out, with the reason.
 */
export async function measureRequests(servers, probe, { kinds, warmUp, seconds, rounds }) {
  const { cells, leftOut } = await prepare(servers, kinds);
  for (const cell of cells) {
    await cell.load.send({ seconds: warmUp });
  }
  for (let round = 0; round < rounds; round++) {
    progress(`requests: round ${round + 1} of ${rounds}, ${cells.length} measurements of ${seconds} s`);
    for (const turn of turns(cells, round)) {
      turn.rounds.push(await turn.load.measure(probe, { seconds }));
    }
  }
  return {
    leftOut,
    cells: cells.map(({ server, era, workload, rounds: figures }) => ({
      server: server.definition.name, era, workload, rounds: figures,
    })),
  };
}

async function prepare(servers, kinds) {
  const cells = [];
  const leftOut = [];
  for (const [era, names] of Object.entries(kinds)) {
    for (const workload of names) {
      for (const server of servers.filter(({ definition }) => definition.eras.includes(era))) {
        const reason = await problem(server.url, era, workloads[workload]);
        if (reason) {
          leftOut.push({ server: server.definition.name, era, workload, reason });
        } else {
          const load = await Load.prepare(server, era, workloads[workload]);
          cells.push({ server, era, workload, load, rounds: [] });
        }
      }
    }
  }
  return { cells, leftOut };
}

/** Each kind of request in turn; each round begins with another server, so that none always follows the same one. */
function turns(cells, round) {
  const kinds = new Map();
  for (const cell of cells) {
    const kind = `${cell.era} ${cell.workload}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), cell]);
  }
  return [...kinds.values()].flatMap(group => {
    const first = round % group.length;
    return [...group.slice(first), ...group.slice(0, first)];
  });
}
