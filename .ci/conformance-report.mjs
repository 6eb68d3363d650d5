// Compares the results of the conformance suite with the failures that are expected.
//
//   node conformance-report.mjs RESULTS-FOLDER EXPECTED-FAILURES-FILE
//
// The folder has a file "scenarios" (revision, name, how it was run) and the suite's results below a folder for each
// revision. Exit status 1 if a check fails or warns that is not expected to, or an expected failure does not happen.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const [folder, expectedFile] = process.argv.slice(2);

const lines = file => readFileSync(file, 'utf8').split('\n')
  .map(line => line.replace(/#.*/, '').trim()).filter(Boolean);
const runs = lines(`${folder}/scenarios`).map(line => line.split(' ')).map(([revision, name]) => ({ revision, name }));

/** The checks of one scenario; none if it came to no result. */
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

/** Id and message of everything that is not as it should be. */
function problemsOf(checks) {
  if (checks.length === 0) {
    return [{ id: '(no result)', message: 'the scenario came to no result, see its log' }];
  }
  // The suite adds wire-schema-valid to whatever traffic there was: it does not make a skipped scenario a passed one.
  const own = checks.filter(check => check.id !== 'wire-schema-valid');
  if (own.length > 0 && own.every(check => check.status === 'SKIPPED')) {
    return [{ id: '(skipped)', message: String(own[0].errorMessage ?? own[0].description ?? '') }];
  }
  return checks.filter(check => check.status === 'FAILURE' || check.status === 'WARNING')
    .map(check => ({ id: check.id, message: `${check.status}: ${check.errorMessage ?? check.description ?? ''}` }));
}

const expected = new Set(lines(expectedFile));
const wellFormed = /^\d{4}-\d\d-\d\d \S+ (\(no result\)|\(skipped\)|[^\s*]+)$/;
const malformed = [...expected].filter(entry => !wellFormed.test(entry));
const seen = new Set();
const unexpected = [];
let passed = 0;
for (const run of runs) {
  const checks = checksOf(run);
  const problems = problemsOf(checks);
  const keys = problems.map(({ id }) => `${run.revision} ${run.name} ${id}`);
  keys.forEach(key => seen.add(key));
  const surprises = problems.filter((_, index) => !expected.has(keys[index]));
  unexpected.push(...surprises.map(({ id, message }) => ({ key: `${run.revision} ${run.name} ${id}`, message })));
  passed += checks.filter(check => check.status === 'SUCCESS').length;
  const verdict = surprises.length > 0 ? 'FAIL' : problems.length > 0 ? 'known' : 'pass';
  const ids = [...new Set(problems.map(({ id }) => id))].join(', ');
  console.log(`${verdict.padEnd(5)} ${run.revision} ${run.name} ${ids}`.trimEnd());
}

// Entries of revisions that were not run say nothing about this run.
const revisions = new Set(runs.map(({ revision }) => revision));
const stale = [...expected].filter(entry => revisions.has(entry.split(' ')[0]) && !seen.has(entry));

console.log();
malformed.forEach(entry => console.log(`no entry of the form "revision scenario check": ${entry}`));
unexpected.forEach(({ key, message }) =>
  console.log(`unexpected: ${key}\n    ${message.replace(/\s+/g, ' ').slice(0, 600)}`));
stale.forEach(entry => console.log(`stale, no longer fails: ${entry}`));
const clean = runs.filter(run => ![...seen].some(key => key.startsWith(`${run.revision} ${run.name} `))).length;
console.log(`conformance: ${clean} of ${runs.length} scenarios pass without a failure or warning, `
  + `${passed} checks pass, ${seen.size} do not: ${[...seen].filter(key => expected.has(key)).length} as expected; `
  + `${unexpected.length} unexpected failures, ${stale.length} stale entries`);
process.exit(malformed.length + unexpected.length + stale.length > 0 ? 1 : 0);
