import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeBody } from '../../electron/vault/describe.ts';
import { Meaning, scanJson } from '../../shared/model/index.ts';
import { checkValue, OPERATIONS } from '../../shared/operations/index.ts';
import { VAULT_MESSAGES } from '../../shared/processes/index.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { createStarted } from '../unit/vault/harness.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

/** JSON values, also with names that objects have anyway. */
const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'type', 'parameters', 'organizationId', '0', ''),
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('json')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));

/** Every value of a document, in the order of its text, as `JSON.parse` and a walk see it. */
function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  const inside = Array.isArray(value) ? value : Object.values(value);
  return inside.length === 0 ? [Array.isArray(value) ? '[]' : '{}'] : inside.flatMap(leaves);
}

test('the scanner sees the same values as JSON.parse, in any layout', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, '\t', '\n \r'), (document, indent) => {
      const seen: string[] = [];
      const text = JSON.stringify(document, null, indent);
      // A fresh parse, because that is where JavaScript puts numeric names.
      const parsed: unknown = JSON.parse(text);
      scanJson(text, 32, {
        leaf: (_path, value) => void seen.push(value),
        member: (_path, again) => expect(again).toBe(false),
        tooDeep: () => expect.unreachable(),
      });
      expect(seen).toEqual(leaves(parsed));
    }),
    { numRuns: fuzzRuns() },
  );
});

test('a repeated member is found in every spelling', () => {
  const escaped = (text: string) =>
    Array.from(
      { length: text.length },
      (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), json, (member, value) => {
      const [first, second] = [JSON.stringify(value), JSON.stringify(value)];
      let again = 0;
      scanJson(`{${JSON.stringify(member)}:${first} , "${escaped(member)}":${second}}`, 32, {
        leaf: () => undefined,
        member(path, twice) {
          if (twice && path.length === 1) again += 1;
        },
        tooDeep: () => undefined,
      });
      expect(again).toBe(1);
    }),
  );
});

describe('an explanation', () => {
  const activities = Object.values(OPERATIONS).flatMap((operation) =>
    operation.kind === 'activity' ? [operation.activityType] : [],
  );
  const body = fc
    .record(
      {
        type: fc.oneof(fc.constantFrom(...activities), json),
        organizationId: fc.oneof(fc.string(), json),
        timestampMs: json,
        parameters: json,
        [`x${1}`]: json,
      },
      { requiredKeys: [] },
    )
    .map((value) => utf8Encode(JSON.stringify(value)));

  test('of any bytes is bounded, or the bytes are refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          body,
          fc.uint8Array(),
          json.map((value) => utf8Encode(JSON.stringify(value))),
        ),
        (bytes) => {
          const described = outcome(() => describeBody(bytes));
          if ('error' in described) {
            expect(described.error.code).toBe('INVALID_INPUT');
            return;
          }
          expect(checkValue(Meaning, described.value)).toEqual([]);
          expect(described.value.rows.length).toBeLessThanOrEqual(20_000);
          expect(described.value.findings.length).toBeLessThanOrEqual(60);
        },
      ),
      { numRuns: fuzzRuns() },
    );
  });

  test('any bit flipped in a body changes its fingerprint', () => {
    const bytes = utf8Encode(JSON.stringify({ type: activities[0], organizationId: 'o', parameters: {} }));
    const { fingerprint } = describeBody(bytes);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (index, bit) => {
        const changed = bytes.slice();
        changed[index] = changed[index]! ^ (1 << bit);
        const described = outcome(() => describeBody(changed));
        if ('value' in described) expect(described.value.fingerprint).not.toBe(fingerprint);
      }),
    );
  });
});

test('the message loop answers every frame with an id and survives all others', async () => {
  const vault = await createStarted();
  const frame = fc.oneof(
    fc.anything(),
    fc.record({
      id: fc.nat(),
      name: fc.oneof(
        fc.constantFrom(
          ...Object.keys(VAULT_MESSAGES).filter((each) => each !== 'openStore' && each !== 'protectStore'),
        ),
        fc.string(),
      ),
      input: fc.anything(),
    }),
  );
  await fc.assert(
    fc.asyncProperty(frame, async (value) => {
      const before = vault.posted.length;
      await vault.send(value);
      expect(vault.posted.length - before).toBeLessThanOrEqual(1);
      expect(await vault.ask('forget', { id: 'a' })).toEqual({});
    }),
    { numRuns: fuzzRuns(10) },
  );
});
