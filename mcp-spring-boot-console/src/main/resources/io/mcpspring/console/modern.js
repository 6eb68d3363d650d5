import { LostError, rpcError, RpcError } from './connection.js';

const NAMED = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

const ROUNDS = 20;

/** A client of the modern era: each request is complete in itself, and questions are part of results. */
export class ModernClient {

  #connection;

  #options;

  #id = 0;

  constructor(connection, revision, options) {
    this.#connection = connection;
    this.#options = options;
    this.revision = revision;
  }

  async connect() {
    const found = await this.request('server/discover', {});
    this.capabilities = found.capabilities ?? {};
    this.server = found._meta?.['io.modelcontextprotocol/serverInfo'] ?? found.serverInfo ?? {};
    this.instructions = found.instructions;
  }

  /** Asks again what the server is, because it may have changed. Returns true: there is no session to be lost. */
  async resume() {
    await this.connect();
    return true;
  }

  /**
   * Sends a request, answers the questions of the server, and returns the result. `call` has the functions `progress`
   * and `log`, the signal of an AbortController, and the input schema of a tool.
   */
  async request(method, params, given = {}) {
    const call = untilTheEnd(given, this.#options.signal);
    let answers = {};
    for (let round = 0; round < ROUNDS; round++) {
      const result = await this.#send(method, { ...params, ...answers }, call);
      if (result.resultType !== 'input_required') {
        return result;
      }
      answers = { requestState: result.requestState };
      if (result.inputRequests) {
        answers.inputResponses = await this.#answers(result.inputRequests, call.signal);
      }
    }
    throw new RpcError(`The server has asked for input ${ROUNDS} times`);
  }

  /** Whether the server notifies of changes. */
  get listens() {
    return this.#changing().length > 0;
  }

  /** Listens for changes until the stream ends. */
  async listen(changed) {
    const notifications = Object.fromEntries(this.#changing().map(list => [`${list}ListChanged`, true]));
    await this.#send('subscriptions/listen', { notifications }, {
      signal: this.#options.signal, other: message => message.method.endsWith('/list_changed') && changed(),
    });
  }

  #changing() {
    return ['tools', 'prompts', 'resources'].filter(list => this.capabilities[list]?.listChanged);
  }

  async close() {}

  async #answers(questions, signal) {
    const answers = {};
    for (const [key, { method, params }] of Object.entries(questions)) {
      answers[key] = await this.#options.ask(method, params ?? {}, signal);
    }
    return answers;
  }

  async #send(method, params, call) {
    const id = ++this.#id;
    const message = { jsonrpc: '2.0', id, method, params: { ...params, _meta: this.#meta(id, call) } };
    for await (const { message: received, status } of
      this.#connection.post(message, this.#headers(method, params, call.schema), call.signal)) {
      if (received?.method) {
        notify(received, call);
      } else if (received?.error) {
        throw rpcError(received, status);
      } else if (received?.result) {
        return received.result;
      }
    }
    throw new LostError('The stream has ended without a response');
  }

  #meta(id, call) {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': this.revision,
      'io.modelcontextprotocol/clientInfo': this.#options.info,
      'io.modelcontextprotocol/clientCapabilities': this.#options.capabilities,
    };
    if (call.progress) {
      meta.progressToken = `console-${id}`;
      if (this.#options.logLevel) {
        meta['io.modelcontextprotocol/logLevel'] = this.#options.logLevel;
      }
    }
    return meta;
  }

  #headers(method, params, schema) {
    const headers = { 'MCP-Protocol-Version': this.revision, 'Mcp-Method': method };
    if (NAMED[method]) {
      headers['Mcp-Name'] = headerValue(params[NAMED[method]]);
    }
    return Object.assign(headers, mirrored(schema, params.arguments));
  }
}

/** Returns a call that also ends with the connection, if the user can cancel it. */
export const untilTheEnd = (call, signal) => call.signal ? { ...call, signal: AbortSignal.any([call.signal, signal]) } : call;

/** Passes a notification to the functions of a call. */
export function notify({ method, params }, call) {
  if (method === 'notifications/progress') {
    call.progress?.(params);
  } else if (method === 'notifications/message') {
    call.log?.(params);
  } else {
    call.other?.({ method, params });
  }
}

/** Returns the headers that repeat arguments, as the schema marks them with x-mcp-header. */
function mirrored(schema, values) {
  const headers = {};
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    const value = values?.[name];
    if (property['x-mcp-header'] && value !== undefined && value !== null) {
      headers[`Mcp-Param-${property['x-mcp-header']}`] = headerValue(String(value));
    }
    if (property.properties) {
      Object.assign(headers, mirrored(property, value));
    }
  }
  return headers;
}

function headerValue(text) {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text)) {
    return text;
  }
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`;
}
