import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { cacheFor, cacheOf } from '../../../electron/main/bundle/bundle.ts';

const MAIN = join(import.meta.dirname, '../../../out/main');
/** A file that is required at the start, and one that is required at any time. */
const AT_START = /^(?:const (?:\w+|\{.+\}) = )?require\("(\.[^"]+)"\);$/gm;
const AT_ANY_TIME = /\brequire\("(\.[^"]+)"\)/g;

/** Returns the built files that a program requires, by path: the source of each. */
function filesOf(entry: string, required: RegExp): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const read = (file: string): void => {
    if (texts.has(file)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const [, path = ''] of text.matchAll(required)) read(join(file, '..', path));
  };
  read(resolve(MAIN, entry));
  return texts;
}

/** Reports whether a file is the code of libsecp256k1, which has no code cache. */
const isCode = (text: string) => text.includes('data:application/wasm;base64,');

/** Returns the text of a built program: its file and every file that it requires at its start. */
const startOf = (entry: string): string => [...filesOf(entry, AT_START).values()].join('\n');

it('main evaluates neither the engine nor schemas nor cryptography before Electron is ready', () => {
  const start = startOf('index.cjs');
  expect(start).toContain('registerSchemesAsPrivileged');
  for (const part of ['better-sqlite3', 'function checkValue(', 'secp256k1', 'function parseCommandLine('])
    expect(start.includes(part), part).toBe(false);
  expect(start.length).toBeLessThan(100_000);
});

it('the window opens without the code that verifies releases', () => {
  const files = [...filesOf('index.cjs', AT_ANY_TIME).keys()];
  const verifying = 'function verifyMinisign(';
  expect(files.some((file) => readFileSync(file, 'utf8').includes(verifying))).toBe(true);
  const desktop = files.filter((file) => readFileSync(file, 'utf8').includes('async function runDesktop('));
  expect(desktop).toHaveLength(1);
  expect(desktop.map((file) => startOf(file).includes(verifying))).toEqual([false]);
});

it('each other program loads its own parts only', () => {
  expect(startOf('vault.cjs')).not.toContain('better-sqlite3');
  expect(startOf('token.cjs')).not.toContain('better-sqlite3');
  expect(startOf('custody.cjs')).not.toContain('erc7730');
});

it('main has its German words in one file, which no file requires at its start', () => {
  const files = [...filesOf('index.cjs', AT_ANY_TIME).keys()];
  const german = files.filter((file) => readFileSync(file, 'utf8').includes('"Tresor sperren"'));
  expect(german).toHaveLength(1);
  for (const file of files.filter((each) => each !== german[0]))
    expect(startOf(file).includes('"Tresor sperren"'), file).toBe(false);
  // One word of the pages stands for all of them.
  expect(startOf(german[0] ?? '')).not.toContain('Sicherheitsschl');
});

it('a program requires the code of libsecp256k1 at its first use, not at its start', () => {
  const files = [...filesOf('index.cjs', AT_ANY_TIME)];
  expect(files.filter(([, text]) => isCode(text))).toHaveLength(1);
  for (const [file] of files.filter(([, text]) => !isCode(text))) expect(isCode(startOf(file)), file).toBe(false);
  for (const entry of ['vault.cjs', 'token.cjs', 'custody.cjs']) expect(isCode(startOf(entry)), entry).toBe(false);
});

it.for([
  ['main', 'index.cjs', '/engine-'],
  ['child', 'vault.cjs', '/credential-bundle-'],
  ['child', 'token.cjs', '/token-messages-'],
  ['child', 'custody.cjs', '/outpoints-'],
] as const)('%s: each file of %s has a code cache of its own source, and is strict ASCII', ([kind, entry, known]) => {
  const files = [...filesOf(entry, AT_ANY_TIME)].filter(([, text]) => !isCode(text));
  expect(files.some(([file]) => file.includes(known))).toBe(true);
  for (const [file, source] of files) {
    const cache = readFileSync(cacheOf(file, kind));
    expect(cache.equals(cacheFor(Buffer.from(source), cache.subarray(32))), file).toBe(true);
    expect(source.startsWith('"use strict";'), file).toBe(true);
    expect(isAscii(Buffer.from(source)), file).toBe(true);
  }
});
