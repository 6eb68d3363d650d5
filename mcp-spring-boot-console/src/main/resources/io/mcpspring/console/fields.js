import { button, el, uniqueId } from './dom.js';
import { number, parse, same } from './json.js';
import { choicesOf, fits, limits, REFERENCE, resolve, text, variantName } from './schema.js';

const DEEPEST = 6;

/** Milliseconds without input after which suggestions are requested. */
const TYPING_PAUSE = 150;

// A field of the type 'time' has no offset, which the format requires.
const INPUT_TYPES = { date: 'date', email: 'email', uri: 'url' };

/** A value that cannot be read from its field, which gets the focus. */
export class FieldError extends Error {

  constructor(message, input) {
    super(message);
    this.input = input;
  }
}

/**
 * Creates the field of a value that a JSON Schema describes: an object with its `node`, and the functions `given`, which
 * tells whether the user has entered a value, and `read`, which returns it. An object without input, or a list, is empty
 * when it is read; any other value is undefined.
 *
 * `context` has the members `root` (the schema that references refer to), `name`, `required`, `depth`, `value` (the value
 * to begin with), `prefill` (whether to begin with the defaults), `within` (the references around this schema), and
 * `suggestFor`, a function that returns for a name the function that suggests values.
 */
export function field(given, context) {
  const schema = resolve(given, context.root);
  const choices = choicesOf(schema);
  const variants = (schema.anyOf ?? schema.oneOf)?.map(variant => resolve(variant, context.root))
    .filter(variant => variant.type !== 'null');
  if (context.depth > DEEPEST) {
    return jsonField(schema, context);
  }
  if (choices) {
    return choiceField(schema, choices, context);
  }
  if (variants?.length === 1) {
    return field({ ...schema, anyOf: undefined, oneOf: undefined, ...variants[0] }, context);
  }
  if (context.within?.includes(schema[REFERENCE])) {
    return recursiveField(schema, context);
  }
  const inner = { ...context, within: [...context.within ?? [], schema[REFERENCE]].filter(Boolean) };
  if (variants && !schema.properties) {
    return variantField(schema, variants, inner);
  }
  const types = [schema.type].flat().filter(type => type !== 'null');
  return (types.length === 1 && FIELDS[types[0]] ? FIELDS[types[0]] : jsonField)(schema, inner);
}

const FIELDS = {
  string: textField,
  integer: numberField,
  number: numberField,
  boolean: (schema, context) => choiceField(schema, [[true, 'true'], [false, 'false']], context),
  object: (schema, context) => schema.properties ? objectField(schema, context) : jsonField(schema, context),
  array: arrayField,
};

const initial = (schema, { value, prefill }) => value ?? (prefill ? schema.default : undefined) ?? undefined;

function choiceField(schema, choices, context) {
  const select = el('select');
  const fixed = schema.const !== undefined && context.required;
  if (!fixed) {
    select.append(el('option', { value: '' }, schema.default === undefined ? '–' : `default: ${text(schema.default)}`));
  }
  choices.forEach(([, label], index) => select.append(el('option', { value: String(index) }, label)));
  const value = initial(schema, context);
  if (value !== undefined) {
    select.value = String(choices.findIndex(([choice]) => same(choice, value)));
  }
  const read = () => choices[select.value]?.[0];
  return { ...labelled(select, schema, context, read), given: () => !fixed && read() !== undefined };
}

function textField(schema, context) {
  const type = INPUT_TYPES[schema.format];
  const lines = /\n/.test(initial(schema, context) ?? schema.default);
  const long = lines || !type && !schema.format && !(schema.maxLength <= 200) && !context.suggest && !context.prefill;
  const input = long ? el('textarea', { rows: 1 }) : el('input', { type: type ?? 'text' });
  input.spellcheck = false;
  entered(input, schema, context);
  if (context.suggest) {
    suggest(input, context.suggest);
  }
  return labelled(input, schema, context, () => input.value === '' ? undefined : input.value);
}

function numberField(schema, context) {
  const input = el('input', { type: 'number', step: schema.type === 'integer' ? '1' : 'any' });
  entered(input, schema, context);
  return labelled(input, schema, context, () => input.value === '' ? undefined : number(input.value));
}

function entered(input, schema, context) {
  if (schema.default !== undefined && schema.default !== null) {
    input.placeholder = `default: ${text(schema.default)}`;
  }
  const value = initial(schema, context);
  input.value = value === undefined ? '' : text(value);
}

function suggest(input, supply) {
  const list = el('datalist', { id: uniqueId('suggestions') });
  input.setAttribute('list', list.id);
  input.after(list);
  let asked = 0;
  const ask = async () => {
    const turn = ++asked;
    await new Promise(resume => setTimeout(resume, TYPING_PAUSE));
    const values = turn === asked ? await supply(input.value) : [];
    if (turn === asked) {
      list.replaceChildren(...values.map(value => el('option', { value })));
    }
  };
  input.addEventListener('focus', ask);
  input.addEventListener('input', ask);
  input.suggestions = list;
}

/** A field for any JSON value. */
export function jsonField(schema, context) {
  const input = el('textarea', { rows: 3, spellcheck: false, className: 'code' });
  const value = initial(schema, context);
  input.value = value === undefined ? '' : JSON.stringify(value, null, 2);
  return labelled(input, { ...schema, description: schema.description ?? 'JSON' }, context, () => {
    if (input.value.trim() === '') {
      return undefined;
    }
    try {
      return parse(input.value);
    } catch (failure) {
      throw new FieldError(`'${context.name}' must be JSON: ${failure.message}`, input);
    }
  });
}

