import { curl } from './curl.js';
import { copyButton, el } from './dom.js';
import { indented } from './json.js';
import { pre, size } from './value.js';

const KEPT_EXCHANGES = 200;

const KEPT_EVENTS = 500;

const KEPT_CHARACTERS = 20_000_000;

/** Shows the HTTP exchanges, the last one first. */
export class Trace {

  #list;

  #entries = [];

  constructor(list) {
    this.#list = list;
  }

  clear() {
    this.#entries = [];
    this.#list.replaceChildren();
  }

  /** Shows an exchange that begins, and returns the object that is notified of its course. */
  record(request) {
    const entry = new TraceEntry(request);
    this.#entries.push(entry);
    this.#list.prepend(entry.node);
    this.#forget();
    return entry;
  }

  #forget() {
    let characters = this.#entries.reduce((sum, entry) => sum + entry.characters, 0);
    while (this.#entries.length > KEPT_EXCHANGES || (characters > KEPT_CHARACTERS && this.#entries.length > 1)) {
      const oldest = this.#entries.shift();
      characters -= oldest.characters;
      oldest.node.remove();
    }
  }
}

class TraceEntry {

  #request;

  #started = performance.now();

  #response;

  #bodies = [];

  #failure;

  #status = el('span', { className: 'badge' }, '…');

  #time = el('span', { className: 'quiet' });

  #content = el('div', { className: 'exchange' });

  #received = el('div', { className: 'received' });

  #details;

  /** The number of characters that are kept. */
  characters = 0;

  constructor(request) {
    this.#request = request;
    const { method, subject } = title(request);
    this.#details = el('details', { ontoggle: () => this.#show() }, el('summary', {},
      el('span', { className: 'method' }, method), el('span', { className: 'subject' }, subject), this.#status, this.#time),
    this.#content);
    this.node = el('li', {}, this.#details);
  }

  answered(response) {
    this.#response = response;
    this.#status.textContent = statusOf(response);
    this.#status.classList.add(response.ok ? 'good' : 'bad');
    this.#show();
  }

  received(data, id) {
    const body = { data, id, at: performance.now() - this.#started };
    this.#bodies.push(body);
    this.characters += data.length;
    if (/^\{"jsonrpc":"2\.0",("id":[^,]+,)?"error"/.test(data)) {
      this.#status.classList.replace('good', 'bad');
    }
    if (this.#details.open) {
      this.#received.append(shown(body));
    }
    if (this.#bodies.length > KEPT_EVENTS) {
      this.characters -= this.#bodies.shift().data.length;
      this.#received.firstElementChild?.remove();
    }
  }

  failed(failure) {
    this.#failure = failure;
    this.#status.textContent = failure.name === 'AbortError' ? 'closed' : this.#response ? statusOf(this.#response) : 'failed';
    this.#status.classList.remove('good');
    this.#status.classList.add(failure.name === 'AbortError' ? 'quiet' : 'bad');
    this.#show();
  }

  ended() {
    this.#time.textContent = `${Math.round(performance.now() - this.#started)} ms`;
  }

  #show() {
    if (!this.#details.open) {
      this.#content.replaceChildren();
      this.#received.replaceChildren();
      return;
    }
    this.#received.replaceChildren(...this.#bodies.map(shown));
    const { method, url, headers, body } = this.#request;
    this.#content.replaceChildren(
      el('div', { className: 'bar' }, copyButton('Copy as curl', () => curl(this.#request)),
        body && copyButton('Copy request', () => indented(body)),
        copyButton('Copy response', () => this.#bodies.map(({ data }) => data).join('\n'))),
      el('h3', {}, 'Request'),
      pre([`${method} ${new URL(url).pathname}`, ...lines(Object.entries(headers))].join('\n'), 'code'),
      body ? pre(indented(body), 'code') : '',
      el('h3', {}, 'Response'),
      this.#response ? pre([`${statusOf(this.#response)} ${this.#response.statusText}`.trim(),
        ...lines([...this.#response.headers])].join('\n'), 'code') : '',
      this.#received,
      this.#failure ? el('p', { className: 'problem' }, this.#failure.message) : '');
  }
}

function shown({ data, id, at }) {
  const note = [`after ${Math.round(at)} ms`, size(data.length, 'characters'), id && `event ${id}`];
  return el('div', {}, data === '' && !id ? [] : [
    el('p', { className: 'quiet' }, note.filter(Boolean).join(' · ')), data && pre(indented(data), 'code'),
  ]);
}

// The browser does not tell the status of a redirect.
const statusOf = response => String(response.status || 'redirect');

const lines = headers => headers.map(([name, value]) => `${name}: ${name === 'Authorization' ? 'Bearer …' : value}`);

function title({ method, body }) {
  if (!body) {
    return { method, subject: method === 'GET' ? 'listen' : 'end of the session' };
  }
  const message = JSON.parse(body);
  const subject = message.params?.name ?? message.params?.uri ?? message.params?.ref?.name ?? message.params?.ref?.uri ?? '';
  return { method: message.method ?? 'answer', subject };
}
