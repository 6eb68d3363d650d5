import { Call } from './call.js';
import { el, tabs } from './dom.js';
import { keyOf } from './entries.js';
import { findings, weight } from './findings.js';
import { schemaForm } from './form.js';
import { json, size } from './value.js';

const KINDS = { tools: 'Tool', prompts: 'Prompt', resources: 'Resource', templates: 'Resource template' };

/**
 * Creates the view of an entry. `client` returns the client, or fails if there is none, `completes` tells whether the
 * server completes arguments, and `read` opens a resource.
 */
export function entryView(kind, entry, { client, completes, read }) {
  const { schema, perform, label } = actions[kind](entry, client);
  const form = schemaForm(schema, { suggestFor: completes ? suggestions(kind, entry, client) : undefined });
  const call = new Call({ kind, label, perform, open: read });
  const problems = findings(kind, entry);
  const submit = event => {
    event.preventDefault();
    let input;
    try {
      input = form.read();
    } catch {
      // The form shows the reason.
      return;
    }
    call.run(input);
  };
  return el('article', {},
    el('p', { className: 'kind' }, KINDS[kind]),
    el('h2', {}, keyOf(entry), entry.title && el('span', { className: 'quiet' }, entry.title)),
    el('p', { className: 'facts' }, facts(kind, entry).map(fact => el('span', { className: 'badge' }, fact))),
    tabs('Entry', [
      [label, () => el('div', {}, entry.description && el('p', { className: 'description' }, entry.description),
        el('form', { onsubmit: submit, noValidate: true }, form.node,
          el('div', { className: 'bar' }, call.buttons, schema && form.toggle)), call.output)],
      ['Definition', () => json(entry)],
      [`Problems (${problems.length})`, () => problemList(problems)],
    ]));
}

/** Shows problems as a list. */
export const problemList = problems => problems.length === 0
  ? el('p', { className: 'quiet' }, 'None found')
  : el('ul', { className: 'problems' }, problems.map(problem => el('li', {}, problem)));

const actions = {
  tools: (tool, client) => ({
    label: 'Call',
    schema: tool.inputSchema,
    perform: (input, call) =>
      client().request('tools/call', { name: tool.name, arguments: input }, { ...call, schema: tool.inputSchema }),
  }),
  prompts: (prompt, client) => ({
    label: 'Get',
    schema: textsSchema((prompt.arguments ?? []).map(argument => [argument.name, argument])),
    perform: (input, call) => client().request('prompts/get', { name: prompt.name, arguments: input }, call),
  }),
  resources: (resource, client) => ({
    label: 'Read',
    schema: undefined,
    perform: (input, call) => client().request('resources/read', { uri: resource.uri }, call),
  }),
  templates: (template, client) => ({
    label: 'Read',
    schema: textsSchema(variables(template.uriTemplate).map(name => [name, { required: true }])),
    perform: (input, call) => client().request('resources/read', { uri: expand(template.uriTemplate, input) }, call),
  }),
};

function textsSchema(texts) {
  return {
    type: 'object',
    properties: Object.fromEntries(texts.map(([name, { title, description }]) => [name, { type: 'string', title, description }])),
    required: texts.filter(([, { required }]) => required).map(([name]) => name),
  };
}

const EXPRESSION = /\{([+#./;?&]?)([^}]+)\}/g;

const names = list => list.split(',').map(name => name.replace(/[*]|:\d+$/, ''));

const variables = template => [...template.matchAll(EXPRESSION)].flatMap(([, , list]) => names(list));

// RFC 6570 without lists and explode modifiers, which servers of resources do not use.
function expand(template, values) {
  return template.replace(EXPRESSION, (all, operator, list) => {
    const given = names(list).filter(name => values[name] !== undefined);
    const encode = text => operator === '+' || operator === '#' ? encodeURI(text) : encodeURIComponent(text);
    const named = ['?', '&', ';'].includes(operator);
    const parts = given.map(name => (named ? `${name}=` : '') + encode(values[name]));
    const separator = { '.': '.', '/': '/', ';': ';', '?': '&', '&': '&' }[operator] ?? ',';
    const prefix = operator === '+' ? '' : operator;
    return parts.length === 0 ? '' : prefix + parts.join(separator);
  });
}

// Texts of prompts and templates can be completed by the server; the values of the other fields are its context.
function suggestions(kind, entry, client) {
  const ref = { prompts: { type: 'ref/prompt', name: entry.name }, templates: { type: 'ref/resource', uri: entry.uriTemplate } }[kind];
  return ref && (name => async (value, others) => {
    try {
      const context = Object.keys(others).length > 0 ? { context: { arguments: others } } : {};
      const { completion } = await client().request('completion/complete', { ref, argument: { name, value }, ...context });
      return completion?.values ?? [];
    } catch {
      // The field works without suggestions, and the exchange shows the reason.
      return [];
    }
  });
}

function facts(kind, entry) {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = entry.annotations ?? {};
  return [
    readOnlyHint && 'read only', !readOnlyHint && destructiveHint && 'destructive', idempotentHint && 'idempotent',
    openWorldHint === false && 'closed world', entry.outputSchema && 'structured result',
    entry.mimeType, entry.size !== undefined && size(entry.size, 'bytes'),
    kind === 'tools' && size(weight(entry), 'characters'),
  ].filter(Boolean);
}
