import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describePayload, publicKeyOf, signRawPayload, verifyRawPayload } from '../../electron/crypto/index.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { describedMessage } from '../meanings/evm-calls.ts';
import vectors from '../vectors/eip-712.json' with { type: 'json' };
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const MESSAGES = [
  ['1inch/eip712-AggregationRouterV6', 'Order('],
  ['rarible/eip712-rarible-exchange-v2', 'Order('],
  ['lens/eip712-lens-lenshub', 'Follow('],
] as const;
const encoding = 'PAYLOAD_ENCODING_EIP712';
const texts = [vectors.mail.data, vectors.arrays.data].map((data) => JSON.stringify(data));
const read = (payload: string) => outcome(() => describePayload(encoding, payload));
const BEGIN = /^invalid payload: .*\. Nothing was signed\.$/s;

/** Names and values that a careless reader trips over. */
const hostile = fc.constantFrom<unknown>(
  '__proto__',
  'constructor',
  'toString',
  'EIP712Domain',
  'Mail',
  'Mail[]',
  'Mail[999999999]',
  'uint256',
  'uint256[][][][][][][][][][]',
  'bytes33',
  'a,b c',
  '',
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  '0x',
  '-0',
  `0x${'f'.repeat(65)}`,
  [],
  {},
  [[[[]]]],
  '\ud800',
);

function replaceAt(value: unknown, pick: number[], replacement: unknown): unknown {
  const [step, ...rest] = pick;
  if (step === undefined || typeof value !== 'object' || value === null) return replacement;
  const names = Object.keys(value);
  const name = names[step % Math.max(names.length, 1)];
  if (name === undefined) return replacement;
  const copy: Record<string, unknown> = Array.isArray(value) ? (value.slice() as never) : { ...value };
  copy[name] = replaceAt(copy[name], rest, replacement);
  return copy;
}

test('typed data with any member replaced is read, or refused in the public wording', () => {
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.array(fc.nat(9), { maxLength: 6 }), hostile, (text, pick, value) => {
      const result = read(JSON.stringify(replaceAt(JSON.parse(text), pick, value)));
      if ('error' in result) {
        expect(result.error.code).toBe('INVALID_INPUT');
        expect(result.error.message).toMatch(BEGIN);
      } else expect(result.value?.fields.at(-1)?.value).toMatch(/^0x[0-9a-f]{64}$/);
    }),
    { numRuns: fuzzRuns() },
  );
});

test('cut, extended or changed text is read, or refused', () => {
  const change = fc.record({ at: fc.nat(2000), drop: fc.nat(3), put: fc.string({ unit: 'binary', maxLength: 3 }) });
  fc.assert(
    fc.property(fc.constantFrom(...texts), change, (text, { at, drop, put }) => {
      const result = read(`${text.slice(0, at)}${put}${text.slice(at + drop)}`);
      if ('error' in result) expect(result.error.message).toMatch(BEGIN);
    }),
    { numRuns: fuzzRuns(2) },
  );
});

test('any JSON and any text is read, or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
      expect(read(text)).toHaveProperty('error');
    }),
    { numRuns: fuzzRuns(2) },
  );
});

test('a change of any shown value breaks the signature', () => {
  const privateKey = new Uint8Array(32).fill(3);
  const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey);
  const request = { curve: 'CURVE_SECP256K1', encoding, payload: texts[0] ?? '' } as const;
  const signature = signRawPayload({ ...request, privateKey });
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), hostile, (pick, value) => {
      const payload = JSON.stringify(replaceAt(JSON.parse(request.payload), pick, value));
      const result = read(payload);
      if ('error' in result || result.value === null) return;
      const same =
        JSON.stringify(result.value.fields) === JSON.stringify(describePayload(encoding, request.payload)?.fields);
      expect('value' in outcome(() => verifyRawPayload({ ...request, payload, ...signature, publicKey }))).toBe(same);
    }),
    { numRuns: 500 },
  );
});

