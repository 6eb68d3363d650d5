// Loads a server with wrk, and measures what that costs the server.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { openSession, problem, request, writeRequests } from './protocol.mjs';
import { output, progress } from './output.mjs';

const run = promisify(execFile);
const script = new URL('../load/post.lua', import.meta.url).pathname;
const SESSIONS = 16;
let files = 0;

/** A kind of request to one server, prepared to be sent as often as required. */
export class Load {
  #server;
  #file;
  #expected;

  /** Fails if the server does not give the expected answer. */
  static async prepare(server, era, workload) {
    const reason = await problem(server.url, era, workload);
    if (reason) {
      throw new Error(`${server.definition.name}, ${era}: ${reason}`);
    }
    const requests = [];
    if (era === '2025-11-25') {
      for (let number = 0; number < SESSIONS; number++) {
        requests.push(request(era, workload, await openSession(server.url)));
      }
    } else {
      requests.push(request(era, workload));
    }
    const load = new Load();
    load.#server = server;
    load.#expected = workload.expected;
    load.#file = output('requests', `${files++}.lua`);
    writeRequests(load.#file, requests);
    return load;
  }

  /** Sends requests for some seconds; with "check", counts the answers that are not the expected one. */
  async send({ seconds, connections = 16, check = false }) {
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, this.#server.url, '--',
      this.#file, ...(check ? [this.#expected] : [])];
    const { stdout, stderr } = await run('wrk', args);
    if (stderr) {
      progress(`${this.#server.definition.name} ${stderr.trim()}`);
    }
    return JSON.parse(stdout.trim().split('\n').at(-1));
  }

  /** Sends requests for some seconds; fails if an answer during the first second is not the expected one. */
  async warmUp(seconds, connections) {
    const { requests, unexpected, errors, failed } = await this.send({ seconds: 1, connections, check: true });
    const wrong = unexpected + errors + failed;
    if (wrong > 0 || requests === 0) {
      throw new Error(
        `${this.#server.definition.name}: ${wrong} of ${requests} answers were not the expected one`);
    }
    const rest = Math.round(seconds) - 1;
    if (rest > 0) {
      await this.send({ seconds: rest, connections });
    }
  }

  /** Sends requests and returns what one of them costs. */
  async measure(probe, options) {
    const server = this.#server;
    const allocated = await probe.allocated(server.pid);
    const cpu = server.cpu();
    const sent = await this.send(options);
    const cpuOfAll = server.cpu() - cpu;
    const bytes = await probe.allocated(server.pid) - allocated;
    return {
      cpu: cpuOfAll / sent.requests * 10_000,
      bytes: bytes / sent.requests,
      rate: (sent.requests - sent.errors) / sent.seconds,
      p50: sent.p50,
      p99: sent.p99,
      failed: sent.failed + sent.errors,
    };
  }
}
