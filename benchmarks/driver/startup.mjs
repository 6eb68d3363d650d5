// Start-up: time and CPU until the server listens, and until it has answered its first request.
import { existsSync } from 'node:fs';
import { complete, each } from './cells.mjs';
import { openSession, post, request, workloads } from './protocol.mjs';
import { Server } from './server.mjs';
import { unpacked, withCache } from './aot.mjs';
import { progress } from './output.mjs';

const TOOLS = [10, 100];

/**
 * Returns a list of {server, tools, rounds}. Each round starts every server once; with "caches", some of them also
 * unpacked, without and with an AOT cache, which takes a while to be written.
 */
export async function measureStartUp(definitions, { rounds, caches }) {
  const cells = [];
  for (const definition of definitions.filter(({ startUp }) => startUp)) {
    const folder = caches && definition.aot && existsSync(definition.jar) ? await unpacked(definition) : undefined;
    for (const tools of TOOLS) {
      const variants = [definition, folder, folder && await withCache(folder, tools)].filter(Boolean);
      cells.push(...variants.map(variant =>
        ({ definition: variant, tools, subject: `start with ${tools} tools`, rounds: [] })));
    }
  }
  for (let round = 0; round < rounds; round++) {
    progress(`start-up: round ${round + 1} of ${rounds}, ${cells.length} starts`);
    await each(cells, async cell => cell.rounds.push(await start(cell.definition, cell.tools)));
  }
  return complete(cells, ({ definition, tools, rounds: figures }) =>
    ({ server: definition.title, tools, rounds: figures }));
}

export async function start(definition, tools) {
  const begin = performance.now();
  const server = await Server.start(definition, { TOOLS: String(tools) });
  try {
    const session = await openSession(server.url);
    const { status, text } = await post(server.url, request('2025-11-25', workloads.list, session));
    if (status !== 200 || !text.includes('filler_')) {
      throw new Error(`${definition.name} answered ${status}: ${text.slice(0, 200)}`);
    }
    return {
      ...server.startUp,
      answered: { seconds: (performance.now() - begin) / 1000, cpu: server.cpu() },
      resident: server.resident(),
    };
  } finally {
    await server.stop();
  }
}
