// Clients that listen, in a process of their own, so that their sockets do not count among those of the driver.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from './protocol.mjs';

const ERA = '2026-07-28';
const AT_ONCE = 50;

let closed = 0;

/** The clients, as the driver sees them. */
export class Streams {
  #clients;
  #ended;

  constructor(url) {
    this.#clients = fork(new URL(import.meta.url).pathname, [url]);
    this.#ended = once(this.#clients, 'exit')
      .then(([status]) => [{ error: `The clients ended with status ${status}` }]);
  }

  /** Opens streams until this many are open. */
  async open(count) {
    this.#clients.send(count);
    const [answer] = await Promise.race([once(this.#clients, 'message'), this.#ended]);
    if (answer.error) {
      throw new Error(answer.error);
    }
  }

  end() {
    this.#clients.kill();
  }
}

/** Resolves as soon as the stream of events has begun. */
function listen(url) {
  const { headers, body } = request(ERA, {
    method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } },
  });
  const lines = Object.entries({ ...headers, 'Host': url.host, 'Content-Length': body.length })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    socket.once('data', data => String(data).startsWith('HTTP/1.1 200')
      ? resolve()
      : reject(new Error(`A stream was refused: ${data}`)));
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('A stream was closed before it began'));
      closed++;
    });
  });
}

if (process.send && process.argv[2]) {
  const url = new URL(process.argv[2]);
  let open = 0;
  process.on('message', async count => {
    try {
      while (open < count) {
        const more = Math.min(AT_ONCE, count - open);
        await Promise.all(Array.from({ length: more }, () => listen(url)));
        open += more;
      }
      process.send(closed > 0 ? { error: `${closed} streams were closed` } : {});
    } catch (error) {
      process.send({ error: String(error) });
    }
  });
}
