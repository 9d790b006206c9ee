import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFor, cacheOf, compile, runBundle } from '../../../../electron/main/bundle/bundle.ts';

// V8 would find a source that it has compiled before, and not look at the code cache.
setFlagsFromString('--no-compilation-cache');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'castellan-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, source: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, source);
  return file;
}

/** Writes the code cache of the file as it is now. */
function makeCache(file: string): void {
  writeFileSync(cacheOf(file), cacheFor(readFileSync(file), compile(file).createCachedData()));
}

it('runs each file once, with the exports of other files, of packages and of Node', () => {
  write('chunks/state.cjs', 'exports.calls = [];');
  write('chunks/one.cjs', 'require("./state.cjs").calls.push("one");');
  const file = write(
    'index.cjs',
    'require("./chunks/one.cjs"); require("./chunks/one.cjs"); exports.calls = require("./chunks/state.cjs").calls; exports.join = require("node:path").join;',
  );
  expect(runBundle(file)).toEqual({ calls: ['one'], join });
});

it('gives the text of a required text file', () => {
  write('chunks/code.txt', 'data:,code');
  const file = write('index.cjs', 'exports.code = require("./chunks/code.txt");');
  expect(runBundle(file)).toEqual({ code: 'data:,code' });
});

it('runs files that require each other', () => {
  write('one.cjs', 'const two = require("./two.cjs"); exports.name = "one"; exports.other = () => two.name;');
  const two = write(
    'two.cjs',
    'exports.name = "two"; const one = require("./one.cjs"); exports.names = () => [one.name, one.other()];',
  );
  expect((runBundle(two) as { names(): string[] }).names()).toEqual(['one', 'two']);
});

it('names the file of an error', () => {
  const file = write('index.cjs', 'throw new Error("planted");');
  expect(() => runBundle(file)).toThrow(expect.objectContaining({ stack: expect.stringContaining(`${file}:1`) }));
});

describe('a code cache', () => {
  const SOURCE = 'exports.value = 1;';

  it('is used for the source that it was made from', () => {
    const file = write('index.cjs', SOURCE);
    expect(compile(file).cachedDataRejected).toBeUndefined();
    makeCache(file);
    expect(compile(file).cachedDataRejected).toBe(false);
    expect(runBundle(file)).toEqual({ value: 1 });
  });

  it('is not used for another source of the same length, which V8 would not notice', () => {
    const file = write('index.cjs', SOURCE);
    makeCache(file);
    writeFileSync(file, SOURCE.replace('1', '2'));
    expect(compile(file).cachedDataRejected).toBeUndefined();
    expect(runBundle(file)).toEqual({ value: 2 });
  });

  it.for([
    ['is empty', () => Buffer.alloc(0)],
    ['ends within the digest', (whole: Buffer) => whole.subarray(0, 31)],
    ['ends after the digest', (whole: Buffer) => whole.subarray(0, 32)],
    ['was cut', (whole: Buffer) => whole.subarray(0, 60)],
    ['has one other bit', (whole: Buffer) => whole.map((byte, at) => (at === whole.length - 9 ? byte ^ 1 : byte))],
    ['is of another V8', (whole: Buffer) => cacheFor(Buffer.from(SOURCE), whole.subarray(32).fill(0, 4, 8))],
  ] as const)('does not keep the program from running when it %s', ([, damaged]) => {
    const file = write('index.cjs', SOURCE);
    makeCache(file);
    writeFileSync(cacheOf(file), damaged(readFileSync(cacheOf(file))));
    expect(compile(file).cachedDataRejected).not.toBe(false);
    expect(runBundle(file)).toEqual({ value: 1 });
  });
});
