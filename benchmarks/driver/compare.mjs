// Compares servers: node compare.mjs [--quick] [--servers NAMES] [--sections NAMES] [--rounds N] [--warm-up SECONDS]
//   [--processes N]
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { Observation, describe, observeOthers } from './machine.mjs';
import { Probe } from './probe.mjs';
import { Server } from './server.mjs';
import { select } from './servers.mjs';
import { measureRequests } from './requests.mjs';
import { measureBlocking } from './blocking.mjs';
import { measureSessions } from './sessions.mjs';
import { measureStartUp } from './startup.mjs';
import { measureFeatures } from './features.mjs';
import { requireKnown } from './names.mjs';
import { report } from './report.mjs';
import { output, progress } from './output.mjs';

/** The sections for which all servers run beside each other. */
const COMPARED = ['requests', 'blocking', 'sessions'];
const SECTIONS = ['startup', ...COMPARED, 'features'];

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    servers: { type: 'string' },
    sections: { type: 'string' },
    rounds: { type: 'string' },
    'warm-up': { type: 'string' },
    processes: { type: 'string' },
  },
});
const usual = options.quick ? SECTIONS.filter(section => section !== 'features') : SECTIONS;
const sections = options.sections?.split(',') ?? usual;
requireKnown('Sections', sections, SECTIONS);

const plan = options.quick
  ? {
    requests: {
      kinds: { '2025-11-25': ['echo', 'search', 'list'], '2026-07-28': ['echo'] }, warmUp: 2, seconds: 1, rounds: 3,
      processes: 1,
    },
    blocking: { seconds: 3, rounds: 1 },
    sessions: { sessions: 480 },
    startup: { rounds: 1, caches: false },
    features: { warmUp: 2, seconds: 1, rounds: 3 },
  }
  : {
    requests: {
      kinds: {
        '2025-11-25': ['echo', 'add', 'search', 'list', 'initialize'],
        '2026-07-28': ['echo', 'add', 'search', 'list'],
      },
      warmUp: 6, seconds: 3, rounds: 4, processes: 2,
    },
    blocking: { seconds: 5, rounds: 3 },
    sessions: { sessions: 2_000 },
    startup: { rounds: 3, caches: true },
    features: { warmUp: 5, seconds: 2, rounds: 4 },
  };
if (options.rounds) {
  for (const section of ['requests', 'blocking', 'startup', 'features']) {
    plan[section].rounds = Number(options.rounds);
  }
}

if (options['warm-up']) {
  plan.requests.warmUp = plan.features.warmUp = Number(options['warm-up']);
}
if (options.processes) {
  plan.requests.processes = Number(options.processes);
}

const definitions = select(options.servers?.split(','));
const results = { machine: describe(), quick: options.quick, notStarted: [], others: await observeOthers() };
const observation = new Observation();

/** Measures a section if it is selected. Its results are kept even if a later section fails. */
async function section(name, measure) {
  if (sections.includes(name)) {
    results[name] = await measure(plan[name]);
    results.observation = observation.result();
    writeFileSync(output('comparison.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  }
}

await section('startup', timing => measureStartUp(definitions, timing));

/** The processes: one of each server, and further ones of some if requests are measured. */
const servers = [];
const further = [];
const probe = new Probe();
if (sections.some(section => COMPARED.includes(section))) {
  for (const definition of definitions) {
    const count = definition.repeated && sections.includes('requests') ? plan.requests.processes : 1;
    const processes = [];
    try {
      for (let number = 1; number <= count; number++) {
        processes.push(await Server.start(definition, {}, number));
      }
      servers.push(processes[0]);
      further.push(...processes.slice(1));
    } catch (error) {
      results.notStarted.push({ server: definition.name, reason: error.message });
      for (const server of processes) {
        await server.stop();
      }
    }
  }
  progress(`running: ${[...servers, ...further].map(server => server.definition.name).join(', ')}`);
}
await section('requests', timing => measureRequests([...servers, ...further], probe, timing));
for (const server of further) {
  await server.stop();
}
await section('blocking', timing => measureBlocking(servers, timing));
await section('sessions', timing => measureSessions(servers, timing));
for (const server of servers) {
  await server.stop();
}
await section('features', timing => measureFeatures(probe, timing));
probe.end();

const markdown = report(results);
writeFileSync(output('comparison.md'), markdown);
console.log(markdown);