test('a character without effect on the signature is not explained, or reported', () => {
  const extended = texts.map((text) => text.replace('"message":{', '"message":{"unsigned":"a note",'));
  const described = new Map(
    [...texts, ...extended].map((text) => {
      const result = read(text);
      return [text, 'value' in result ? result.value : null] as const;
    }),
  );
  let changed = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...described.keys()),
      fc.nat(1500),
      fc.constantFrom('0', '1', 'a', 'B', ' '),
      (text, at, put) => {
        const other = `${text.slice(0, at)}${put}${text.slice(at + 1)}`;
        const [before, result] = [described.get(text), read(other)];
        if (at >= text.length || before === undefined || before === null || 'error' in result || result.value === null)
          return;
        changed += 1;
        const isSame = result.value.fields.at(-1)?.value === before.fields.at(-1)?.value;
        const isSpelling =
          JSON.stringify(JSON.parse(other)).toLowerCase() === JSON.stringify(JSON.parse(text)).toLowerCase();
        const isListed = before.unexplained.some(({ start, end }) => start <= at && at < end);
        const isReported = JSON.stringify(result.value.findings) !== JSON.stringify(before.findings);
        expect(!isSame || isSpelling || isListed || isReported).toBe(true);
      },
    ),
    { numRuns: fuzzRuns(2) },
  );
  expect(changed).toBeGreaterThan(FUZZ_RUNS / 200);
});

test('messages of described applications are explained or refused, for any members', () => {
  const bodies = MESSAGES.map(([path, begin]) => describedMessage(path, begin).parameters);
  fc.assert(
    fc.property(
      fc.constantFrom(...bodies),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
      hostile,
      (parameters, pick, value) => {
        const payload = JSON.stringify(replaceAt(JSON.parse(String(parameters.payload)), pick, value));
        const body = {
          type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
          timestampMs: '1',
          organizationId: 'o',
          parameters: { ...parameters, payload },
        };
        const { headline, judged, findings } = describeBody(new TextEncoder().encode(JSON.stringify(body)));
        expect(headline).not.toBe('');
        expect(judged !== 'unreadable' || findings.length > 0).toBe(true);
      },
    ),
    { numRuns: fuzzRuns(10) },
  );
});

/** Each is about a mebibyte. The limits refuse it, or one pass reads it. */
const size = 1024 * 1024 - 1000;
const head = JSON.stringify({ domain: {}, primaryType: 'A' }).slice(0, -1);
const filled = (part: (index: number) => string) => {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = part(index);
    length += next.length + 1;
    parts.push(next);
  }
  return parts.slice(0, -1).join(',');
};
const withMessage = (type: string, value: string) =>
  `${head},"types":{"EIP712Domain":[],"A":[{"name":"a","type":"${type}"}]},"message":{"a":${value}}}`;

test.each<[string, string, boolean]>([
  ['a mebibyte of brackets', `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`, false],
  ['a mebibyte of objects', `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`, false],
  ['a long list of booleans', withMessage('bool[]', `[${filled(() => 'true')}]`), false],
  ['a long list of empty lists', withMessage('bool[][]', `[${filled(() => '[]')}]`), false],
  ['a long list of structs', withMessage('A[]', `[${filled(() => '{"a":[]}')}]`), false],
  ['a long text', withMessage('string', `"${'\\u0041'.repeat(size / 6)}"`), true],
  ['long bytes', withMessage('bytes', `"0x${'ab'.repeat(size / 2)}"`), true],
  ['a long number', withMessage('uint256', '9'.repeat(size)), false],
  ['a long number as text', withMessage('uint256', `"${'9'.repeat(size)}"`), false],
  [
    'many members that are not signed',
    `${head},"types":{"EIP712Domain":[],"A":[]},"message":{${filled((i) => `"m${i}":1`)}}}`,
    true,
  ],
  ['many types', `${head},"types":{"EIP712Domain":[],${filled((i) => `"T${i}":[]`)}},"message":{}}`, false],
  [
    'a chain of types',
    `${head},"types":{"EIP712Domain":[],"A":[],${filled((i) => `"T${i}":[{"name":"n","type":"T${i + 1}"}]`)}},"message":{}}`,
    false,
  ],
  [
    'a type of many members',
    `${head},"types":{"EIP712Domain":[],"A":[${filled((i) => `{"name":"m${i}","type":"bool"}`)}]},"message":{}}`,
    false,
  ],
  [
    'a name without end',
    `${head},"types":{"EIP712Domain":[],"A":[{"name":"${'n'.repeat(size)}","type":"bool"}]},"message":{}}`,
    false,
  ],
  ['a type of many dimensions', withMessage(`bool${'[]'.repeat(size / 2)}`, '[]'), false],
])('%s is bounded work', (_name, text, isRead) => {
  expect(text.length).toBeLessThanOrEqual(1024 * 1024);
  expect('value' in read(text)).toBe(isRead);
});
