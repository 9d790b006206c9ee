import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { programCallFacts } from '../../../../../electron/crypto/index.ts';
import { hexEncode, utf8Encode } from '../../../../../shared/wire/index.ts';

const account = (account_key: string) => ({ account_key, signer: false, writable: true });
const call = (instruction_data_hex: string) => ({
  instruction_data_hex,
  accounts: [account('Payer'), account('Pool')],
});
const discriminator = (name: string) => hexEncode(sha256(utf8Encode(`global:${name}`)).subarray(0, 8));

const ROUTE = {
  name: 'sharedRoute',
  accounts: [
    { name: 'payer', isMut: true, isSigner: true },
    { name: 'pools', accounts: [{ name: 'pool' }, { name: 'missing' }] },
  ],
  args: [
    { name: 'in_amount', type: 'u64' },
    { name: 'plan', type: { vec: { defined: 'Step' } } },
    { name: 'memo', type: { option: 'string' } },
    { name: 'nothing', type: { option: 'u8' } },
    { name: 'owner', type: 'publicKey' },
    { name: 'delta', type: { defined: { name: 'Signed' } } },
    { name: 'pair', type: { array: ['bool', 2] } },
    { name: 'rate', type: 'f64' },
  ],
};
const TYPES = [
  {
    name: 'Step',
    type: {
      kind: 'struct',
      fields: [
        { name: 'swap', type: { defined: 'Swap' } },
        { name: 'percent', type: 'u8' },
      ],
    },
  },
  { name: 'Swap', type: { kind: 'enum', variants: [{ name: 'Saber' }, { name: 'Whirl', fields: ['bool', 'u16'] }] } },
  { name: 'Signed', type: { kind: 'alias', value: 'i32' } },
];
const IDL = JSON.stringify({ instructions: [{ name: 'pause', args: [] }, ROUTE], types: TYPES });
const DATA = [
  discriminator('shared_route'),
  'e803000000000000',
  ...['02000000', '00', '64', '01010700', '05'],
  ...['01', '02000000', '6869', '00', '00'.repeat(32), 'feffffff', '0100', '000000000000f83f', 'ffff'],
].join('');

test('an instruction is decoded by its discriminator', () => {
  const named = { payer: 'Payer', pool: 'Pool' };
  expect(programCallFacts(IDL, call(DATA))).toEqual({
    instruction_name: 'sharedRoute',
    discriminator: discriminator('shared_route'),
    named_account: named,
    named_accounts: named,
    program_call_args: {
      in_amount: 1000n,
      plan: [
        { swap: 'Saber', percent: 100n },
        { swap: { Whirl: { 0: true, 1: 7n } }, percent: 5n },
      ],
      memo: 'hi',
      owner: '1'.repeat(32),
      delta: -2n,
      pair: [true, false],
      rate: '1.5',
    },
  });
});

test('a discriminator in the IDL is used', () => {
  const idl = JSON.stringify({ instructions: [{ name: 'go', discriminator: [7], args: [{ name: 'x', type: 'u8' }] }] });
  expect(programCallFacts(idl, call('0709'))).toMatchObject({ discriminator: '07', program_call_args: { x: 9n } });
});

const of = (type: unknown, types: unknown = []) =>
  JSON.stringify({ instructions: [{ name: 'go', discriminator: [7], args: [{ name: 'x', type }] }], types });
test.each([
  ['no such instruction', IDL, 'ff'.repeat(8)],
  ['data that end too soon', of('u64'), '0701'],
  ['a type that there is not', of('u256'), `07${'00'.repeat(32)}`],
  [
    'a type that is within itself',
    of({ defined: 'A' }, [{ name: 'A', type: { kind: 'alias', value: { defined: 'A' } } }]),
    '07',
  ],
  [
    'a list of nothing that is long',
    of({ vec: { defined: 'E' } }, [{ name: 'E', type: { kind: 'struct', fields: [] } }]),
    '07ffffffff',
  ],
  [
    'lists of lists of nothing',
    of({ array: [{ array: [{ defined: 'E' }, 1000] }, 1000] }, [{ name: 'E', type: { kind: 'struct' } }]),
    '07',
  ],
  ['no JSON', 'IDL', DATA],
  ['an empty discriminator', JSON.stringify({ instructions: [{ name: 'go', discriminator: [], args: [] }] }), '07'],
])('of %s nothing is known', (_what, idl, data) => {
  expect(programCallFacts(idl, call(data))).toBeUndefined();
});
