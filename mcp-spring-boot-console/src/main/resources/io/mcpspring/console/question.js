import { button, el } from './dom.js';
import { schemaForm } from './form.js';
import { contentView } from './result.js';
import { json } from './value.js';

const TITLES = {
  'elicitation/create': 'The server asks',
  'sampling/createMessage': 'The server asks your model',
  'roots/list': 'The server asks for your folders',
};

/** Asks the user the questions of a server in a dialog, one after the other. */
export class Questions {

  #dialog;

  #last = Promise.resolve();

  constructor(dialog) {
    this.#dialog = dialog;
  }

  /** Returns the answer of the user to a question; fails if the user refuses to answer. */
  ask(method, params, signal) {
    const answer = this.#last.then(() => {
      signal?.throwIfAborted();
      return this.#show(method, params, signal);
    });
    // The next question waits for this one, however it ends.
    this.#last = answer.catch(() => {});
    return answer;
  }

  #show(method, params, signal) {
    const create = { 'elicitation/create': elicitation, 'sampling/createMessage': sampling, 'roots/list': roots }[method];
    if (!create) {
      throw new Error(`The console cannot answer ${method}`);
    }
    const dialog = this.#dialog;
    return new Promise((resolve, reject) => {
      const finish = (settle, value) => {
        dialog.close();
        signal?.removeEventListener('abort', abort);
        settle(value);
      };
      const abort = () => finish(reject, signal.reason);
      const question = create(params, value => finish(resolve, value), reason => finish(reject, new Error(reason)));
      const submit = event => {
        event.preventDefault();
        question.accept();
      };
      dialog.replaceChildren(el('form', { onsubmit: submit, noValidate: true },
        el('h2', { id: 'question-title' }, TITLES[method]), question.content,
        el('details', {}, el('summary', {}, 'Raw question'), json({ method, params })),
        el('div', { className: 'bar' }, el('button', { className: 'primary' }, question.label), question.others)));
      dialog.oncancel = event => {
        event.preventDefault();
        question.cancel();
      };
      signal?.addEventListener('abort', abort, { once: true });
      dialog.showModal();
      (dialog.querySelector('input, select, textarea') ?? dialog.querySelector('button')).focus();
    });
  }
}

function elicitation({ mode, message, requestedSchema, url }, answer) {
  const cancel = () => answer({ action: 'cancel' });
  const others = [button('Decline', () => answer({ action: 'decline' })), button('Cancel', cancel)];
  if (mode === 'url') {
    return {
      content: [el('p', { className: 'message-text' }, message), urlView(url)],
      label: 'Accept', others, cancel, accept: () => answer({ action: 'accept' }),
    };
  }
  const form = schemaForm(requestedSchema, { prefill: true });
  return {
    content: [el('p', { className: 'message-text' }, message), form.node],
    label: 'Accept',
    others: [...others, form.toggle],
    cancel,
    accept: () => ifReadable(form, content => answer({ action: 'accept', content })),
  };
}

// A link only if it leads to a web page: other schemes could run scripts.
function urlView(url) {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  return ['http:', 'https:'].includes(target?.protocol)
    ? el('p', {}, el('a', { href: target.href, target: '_blank', rel: 'noopener noreferrer' }, url))
    : el('p', {}, el('code', {}, url));
}

function ifReadable(form, action) {
  let content;
  try {
    content = form.read();
  } catch {
    // The form shows the reason.
    return;
  }
  action(content);
}

function sampling(params, answer, refuse) {
  const text = el('textarea', { id: 'sampling-text', rows: 6, required: true });
  const model = el('input', { id: 'sampling-model', value: 'console' });
  const messages = (params.messages ?? []).map(message => el('div', { className: `message ${message.role}` },
    el('h4', {}, message.role), [message.content].flat().map(block => contentView(block))));
  const facts = [`at most ${params.maxTokens} tokens`, params.temperature !== undefined && `temperature ${params.temperature}`,
    params.tools && `${params.tools.length} tools`].filter(Boolean).join(' · ');
  return {
    content: [
      params.systemPrompt && el('p', { className: 'message-text' }, `System prompt: ${params.systemPrompt}`),
      messages, el('p', { className: 'quiet' }, facts),
      el('div', { className: 'field' }, el('label', { htmlFor: text.id, className: 'name' }, 'Answer of the model'), text),
      el('div', { className: 'field' }, el('label', { htmlFor: model.id, className: 'name' }, 'Name of the model'), model),
    ],
    label: 'Answer',
    others: [button('Refuse', () => refuse('The user has refused the request'))],
    cancel: () => refuse('The user has refused the request'),
    accept: () => answer({
      role: 'assistant', model: model.value || 'console', stopReason: 'endTurn', content: { type: 'text', text: text.value },
    }),
  };
}

function roots(params, answer, refuse) {
  const uris = el('textarea', { id: 'roots', rows: 4, className: 'code', value: 'file:///workspace' });
  return {
    content: [el('div', { className: 'field' },
      el('label', { htmlFor: uris.id, className: 'name' }, 'URIs of folders, one in each line'), uris)],
    label: 'Answer',
    others: [button('Refuse', () => refuse('The user has refused the request'))],
    cancel: () => refuse('The user has refused the request'),
    accept: () => answer({ roots: uris.value.split('\n').map(uri => uri.trim()).filter(Boolean).map(uri => ({ uri })) }),
  };
}
