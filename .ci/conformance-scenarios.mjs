// Prints the scenarios to run, one line each: revision, name, and "listed" if the suite's own list of the revision's
// requirements has it, else "single".
//
//   node conformance-scenarios.mjs SUITE-FOLDER REVISION...
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [suite, ...revisions] = process.argv.slice(2);
const { parse } = createRequire(`${suite}/package.json`)('yaml');

const text = execFileSync(process.execPath, [`${suite}/dist/index.js`, 'list', '--server'], { encoding: 'utf8' });
const scenarios = [...text.matchAll(/^\s+- (\S+) \[([^\]]*)\]/gm)].map(([, name, at]) => ({ name, at: at.split(',') }));

/** The scenarios that the suite runs at once for a revision. */
function listed(revision) {
  const file = `${suite}/requirements/${revision}.yaml`;
  if (!existsSync(file)) {
    return [];
  }
  const { server, not_scored: others = [] } = parse(readFileSync(file, 'utf8'));
  return [...server, ...others.filter(entry => entry.leg === 'server').map(entry => entry.scenario)];
}

/** Extensions do not belong to a revision. The suite runs them at the two newest revisions, tasks at the newest alone. */
function applies({ name, at }, revision) {
  const since = name.startsWith('tasks-') ? '2026-07-28' : '2025-11-25';
  return at.includes(revision) || (at.includes('extension') && revision >= since);
}

for (const revision of revisions) {
  const atOnce = listed(revision);
  atOnce.forEach(name => console.log(revision, name, 'listed'));
  scenarios.filter(scenario => applies(scenario, revision) && !atOnce.includes(scenario.name))
    .forEach(({ name }) => console.log(revision, name, 'single'));
}
