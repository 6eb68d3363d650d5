// Names that are given on the command line.

/** Fails if one of the names is not known. */
export function requireKnown(kind, names, known) {
  const unknown = names.filter(name => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`Unknown: ${unknown.join(', ')}. ${kind}: ${known.join(', ')}`);
  }
}
