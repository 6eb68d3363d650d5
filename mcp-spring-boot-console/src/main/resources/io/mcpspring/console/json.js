/** A number of JSON that a number of JavaScript would write in other digits, such as 9007199254740993 or 1.50. */
class ExactNumber {

  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }

  valueOf() {
    return Number(this.source);
  }

  toJSON() {
    return JSON.rawJSON(this.source);
  }
}

// Browsers that do not tell the source of a number, or cannot write one, round it.
const exact = (key, value, context) => typeof value === 'number' && JSON.rawJSON && context?.source !== undefined
  && context.source !== String(value) ? new ExactNumber(context.source) : value;

/** Parses JSON. Numbers keep their digits when they are shown or written as JSON again. */
export const parse = text => JSON.parse(text, exact);

/** Reads a number that a user has entered. */
export function number(text) {
  try {
    return parse(text);
  } catch {
    // Fields accept numbers that are not JSON, such as 007.
    return Number(text);
  }
}

/** Whether a value has members or items. */
export const isComposite = value => value !== null && typeof value === 'object' && !(value instanceof ExactNumber);

export const isObject = value => isComposite(value) && !Array.isArray(value);

/** Returns 'number' for every number, and the type of JavaScript for other values. */
export const typeOf = value => value instanceof ExactNumber ? 'number' : typeof value;

/** Whether two values are the same JSON, in whatever order their members are. */
export const same = (one, other) => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

function ordered(value) {
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  return isObject(value)
    ? Object.fromEntries(Object.keys(value).sort().map(name => [name, ordered(value[name])])) : value;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|\s+/g;

/** Indents a text if it is JSON. Whatever is not white space stays as it is. */
export function indented(text) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return text.replace(TOKEN, token => {
    switch (token) {
      case '{':
      case '[':
        depth++;
        return token + line();
      case '}':
      case ']':
        depth--;
        return line() + token;
      case ',':
        return token + line();
      case ':':
        return ': ';
      default:
        return token[0] === '"' ? token : token.replace(/\s+/g, '');
    }
  });
}
