import { RpcError } from './connection.js';
import { notify } from './modern.js';

/** A client of the legacy era: a session, in which the server sends its questions as requests. */
export class LegacyClient {

  #connection;

  #options;

  #headers = {};

  #id = 0;

  constructor(connection, revision, options) {
    this.#connection = connection;
    this.#options = options;
    this.revision = revision;
  }

  async connect() {
    const result = await this.request('initialize', {
      protocolVersion: this.revision, capabilities: this.#options.capabilities, clientInfo: this.#options.info,
    });
    this.revision = result.protocolVersion;
    this.capabilities = result.capabilities ?? {};
    this.server = result.serverInfo ?? {};
    this.instructions = result.instructions;
    this.#headers['MCP-Protocol-Version'] = this.revision;
    await this.#notify('notifications/initialized');
    if (this.#options.logLevel && this.capabilities.logging) {
      await this.request('logging/setLevel', { level: this.#options.logLevel });
    }
  }

  /** Sends a request and returns its result; see ModernClient. */
  async request(method, params, call = {}) {
    const id = ++this.#id;
    const sent = call.progress ? { ...params, _meta: { progressToken: `console-${id}` } } : params;
    // A closed stream does not cancel the call, because the client could resume the stream.
    const cancel = () =>
      unattended(this.#notify('notifications/cancelled', { requestId: id, reason: 'Cancelled by the user' }));
    call.signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await this.#result({ jsonrpc: '2.0', id, method, params: sent }, call);
    } finally {
      call.signal?.removeEventListener('abort', cancel);
    }
  }

  /** Listens for changes until the signal aborts. */
  async listen(changed, signal) {
    if (!this.#headers['Mcp-Session-Id']) {
      return;
    }
    await this.#read(this.#connection.get(this.#headers, signal), undefined, {
      signal, other: message => message.method.endsWith('/list_changed') && changed(),
    });
  }

  async close() {
    if (this.#headers['Mcp-Session-Id']) {
      await this.#connection.remove(this.#headers);
    }
  }

  async #result(message, call) {
    const position = {};
    let stream = this.#connection.post(message, this.#headers, call.signal);
    for (;;) {
      const response = await this.#read(stream, message.id, call, position);
      if (response?.error) {
        throw new RpcError(response.error.message, response.error.code, response.error.data);
      }
      if (response) {
        return response.result;
      }
      if (!position.id) {
        throw new RpcError('The stream has ended without a response');
      }
      await new Promise(resume => setTimeout(resume, position.retry ?? 1000));
      stream = this.#connection.get({ ...this.#headers, 'Last-Event-ID': position.id }, call.signal);
    }
  }

  /** Reads a stream up to the response with the id, and notes the last event in `position`. */
  async #read(stream, id, call, position = {}) {
    for await (const event of stream) {
      if (event.session) {
        this.#headers['Mcp-Session-Id'] = event.session;
      }
      position.id = event.id ?? position.id;
      position.retry = event.retry ?? position.retry;
      const message = event.message;
      if (message?.method && message.id !== undefined) {
        unattended(this.#answer(message, call.signal));
      } else if (message?.method) {
        notify(message, call);
      } else if (message && (message.id === id || message.error)) {
        return message;
      }
    }
    return undefined;
  }

  async #answer({ id, method, params }, signal) {
    const answer = { jsonrpc: '2.0', id };
    if (method === 'ping') {
      answer.result = {};
    } else {
      try {
        answer.result = await this.#options.ask(method, params ?? {}, signal);
      } catch (failure) {
        answer.error = { code: -1, message: failure.message };
      }
    }
    await this.#post(answer);
  }

  async #notify(method, params) {
    await this.#post({ jsonrpc: '2.0', method, params });
  }

  async #post(message) {
    for await (const { message: refused } of this.#connection.post(message, this.#headers)) {
      if (refused?.error) {
        throw new RpcError(refused.error.message, refused.error.code, refused.error.data);
      }
    }
  }
}

// A failure is visible among the exchanges; the call itself goes on.
const unattended = promise => promise.catch(() => {});
