import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainCall } from '../../electron/vault/calls/explain.ts';
import { checkInterface, openInterfaces } from '../../electron/vault/calls/interfaces.ts';
import { describeBody } from '../../electron/vault/describe.ts';
import { utf8Encode } from '../../shared/wire/index.ts';
import { encodeCall } from '../meanings/evm-calls.ts';
import { outcome } from './only-app-errors.ts';
import { FUZZ_RUNS, fuzzRuns } from './seed.ts';

const CONTRACT = '0x7070707070707070707070707070707070707070';
const SIGNATURE = 'pay(address to, uint256 amount, (address token, uint256[] parts)[] items, bytes extra)';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const data = encodeCall(SIGNATURE, {
  to: ALICE,
  amount: (1n << 256n) - 1n,
  items: [{ token: ALICE, parts: [1n, 2n] }],
  extra: new Uint8Array(40).fill(7),
});

const paths = [
  'to',
  'amount',
  'items',
  'items.[]',
  'items.[].token',
  'items.[-1].parts.[0]',
  'extra.[-20:]',
  'amount.[0:4]',
];
const wrong = [
  '@.value',
  '@.to',
  '$.metadata',
  '#',
  '',
  'items.[9]',
  'to.[]',
  '__proto__',
  'extra.[2:1]',
  'a'.repeat(300),
  'x.'.repeat(50),
];
const path = fc.constantFrom(...paths, ...wrong);
const odd = fc.constantFrom<unknown>(
  null,
  true,
  -1,
  255,
  1e308,
  '',
  '0x',
  '$.metadata.token',
  '$.a',
  [],
  {},
  ['$.b'],
  { map: 1 },
  'U\u0405DC',
);
const format = fc.constantFrom(
  'raw',
  'amount',
  'tokenAmount',
  'tokenTicker',
  'addressName',
  'nftName',
  'date',
  'duration',
  'unit',
  'enum',
  'chainId',
  'calldata',
  'toString',
);
const parameters = fc.dictionary(
  fc.constantFrom(
    'token',
    'tokenPath',
    'collection',
    'threshold',
    'message',
    'decimals',
    'base',
    '$ref',
    'values',
    'calleePath',
    'amountPath',
    'nativeCurrencyAddress',
    'senderAddress',
  ),
  fc.oneof(path, odd),
);
const { field } = fc.letrec((tie) => ({
  field: fc.record(
    {
      path: fc.oneof(path, odd),
      label: fc.oneof(fc.string(), odd),
      format: fc.oneof(format, odd),
      params: fc.oneof(parameters, odd),
      visible: fc.oneof(fc.constantFrom<unknown>('never', 'always', { mustMatch: [5] }, { ifNotIn: ['5'] }), odd),
      value: odd,
      $ref: fc.constantFrom<unknown>('$.display.definitions.a', '$.display', 1),
      fields: fc.array(tie('field'), { maxLength: 2, depthIdentifier: 'fields' }),
    },
    { requiredKeys: [] },
  ),
}));
/** Descriptors of one function or message, most of them wrong somewhere. */
const descriptorOf = (signature: string, context: fc.Arbitrary<unknown>) =>
  fc.record({
    context: fc.oneof({ weight: 4, arbitrary: context }, odd),
    metadata: fc.oneof(
      fc.record({ owner: fc.oneof(fc.string(), odd), token: fc.oneof(fc.record({ ticker: odd, decimals: odd }), odd) }),
      odd,
    ),
    display: fc.record({
      definitions: fc.record({ a: fc.oneof(field, odd) }),
      formats: fc.record({
        [signature]: fc.record({
          intent: fc.oneof(fc.string(), odd),
          interpolatedIntent: fc.oneof(fc.constantFrom('{to} and {amount}', '{', '{}', '{{to}}', '{items.[]}'), odd),
          fields: fc.oneof(fc.array(field, { maxLength: 5 }), odd),
        }),
      }),
    }),
  });

const call = {
  family: 'ethereum',
  chain: 'eip155:1',
  to: CONTRACT,
  value: 5n,
  data,
  field: 'data',
  amount: (units: bigint) => `${units} wei`,
  address: () => ALICE,
} as const;

test('any descriptor is used or refused, and a described call shows all its arguments', () => {
  fc.assert(
    fc.property(descriptorOf(SIGNATURE, fc.constant({ contract: {} })), (root) => {
      const given = { name: 'mine', chain: 'eip155:1', address: CONTRACT, text: JSON.stringify(root) };
      outcome(() => checkInterface(given));
      const { steps, fields, findings } = explainCall(call, openInterfaces([given]));
      expect(steps.length).toBe(1);
      const isShown = fields.some(({ name }) => name === 'data.amount');
      expect(isShown || findings.some(({ text }) => text.startsWith('data is not decoded'))).toBe(true);
    }),
    { numRuns: fuzzRuns(10) },
  );
});

const typedData = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Pay: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'items', type: 'Item[]' },
      { name: 'extra', type: 'bytes' },
    ],
    Item: [
      { name: 'token', type: 'address' },
      { name: 'parts', type: 'uint256[]' },
    ],
  },
  primaryType: 'Pay',
  domain: { name: 'Mine', chainId: 1, verifyingContract: CONTRACT },
  message: {
    to: ALICE,
    amount: String((1n << 256n) - 1n),
    items: [{ token: ALICE, parts: [1, 2] }],
    extra: `0x${'07'.repeat(40)}`,
  },
};
const MESSAGE = 'Pay(address to,uint256 amount,Item[] items,bytes extra)Item(address token,uint256[] parts)';
const body = utf8Encode(
  JSON.stringify({
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    timestampMs: '1745383555000',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    parameters: {
      signWith: ALICE,
      payload: JSON.stringify(typedData),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    },
  }),
);

test('any descriptor of a message shows all its fields and the author of the words', () => {
  const plain = describeBody(body);
  const domain = fc.record({ name: fc.constantFrom('Mine', 'Other') }, { requiredKeys: [] });
  const context = fc.record({ eip712: fc.oneof(fc.record({ domain }, { requiredKeys: [] }), odd) });
  let described = 0;
  fc.assert(
    fc.property(descriptorOf(MESSAGE, context), (root) => {
      const given = { name: 'mine', chain: 'eip155:1', address: CONTRACT, text: JSON.stringify(root) };
      outcome(() => checkInterface(given));
      const { decoded, findings, headline, judged } = describeBody(body, openInterfaces([given]));
      expect(decoded?.fields).toEqual(plain.decoded?.fields);
      // A descriptor that leaves members open leaves the message blind.
      expect(['whole', 'blind']).toContain(judged);
      if (headline === plain.headline) return;
      described += 1;
      expect(findings.map(({ basis }) => basis)).toContain('your descriptor: mine');
    }),
    { numRuns: fuzzRuns(10) },
  );
  expect(described).toBeGreaterThan(FUZZ_RUNS / 10_000);
});

test('any text for an interface is read or refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      outcome(() => checkInterface({ name: 'mine', chain: 'eip155:1', address: CONTRACT, text }));
    }),
    { numRuns: fuzzRuns(10) },
  );
});
