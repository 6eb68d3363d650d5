// Reads the blocks of code of a page; the tests of the library do the same in Page.java.
import { readFileSync } from 'node:fs';

/** The fenced blocks of a file, each with the HTML comment on the line before it. */
export function blocks(file) {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map(({ 1: language, 2: code, index }) => ({
    language,
    code,
    comment: text.slice(0, index).match(/<!--((?:(?!-->)[\s\S])*)-->\n$/)?.[1].trim() ?? '',
    place: `${file}:${text.slice(0, index).split('\n').length + 1}`,
  }));
}
