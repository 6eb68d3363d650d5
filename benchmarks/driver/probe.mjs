// The bytes that a server allocates, as its JVM counts them.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { java } from './machine.mjs';

const program = new URL('Probe.java', import.meta.url).pathname;

export class Probe {
  #process = spawn(java, ['-Xmx64m', '-XX:TieredStopAtLevel=1', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  #lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]();

  async allocated(pid) {
    this.#process.stdin.write(`${pid}\n`);
    const { value, done } = await this.#lines.next();
    if (done || !/^\d+$/.test(value)) {
      throw new Error(`The probe cannot read process ${pid}: ${value}`);
    }
    return Number(value);
  }

  end() {
    this.#process.stdin.end();
  }
}
