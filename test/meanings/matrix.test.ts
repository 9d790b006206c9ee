import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openInterfaces } from '../../electron/vault/calls/interfaces.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import type { Case } from './corpus.ts';
import { MATRIX } from './matrix.ts';
import { STATES } from './matrix-untyped.ts';

const PAGE = fileURLToPath(new URL('../../docs/meaning.md', import.meta.url));
const HEAD = `# How far a meaning can be trusted

\`npm run docs\` writes this page from \`test/meanings/matrix.ts\`, whose cases prove each cell.

- **whole**: a named standard, a descriptor or a rule of ours explains every member and byte.
- **blind**: something is left that nothing explains. Signing needs the profile's permission for it, and a mark that is typed.
- **unreadable**: the content cannot be read in one way only. There is no button, and nothing can be signed.

| content | known | unknown | ambiguous |
|---|---|---|---|
`;

function judgedOf({ type, parameters, interfaces = [] }: Case) {
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const body = JSON.stringify({ type, timestampMs: '1745383555000', organizationId, parameters });
  return describeBody(utf8Encode(body), openInterfaces(interfaces)).judged;
}

describe.each(Object.entries(MATRIX))('%s', (_kind, row) => {
  test.each(STATES)('that is %s', (state) => {
    expect(judgedOf(row[state].example)).toBe(row[state].judged);
  });
});

test('docs/meaning.md says what the cases prove', async () => {
  const lines = Object.entries(MATRIX).map(
    ([kind, row]) => `| ${[kind, ...STATES.map((state) => `${row[state].judged}: ${row[state].is}`)].join(' | ')} |\n`,
  );
  await expect(`${HEAD}${lines.join('')}`).toMatchFileSnapshot(PAGE);
});
