import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contrast, luminance, readTokens, type Theme } from './oklch.ts';

const renderer = fileURLToPath(new URL('../../../../renderer/', import.meta.url));
const css = readFileSync(`${renderer}ui/tokens.css`, 'utf8');
const [plain = '', high = ''] = css.split('@media (prefers-contrast: more)');
const base = readTokens(plain);
const themes: readonly Theme[] = ['light', 'dark'];
const modes = [
  { mode: 'usual contrast', tokens: base },
  { mode: 'high contrast', tokens: new Map([...base, ...readTokens(high)]) },
];

const SURFACES = ['rail', 'ground', 'raised', 'sunken', 'hover', 'selected', 'control', 'control-hover'];
const GROUNDS = ['care-ground', 'danger-ground', 'proven-ground'];
const MEANINGS = ['care', 'danger', 'proven'];

/**
 * Foreground, background, least ratio. WCAG 2.2 wants 4.5 for text (1.4.3) and 3 for controls and signs (1.4.11). Body
 * text is held to 7.
 */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...SURFACES.map((surface) => ['text', surface, 7] as const),
  ...SURFACES.flatMap((surface) => [['text-soft', surface, 4.5] as const, ['text-faint', surface, 4.5] as const]),
  ...GROUNDS.flatMap((surface) => [['text', surface, 7] as const, ['text-soft', surface, 4.5] as const]),
  ...MEANINGS.flatMap((meaning) =>
    ['rail', 'ground', 'raised', 'sunken', 'hover', 'selected', `${meaning}-ground`].flatMap((surface) => [
      [`${meaning}-text`, surface, 4.5] as const,
      [meaning, surface, 3] as const,
    ]),
  ),
  ...['accent', 'accent-hover', 'danger-fill', 'danger-hover'].map((fill) => ['on-accent', fill, 4.5] as const),
  ['code', 'code-ground', 21],
  ['on-toast', 'toast', 7],
  ['on-toast', 'toast-danger', 7],
  ...['ground', 'raised', 'sunken'].map((surface) => ['line-strong', surface, 3] as const),
  ...['rail', 'ground', 'raised', 'sunken', 'selected'].map((surface) => ['focus', surface, 3] as const),
];

describe.each(modes)('colours in $mode', ({ tokens }) => {
  test.each(themes)('every used pair reaches its contrast in the %s theme', (theme) => {
    const short = PAIRS.flatMap(([front, back, least]) => {
      const [one, other] = [tokens.get(front)?.[theme], tokens.get(back)?.[theme]];
      const ratio = one === undefined || other === undefined ? 0 : contrast(one, other);
      return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)} < ${least}`];
    });
    expect(short).toEqual([]);
  });

  test.each(themes)('a profile of any hue is visible on the %s rail', (theme) => {
    const rail = tokens.get('rail')?.[theme] ?? 0;
    const faint = Array.from({ length: 360 }, (_hue, hue) => hue).filter(
      (hue) => contrast(readTokens(plain, hue).get('profile')?.[theme] ?? 0, rail) < 3,
    );
    expect(faint).toEqual([]);
  });
});

test('black on white is 21 to 1, and the grey of the standard’s example is 4.54', () => {
  expect(contrast(luminance(1, 0, 0), luminance(0, 0, 0))).toBeCloseTo(21, 1);
  expect(contrast(luminance(1, 0, 0), luminance(0.5659, 0, 0))).toBeCloseTo(4.54, 1);
});

test('every transition and animation lasts as long as a token, which reduced motion sets to nothing', () => {
  expect(css).toMatch(/@media \(prefers-reduced-motion: reduce\) \{\s*:root \{\s*--quick: 0ms;\s*\}\s*\}/);
  const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const all = sheets.map((file) => readFileSync(`${renderer}${file}`, 'utf8')).join('\n');
  const moves = [...all.matchAll(/\b(?:transition|animation)(?:-\w+)?:([^;]+);/g)].flatMap(([, value = '']) =>
    value.split(',').map((part) => part.trim()),
  );
  expect(moves.length).toBeGreaterThan(4);
  expect(moves.filter((move) => !move.includes('var(--quick)'))).toEqual([]);
  expect(all).not.toContain('scroll-behavior: smooth');
});

test('every declared token is used', () => {
  const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(css|tsx?)$/.test(file),
  );
  const all = sheets.map((file) => readFileSync(`${renderer}${file}`, 'utf8')).join('\n');
  const unused = [...css.matchAll(/^\s+--([a-z-]+):/gm)]
    .map(([, name]) => name)
    .filter((name) => !all.includes(`var(--${name})`));
  expect([...new Set(unused)]).toEqual([]);
});

test('only the token sheet defines colours', () => {
  const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.css') && !file.endsWith('tokens.css'),
  );
  const makers = sheets.filter((file) =>
    /#[0-9a-f]{3,8}\b|oklch\((?!from)|rgba?\(|hsla?\(/i.test(readFileSync(`${renderer}${file}`, 'utf8')),
  );
  expect(makers).toEqual([]);
});

test('every layer is named in the list of the token sheet, which the build puts first', () => {
  const sheets = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const layers = sheets.map((file) => /@layer ([a-z]+) \{/.exec(readFileSync(`${renderer}${file}`, 'utf8'))?.[1]);
  const order = /@layer ([a-z, ]+);/.exec(css)?.[1]?.split(', ') ?? [];
  expect(layers.filter((layer) => layer !== undefined && !order.includes(layer))).toEqual([]);
});
