import { button, el } from './dom.js';
import { resultView } from './result.js';
import { json, pre } from './value.js';

/** What a call sends and receives: buttons, progress, log, and the result. */
export class Call {

  #perform;

  #controller;

  #start = el('button', { className: 'primary' });

  #cancel = button('Cancel', () => this.#controller?.abort(new DOMException('The call was cancelled', 'AbortError')), {
    disabled: true,
  });

  #bar = el('progress', { hidden: true });

  #progress = el('span', { role: 'status', className: 'quiet' });

  #log = el('ol', { className: 'log', role: 'log', 'aria-label': 'Log messages' });

  #result = el('div', { className: 'result', 'aria-live': 'polite' });

  /** `perform` sends the request with the functions and the signal of the call, and returns the result. */
  constructor({ kind, label, perform, open }) {
    this.kind = kind;
    this.open = open;
    this.#perform = perform;
    this.#start.textContent = label;
    this.buttons = [this.#start, this.#cancel];
    this.output = el('div', {}, el('div', { className: 'progress' }, this.#bar, this.#progress), this.#log, this.#result);
  }

  async run(input) {
    if (this.#controller) {
      return;
    }
    this.#controller = new AbortController();
    this.#begin();
    const started = performance.now();
    try {
      const result = await this.#perform(input, {
        signal: this.#controller.signal,
        progress: params => this.#advance(params),
        log: params => this.#write(params),
      });
      this.#end(`Done after ${Math.round(performance.now() - started)} ms`, resultView(this.kind, result, this.open));
    } catch (failure) {
      this.#end(failure.name === 'AbortError' ? 'Cancelled' : 'Failed', failureView(failure));
    }
  }

  #begin() {
    this.#start.disabled = true;
    this.#cancel.disabled = false;
    this.#log.replaceChildren();
    this.#result.replaceChildren();
    this.#bar.hidden = false;
    this.#bar.removeAttribute('value');
    this.#progress.textContent = 'Running';
  }

  #advance({ progress, total, message }) {
    const [done, all] = [Number(progress), Number(total ?? 0)];
    if (all) {
      this.#bar.max = all;
      this.#bar.value = done;
    }
    this.#progress.textContent = [all ? `${done} of ${all}` : done, message].filter(Boolean).join(': ');
  }

  #write({ level, logger, data }) {
    this.#log.append(el('li', { className: `level-${level}` }, el('span', { className: 'level' }, level),
      logger && el('span', { className: 'quiet' }, `${logger} `), typeof data === 'string' ? data : JSON.stringify(data)));
  }

  #end(summary, view) {
    // A disabled button loses the focus, so it goes back to the one that has started the call.
    const focused = document.activeElement === this.#cancel || document.activeElement === document.body;
    this.#controller = undefined;
    this.#start.disabled = false;
    this.#cancel.disabled = true;
    this.#bar.hidden = true;
    this.#progress.textContent = summary;
    this.#result.replaceChildren(view);
    if (focused) {
      this.#start.focus();
    }
  }
}

function failureView(failure) {
  return el('div', {}, el('p', { className: 'problem' }, failure.code === undefined ? '' : `Error ${failure.code}: `),
    pre(failure.message), failure.data !== undefined && json(failure.data));
}
