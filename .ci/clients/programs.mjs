// Connects programs with the sample application as docs/how-to/clients.md describes it: by the commands and files of the
// page, with the address of this server. Claude Code and Gemini CLI report whether they connect, which needs no login.
//
//   node programs.mjs URL PAGE FOLDER-OF-PROGRAMS
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { checkDesk } from './desk.mjs';

const [url, page, programs] = process.argv.slice(2);
const text = readFileSync(page, 'utf8').replaceAll('http://localhost:8080/mcp', url);

// The programs keep files in the home folder; they are given another one, and none of the variables of this process.
const home = join(import.meta.dirname, 'home');
mkdirSync(home);
const env = {
  PATH: `${programs}/node_modules/.bin:${process.env.PATH}`,
  HOME: home,
  ORDERS_TOKEN: 'not-checked',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  GEMINI_CLI_TRUST_WORKSPACE: 'true'
};

/** The first block of a language in the section with this heading. */
function block(heading, language) {
  const section = text.slice(text.indexOf(`\n## ${heading}`));
  return section.match(new RegExp('```' + language + '\\n([^]*?)```'))[1];
}

/** Runs a program and returns what it printed. */
function run(file, args) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const { status, stdout, stderr } = spawnSync(file, args, { cwd: home, env, stdio, encoding: 'utf8', timeout: 180_000 });
  assert.equal(status, 0, `${file} ${args}: ${stdout}${stderr}`);
  return stdout + stderr;
}

// npm does not run the script of the package that puts the program of this platform in place.
const { platform, arch } = process;
const claude = `${programs}/node_modules/@anthropic-ai/claude-code-${platform}-${arch}/claude`;
run('bash', ['-euc', `claude() { '${claude}' "$@"; }\n${block('Claude Code', 'shell')}`]);
assert.match(run(claude, ['mcp', 'list']), /orders: .*Connected/);
console.log('Claude Code: is configured by the command, and connects');

mkdirSync(join(home, '.gemini'));
writeFileSync(join(home, '.gemini', 'settings.json'), block('Gemini CLI', 'json'));
assert.match(run('gemini', ['mcp', 'list']), /orders: .*Connected/);
console.log('Gemini CLI: is configured by the file, and connects');

const { command, args } = JSON.parse(block('Claude Desktop', 'json')).mcpServers.orders;
const client = new Client({ name: 'desktop', version: '1' });
// In the folder of the programs, where npx finds the bridge without a download.
await client.connect(new StdioClientTransport({ command, args, env, cwd: programs, stderr: 'ignore' }));
await checkDesk(client, { bareLists: false });
await client.close();
console.log('mcp-remote: all of the sample answers over STDIO');
