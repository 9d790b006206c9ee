import fc from 'fast-check';
import { expect, it } from 'vitest';
import { digestOf, readContainer, writeContainer } from '../../electron/engine/containers/container.ts';
import { CONTAINER_KINDS, type ContainerKind } from '../../electron/engine/containers/kinds.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const KINDS = Object.keys(CONTAINER_KINDS) as ContainerKind[];
const REQUEST = { method: 'POST', url: 'https://a.example/b', headers: { Accept: 'c' }, body: '{"d":1}' } as const;
const TEXT = writeContainer('stamped-request', REQUEST);

it('any text is refused by name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(outcome(() => readContainer(text, ...KINDS))).toHaveProperty('error.code', 'INVALID_INPUT');
    }),
    { numRuns: fuzzRuns() },
  );
});

it('every change of the text is refused', () => {
  fc.assert(
    fc.property(fc.nat(TEXT.length - 1), fc.string({ maxLength: 3 }), fc.nat(3), (at, piece, cut) => {
      const text = TEXT.slice(0, at) + piece + TEXT.slice(at + cut);
      if (text !== TEXT)
        expect(outcome(() => readContainer(text, ...KINDS))).toHaveProperty('error.code', 'INVALID_INPUT');
    }),
    { numRuns: fuzzRuns() },
  );
});

it('any content under a fitting digest is read unchanged or refused by name', () => {
  const member = fc.constantFrom('method', 'url', 'headers', 'body', 'list', 'bundles', 'targets', 'organizationId');
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), member, fc.jsonValue(), (kind, name, value) => {
      const content = JSON.parse(JSON.stringify({ ...REQUEST, [name]: value }));
      const sha256 = digestOf(kind, content);
      const text = `${JSON.stringify({ format: 'castellan-container', version: 1, kind, sha256, content })}\n`;
      const read = outcome(() => readContainer(text, ...KINDS));
      if ('error' in read) expect(read.error.code).toBe('INVALID_INPUT');
      else expect(writeContainer(read.value.kind, read.value.content)).toBe(text);
    }),
    { numRuns: fuzzRuns() },
  );
});
