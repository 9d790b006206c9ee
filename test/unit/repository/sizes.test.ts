import { describe, expect, it } from 'vitest';
import { isIn, PRODUCT, readText, repositoryFiles } from './sources.ts';

const CODE = /\.(tsx?|mjs|cjs|css)$/;
const HARD_STOP = 350;
const TYPICAL = 200;
const README = 40;

/** Files that may be longer than the hard stop, each with the reason why splitting would make it worse. */
const LONGER: Readonly<Record<string, string>> = {};

const lineCount = (path: string): number => readText(path).split('\n').length - 1;
const code = repositoryFiles()
  .filter((path) => isIn(path, ...PRODUCT, 'scripts/', 'test/') && CODE.test(path))
  .map((path) => ({ path, lines: lineCount(path) }));

describe('the size of files', () => {
  it(`is at most ${HARD_STOP} lines`, () => {
    expect(code.filter(({ path, lines }) => lines > HARD_STOP && !(path in LONGER))).toEqual([]);
  });

  it(`is at most ${TYPICAL} lines in nine files of ten of the product`, () => {
    const product = code.filter(({ path }) => isIn(path, ...PRODUCT));
    const long = product.filter(({ lines }) => lines > TYPICAL);
    expect(long.length, long.map(({ path, lines }) => `${path} ${lines}`).join(', ')).toBeLessThanOrEqual(
      product.length / 10,
    );
  });

  it('has no unneeded exception', () => {
    const unneeded = Object.keys(LONGER).filter(
      (path) => !code.some((file) => file.path === path && file.lines > HARD_STOP),
    );
    expect(unneeded).toEqual([]);
  });

  it(`is at most ${README} lines for a folder’s README`, () => {
    const notes = repositoryFiles().filter((path) => isIn(path, ...PRODUCT) && path.endsWith('/README.md'));
    expect(notes.map((path) => ({ path, lines: lineCount(path) })).filter(({ lines }) => lines > README)).toEqual([]);
  });
});
