// What a Java process occupies.
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';

const jcmd = (pid, ...args) => execFileSync('jcmd', [pid, ...args], { encoding: 'utf8', maxBuffer: 64 << 20 });

/** Returns the number of bytes of the live heap, after a garbage collection. */
export function heap(pid) {
  const [, bytes] = jcmd(pid, 'GC.class_histogram').match(/^Total\s+\d+\s+(\d+)/m);
  return Number(bytes);
}

/** Returns the names of the threads except those of the JVM itself. */
export function threads(pid) {
  return [...jcmd(pid, 'Thread.print').matchAll(/^"([^"]*)" #/gm)].map(([, name]) => name)
    .filter(name => !/^(C[12] CompilerThread|Attach Listener)/.test(name));
}

/** Returns the number of sockets. */
export function sockets(pid) {
  return readdirSync(`/proc/${pid}/fd`).filter(entry => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${entry}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}
