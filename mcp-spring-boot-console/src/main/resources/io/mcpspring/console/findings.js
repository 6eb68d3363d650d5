const NAME = /^[A-Za-z0-9_-]{1,64}$/;

const LONG_DESCRIPTION = 1024;

const LARGE_DEFINITION = 8000;

const MANY_TOOLS = 40;

/** Number of characters of a definition as a language model gets it. */
export function weight(entry) {
  const { name, description, inputSchema } = entry;
  return JSON.stringify({ name, description, inputSchema }).length;
}

/** Returns the problems that clients or models will have with an entry, as sentences. */
export function findings(kind, entry) {
  const found = [];
  if (!entry.description?.trim()) {
    found.push('There is no description.');
  }
  if (kind === 'tools') {
    found.push(...toolFindings(entry));
  }
  if (kind === 'prompts') {
    (entry.arguments ?? []).filter(argument => !argument.description)
      .forEach(argument => found.push(`Argument '${argument.name}' has no description.`));
  }
  if ((kind === 'resources' || kind === 'templates') && !entry.mimeType) {
    found.push('There is no media type, so clients must guess how to show the content.');
  }
  return found;
}

/** Returns the problems of the server as a whole. */
export function serverFindings({ tools }) {
  return tools.length > MANY_TOOLS
    ? [`${tools.length} tools: models choose worse among many, and some clients pass on only a part of them.`] : [];
}

function toolFindings(tool) {
  const found = [];
  if (!NAME.test(tool.name)) {
    found.push('Some models accept only names of up to 64 letters, digits, hyphens and underscores.');
  }
  if (tool.description?.length > LONG_DESCRIPTION) {
    found.push(`The description has ${tool.description.length} characters; some clients shorten or refuse descriptions of`
      + ` more than ${LONG_DESCRIPTION}.`);
  }
  if (weight(tool) > LARGE_DEFINITION) {
    found.push(`The definition has ${weight(tool)} characters, which models read in each conversation.`);
  }
  if (tool.annotations?.readOnlyHint === undefined && tool.annotations?.destructiveHint === undefined) {
    found.push('There is no readOnlyHint or destructiveHint, so clients assume that the tool is destructive.');
  }
  const root = tool.inputSchema ?? {};
  if (root.anyOf || root.oneOf || root.allOf) {
    found.push('The input schema has anyOf, oneOf or allOf at its root, which several model APIs refuse.');
  }
  schemaFindings(root, [], new Set()).forEach(finding => found.push(finding));
  return [...new Set(found)];
}

// Problems of the schemas of parameters, and of those within them.
function schemaFindings(schema, path, seen) {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) {
    return [];
  }
  seen.add(schema);
  const found = [];
  const at = path.length === 0 ? 'The input schema' : `Parameter '${path.join('.')}'`;
  if (Array.isArray(schema.type)) {
    found.push(`${at} has several types; clients of models with a single type (Gemini) drop or refuse them.`);
  }
  if (schema.$ref) {
    found.push(`${at} is a reference ($ref), which some clients do not resolve.`);
  }
  if (schema.prefixItems) {
    found.push(`${at} is a tuple (prefixItems), which few model APIs support.`);
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const within = [...path, name];
    if (path.length === 0 && !property.description && !property.$ref) {
      found.push(`Parameter '${name}' has no description.`);
    }
    if (path.length === 0 && property === true || isUntyped(property)) {
      found.push(`Parameter '${within.join('.')}' has no type, so models must guess.`);
    }
    found.push(...schemaFindings(property, within, seen));
  }
  [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
    .forEach(part => found.push(...schemaFindings(part, path, seen)));
  return found;
}

const isUntyped = schema => typeof schema === 'object'
  && !['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some(keyword => keyword in schema);
