import { button, el, uniqueId } from './dom.js';

const DEEPEST = 6;

/** Milliseconds without input after which suggestions are requested. */
const TYPING_PAUSE = 150;

const INPUT_TYPES = { date: 'date', email: 'email', uri: 'url', time: 'time' };

/** A value that cannot be read from its field, which gets the focus. */
export class FieldError extends Error {

  constructor(message, input) {
    super(message);
    this.input = input;
  }
}

/**
 * Creates the field of a value that a JSON Schema describes: an object with its `node` and the function `read`, which
 * returns the value, or undefined if the user has not entered one.
 *
 * `context` has the members `root` (the schema that references refer to), `name`, `required`, `depth`, `prefill` (whether
 * defaults are entered) and `suggest`, a function that returns suggestions for a text.
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
  if (variants && !schema.properties) {
    return variantField(schema, variants, context);
  }
  const types = [schema.type].flat().filter(type => type !== 'null');
  return (types.length === 1 && FIELDS[types[0]] ? FIELDS[types[0]] : jsonField)(schema, context);
}

const FIELDS = {
  string: textField,
  integer: numberField,
  number: numberField,
  boolean: (schema, context) => choiceField(schema, [[true, 'true'], [false, 'false']], context),
  object: (schema, context) => schema.properties ? objectField(schema, context) : jsonField(schema, context),
  array: arrayField,
};

function resolve(schema, root) {
  let resolved = schema === true || schema === undefined ? {} : schema;
  for (let hops = 0; resolved.$ref && hops < 20; hops++) {
    const { $ref, ...rest } = resolved;
    const target = $ref.split('/').slice(1)
      .map(part => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((node, part) => node?.[part], root);
    resolved = { ...target, ...rest };
  }
  return resolved;
}

function choicesOf(schema) {
  if (schema.const !== undefined) {
    return [[schema.const, text(schema.const)]];
  }
  if (schema.enum) {
    return schema.enum.map((value, index) => [value, schema.enumNames?.[index] ?? text(value)]);
  }
  const titled = schema.oneOf ?? schema.anyOf;
  if (titled?.length > 0 && titled.every(choice => choice.const !== undefined)) {
    return titled.map(choice => [choice.const, choice.title ?? text(choice.const)]);
  }
  return undefined;
}

const text = value => typeof value === 'string' ? value : JSON.stringify(value);

function choiceField(schema, choices, context) {
  const select = el('select');
  const fixed = schema.const !== undefined && context.required;
  if (!fixed) {
    select.append(el('option', { value: '' }, schema.default === undefined ? '–' : `default: ${text(schema.default)}`));
  }
  choices.forEach(([, label], index) => select.append(el('option', { value: String(index) }, label)));
  if (context.prefill && schema.default !== undefined) {
    select.value = String(choices.findIndex(([value]) => value === schema.default));
  }
  return labelled(select, schema, context, () => select.value === '' ? undefined : choices[Number(select.value)][0]);
}

function textField(schema, context) {
  const type = INPUT_TYPES[schema.format];
  const long = !type && !schema.format && !(schema.maxLength <= 200) && !context.suggest && !context.prefill;
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
  return labelled(input, schema, context, () => {
    if (input.validity.badInput) {
      throw new FieldError(`'${context.name}' must be a number`, input);
    }
    return input.value === '' ? undefined : Number(input.value);
  });
}

function entered(input, schema, context) {
  if (schema.default !== undefined && schema.default !== null) {
    input.placeholder = `default: ${text(schema.default)}`;
    input.value = context.prefill ? text(schema.default) : '';
  }
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
  if (context.prefill && schema.default !== undefined) {
    input.value = JSON.stringify(schema.default, null, 2);
  }
  return labelled(input, { ...schema, description: schema.description ?? 'JSON' }, context, () => {
    if (input.value.trim() === '') {
      return undefined;
    }
    try {
      return JSON.parse(input.value);
    } catch (failure) {
      throw new FieldError(`'${context.name}' must be JSON: ${failure.message}`, input);
    }
  });
}

function objectField(schema, context) {
  const fields = Object.entries(schema.properties).map(([name, property]) => [name, field(property, {
    root: context.root,
    name,
    required: schema.required?.includes(name) ?? false,
    depth: context.depth + 1,
    prefill: context.prefill,
    suggest: context.suggestFor?.(name),
  })]);
  const read = () => {
    const values = fields.map(([name, { read: value }]) => [name, value()]).filter(([, value]) => value !== undefined);
    return values.length > 0 || context.required ? Object.fromEntries(values) : undefined;
  };
  return { node: group(schema, context, fields.map(([, { node }]) => node)), read };
}

function arrayField(schema, context) {
  const items = resolve(schema.items, context.root);
  const choices = choicesOf(items);
  return choices && !context.ordered ? severalField(schema, choices, context) : rowsField(schema, items, context);
}

function severalField(schema, choices, context) {
  const boxes = choices.map(([value, label]) => {
    const box = el('input', { type: 'checkbox', checked: context.prefill && (schema.default ?? []).includes(value) });
    return { value, box, node: el('label', { className: 'check' }, box, label) };
  });
  const read = () => {
    const values = boxes.filter(({ box }) => box.checked).map(({ value }) => value);
    return values.length > 0 || context.required ? values : undefined;
  };
  return { node: group(schema, context, boxes.map(({ node }) => node)), read };
}

function rowsField(schema, items, context) {
  const rows = [];
  const list = el('div');
  const add = () => {
    const row = field(items, {
      root: context.root, name: `${context.name} ${rows.length + 1}`, required: true, depth: context.depth + 1,
    });
    const remove = button('Remove', () => {
      rows.splice(rows.indexOf(row), 1);
      line.remove();
      more.focus();
    }, { 'aria-label': `Remove ${context.name} ${rows.length + 1}` });
    const line = el('div', { className: 'row' }, row.node, remove);
    rows.push(row);
    list.append(line);
    line.querySelector('input, select, textarea, button').focus();
  };
  const more = button('Add', add, { 'aria-label': `Add to ${context.name}` });
  const read = () => {
    const values = rows.map(row => row.read()).filter(value => value !== undefined);
    return values.length > 0 || context.required ? values : undefined;
  };
  return { node: group(schema, context, [list, more]), read };
}

function variantField(schema, variants, context) {
  const place = el('div');
  let chosen;
  const select = el('select', { onchange: () => choose(Number(select.value)) });
  variants.forEach((variant, index) => select.append(el('option', { value: String(index) }, variantName(variant, index))));
  const choose = index => {
    chosen = field(variants[index], { ...context, name: variantName(variants[index], index), depth: context.depth + 1 });
    place.replaceChildren(chosen.node);
  };
  choose(0);
  const chooser = el('label', { className: 'field' }, el('span', { className: 'name' }, 'Form'), select);
  return { node: group(schema, context, [chooser, place]), read: () => chosen.read() };
}

function variantName(variant, index) {
  const constant = Object.values(variant.properties ?? {}).find(property => property.const !== undefined);
  return variant.title ?? constant?.const ?? [variant.type ?? index + 1].flat().join(' or ');
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
  return { node: el('div', { className: 'field' }, label, input, input.suggestions, hint), read };
}

function nameOf(schema, { name, required }) {
  return [
    schema.title && schema.title !== name ? `${schema.title} ` : '',
    el('code', {}, name), required ? el('span', { className: 'required' }, 'required') : '',
  ];
}

function limits(schema) {
  const range = (low, high, unit) => low === undefined && high === undefined ? '' :
    `${[low === undefined ? '' : `from ${low}`, high === undefined ? '' : `to ${high}`].join(' ').trim()}${unit}`;
  return [
    range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum, ''),
    range(schema.minLength > 1 ? schema.minLength : undefined, schema.maxLength, ' characters'),
    schema.pattern && schema.pattern !== '\\S' ? `pattern ${schema.pattern}` : '',
    schema.format ?? '',
  ].filter(Boolean).join(', ');
}
