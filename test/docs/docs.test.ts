import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { performancePage, type Run } from '../bench/page.ts';
import { securityPage } from '../lifted/page.ts';
import { commandsPage } from './commands.ts';
import { NEWEST, openApi } from './openapi.ts';
import { platformsPage } from './platforms.ts';
import { reference } from './reference.ts';

const at = (name: string) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

/** `npm run docs` writes them. */
test('docs/openapi.json matches the declarations', async () => {
  await expect(`${JSON.stringify(openApi(), null, 2)}\n`).toMatchFileSnapshot(at('openapi.json'));
});

test('docs/reference.md matches the declarations', async () => {
  await expect(reference()).toMatchFileSnapshot(at('reference.md'));
});

test('docs/commands.md matches the output of `castellan help`', async () => {
  await expect(commandsPage()).toMatchFileSnapshot(at('commands.md'));
});

test('docs/platforms.md matches the tables of the doctor', async () => {
  await expect(platformsPage()).toMatchFileSnapshot(at('platforms.md'));
});

test('docs/performance.md matches the kept run of the benchmarks', async () => {
  const run = JSON.parse(readFileSync(at('performance.json'), 'utf8')) as Run;
  await expect(performancePage(run)).toMatchFileSnapshot(at('performance.md'));
});

test('SECURITY.md matches test/lifted', async () => {
  await expect(securityPage()).toMatchFileSnapshot(at('../SECURITY.md'));
});

test('every operation has its path, and every reference resolves', () => {
  const text = JSON.stringify(openApi());
  for (const { name, path } of NEWEST) {
    expect(text).toContain(`"${path}":`);
    expect(text).toContain(`"operationId":"${name}"`);
  }
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(new Set(references)).toEqual(new Set(['Activity', 'Error']));
});
