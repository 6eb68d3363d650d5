import { el } from './dom.js';

const MAX_ROWS = 500;

const MAX_TEXT = 200_000;

/** Formats a number of bytes or characters. */
export const size = (count, unit) => `${count.toLocaleString('en')} ${unit}`;

/** Shows text as it is. */
export function pre(text, className = 'text') {
  const shown = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… ${text.length - MAX_TEXT} more characters` : text;
  return el('pre', { className, tabIndex: 0 }, shown);
}

/** Shows a value as indented JSON. */
export const json = value => pre(JSON.stringify(value, null, 2), 'code');

/** Indents a text if it is JSON. */
export function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Shows a value as tables as far as it has the shape of one. */
export function structured(value, depth = 0) {
  if (value === null || typeof value !== 'object') {
    return el('span', { className: typeof value }, String(value));
  }
  if (depth > 5) {
    return json(value);
  }
  const table = tabular(value);
  if (table) {
    return grid(table, depth);
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? el('span', { className: 'quiet' }, 'empty')
      : el('ol', { className: 'values' }, limited(value).map(item => el('li', {}, structured(item, depth + 1))));
  }
  return el('table', { className: 'members' }, el('tbody', {}, Object.entries(value).map(([name, member]) =>
    el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, structured(member, depth + 1))))));
}

const limited = list => list.slice(0, MAX_ROWS);

const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);

// A list of objects, a list of lists, or an object with columns and rows.
function tabular(value) {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isObject)) {
      const columns = [...new Set(limited(value).flatMap(Object.keys))];
      return { columns, rows: value.map(row => columns.map(column => row[column])) };
    }
    return value.length > 0 && value.every(Array.isArray) ? { columns: [], rows: value } : undefined;
  }
  if (Array.isArray(value.columns) && Array.isArray(value.rows) && value.rows.every(Array.isArray)) {
    const { columns, rows, ...rest } = value;
    return { columns: columns.map(column => isObject(column) ? column.name ?? '' : column), rows, rest };
  }
  return undefined;
}

function grid({ columns, rows, rest }, depth) {
  const body = limited(rows).map(row => el('tr', {}, row.map(cell =>
    el('td', { className: typeof cell }, cell === undefined ? '' : structured(cell, depth + 1)))));
  const table = el('table', { className: 'grid' },
    columns.length > 0 && el('thead', {}, el('tr', {}, columns.map(column => el('th', { scope: 'col' }, String(column))))),
    el('tbody', {}, body));
  const total = rows.length > MAX_ROWS ? `${MAX_ROWS} of ${rows.length} rows` : `${rows.length} rows`;
  const notes = Object.entries(rest ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return el('div', { className: 'scroll' }, table,
    depth === 0 && el('p', { className: 'quiet' }, [total, ...notes].join(' · ')));
}
