import { button, el, uniqueId } from './dom.js';
import { field, FieldError, jsonField } from './fields.js';
import { isObject, same } from './json.js';

/**
 * Creates a form for the properties of a schema, which can be replaced by a field for JSON. `read` returns the object, or
 * throws a FieldError.
 */
export function schemaForm(schema, { prefill = false, suggestFor } = {}) {
  const create = context => field({ type: 'object', properties: {}, ...schema, description: undefined }, {
    root: schema, required: true, depth: 0, suggestFor, ...context,
  });
  const raw = jsonField({ description: 'All arguments as a JSON object' }, { name: 'JSON', required: true });
  const area = raw.node.querySelector('textarea');
  area.rows = 10;
  const empty = Object.keys(schema?.properties ?? {}).length === 0 && el('p', { className: 'quiet' }, 'No arguments');
  let fields = create({ prefill });
  let asJson = false;
  const place = el('div', {}, empty || fields.node);
  const problem = el('p', { className: 'problem', role: 'alert', id: uniqueId('problem') });
  const read = () => asJson ? object(raw, area) : fields.read();
  // Shows the reason if there is no value.
  const checked = action => {
    problem.textContent = '';
    place.querySelectorAll('[aria-invalid]').forEach(input => input.removeAttribute('aria-invalid'));
    try {
      return action();
    } catch (failure) {
      if (failure instanceof FieldError) {
        problem.textContent = failure.message;
        failure.input.setAttribute('aria-invalid', 'true');
        failure.input.focus();
      }
      throw failure;
    }
  };
  const swap = () => {
    const value = read();
    if (asJson) {
      fields = fieldsOf(value, create, area);
    } else {
      area.value = JSON.stringify(value, null, 2);
    }
    asJson = !asJson;
    toggle.textContent = asJson ? 'Edit as form' : 'Edit as JSON';
    place.replaceChildren(asJson ? raw.node : empty || fields.node);
  };
  const toggle = button('Edit as JSON', () => {
    try {
      checked(swap);
    } catch (failure) {
      if (!(failure instanceof FieldError)) {
        throw failure;
      }
    }
  });
  return { node: el('div', { className: 'schema-form' }, place, problem), toggle, read: () => checked(read) };
}

function object(raw, area) {
  const value = raw.read() ?? {};
  if (!isObject(value)) {
    throw new FieldError('The arguments must be a JSON object', area);
  }
  return value;
}

// The form is left out rather than a part of the JSON.
function fieldsOf(value, create, area) {
  const fields = create({ value });
  if (!same(fields.read(), value)) {
    throw new FieldError('The form cannot show all of this JSON', area);
  }
  return fields;
}
