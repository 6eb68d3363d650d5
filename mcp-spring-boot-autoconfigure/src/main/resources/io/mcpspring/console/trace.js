import { curl } from './curl.js';
import { copyButton, el } from './dom.js';
import { indented, pre, size } from './value.js';

const KEPT = 200;

/** Shows the HTTP exchanges, the last one first. */
export class Trace {

  #list;

  constructor(list) {
    this.#list = list;
  }

  clear() {
    this.#list.replaceChildren();
  }

  /** Shows an exchange that begins, and returns the object that is notified of its course. */
  record(request) {
    const entry = new TraceEntry(request);
    this.#list.prepend(entry.node);
    while (this.#list.children.length > KEPT) {
      this.#list.lastElementChild.remove();
    }
    return entry;
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

  #details;

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
    this.#status.textContent = String(response.status);
    this.#status.classList.add(response.ok ? 'good' : 'bad');
    this.#show();
  }

  received(data, id) {
    this.#bodies.push({ data, id, at: performance.now() - this.#started });
    if (/^\{"jsonrpc":"2\.0",("id":[^,]+,)?"error"/.test(data)) {
      this.#status.classList.replace('good', 'bad');
    }
    this.#show();
  }

  failed(failure) {
    this.#failure = failure;
    this.#status.textContent = failure.name === 'AbortError' ? 'closed' : this.#response?.status ?? 'failed';
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
      return;
    }
    const { method, url, headers, body } = this.#request;
    this.#content.replaceChildren(
      el('div', { className: 'bar' }, copyButton('Copy as curl', () => curl(this.#request)),
        body && copyButton('Copy request', () => indented(body)),
        this.#bodies.length > 0 && copyButton('Copy response', () => this.#bodies.map(({ data }) => data).join('\n'))),
      el('h3', {}, 'Request'),
      pre([`${method} ${new URL(url).pathname}`, ...lines(Object.entries(headers))].join('\n'), 'code'),
      body ? pre(indented(body), 'code') : '',
      el('h3', {}, 'Response'),
      this.#response ? pre([`${this.#response.status} ${this.#response.statusText}`.trim(),
        ...lines([...this.#response.headers])].join('\n'), 'code') : '',
      ...this.#bodies.flatMap(received => this.#body(received)),
      this.#failure ? el('p', { className: 'problem' }, this.#failure.message) : '');
  }

  #body({ data, id, at }) {
    const note = [`after ${Math.round(at)} ms`, size(data.length, 'characters'), id && `event ${id}`];
    return data === '' && !id ? [] : [
      el('p', { className: 'quiet' }, note.filter(Boolean).join(' · ')), data && pre(indented(data), 'code'),
    ];
  }
}

const lines = headers => headers.map(([name, value]) => `${name}: ${name === 'Authorization' ? 'Bearer …' : value}`);

function title({ method, body }) {
  if (!body) {
    return { method, subject: method === 'GET' ? 'listen' : 'end of the session' };
  }
  const message = JSON.parse(body);
  const subject = message.params?.name ?? message.params?.uri ?? message.params?.ref?.name ?? message.params?.ref?.uri ?? '';
  return { method: message.method ?? 'answer', subject };
}
