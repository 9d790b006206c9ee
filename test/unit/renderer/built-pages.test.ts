import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const BUILT = join(import.meta.dirname, '../../../out/renderer');
const DOCUMENTS = ['index.html', 'trusted/index.html', 'passkey/index.html'];
const NAMED = /(?:src|href)="([^"]+\.js)"/g;
/** Imports at the start and later ones. */
const IMPORTED = /(?:from|import)\s*\(?\s*["'`](\.[^"'`]+\.js)["'`]/g;

/** Returns the files that match in a file, as paths. */
const named = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path = '']) => join(file, '..', path));

/** Returns the file with the program of a page. */
function programOf(document: string): string {
  const [program = ''] = named(join(BUILT, document), NAMED);
  return program;
}

/** Returns every file that a page can load, at its start or later. */
function filesOf(document: string): ReadonlySet<string> {
  const files = new Set(named(join(BUILT, document), NAMED));
  for (const file of files) for (const imported of named(file, IMPORTED)) files.add(imported);
  return files;
}

it.for(DOCUMENTS)('%s can load the program of no other page', (document) => {
  const files = filesOf(document);
  expect(files).toContain(programOf(document));
  const others = DOCUMENTS.filter((other) => other !== document).map(programOf);
  expect(others.filter((program) => files.has(program))).toEqual([]);
});

it('the app loads at most three scripts at its start', () => {
  expect(named(join(BUILT, 'index.html'), NAMED).length).toBeLessThanOrEqual(3);
});
