// The folder of the results.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = new URL('../target', import.meta.url).pathname;

/** Returns a path in the folder, whose parent exists. */
export function output(...path) {
  const file = join(folder, ...path);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/** Prints a line about the progress. */
export const progress = text => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`);
