// Runs the commands of pages: all blocks of "shell", in their order, in one Bash for each page.
//
//   node .ci/commands.mjs PAGE...                 in the folder of the repository
//   node .ci/commands.mjs --project DIR PAGE      in DIR, with the files that blocks of the page name in their first line
//
// A block with spring-boot:run starts an application, which gets a free port and runs until the next one is started,
// which gets the same port; it also serves the pages that follow. In the commands and in what they have to print, its
// port replaces 8080. A block of "json" after a command is what the command has to print, and each line of a block of
// "http" is a line that it has to print, where "..." stands for any text; a command without such a block must not print
// an error of the protocol. A command after the comment "not run: REASON" is listed with its reason.
import { spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { blocks } from './pages.mjs';

// How to compare what a command has printed with the block after it.
const expectations = {
  json: (output, expected) => matches(json(output), JSON.parse(expected)),
  http: hasLines,
};

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const logs = join(root, 'target', 'ci');
const seconds = 1000;

const isProject = process.argv[2] === '--project';
const folder = isProject ? resolve(process.argv[3]) : root;
const pages = process.argv.slice(isProject ? 4 : 2);
let server;
let run = 0;

process.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
try {
  for (const page of pages) await runPage(page);
  if (run === 0) throw new Error('The pages have no commands');
  console.log(`${run} blocks of commands of ${pages.length} pages do what the pages say`);
  process.exit(0);
} catch (problem) {
  console.error(problem.message);
  process.exit(1);
}

async function runPage(page) {
  const shell = bash();
  const all = blocks(page);
  for (const [index, block] of all.entries()) {
    if (isProject) writeNamedFile(block);
    if (block.language !== 'shell') continue;
    if (block.comment.startsWith('not run: ')) {
      console.log(`${block.place}: ${block.comment}`);
      continue;
    }
    if (block.code.includes('spring-boot:run')) {
      await start(block);
    } else {
      const next = all[index + 1];
      check(block, await shell.run(withPort(block.code)), next?.language in expectations ? next : undefined);
    }
    run++;
  }
  shell.end();
}

function writeNamedFile({ code }) {
  const [, file, content] = code.match(/^(?:\/\/|#|<!--) (\S+)(?: -->)?\n([\s\S]*)$/) ?? [];
  if (file) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
}

async function start(block) {
  const port = server?.port ?? 0;
  await stop();
  mkdirSync(logs, { recursive: true });
  const log = join(logs, `commands-${isProject ? 'project' : 'sample'}.log`);
  const output = openSync(log, 'w');
  server = spawn('bash', ['-c', block.code],
    { cwd: folder, detached: true, stdio: ['ignore', output, output], env: { ...process.env, SERVER_PORT: port } });
  server.end = new Promise(resolve => server.once('exit', resolve));
  for (const end = Date.now() + 300 * seconds; Date.now() < end && server.exitCode === null; await pause(200)) {
    // An application may start another server before its own.
    const port = readFileSync(log, 'utf8').match(/[^]*(?:Netty|Tomcat) started on port (\d+)[^]* Started \w+ in /)?.[1];
    if (port) {
      const warnings = readFileSync(log, 'utf8').match(/^.*(?:\[WARNING\]| WARN ).*$/gm);
      if (warnings) throw new Error(`${block.place}: the application started with warnings\n${warnings.join('\n')}`);
      server.port = port;
      return;
    }
  }
  throw new Error(`${block.place}: the application did not start, see ${log}\n${readFileSync(log, 'utf8').slice(-3000)}`);
}

function stop() {
  if (server && server.exitCode === null && server.signalCode === null) process.kill(-server.pid);
  return server?.end;
}

function withPort(code) {
  if (code.includes('localhost:8080') && !server?.port) throw new Error(`No application runs for: ${code}`);
  return code.replaceAll('localhost:8080', `localhost:${server?.port}`);
}

function check(block, { failed, output }, expected) {
  const problem = text => new Error(`${block.place}: ${text}\n${block.code}\nIt printed:\n${output}`);
  if (failed) throw problem('the command failed');
  if (expected && !expectations[expected.language](output, withPort(expected.code))) {
    throw problem(`the command did not print what is in ${expected.place}`);
  }
  if (!expected && /"error"\s*:\s*\{|"isError"\s*:\s*true/.test(output)) throw problem('the answer is an error');
}

function hasLines(output, expected) {
  const lines = output.split('\n').map(line => line.trim());
  return expected.trim().split('\n').every(line => {
    const pattern = new RegExp(`^${line.trim().split('...').map(escaped).join('.*')}$`);
    return lines.some(actual => pattern.test(actual));
  });
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function matches(actual, expected) {
  if (expected === '...') return typeof actual === 'string';
  if (!actual || !expected || typeof actual !== 'object' || typeof expected !== 'object') return actual === expected;
  return Array.isArray(actual) === Array.isArray(expected) &&
    isDeepStrictEqual(Object.keys(actual).sort(), Object.keys(expected).sort()) &&
    Object.keys(expected).every(key => matches(actual[key], expected[key]));
}

/** The JSON that was printed, or the last event of a stream. */
function json(output) {
  const text = output.match(/^data: ?(\{.*)$/gm)?.at(-1).replace(/^data: ?/, '') ?? output;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A Bash process, which keeps variables and functions between commands. */
function bash() {
  const mark = `end-${process.pid}-${Date.now()}`;
  const shell = spawn('bash', [], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  shell.stdin.write("set -E -o pipefail; trap 'failed=yes' ERR\n");
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', data => { output += data; });
  return {
    async run(code) {
      output = '';
      shell.stdin.write(`failed=\n{\n${code}\n} </dev/null 2>&1\nprintf '\\n%s %s.\\n' ${mark} "$failed"\n`);
      const done = new RegExp(`^([\\s\\S]*)\\n${mark} (\\w*)\\.\\n$`);
      for (const end = Date.now() + 120 * seconds; Date.now() < end; await pause(20)) {
        const match = output.match(done);
        if (match) return { output: match[1], failed: match[2] === 'yes' };
      }
      return { output, failed: true };
    },
    end: () => shell.stdin.end(),
  };
}

function pause(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
