// How the cost of this library grows: node growth.mjs [--quick] [--sections NAMES]
import { parseArgs } from 'node:util';
import { writeFileSync } from 'node:fs';
import { heap } from '../../.ci/measure.mjs';
import { Observation, describe, observeOthers, openFiles } from './machine.mjs';
import { Load } from './load.mjs';
import { Probe } from './probe.mjs';
import { Server } from './server.mjs';
import { start } from './startup.mjs';
import { Streams } from './streams.mjs';
import { ours } from './servers.mjs';
import { call, post, request as message, workloads } from './protocol.mjs';
import { requireKnown } from './names.mjs';
import { median } from './statistics.mjs';
import { machineOf, table } from './report.mjs';
import { plot } from './plot.mjs';
import { output, progress } from './output.mjs';

const ERA = '2026-07-28';

/** The default limit of the texts of a result is smaller than the largest result here. */
const GROWING = { GROWTH: 'yes', TOOLS: '10', MCP_SERVER_LIMITS_MAXTEXTSIZE: '64MB' };

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, sections: { type: 'string' } },
});
const timing = options.quick ? { warmUp: 2, seconds: 1, rounds: 1 } : { warmUp: 5, seconds: 3, rounds: 3 };
let probe;

/** The difference of the highest and the lowest round, as a share of the median. */
function spread(rounds, key) {
  const values = rounds.map(round => round[key]);
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/**
 * Measures each step of {x, server, workload, connections} in rounds in which all of them have their turn. Returns a
 * list of {x, rounds, spread, failed}.
 *
 * @param warmUp in seconds; the steps of a server warm up one after the other
 */
async function measure(steps, warmUp = timing.warmUp) {
  for (const step of steps) {
    step.load = await Load.prepare(step.server, ERA, step.workload);
    step.rounds = [];
    await step.load.warmUp(warmUp, step.connections);
  }
  for (let round = 0; round < timing.rounds; round++) {
    for (const step of steps) {
      step.rounds.push(await step.load.measure(probe, { seconds: timing.seconds, connections: step.connections }));
    }
  }
  return steps.map(({ x, rounds }) => ({
    x,
    rounds: rounds.map(({ cpu, bytes, p99 }) => ({
      'CPU per request, µs': cpu * 100, 'allocated per request, KB': bytes / 1024, 'p99, ms': p99,
    })),
    spread: Math.max(...['cpu', 'bytes'].map(key => spread(rounds, key))),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }));
}

/** Measures one step on a server that has just started: it warms up as long as five steps of another section do. */
async function measureAlone(step) {
  return measure([step], 5 * timing.warmUp);
}

async function withServer(env, work) {
  const server = await Server.start(ours, env);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** The medians of a figure, with the lowest and the highest round. */
function chosen(points, key) {
  return points.map(({ x, rounds }) => {
    const values = rounds.map(round => round[key]);
    return { x, y: median(values), low: Math.min(...values), high: Math.max(...values) };
  });
}

/** Each section returns {x, series}: the title of what grows, and the costs by their names. */
const sections = {
  async tools() {
    const list = [];
    const echo = [];
    const startUps = [];
    for (const x of [10, 100, 1_000]) {
      const starts = [];
      for (let round = 0; round < timing.rounds; round++) {
        starts.push(await start(ours, x));
      }
      startUps.push({ x, rounds: starts });
      await withServer({ TOOLS: String(x) }, async server => {
        // With 10 tools, the last one has another name than with 100.
        const all = { ...workloads.list, expected: 'filler_' };
        list.push(...await measureAlone({ x, server, workload: all }));
        echo.push(...await measureAlone({ x, server, workload: workloads.echo }));
      });
    }
    return {
      x: 'tools',
      series: {
        'list: CPU, µs': chosen(list, 'CPU per request, µs'),
        'echo: CPU, µs': chosen(echo, 'CPU per request, µs'),
        'start-up: CPU, s': chosen(startUps, 'cpu'),
        'start-up: time, s': chosen(startUps, 'seconds'),
      },
      ...reliability([...list, ...echo]),
    };
  },

  async arguments() {
    const fields = count => Object.fromEntries(
      Array.from({ length: count }, (_, i) => i % 2 === 0 ? [`s${i}`, `value ${i}`] : [`n${i}`, i]));
    return withServer(GROWING, async server => request('fields of an argument', await measure(
      [1, 5, 10, 20, 50].map(x => ({ x, server, workload: call(`fields${x}`, { input: fields(x) }, '"content"') })))));
  },

  async results() {
    return withServer(GROWING, async server => {
      const steps = [];
      for (const count of [2, 20, 200, 2_000, 10_000]) {
        const workload = call('products', { count }, '"structuredContent"');
        const { text } = await post(server.url, message(ERA, workload));
        // Few connections, so that the largest results do not occupy the server beyond their turn.
        const kilobytes = Number((Buffer.byteLength(text) / 1024).toPrecision(3));
        steps.push({ x: kilobytes, server, workload, connections: 2 });
      }
      return request('KB of a response with a structured result', await measure(steps));
    });
  },

  async connections() {
    const possible = [16, 64, 250, 500, 1_000, 2_000].filter(count => count < openFiles() - 200);
    return withServer({}, async server => {
      const points = await measure(
        possible.map(x => ({ x, server, workload: workloads.echo, connections: x })));
      const { series, ...others } = request('connections', points);
      return { ...others, series: { ...series, 'p99, ms': chosen(points, 'p99, ms') } };
    });
  },

  async interceptors() {
    const points = [];
    for (const x of [0, 1, 2, 5, 10]) {
      await withServer({ INTERCEPTORS: String(x) }, async server => {
        points.push(...await measureAlone({ x, server, workload: workloads.echo }));
      });
    }
    return request('interceptors', points);
  },

  async streams() {
    const possible = [100, 1_000, 2_500, 5_000, 10_000].filter(count => count < openFiles() - 200);
    return withServer({}, async server => {
      const streams = new Streams(server.url);
      const points = [];
      try {
        await streams.open(50);
        const before = { heap: heap(String(server.pid)), resident: server.resident() };
        for (const x of possible) {
          await streams.open(x + 50);
          const each = {
            heap: (heap(String(server.pid)) - before.heap) / x / 1024,
            resident: (server.resident() - before.resident) / x * 1024,
          };
          points.push({ x, rounds: [each] });
          // Opens none, but fails if one was closed meanwhile.
          await streams.open(x + 50);
        }
      } finally {
        streams.end();
      }
      return {
        x: 'open streams',
        series: {
          'heap of a stream, KB': chosen(points, 'heap'),
          'resident memory of a stream, KB': chosen(points, 'resident'),
        },
      };
    });
  },
};

function request(x, points) {
  return {
    x,
    series: Object.fromEntries(['CPU per request, µs', 'allocated per request, KB']
      .map(key => [key, chosen(points, key)])),
    ...reliability(points),
  };
}

/** How many requests failed, and how much the rounds differed. */
function reliability(points) {
  return {
    failed: points.reduce((sum, { failed }) => sum + failed, 0),
    spread: Math.max(...points.map(point => point.spread)),
  };
}

const rounded = (value, digits) => value.toLocaleString('en', { maximumSignificantDigits: digits });

/** By how much a cost grew from the first step to the last; "~" if the ranges of their rounds overlap. */
function growthOf(points) {
  const [first, last] = [points[0], points.at(-1)];
  const overlap = first.low < first.high && first.low <= last.high && last.low <= first.high;
  return `${overlap ? '~' : ''}× ${rounded(last.y / first.y, 2)}`;
}

/** The costs of each step, and by how much input and costs grew from the first step to the last. */
function tableOf({ x, series, failed, spread: largest }) {
  const names = Object.keys(series);
  const steps = series[names[0]].map(point => point.x);
  const rows = steps.map((step, i) => [
    rounded(step, 4),
    ...names.map(name => rounded(series[name][i].y, 3)),
  ]);
  const growth = names.map(name => growthOf(series[name]));
  const factor = steps[0] > 0 ? `× ${rounded(steps.at(-1) / steps[0], 4)}` : 'last to first';
  return [
    table([x, ...names], [...rows, [factor, ...growth]]),
    ...(largest > 0 ? [`CPU or bytes of the rounds of a step differed by up to ${Math.round(largest * 100)} %.`] : []),
    ...(failed ? [`${failed} requests failed.`] : []),
  ].join('\n\n');
}

const names = options.sections?.split(',') ?? Object.keys(sections);
requireKnown('Sections', names, Object.keys(sections));
const results = { machine: describe(), quick: options.quick, others: await observeOthers(), sections: {} };
const observation = new Observation();
probe = new Probe();
const parts = [];
for (const name of names) {
  progress(`growth: ${name}`);
  try {
    const section = await sections[name]();
    results.sections[name] = section;
    writeFileSync(output(`growth-${name}.svg`), plot(section));
    parts.push(`### By ${section.x}`, tableOf(section));
  } catch (error) {
    progress(`left out: ${error.message}`);
    parts.push(`### ${name}`, `Not measured: ${error.message}`);
  }
}
probe.end();
results.observation = observation.result();

const markdown = [`Measured on ${machineOf(results)}`, ...parts].join('\n\n') + '\n';
writeFileSync(output('growth.json'), `${JSON.stringify(results, undefined, 2)}\n`);
writeFileSync(output('growth.md'), markdown);
console.log(markdown);
