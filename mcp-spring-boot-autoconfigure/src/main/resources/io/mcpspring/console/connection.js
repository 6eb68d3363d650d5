import { events } from './sse.js';

/** The answer of the server if it is not one of the protocol, or if it is an error. */
export class RpcError extends Error {

  constructor(message, code, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Sends HTTP requests to the endpoint and records each exchange. The browser adds the credentials of the page, such as
 * the session cookie of a login.
 */
export class Connection {

  #token;

  #record;

  constructor({ url, token, record }) {
    this.url = url;
    this.#token = token;
    this.#record = record;
  }

  /** Sends a message, and yields the messages of the response, with the ids of their event and of the session. */
  async* post(message, headers, signal) {
    yield* this.#exchange('POST', {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers,
    }, JSON.stringify(message), signal);
  }

  /** Opens or resumes a stream. */
  async* get(headers, signal) {
    yield* this.#exchange('GET', { Accept: 'text/event-stream', ...headers }, undefined, signal);
  }

  /** Ends a session. The request survives the end of the page. */
  async remove(headers) {
    await this.#fetch('DELETE', headers, undefined, undefined, true);
  }

  async* #exchange(method, headers, body, signal) {
    const { response, exchange } = await this.#fetch(method, headers, body, signal);
    try {
      yield* this.#messages(response, exchange);
    } catch (failure) {
      exchange.failed(failure);
      throw failure;
    } finally {
      exchange.ended();
    }
  }

  async* #messages(response, exchange) {
    const type = response.headers.get('Content-Type') ?? '';
    const session = response.headers.get('Mcp-Session-Id') ?? undefined;
    if (type.startsWith('text/event-stream')) {
      for await (const event of events(response.body)) {
        exchange.received(event.data, event.id);
        yield { ...event, session, message: event.data ? JSON.parse(event.data) : undefined };
      }
      return;
    }
    const text = await response.text();
    exchange.received(text);
    if (type.startsWith('application/json') && text) {
      yield { session, message: JSON.parse(text) };
    } else if (!response.ok) {
      throw new RpcError(refusal(response));
    }
  }

  async #fetch(method, headers, body, signal, keepalive = false) {
    const sent = this.#token ? { ...headers, Authorization: `Bearer ${this.#token}` } : headers;
    const exchange = this.#record({ method, url: this.url, headers: sent, body });
    try {
      const response = await fetch(this.url, {
        method, headers: sent, body, signal, keepalive, credentials: 'same-origin', cache: 'no-store',
      });
      exchange.answered(response);
      return { response, exchange };
    } catch (failure) {
      exchange.failed(failure);
      throw failure;
    }
  }
}

function refusal(response) {
  const hint = {
    401: ': the server requires a login or a bearer token',
    403: ': the server does not allow this request',
    404: ': the session has ended, connect again',
  }[response.status] ?? '';
  return `HTTP ${response.status} ${response.statusText}`.trim() + hint;
}
