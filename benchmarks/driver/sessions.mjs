// The memory of sessions that nobody uses.
import { heap } from '../../.ci/measure.mjs';
import { complete, each } from './cells.mjs';
import { openSession } from './protocol.mjs';
import { progress } from './output.mjs';

const AT_ONCE = 16;

/** Returns a list of {server, bytes}: the heap that an idle session takes. */
export async function measureSessions(servers, { sessions }) {
  const cells = servers.filter(({ definition }) => definition.startUp)
    .map(server => ({ server, definition: server.definition, subject: 'sessions' }));
  await each(cells, async cell => {
    const { server } = cell;
    if (!await openSession(server.url)) {
      return;
    }
    progress(`sessions: ${server.definition.name}`);
    // As many as are measured, so that caches are full: what is measured is what each further session takes.
    await open(server.url, sessions);
    const before = heap(String(server.pid));
    await open(server.url, sessions);
    cell.bytes = (heap(String(server.pid)) - before) / sessions;
  });
  return complete(
    cells.filter(({ bytes, reason }) => bytes !== undefined || reason),
    ({ server, bytes }) => ({ server: server.definition.name, bytes }));
}

async function open(url, count) {
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => openSession(url)));
  }
}
