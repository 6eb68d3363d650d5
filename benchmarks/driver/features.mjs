// What features of this library cost: each beside the same program without it.
import { Load } from './load.mjs';
import { Server } from './server.mjs';
import { variants } from './variants.mjs';
import { progress } from './output.mjs';

const ERA = '2026-07-28';

/**
 * Returns a list of {feature, processes, kinds, lostEvents}; each kind of request has the figures of Load.measure for
 * each round, off and on. A feature that cannot be measured has the reason instead.
 */
export async function measureFeatures(probe, timing) {
  const results = [];
  for (const { title, off, on, requests } of variants()) {
    progress(`features: ${title}`);
    const servers = [];
    try {
      servers.push(await Server.start(off));
      servers.push(on === off ? servers[0] : await Server.start(on));
      const kinds = await measurePairs(servers, requests, probe, timing);
      results.push({
        feature: title, processes: new Set(servers).size, kinds,
        lostEvents: servers[1].logged('audit events were lost'),
      });
    } catch (error) {
      results.push({ feature: title, reason: error.message });
    } finally {
      for (const server of servers) {
        await server.stop();
      }
    }
  }
  return results;
}

async function measurePairs(servers, requests, probe, { warmUp, seconds, rounds }) {
  const pairs = [];
  for (const [kind, workloads] of Object.entries(requests)) {
    const [off, on] = [workloads].flat();
    pairs.push({ kind, off: await prepare(servers[0], off, warmUp), on: await prepare(servers[1], on ?? off, warmUp) });
  }
  for (let round = 0; round < rounds; round++) {
    for (const { off, on } of pairs) {
      for (const side of round % 2 === 0 ? [off, on] : [on, off]) {
        side.rounds.push(await side.load.measure(probe, { seconds }));
      }
    }
  }
  return Object.fromEntries(pairs.map(({ kind, off, on }) => [kind, { off: off.rounds, on: on.rounds }]));
}

async function prepare(server, workload, seconds) {
  const load = await Load.prepare(server, ERA, workload);
  await load.warmUp(seconds);
  return { load, rounds: [] };
}