function objectField(schema, context) {
  const values = initial(schema, context);
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const required = schema.required?.includes(name) ?? false;
    const supply = context.suggestFor?.(name);
    return { name, required, ...field(property, {
      root: context.root,
      name,
      required,
      depth: context.depth + 1,
      value: values?.[name],
      prefill: context.prefill,
      within: context.within,
      suggest: supply && (value => supply(value, valuesOf(properties.filter(other => other.name !== name)))),
    }) };
  });
  return {
    node: group(schema, context, properties.map(({ node }) => node)),
    given: () => properties.some(property => property.given()),
    read: () => valuesOf(properties),
  };
}

const valuesOf = properties => Object.fromEntries(properties
  .filter(({ required, given }) => required || given()).map(({ name, read }) => [name, read()])
  .filter(([, value]) => value !== undefined));

// A type that contains itself has no end, so the user adds each level.
function recursiveField(schema, context) {
  const place = el('div');
  let inner;
  const add = value => {
    inner = field(schema, { ...context, value, within: [] });
    place.replaceChildren(el('div', { className: 'row' }, inner.node, remove));
  };
  const clear = () => {
    inner = undefined;
    place.replaceChildren(group(schema, context, [more]));
  };
  const focus = () => place.querySelector('input, select, textarea, button').focus();
  const more = button('Add', () => { add(); focus(); }, { 'aria-label': `Add ${context.name}` });
  const remove = button('Remove', () => { clear(); focus(); }, { 'aria-label': `Remove ${context.name}` });
  if (context.value === undefined || context.value === null) {
    clear();
  } else {
    add(context.value);
  }
  return { node: place, given: () => inner !== undefined, read: () => inner?.read() };
}

function arrayField(schema, context) {
  const items = resolve(schema.items, context.root);
  const choices = choicesOf(items);
  return choices && !context.ordered ? severalField(schema, choices, context) : rowsField(schema, items, context);
}

function severalField(schema, choices, context) {
  const selected = [initial(schema, context) ?? []].flat();
  const boxes = choices.map(([value, label]) => {
    const box = el('input', { type: 'checkbox', checked: selected.some(choice => same(choice, value)) });
    return { value, box, node: el('label', { className: 'check' }, box, label) };
  });
  const read = () => boxes.filter(({ box }) => box.checked).map(({ value }) => value);
  return { node: group(schema, context, boxes.map(({ node }) => node)), given: () => read().length > 0, read };
}

function rowsField(schema, items, context) {
  const rows = [];
  const list = el('div');
  const add = value => {
    const row = field(items, {
      root: context.root, name: `${context.name} ${rows.length + 1}`, required: true, depth: context.depth + 1, value,
    });
    const remove = button('Remove', () => {
      rows.splice(rows.indexOf(row), 1);
      line.remove();
      more.focus();
    }, { 'aria-label': `Remove ${context.name} ${rows.length + 1}` });
    const line = el('div', { className: 'row' }, row.node, remove);
    rows.push(row);
    list.append(line);
    return line;
  };
  const more = button('Add', () => add().querySelector('input, select, textarea, button').focus(), { 'aria-label': `Add to ${context.name}` });
  [initial(schema, context) ?? []].flat().forEach(add);
  return {
    node: group(schema, context, [list, more]),
    given: () => rows.length > 0,
    read: () => rows.map(row => row.read()).filter(value => value !== undefined),
  };
}

function variantField(schema, variants, context) {
  const place = el('div');
  const value = initial(schema, context);
  let chosen;
  const select = el('select', { onchange: () => choose(select.value) }, !context.required && el('option', { value: '' }, '–'),
    variants.map((variant, index) => el('option', { value: String(index) }, variantName(variant, index))));
  const choose = (index, start) => {
    const variant = variants[index];
    chosen = variant && field(variant, {
      ...context, value: start, name: variantName(variant, index), depth: context.depth + 1,
    });
    place.replaceChildren(chosen?.node ?? '');
  };
  if (value !== undefined) {
    select.value = String(Math.max(0, variants.findIndex(variant => fits(value, variant, context.root))));
  }
  const first = context.required ? '0' : '';
  choose(select.value, value);
  select.id = uniqueId('field');
  const chooser = el('div', { className: 'field' }, el('label', { htmlFor: select.id, className: 'name' }, 'Form'), select);
  return {
    node: group(schema, context, [chooser, place]),
    given: () => select.value !== first || (chosen?.given() ?? false),
    read: () => chosen?.read(),
  };
}

function group(schema, context, children) {
  if (context.name === undefined) {
    return el('div', { className: 'fields' }, children);
  }
  return el('fieldset', {}, el('legend', {}, nameOf(schema, context)),
    schema.description && el('p', { className: 'hint' }, schema.description), children);
}

function labelled(input, schema, context, read) {
  input.id = uniqueId('field');
  const hint = el('p', { className: 'hint', id: `${input.id}-hint` }, [schema.description, limits(schema)]
    .filter(Boolean).join(' · '));
  input.setAttribute('aria-describedby', hint.id);
  input.ariaRequired = String(context.required);
  const label = el('label', { htmlFor: input.id, className: 'name' }, nameOf(schema, context));
  return {
    node: el('div', { className: 'field' }, label, input, input.suggestions, hint),
    given: () => input.validity.badInput || input.value !== '',
    read: () => {
      if (input.validity.badInput) {
        throw new FieldError(`'${context.name}' must be a valid ${input.type}`, input);
      }
      return read();
    },
  };
}

function nameOf(schema, { name, required }) {
  return [
    schema.title && schema.title !== name ? `${schema.title} ` : '',
    el('code', {}, name), required ? el('span', { className: 'required' }, 'required') : '',
  ];
}
