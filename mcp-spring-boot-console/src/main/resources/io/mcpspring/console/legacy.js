import { LostError, rpcError } from './connection.js';
import { notify, untilTheEnd } from './modern.js';

/** A client of the legacy era: a session, in which the server sends its questions as requests. */
export class LegacyClient {

  #connection;

  #options;

  #headers = {};

  /** For each open question its AbortController, by the id of the request. */
  #questions = new Map();

  /** Whether the server notifies of changes. */
  listens = false;

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
    this.listens = this.hasSession;
    await this.#notify('notifications/initialized');
    if (this.#options.logLevel && this.capabilities.logging) {
      await this.request('logging/setLevel', { level: this.#options.logLevel });
    }
  }

  /** Returns whether the session is still there. */
  async resume() {
    try {
      await this.request('ping');
      return true;
    } catch (failure) {
      if (failure.status === 404) {
        return false;
      }
      throw failure;
    }
  }

  get hasSession() {
    return this.#headers['Mcp-Session-Id'] !== undefined;
  }

  /** Sends a request and returns its result; see ModernClient. */
  async request(method, params, call = {}) {
    const id = ++this.#id;
    const sent = call.progress ? { ...params, _meta: { progressToken: `console-${id}` } } : params;
    // A closed stream does not cancel the call, because the client could resume the stream.
    const cancel = () =>
      unattended(this.#notify('notifications/cancelled', { requestId: id, reason: 'Cancelled by the user' }));
    call.signal?.addEventListener('abort', cancel, { once: true });
    const open = { ...untilTheEnd(call, this.#options.signal), questions: new Set() };
    try {
      return await this.#result({ jsonrpc: '2.0', id, method, params: sent }, open);
    } finally {
      call.signal?.removeEventListener('abort', cancel);
      open.questions.forEach(question => this.#withdraw(question));
    }
  }

  /** Listens for changes until the stream ends. */
  async listen(changed) {
    const { signal } = this.#options;
    const position = {};
    const call = { signal, other: message => message.method.endsWith('/list_changed') && changed() };
    try {
      const refusal = await this.#read(this.#connection.get(this.#headers, signal), undefined, call, position);
      if (refusal) {
        throw rpcError(refusal, position.status);
      }
    } catch (failure) {
      if (failure.status !== 405) {
        throw failure;
      }
      this.listens = false;
    }
  }

  async close() {
    if (this.hasSession) {
      await this.#connection.remove(this.#headers);
    }
  }

  async #result(message, call) {
    const position = {};
    let stream = this.#connection.post(message, this.#headers, call.signal);
    for (;;) {
      const response = await this.#read(stream, message.id, call, position);
      if (response?.error) {
        throw rpcError(response, position.status);
      }
      if (response) {
        return response.result;
      }
      if (!position.id) {
        throw new LostError('The stream has ended without a response');
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
      position.status = event.status;
      const message = event.message;
      if (message?.method && message.id !== undefined) {
        call.questions?.add(message.id);
        unattended(this.#answer(message, call.signal));
      } else if (message?.method === 'notifications/cancelled') {
        this.#withdraw(message.params?.requestId);
      } else if (message?.method) {
        notify(message, call);
      } else if (message && (message.id === id || message.error && (message.id ?? null) === null)) {
        return message;
      }
    }
    return undefined;
  }

  // A question that has been withdrawn, or whose call has ended, is not answered.
  async #answer({ id, method, params }, signal) {
    const question = new AbortController();
    this.#questions.set(id, question);
    signal?.addEventListener('abort', () => this.#withdraw(id), { signal: question.signal });
    const answer = { jsonrpc: '2.0', id };
    try {
      answer.result = method === 'ping' ? {} : await this.#options.ask(method, params ?? {}, question.signal);
    } catch (failure) {
      answer.error = { code: -1, message: failure.message };
    }
    this.#questions.delete(id);
    if (!question.signal.aborted) {
      question.abort();
      await this.#post(answer);
    }
  }

  #withdraw(id) {
    this.#questions.get(id)?.abort(new DOMException('The question was withdrawn', 'AbortError'));
  }

  async #notify(method, params) {
    await this.#post({ jsonrpc: '2.0', method, params });
  }

  async #post(message) {
    for await (const { message: refused, status } of this.#connection.post(message, this.#headers)) {
      if (refused?.error) {
        throw rpcError(refused, status);
      }
    }
  }
}

// A failure is visible among the exchanges; the call itself goes on.
const unattended = promise => promise.catch(() => {});
