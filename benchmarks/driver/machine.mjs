// The machine: what it is, how busy it is, and what a process takes of it.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';

if (!process.env.JAVA_HOME) {
  throw new Error('JAVA_HOME must name the JDK that runs the servers');
}

export const java = `${process.env.JAVA_HOME}/bin/java`;

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Returns the CPU seconds that a process has taken. */
export function cpuSeconds(pid) {
  return cpuOf(`/proc/${pid}`);
}

/** Returns the CPU seconds that a Java process has taken, and those of its JIT compiler and further threads. */
export function cpuByThread(pid) {
  const threads = { jit: 0, gc: 0, main: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    try {
      const kind = kindOf(readFileSync(`${folder}/comm`, 'utf8').trim());
      if (kind) {
        threads[kind] += cpuOf(folder);
      }
    } catch {
      // The thread has ended.
    }
  }
  return { cpu: cpuSeconds(pid), threads };
}

function kindOf(thread) {
  if (/^C[12] Compiler/.test(thread)) {
    return 'jit';
  }
  if (/^(G1|GC) /.test(thread)) {
    return 'gc';
  }
  return ['java', 'main'].includes(thread) ? 'main' : undefined;
}

function cpuOf(folder) {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Returns the resident memory of a process in megabytes. */
export function residentMegabytes(pid) {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)[1]) / 1024;
}

/** Returns the highest number of files that a process may have open. */
export function openFiles() {
  return Number(readFileSync('/proc/self/limits', 'utf8').match(/Max open files\s+(\d+)/)[1]);
}

export function describe() {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: `${cpus().length} × ${cpu.model.trim()}`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    kernel: execFileSync('uname', ['-sr'], { encoding: 'utf8' }).trim(),
    java: javaVersion(),
  };
}

function javaVersion() {
  const release = readFileSync(`${process.env.JAVA_HOME}/release`, 'utf8');
  const value = name => release.match(new RegExp(`^${name}="(.*)"`, 'm'))?.[1];
  return `${value('IMPLEMENTOR')} ${value('JAVA_RUNTIME_VERSION') ?? value('JAVA_VERSION')}`;
}

/** Returns how busy other processes keep the machine. To be called before anything is started. */
export async function observeOthers() {
  const observation = new Observation();
  await setTimeout(5_000);
  return observation.result();
}

/** Observes the machine from now on. */
export class Observation {
  #start = Observation.#times();

  static #times() {
    const [, ...fields] = readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).map(Number);
    const all = fields.slice(0, 8).reduce((sum, field) => sum + field);
    return { all, idle: fields[3] + fields[4], steal: fields[7] };
  }

  /** Returns the shares of CPU time that were busy, and stolen by other machines. */
  result() {
    const end = Observation.#times();
    const all = Math.max(1, end.all - this.#start.all);
    return {
      busy: 1 - (end.idle - this.#start.idle) / all,
      steal: (end.steal - this.#start.steal) / all,
    };
  }
}
