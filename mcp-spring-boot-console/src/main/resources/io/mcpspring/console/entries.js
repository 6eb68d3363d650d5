import { el } from './dom.js';
import { findings } from './findings.js';

const TITLES = { tools: 'Tools', prompts: 'Prompts', resources: 'Resources', templates: 'Resource templates' };

/** The name of an entry in requests: its name, URI or template. */
export const keyOf = entry => entry.uriTemplate ?? entry.uri ?? entry.name;

/** The list of entries with its search. The arrow keys move between entries. */
export class Entries {

  #search;

  #list;

  #matches;

  #open;

  #items = [];

  constructor({ search, list, matches, open }) {
    this.#search = search;
    this.#list = list;
    this.#matches = matches;
    this.#open = open;
    search.addEventListener('input', () => this.#filter());
    search.addEventListener('keydown', event => this.#fromSearch(event));
    list.addEventListener('keydown', event => this.#move(event));
  }

  /** Shows lists of entries; `selected` is the kind and key of the open one. */
  show(lists, selected) {
    this.#items = Object.entries(lists).flatMap(([kind, entries]) => entries.map(entry => this.#item(kind, entry)));
    const focused = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...Object.entries(TITLES).map(([kind, title]) => {
      const items = this.#items.filter(item => item.kind === kind);
      return items.length === 0 ? '' : el('section', { 'aria-label': title },
        el('h2', {}, title, ' ', el('span', { className: 'quiet' }, String(items.length))),
        el('ul', {}, items.map(item => item.node)));
    }));
    this.mark(selected);
    this.#filter();
    if (focused) {
      this.#list.querySelector('[tabindex="0"]')?.focus();
    }
  }

  /** Marks the open entry. */
  mark(selected) {
    this.#items.forEach(item => {
      const current = item.kind === selected?.kind && keyOf(item.entry) === selected?.key;
      item.button.setAttribute('aria-current', String(current));
    });
    this.#setTabStop();
  }

  #item(kind, entry) {
    const problems = findings(kind, entry).length;
    const label = el('button', { type: 'button', onclick: () => this.#open(kind, entry) },
      el('span', { className: 'entry-name' }, kind === 'tools' || kind === 'prompts' ? entry.name : keyOf(entry)),
      problems > 0 && el('span', { className: 'badge warn', title: `${problems} problems` }, String(problems)),
      el('span', { className: 'entry-title' }, entry.title ?? entry.description ?? ''));
    const text = [entry.name, entry.title, entry.description, keyOf(entry)].join(' ').toLowerCase();
    return { kind, entry, text, button: label, node: el('li', {}, label) };
  }

  #filter() {
    const words = this.#search.value.toLowerCase().split(/\s+/);
    this.#items.forEach(item => { item.node.hidden = !words.every(word => item.text.includes(word)); });
    for (const section of this.#list.children) {
      section.hidden = [...section.querySelectorAll('li')].every(item => item.hidden);
    }
    const count = this.#visible().length;
    this.#matches.textContent = this.#search.value ? `${count} of ${this.#items.length} entries` : '';
    this.#setTabStop();
  }

  #visible() {
    return this.#items.filter(item => !item.node.hidden).map(item => item.button);
  }

  // A single entry takes part in the order of the tab key: the open one, or else the first.
  #setTabStop() {
    const visible = this.#visible();
    const stop = visible.find(item => item.getAttribute('aria-current') === 'true') ?? visible[0];
    this.#items.forEach(item => { item.button.tabIndex = item.button === stop ? 0 : -1; });
  }

  #fromSearch(event) {
    const first = this.#visible()[0];
    if (first && event.key === 'ArrowDown') {
      event.preventDefault();
      first.focus();
    } else if (first && event.key === 'Enter') {
      event.preventDefault();
      this.#best().button.click();
    }
  }

  // A name that begins with the text is a better match than a description that contains it.
  #best() {
    const visible = this.#items.filter(item => !item.node.hidden);
    const text = this.#search.value.toLowerCase();
    return visible.find(({ entry }) => keyOf(entry).toLowerCase().startsWith(text)) ?? visible[0];
  }

  #move(event) {
    const visible = this.#visible();
    const at = visible.indexOf(document.activeElement);
    const target = {
      ArrowDown: visible[at + 1], ArrowUp: visible[at - 1] ?? this.#search, Home: visible[0], End: visible.at(-1),
    }[event.key];
    if (at >= 0 && target) {
      event.preventDefault();
      target.focus();
    }
  }
}
