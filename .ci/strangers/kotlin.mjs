// Adds the Kotlin of the documentation to a project, with the libraries that the page on Kotlin requires.
//
//   node kotlin.mjs PROJECT                       in the folder of the repository
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocks } from '../pages.mjs';

const project = process.argv[2];
const pages = ['README.md', ...readdirSync('docs', { recursive: true }).filter(file => file.endsWith('.md'))
  .map(file => join('docs', file))];

const kotlin = pages.flatMap(blocks)
  .filter(block => block.language === 'kotlin' && !block.code.startsWith('// build.gradle.kts'));
if (kotlin.length === 0) throw new Error('The documentation has no Kotlin');
for (const [index, block] of kotlin.entries()) {
  const folder = join(project, 'src/main/kotlin', `page${index}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'Page.kt'), `package page${index}\n\n// ${block.place}\n${block.code}`);
}

const libraries = blocks('docs/how-to/kotlin.md').filter(block => block.language === 'xml')
  .flatMap(block => block.code.match(/<dependency>[\s\S]*?<\/dependency>/g) ?? []);
const pom = join(project, 'pom.xml');
writeFileSync(pom, readFileSync(pom, 'utf8').replace('<dependencies>', ['<dependencies>', ...libraries].join('\n')));
console.log(`${kotlin.length} blocks of Kotlin, ${libraries.length} libraries`);
