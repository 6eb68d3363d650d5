// The results as Markdown, for docs/performance-tables.md.
import { median, ratio } from './statistics.mjs';
import { servers } from './servers.mjs';

const BASE = 'bare';

const percent = share => `${(share * 100).toFixed(1)} %`;
const number = value => value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2 + (value >= 10));
const title = name => servers.find(server => server.name === name)?.title ?? name;
const titleOfBase = title(BASE);

export function table(head, rows) {
  const line = cells => `| ${cells.join(' | ')} |`;
  return [line(head), `|---|${'--:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n');
}

/** A ratio with its lowest and highest value; "~" if there is no verdict. */
export function formatted({ median: middle, low, high, verdict }) {
  return `${verdict ? '' : '~'}${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

export function machineOf({ machine, others, observation }) {
  return `${machine.date}, ${machine.cpu}, ${machine.memory}, ${machine.kernel}, ${machine.java}. Before the first ` +
    `server started, ${percent(others.busy)} of the CPU time was busy; ${percent(observation.steal)} was stolen by ` +
    'other machines since then.';
}

/** What is missing in a section, and why. */
function notAsExpected(leftOut, cells) {
  const failed = cells
    .map(cell => ({ ...cell, failed: cell.rounds.reduce((sum, round) => sum + round.failed, 0) }))
    .filter(cell => cell.failed > 0);
  return leftOut.length + failed.length === 0 ? [] : ['### Not as expected', [
    ...leftOut.map(({ server, subject, reason }) => `* ${title(server)}, ${subject}: left out; ${reason}`),
    ...failed.map(({ server, era, workload = 'blocking calls', failed: count }) =>
      `* ${title(server)}, ${era}, ${workload}: ${count} requests failed`),
  ].join('\n')];
}

const FIGURES = [
  { key: 'cpu', title: 'Server CPU per 10,000 requests', unit: 's' },
  { key: 'bytes', title: 'Bytes allocated per request', unit: 'B' },
  { key: 'rate', title: 'Requests per second', unit: '' },
  { key: 'p50', title: 'Median latency', unit: 'ms' },
  { key: 'p99', title: '99th percentile of the latency', unit: 'ms' },
];

/** The rounds of a figure of one server; undefined if it was not measured. */
function figures(cells, server, workload, key) {
  return cells.find(cell => cell.server === server && cell.workload === workload)?.rounds.map(round => round[key]);
}

function requests({ cells, leftOut }) {
  const parts = [];
  for (const era of new Set(cells.map(cell => cell.era))) {
    const ofEra = cells.filter(cell => cell.era === era);
    const workloads = [...new Set(ofEra.map(cell => cell.workload))];
    const names = [...new Set(ofEra.map(cell => cell.server))];
    for (const { key, title: heading, unit } of FIGURES) {
      const cell = (server, workload) => {
        const rounds = figures(ofEra, server, workload, key);
        const base = figures(ofEra, BASE, workload, key);
        if (!rounds) {
          return '';
        }
        return server === BASE || !base ? `${number(median(rounds))} ${unit}`.trim() : formatted(ratio(rounds, base));
      };
      const row = server => [title(server), ...workloads.map(workload => cell(server, workload))];
      parts.push(`### ${heading}, ${era}`, table(['', ...workloads], names.map(row)));
    }
  }
  return [...parts, ...comparisons(cells), ...notAsExpected(leftOut, cells)];
}

/** The figures of servers that are also compared with another one than the base. */
function comparisons(cells) {
  return servers.filter(({ against }) => against).flatMap(({ name, against }) =>
    [...new Set(cells.map(cell => cell.era))].flatMap(era => {
      const ofEra = cells.filter(cell => cell.era === era);
      const workloads = [...new Set(ofEra.map(cell => cell.workload))]
        .filter(workload => [name, against].every(server => figures(ofEra, server, workload, 'cpu')));
      const row = ({ key, title: heading }) => [heading, ...workloads.map(workload =>
        formatted(ratio(figures(ofEra, name, workload, key), figures(ofEra, against, workload, key))))];
      return workloads.length === 0
        ? []
        : [`### ${title(name)}, against ${title(against)}, ${era}`, table(['', ...workloads], FIGURES.map(row))];
    }));
}

function blocking({ cells, leftOut }) {
  const parts = [...new Set(cells.map(cell => cell.era))].flatMap(era => {
    const ofEra = cells.filter(cell => cell.era === era);
    const base = ofEra.find(cell => cell.server === BASE)?.rounds.map(round => round.rate);
    return [`### 500 concurrent calls that block for 50 ms, ${era}`, table(
      [
        '', 'calls/s', 'against by hand', 'refused', 'p99 ms', 'echo meanwhile, p50 ms', 'p99 ms',
        'CPU s per 10,000 of both',
      ],
      ofEra.map(({ server, rounds }) => {
        const of = key => median(rounds.map(round => round[key]));
        const rates = rounds.map(round => round.rate);
        return [
          title(server), number(of('rate')), base ? formatted(ratio(rates, base)) : '',
          rounds.reduce((sum, round) => sum + round.refused, 0), number(of('p99')),
          number(of('echo')), number(of('echoP99')), number(of('cpu')),
        ];
      }))];
  });
  return [...parts, ...notAsExpected(leftOut, cells)];
}

function sessions({ cells, leftOut }) {
  const heaps = table(
    ['', 'bytes'], cells.map(({ server, bytes }) => [title(server), Math.round(bytes).toLocaleString('en')]));
  return ['### Heap of an idle session', heaps, ...notAsExpected(leftOut, [])];
}

function startUp({ cells, leftOut }) {
  const figures = {
    'time': round => round.seconds,
    'CPU': round => round.cpu,
    'time to first list': round => round.answered.seconds,
    'CPU to first list': round => round.answered.cpu,
    'resident': round => round.resident,
  };
  const threads = {
    'JIT compiler': round => round.threads.jit,
    'garbage collector': round => round.threads.gc,
    'main thread': round => round.threads.main,
    'other threads': ({ cpu, threads: { jit, gc, main } }) => cpu - jit - gc - main,
  };
  const parts = [...new Set(cells.map(cell => cell.tools))].flatMap(tools => {
    const ofTools = cells.filter(cell => cell.tools === tools);
    const base = ofTools.find(cell => cell.server === titleOfBase)?.rounds;
    return [
      `### Start-up with ${tools} tools`,
      table(
        ['', ...Object.keys(figures)],
        ofTools.map(({ server, rounds }) => [server, ...Object.entries(figures).map(([name, figure]) =>
          server === titleOfBase || !base
            ? `${number(median(rounds.map(figure)))} ${name === 'resident' ? 'MB' : 's'}`
            : formatted(ratio(rounds.map(figure), base.map(figure))))])),
      `### CPU seconds of the start with ${tools} tools, by threads`,
      table(
        ['', ...Object.keys(threads)],
        ofTools.map(({ server, rounds }) => [server, ...Object.values(threads).map(figure =>
          median(rounds.map(figure)).toFixed(2))])),
    ];
  });
  return [...parts, ...notAsExpected(leftOut, [])];
}

/** The ratios of figures of one kind of request, with a feature against without it. */
function ratios(kind) {
  return kind && Object.fromEntries(['cpu', 'bytes'].map(key =>
    [key, ratio(kind.on.map(round => round[key]), kind.off.map(round => round[key]))]));
}

/** The ratios as text. Two processes have a verdict only if they differ more than two of the same program do. */
function costs(kind, processes, control) {
  const measured = ratios(kind);
  const noise = ratios(control);
  return ['cpu', 'bytes'].map(key => {
    if (!measured) {
      return '';
    }
    const { median: middle, verdict } = measured[key];
    const differs = processes === 1
      || (noise && Math.abs(middle - 1) > Math.max(noise[key].high - 1, 1 - noise[key].low));
    return formatted({ ...measured[key], verdict: verdict && differs });
  });
}

function features(results) {
  const measured = results.filter(({ kinds }) => kinds);
  const [{ kinds: control = {} }] = results;
  const failed = ({ kinds }) => Object.values(kinds)
    .flatMap(({ off, on }) => [...off, ...on]).reduce((sum, round) => sum + round.failed, 0);
  return [
    '### Cost of features, against the same program without the feature',
    'The first line compares two processes of one program. A line that compares two processes has a verdict only if ' +
      'they differ more than these.',
    table(
      ['', 'echo: CPU', 'echo: bytes', 'search: CPU', 'search: bytes'],
      measured.map(({ feature, processes, kinds }) => [
        feature, ...costs(kinds.echo, processes, control.echo), ...costs(kinds.search, processes, control.search),
      ])),
    [
      ...results.filter(({ reason }) => reason).map(({ feature, reason }) => `* ${feature}: left out; ${reason}`),
      ...measured.filter(result => failed(result) > 0)
        .map(result => `* ${result.feature}: ${failed(result)} requests failed`),
      ...measured.filter(({ lostEvents }) => lostEvents)
        .map(({ feature }) => `* ${feature}: audit events were lost, so that the line shows too little`),
    ].join('\n'),
  ];
}

export function report(results) {
  return [
    `Measured on ${machineOf(results)}`,
    'The line "by hand, WebFlux" has absolute figures, the others have their ratio to it: the median of the rounds, ' +
      'and the lowest and the highest round. `~`: no verdict, because the spread is larger than the difference ' +
      'from 1, or there were fewer than three rounds.',
    ...results.notStarted.map(({ server, reason }) => `Not measured: ${title(server)}: ${reason}`),
    ...(results.requests ? requests(results.requests) : []),
    ...(results.blocking ? blocking(results.blocking) : []),
    ...(results.sessions ? sessions(results.sessions) : []),
    ...(results.startup ? startUp(results.startup) : []),
    ...(results.features ? features(results.features) : []),
  ].filter(Boolean).join('\n\n') + '\n';
}
