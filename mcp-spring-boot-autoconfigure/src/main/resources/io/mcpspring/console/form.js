import { button, el, uniqueId } from './dom.js';
import { field, FieldError, jsonField } from './fields.js';

/**
 * Creates a form for the properties of a schema, which can be replaced by a field for JSON. `read` returns the object, or
 * throws a FieldError.
 */
export function schemaForm(schema, { prefill = false, suggestFor } = {}) {
  const fields = field({ type: 'object', properties: {}, ...schema, description: undefined }, {
    root: schema, required: true, depth: 0, prefill, suggestFor,
  });
  const raw = jsonField({ description: 'All arguments as a JSON object' }, { name: 'JSON', required: true });
  const empty = Object.keys(schema?.properties ?? {}).length === 0;
  const area = raw.node.querySelector('textarea');
  area.rows = 10;
  let asJson = false;
  const place = el('div', {}, empty ? el('p', { className: 'quiet' }, 'No arguments') : fields.node);
  const toggle = button('Edit as JSON', () => {
    if (!asJson) {
      area.value = JSON.stringify(attempt(fields) ?? {}, null, 2);
    }
    asJson = !asJson;
    toggle.textContent = asJson ? 'Edit as form' : 'Edit as JSON';
    place.replaceChildren(asJson ? raw.node : fields.node);
  });
  const problem = el('p', { className: 'problem', role: 'alert', id: uniqueId('problem') });
  return {
    node: el('div', { className: 'schema-form' }, place, problem),
    toggle,
    read: () => {
      problem.textContent = '';
      place.querySelectorAll('[aria-invalid]').forEach(input => input.removeAttribute('aria-invalid'));
      try {
        return asJson ? object(raw, area) : fields.read();
      } catch (failure) {
        if (failure instanceof FieldError) {
          problem.textContent = failure.message;
          failure.input.setAttribute('aria-invalid', 'true');
          failure.input.focus();
        }
        throw failure;
      }
    },
  };
}

function object(raw, area) {
  const value = raw.read() ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new FieldError('The arguments must be a JSON object', area);
  }
  return value;
}

// Fields with errors keep their text, so the user loses nothing.
function attempt(fields) {
  try {
    return fields.read();
  } catch (failure) {
    if (failure instanceof FieldError) {
      return undefined;
    }
    throw failure;
  }
}
