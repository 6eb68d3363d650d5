// A server in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { cpuByThread, cpuSeconds, java, residentMegabytes } from './machine.mjs';
import { output } from './output.mjs';

const STARTED = /(?:started on port |Listening on: http:\/\/[^:\s]+:)(\d+)/;
export const OPTIONS = ['-Xmx1g', '--enable-native-access=ALL-UNNAMED'];

const START_LIMIT = 120_000;

const running = new Set();

export class Server {
  #child;
  #log;

  constructor(definition, child, log, port, startUp) {
    Object.assign(this, { definition, startUp, pid: child.pid, url: `http://localhost:${port}${definition.path}` });
    this.#child = child;
    this.#log = log;
  }

  /** Starts the program and waits until it listens; the system chooses the port. Each number has a log of its own. */
  static async start(definition, env = {}, number = 1) {
    if (!existsSync(definition.jar)) {
      throw new Error(`${definition.name} has not been built`);
    }
    const log = createWriteStream(output('logs', `${definition.name}${number > 1 ? `-${number}` : ''}.log`));
    const begin = performance.now();
    const child = spawn(java, [...OPTIONS, ...(definition.options ?? []), '-jar', definition.jar], {
      env: { ...process.env, SERVER_PORT: '0', QUARKUS_HTTP_PORT: '0', TOOLS: '100', ...definition.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    child.stderr.pipe(log, { end: false });
    child.once('close', () => log.end());
    const port = await new Promise((resolve, reject) => {
      let text = '';
      child.stdout.on('data', chunk => {
        log.write(chunk);
        const started = text !== undefined && (text += chunk).match(STARTED);
        if (started) {
          text = undefined;
          resolve(started[1]);
        }
      });
      child.once('exit', status =>
        reject(new Error(`${definition.name} ended with status ${status}; see ${log.path}`)));
      setTimeout(() => {
        if (text !== undefined) {
          child.kill('SIGKILL');
          reject(new Error(`${definition.name} does not listen after ${START_LIMIT / 1000} s; see ${log.path}`));
        }
      }, START_LIMIT).unref();
    });
    const startUp = { seconds: (performance.now() - begin) / 1000, ...cpuByThread(child.pid) };
    return new Server(definition, child, log.path, port, startUp);
  }

  cpu() {
    return cpuSeconds(this.pid);
  }

  resident() {
    return residentMegabytes(this.pid);
  }

  /** Whether its log contains a text. */
  logged(text) {
    return readFileSync(this.#log, 'utf8').includes(text);
  }

  async stop() {
    if (running.has(this.#child)) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGKILL');
      await ended;
    }
  }
}

process.on('exit', () => running.forEach(child => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(1));
}
