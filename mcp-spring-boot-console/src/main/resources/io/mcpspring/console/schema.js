import { isObject, same, typeOf } from './json.js';

/** The key of the reference that a resolved schema comes from. */
export const REFERENCE = Symbol('reference');

const FORMATS = { time: 'time with offset, such as 13:45:00Z', 'date-time': 'time, such as 2026-01-31T13:45:00Z' };

/** Replaces references. */
export function resolve(schema, root) {
  let resolved = schema === true || schema === undefined ? {} : schema;
  for (let hops = 0; resolved.$ref && hops < 20; hops++) {
    const { $ref, ...rest } = resolved;
    const target = $ref.split('/').slice(1)
      .map(part => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((node, part) => node?.[part], root);
    resolved = { ...target, ...rest, [REFERENCE]: $ref };
  }
  return resolved;
}

/** Returns the values that a schema lists, each with its label; undefined if it lists none. */
export function choicesOf(schema) {
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

/** Shows a value in one line. */
export const text = value => typeof value === 'string' ? value : JSON.stringify(value);

/** Whether a value may be one of a variant: it has the type, and the constants if it is an object. */
export function fits(value, variant, root) {
  const type = Array.isArray(value) ? 'array' : isObject(value) ? 'object' : typeOf(value);
  return [variant.type ?? type].flat().some(name => name === type || name === 'integer' && type === 'number')
    && Object.entries(variant.properties ?? {}).map(([name, property]) => [name, resolve(property, root)])
      .every(([name, { const: constant }]) => constant === undefined || same(constant, value[name] ?? null));
}

/** Returns what a variant is called: its title, the constant that marks it, or its type. */
export function variantName(variant, index) {
  const constant = Object.values(variant.properties ?? {}).find(property => property.const !== undefined);
  return variant.title ?? constant?.const ?? [variant.type ?? index + 1].flat().join(' or ');
}

/** Describes the values that a schema allows. */
export function limits(schema) {
  const range = (low, high, unit) => low === undefined && high === undefined ? '' :
    `${[low === undefined ? '' : `from ${low}`, high === undefined ? '' : `to ${high}`].join(' ').trim()}${unit}`;
  return [
    range(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum, ''),
    range(schema.minLength > 1 ? schema.minLength : undefined, schema.maxLength, ' characters'),
    schema.pattern && schema.pattern !== '\\S' ? `pattern ${schema.pattern}` : '',
    FORMATS[schema.format] ?? schema.format ?? '',
  ].filter(Boolean).join(', ');
}
