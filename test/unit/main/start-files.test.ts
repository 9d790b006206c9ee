import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, '../../../out/main');
const IMPORT = /^import (?:[^"]* from )?"(\.[^"]+)";$/gm;

/** Returns the text of a built program: its file and every file that it imports at its start. */
function startOf(entry: string): string {
  const texts = new Map<string, string>();
  const read = (file: string): void => {
    if (texts.has(file)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const [, path = ''] of text.matchAll(IMPORT)) read(join(file, '..', path));
  };
  read(join(MAIN, entry));
  return [...texts.values()].join('\n');
}

it('main evaluates neither the engine nor schemas nor cryptography before Electron is ready', () => {
  const start = startOf('index.js');
  expect(start).toContain('registerSchemesAsPrivileged');
  for (const part of ['better-sqlite3', 'function checkValue(', 'secp256k1', 'function parseCommandLine('])
    expect(start.includes(part), part).toBe(false);
  expect(start.length).toBeLessThan(100_000);
});

it('each other program loads its own parts only', () => {
  expect(startOf('vault.js')).not.toContain('better-sqlite3');
  expect(startOf('token.js')).not.toContain('better-sqlite3');
  expect(startOf('custody.js')).not.toContain('erc7730');
});
