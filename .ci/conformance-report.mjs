// Prints the findings of the conformance suite.
//
//   node conformance-report.mjs RESULTS-FOLDER REVISION...
//
// The folder has a file "scenarios" (revision, name, how it was run) and the suite's results below a folder for each
// revision. Exit status 1 if a check fails or warns, or if fewer scenarios of a revision pass than are known.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const [folder, ...revisions] = process.argv.slice(2);

// Skills are an extension that the server does not declare; the suite skips the other for every server.
const maySkip = /^(sep-2640-skills-.*|tasks-status-notifications)$/;

// What passes with the installed suite, so that a suite that lists fewer scenarios does not pass. Of the last two, 30
// and 37 are what the suite requires; the others belong to extensions or are not scored.
const LEAST = { '2025-03-26': 1, '2025-06-18': 27, '2025-11-25': 33, '2026-07-28': 49 };

const runs = readFileSync(`${folder}/scenarios`, 'utf8').split('\n').filter(Boolean)
  .map(line => line.split(' ')).map(([revision, name]) => ({ revision, name }));

/** The checks of one scenario; none if it has no result. */
function checksOf({ revision, name }) {
  const results = `${folder}/${revision}`;
  const prefix = `server-${name}-`; // followed by the time
  const run = (existsSync(results) ? readdirSync(results) : [])
    .find(entry => entry.startsWith(prefix) && /^\d{4}-\d\d-\d\dT/.test(entry.slice(prefix.length)));
  try {
    return JSON.parse(readFileSync(`${results}/${run}/checks.json`, 'utf8'));
  } catch {
    return [];
  }
}

// The suite adds wire-schema-valid for all traffic. This check alone does not mean that a scenario has passed.
function isSkipped(checks) {
  const own = checks.filter(check => check.id !== 'wire-schema-valid');
  return own.length > 0 && own.every(check => check.status === 'SKIPPED');
}

/** All failures and warnings. */
function problemsOf(name, checks) {
  if (checks.length === 0) {
    return ['the scenario came to no result, see its log'];
  }
  if (isSkipped(checks) && !maySkip.test(name)) {
    return ['the scenario was skipped'];
  }
  return checks.filter(check => check.status === 'FAILURE' || check.status === 'WARNING')
    .map(check => `${check.status} ${check.id}: ${check.errorMessage ?? check.description ?? ''}`);
}

const count = { pass: 0, skip: 0, FAIL: 0 };
const passing = {};
let passed = 0;
for (const { revision, name } of runs) {
  const checks = checksOf({ revision, name });
  const problems = problemsOf(name, checks);
  const verdict = problems.length > 0 ? 'FAIL' : isSkipped(checks) ? 'skip' : 'pass';
  count[verdict]++;
  passing[revision] = (passing[revision] ?? 0) + (verdict === 'pass');
  passed += checks.filter(check => check.status === 'SUCCESS').length;
  console.log(`${verdict} ${revision} ${name}`);
  problems.forEach(problem => console.log(`     ${problem.replace(/\s+/g, ' ').slice(0, 600)}`));
}
console.log(`\nconformance: of ${runs.length} scenarios ${count.pass} pass with ${passed} checks, without a warning; `
  + `${count.skip} are skipped, ${count.FAIL} fail`);
const incomplete = revisions.filter(revision => !(passing[revision] >= LEAST[revision]));
incomplete.forEach(revision => console.log(
  `conformance: ${passing[revision] ?? 0} scenarios of ${revision} pass, expected at least ${LEAST[revision]}`));
process.exit(revisions.length > 0 && count.FAIL === 0 && incomplete.length === 0 ? 0 : 1);
