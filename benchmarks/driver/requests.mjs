// What a request costs, in rounds in which each server has its turn.
import { complete, each } from './cells.mjs';
import { Load } from './load.mjs';
import { workloads } from './protocol.mjs';
import { progress } from './output.mjs';

/** Opens a session, which some servers keep: measured last, so that the other requests do not pay for that. */
const LAST = 'initialize';

/**
 * Returns a list of {server, era, workload, rounds}; each round has the figures of Load.measure. If there are several
 * processes of a server, each round loads the next one. A server that does not give the expected answer is left out,
 * with the reason.
 */
export async function measureRequests(processes, probe, { kinds, warmUp, seconds, rounds }) {
  const cells = cellsOf(processes, kinds);
  const [last, others] = [true, false].map(isLast => cells.filter(({ workload }) => (workload === LAST) === isLast));
  for (const part of [others, last].filter(({ length }) => length > 0)) {
    progress(`requests: warm-up, ${part.length} kinds of requests to servers`);
    await each(part, async cell => {
      for (const server of cell.processes) {
        const load = await Load.prepare(server, cell.era, workloads[cell.workload]);
        await load.warmUp(warmUp * share(cell, part));
        cell.loads.push(load);
      }
    });
    for (let round = 0; round < rounds; round++) {
      progress(`requests: round ${round + 1} of ${rounds}, ${part.length} measurements of ${seconds} s`);
      for (const group of groups(part)) {
        await each(group, async ({ loads, rounds: figures }) =>
          figures.push(await loads[round % loads.length].measure(probe, { seconds })));
      }
    }
  }
  return complete(cells, ({ definition, era, workload, rounds: figures }) =>
    ({ server: definition.name, era, workload, rounds: figures }));
}

function cellsOf(processes, kinds) {
  const definitions = [...new Set(processes.map(({ definition }) => definition))];
  return Object.entries(kinds).flatMap(([era, names]) => names.flatMap(workload =>
    definitions.filter(({ eras }) => eras.includes(era)).map(definition => ({
      definition, processes: processes.filter(server => server.definition === definition), loads: [],
      era, workload, subject: `${era}, ${workload}`, rounds: [],
    }))));
}

/** Each process warms up for the same time, however many kinds of requests it gets. */
function share({ definition }, cells) {
  const kinds = other => cells.filter(cell => cell.definition === other).length;
  return Math.max(...cells.map(cell => kinds(cell.definition))) / kinds(definition);
}

/** The cells of each kind of request, which are measured immediately after each other, because they are compared. */
function groups(cells) {
  const kinds = new Map();
  for (const cell of cells) {
    kinds.set(cell.subject, [...(kinds.get(cell.subject) ?? []), cell]);
  }
  return [...kinds.values()];
}
