import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSource, readText, repositoryFiles, root } from '../unit/repository/sources.ts';
import { countTags, examplesOf, runExample } from './examples.ts';

/** The indexes whose exports an example may use beside those of its own module, by the folder that the module is in. */
const INDEXES: readonly (readonly [folder: string, ...indexes: string[]])[] = [
  ['', 'shared/wire/index.ts', 'shared/model/index.ts'],
  ['shared/policy-language/', 'shared/policy-language/index.ts'],
  ['electron/', 'electron/crypto/index.ts'],
  ['electron/client/', 'shared/operations/index.ts', 'electron/client/index.ts'],
];

async function scopeOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  const indexes = INDEXES.filter(([folder]) => path.startsWith(folder)).flatMap(([, ...of]) => of);
  const modules = await Promise.all([...indexes, path].map((file) => import(/* @vite-ignore */ join(root, file))));
  return Object.assign({}, ...modules);
}

describe('the examples of docstrings', () => {
  const sources = ['electron', 'shared']
    .flatMap(repositoryFiles)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readText(path) }))
    .filter(({ text }) => text.includes('@example'))
    .map(({ path, text }) => parseSource(path, text));

  it.each(sources)('$path has them at exported functions only', (source) => {
    expect(examplesOf(source)).toHaveLength(countTags(source));
  });

  it.each(sources.flatMap(examplesOf))('$path: $name has the stated result', async (example) => {
    const { value, stated } = await runExample(example, await scopeOf(example.path));
    expect(value).toStrictEqual(stated);
  });
});

describe('an example', () => {
  const half = (even: number): number => {
    if (even % 2 !== 0) throw new RangeError('odd');
    return even / 2;
  };
  const bytesOf = (...values: number[]): Uint8Array => Uint8Array.from(values);
  const docstring = (lines: readonly string[]): string =>
    ['/**', ' * Halves.', ' * @example', ...lines.map((line) => ` * ${line}`), ' * @param even in units', ' */'].join(
      '\n',
    );
  const run = async (...lines: string[]) => {
    const source = parseSource('half.ts', `${docstring(lines)}\nexport function half(even: number): number {}\n`);
    const [example] = examplesOf(source);
    return runExample(example!, { half, bytesOf });
  };

  it.each([
    [['half(4);', '// 2'], 2],
    [
      [
        'const two = half(4) as number;',
        '[half(two), null, { a: -1n }];',
        '// [',
        '//   1, null,',
        "//   { 'a': -1n }]",
      ],
      [1, null, { a: -1n }],
    ],
    [['await Promise.resolve(bytesOf(half(4), 255));', '// Uint8Array.of(2, 0xff)'], Uint8Array.of(2, 255)],
    [["'a@b.c ' + half(2);", "// 'a@b.c 1'"], 'a@b.c 1'],
    [['half(3);', '// throws RangeError'], 'throws RangeError'],
  ])('is run: %j', async (lines, value) => {
    expect(await run(...lines)).toStrictEqual({ value, stated: value });
  });

  it.each([
    [['half(4);', '// 3'], 2, 3],
    [['half(4);', "// '2'"], 2, '2'],
    [['half(4);', '// throws RangeError'], 'throws nothing', 'throws RangeError'],
    [['half(3);', '// throws INVALID_INPUT'], 'throws RangeError', 'throws INVALID_INPUT'],
  ])('shows the difference: %j', async (lines, value, stated) => {
    expect(await run(...lines)).toStrictEqual({ value, stated });
  });

  it.each([
    ['no result', ['half(4);'], 'states no result'],
    ['a result that is no comment', ['half(4);', '2'], 'states no result'],
    ['a result that has to be run', ['half(4);', '// half(4)'], 'no literal'],
    ['a result of two literals', ['half(4);', '// 2; 3'], 'no literal'],
    ['no expression at its end', ['const two = half(4);', '// 2'], 'ends with no expression'],
    ['a call of something else', ['bytesOf(4);', '// Uint8Array.of(4)'], 'does not call half'],
    ['a name out of scope', ['half(four);', '// 2'], 'four is not defined'],
    ['an unstated error', ['half(3);', '// 1'], 'odd'],
    ['too many lines', ['half(1 +', '1 +', '1 +', '1 +', '2);', '// 3'], 'more than 4 lines'],
  ])('is refused with %s', async (_, lines, message) => {
    await expect(run(...lines)).rejects.toThrow(message);
  });

  it('is not found at a constant or a function that is not exported', () => {
    const text = ['export const two = 2;', 'function half() {}'].map((code) => `${docstring([])}\n${code}`).join('\n');
    const source = parseSource('half.ts', text);
    expect([countTags(source), examplesOf(source)]).toEqual([2, []]);
  });
});
