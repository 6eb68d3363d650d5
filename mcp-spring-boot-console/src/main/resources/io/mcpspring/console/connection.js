import { parse } from './json.js';
import { events } from './sse.js';

/** The answer of the server if it is not one of the protocol, or if it is an error; `status` is that of HTTP. */
export class RpcError extends Error {

  constructor(message, { code, data, status } = {}) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

/** A stream that has ended before the response. */
export class LostError extends Error {}

/** Creates the failure for the error of a message. */
export const rpcError = ({ error: { message, code, data } }, status) => new RpcError(message, { code, data, status });

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

  /**
   * Sends a message, and yields the messages of the response, with the ids of their event and of the session, and the
   * status.
   */
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
    const { status } = response;
    if (response.ok && type.startsWith('text/event-stream')) {
      for await (const event of events(response.body)) {
        exchange.received(event.data, event.id);
        yield { ...event, session, status, message: event.data ? messageOf(event.data, response) : undefined };
      }
      return;
    }
    const text = await response.text();
    exchange.received(text);
    if (text || !response.ok) {
      yield { session, status, message: messageOf(text, response) };
    }
  }

  async #fetch(method, headers, body, signal, keepalive = false) {
    const sent = this.#token ? { ...headers, Authorization: `Bearer ${this.#token}` } : headers;
    const exchange = this.#record({ method, url: this.url, headers: sent, body });
    try {
      const response = await fetch(this.url, {
        method, headers: sent, body, signal, keepalive, credentials: 'same-origin', cache: 'no-store',
        // A redirect usually leads to a login, which may be on a host that the page must not use.
        redirect: 'manual',
      });
      exchange.answered(response);
      return { response, exchange };
    } catch (failure) {
      exchange.failed(failure);
      throw failure;
    }
  }
}

function messageOf(text, response) {
  let message;
  try {
    message = parse(text);
  } catch {
    // The text is not JSON, such as that of a page.
  }
  if (message?.jsonrpc !== '2.0') {
    throw new RpcError(response.ok ? foreign(response) : refusal(response), { status: response.status });
  }
  return message;
}

const foreign = response =>
  `The server has answered with '${response.headers.get('Content-Type') ?? 'no media type'}' instead of a message of MCP`;

function refusal(response) {
  if (response.type === 'opaqueredirect') {
    return 'The server has redirected the request: it may require a login';
  }
  const hint = {
    401: ': the server requires a login or a bearer token',
    403: ': the server does not allow this request',
    404: ': there is no such endpoint or session, connect again',
  }[response.status] ?? '';
  return `HTTP ${response.status} ${response.statusText}`.trim() + hint;
}
