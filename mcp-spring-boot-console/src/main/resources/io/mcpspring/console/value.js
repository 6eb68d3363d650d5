import { el } from './dom.js';
import { isComposite, isObject, typeOf } from './json.js';

const MAX_ROWS = 500;

const MAX_COLUMNS = 200;

const MAX_CELLS = 10_000;

const MAX_TEXT = 200_000;

const DEEPEST = 5;

/** Formats a number of bytes or characters. */
export const size = (count, unit) => `${count.toLocaleString('en')} ${unit}`;

/** Shows text as it is. */
export function pre(text, className = 'text', most = MAX_TEXT) {
  const shown = text.length > most ? `${text.slice(0, most)}\n… ${size(text.length - most, 'more characters')}` : text;
  return el('pre', { className, tabIndex: 0 }, shown);
}

/** Shows a value as indented JSON. */
export const json = value => pre(JSON.stringify(value, null, 2), 'code');

/** Shows a value as tables as far as it has the shape of one, up to a number of cells in all. */
export const structured = value => new View().of(value, 0);

class View {

  #cells = MAX_CELLS;

  of(value, depth) {
    this.#cells--;
    if (!isComposite(value)) {
      return el('span', { className: typeOf(value) }, String(value));
    }
    if (depth > DEEPEST || this.#cells <= 0) {
      return this.#text(value);
    }
    const table = tabular(value);
    if (table) {
      return this.#grid(table, depth);
    }
    return Array.isArray(value) ? this.#list(value, depth) : this.#members(value, depth);
  }

  // A text is worth as many cells as it would fill.
  #text(value) {
    const text = JSON.stringify(value, null, 2);
    const most = Math.max(0, this.#cells * 10);
    this.#cells -= Math.ceil(text.length / 10);
    return pre(text, 'code', most);
  }

  #list(items, depth) {
    if (items.length === 0) {
      return el('span', { className: 'quiet' }, 'empty');
    }
    const shown = this.#some(items, item => el('li', {}, this.of(item, depth + 1)));
    return el('div', {}, el('ol', { className: 'values' }, shown), cut(shown, items, 'items'));
  }

  #members(value, depth) {
    const members = Object.entries(value);
    const shown = this.#some(members, ([name, member]) =>
      el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, this.of(member, depth + 1))));
    return el('div', {}, el('table', { className: 'members' }, el('tbody', {}, shown)), cut(shown, members, 'members'));
  }

  #grid({ columns, rows, rest }, depth) {
    const body = this.#some(rows, row => el('tr', {}, row.slice(0, MAX_COLUMNS).map(cell =>
      el('td', { className: typeOf(cell) }, cell === undefined ? '' : this.of(cell, depth + 1)))));
    const table = el('table', { className: 'grid' },
      columns.length > 0 && el('thead', {}, el('tr', {}, columns.map(column => el('th', { scope: 'col' }, String(column))))),
      el('tbody', {}, body));
    const total = body.length < rows.length ? `${body.length} of ${rows.length} rows` : `${rows.length} rows`;
    const notes = Object.entries(rest ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return el('div', { className: 'scroll' }, table,
      (depth === 0 || body.length < rows.length) && el('p', { className: 'quiet' }, [total, ...notes].join(' · ')));
  }

  #some(values, show) {
    const shown = [];
    for (const value of values) {
      if (shown.length === MAX_ROWS || this.#cells <= 0) {
        break;
      }
      shown.push(show(value));
    }
    return shown;
  }
}

const cut = (shown, all, noun) =>
  shown.length < all.length && el('p', { className: 'quiet' }, `${shown.length} of ${all.length} ${noun}`);

// A list of objects, a list of lists, or an object with columns and rows.
function tabular(value) {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isObject)) {
      const columns = [...new Set(value.slice(0, MAX_ROWS).flatMap(Object.keys))];
      return columns.length > MAX_COLUMNS ? undefined
        : { columns, rows: value.map(row => columns.map(column => row[column])) };
    }
    return value.length > 0 && value.every(Array.isArray) ? { columns: [], rows: value } : undefined;
  }
  if (Array.isArray(value.columns) && Array.isArray(value.rows) && value.rows.every(Array.isArray)) {
    const { columns, rows, ...rest } = value;
    return columns.length > MAX_COLUMNS ? undefined
      : { columns: columns.map(column => isObject(column) ? column.name ?? '' : column), rows, rest };
  }
  return undefined;
}
