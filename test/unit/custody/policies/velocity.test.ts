import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { type Facts, transactionFacts } from '../../../../electron/crypto/index.ts';
import type { Struct } from '../../../../electron/custody/policies/evaluate.ts';
import { type Asset, readAsset } from '../../../../electron/custody/policies/velocity/assets.ts';
import { controlsValue } from '../../../../electron/custody/policies/velocity/controls.ts';
import { isWithin, maximumOf } from '../../../../electron/custody/policies/velocity/measure.ts';
import {
  movedOnBitcoin,
  movedOnEthereum,
  movedOnSolana,
  movedOnTron,
  ownerOnEthereum,
  ownersOnTron,
} from '../../../../electron/custody/policies/velocity/moves.ts';
import type { ActingContext } from '../../../../electron/custody/request-context.ts';
import type { VelocityControlRow } from '../../../../electron/custody/store/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { SYSTEM, solanaText } from '../../crypto/transactions/solana/builder.ts';

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f';
const asset = (caip19: string): Asset => {
  const read = readAsset(caip19);
  if (typeof read === 'string') throw new Error(`${caip19} ${read}`);
  return read;
};
const SUM = 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM';
const COUNT = 'VELOCITY_CONTROL_AGGREGATION_METHOD_COUNT';
const ETHER = asset('eip155:1/slip44:60');
const DOLLAR = asset(`eip155:1/erc20:${USDC}`);
const word = (digits: string) => digits.padStart(64, '0');
const RECIPIENT = word('ab'.repeat(20));

describe('an Ethereum transaction moves', () => {
  const tx = (changed: Facts = {}): Facts => ({
    type: 'TYPE_2',
    chain_id: 1n,
    to: USDC,
    value: 0n,
    data: '0x',
    ...changed,
  });
  const transfer = `0xa9059cbb${RECIPIENT}${word('05')}`;
  test.each<[string, Facts, Asset, readonly bigint[] | null]>([
    ['its value', tx({ value: 7n }), ETHER, [7n]],
    ['its value, whatever it calls', tx({ value: 7n, data: '0x12345678' }), ETHER, [7n]],
    ['no ether without a value', tx(), ETHER, []],
    ['nothing of another chain', tx({ value: 7n, chain_id: 10n }), ETHER, []],
    ['its value on any chain without one', { type: 'LEGACY', to: USDC, value: 7n, data: '0x' }, ETHER, [7n]],
    ['an unknown amount with a delegation', tx({ type: 'TYPE_4', value: 7n }), ETHER, null],
    [
      'an unknown amount of a coin that contracts move',
      tx({ chain_id: 42220n, data: '0x12' }),
      asset('eip155:42220/slip44:60'),
      null,
    ],
    ['what transfer says', tx({ data: transfer }), DOLLAR, [5n]],
    ['what transferFrom says', tx({ data: `0x23b872dd${RECIPIENT}${RECIPIENT}${word('06')}` }), DOLLAR, [6n]],
    ['nothing of a token by another known token', tx({ to: DAI, data: transfer }), DOLLAR, []],
    ['nothing of a token without a call', tx({ value: 7n }), DOLLAR, []],
    ['an unknown amount by an unknown token', tx({ to: `0x${'12'.repeat(20)}`, data: transfer }), DOLLAR, null],
    ['an unknown amount by an approval', tx({ data: `0x095ea7b3${RECIPIENT}${word('05')}` }), DOLLAR, null],
    ['an unknown amount by a longer call', tx({ data: `${transfer}00` }), DOLLAR, null],
    [
      'an unknown amount by an address that is none',
      tx({ data: `0xa9059cbb${'f'.repeat(64)}${word('05')}` }),
      DOLLAR,
      null,
    ],
  ])('%s', (_what, facts, of, moved) => {
    expect(movedOnEthereum(facts, of)).toEqual(moved);
  });
});

describe('a Tron transaction moves', () => {
  const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const TRX = asset('tron:0x2b6653dc/slip44:195');
  const DOLLARS = asset(`tron:0x2b6653dc/trc20:${TOKEN}`);
  const trigger = (changed: Facts) => ({
    type: 'TriggerSmartContract',
    contract_address: TOKEN,
    call_value: 0n,
    ...changed,
  });
  const data = `a9059cbb${word(`41${'ab'.repeat(20)}`)}${word('05')}`;
  test.each<[string, Facts, Asset, readonly bigint[] | null]>([
    ['the amount of a transfer', { type: 'TransferContract', amount: 3n }, TRX, [3n]],
    ['no token by a transfer', { type: 'TransferContract', amount: 3n }, DOLLARS, []],
    ['the value of a call', trigger({ call_value: 4n, data: '' }), TRX, [4n]],
    ['what transfer says', trigger({ data }), DOLLARS, [5n]],
    ['an unknown amount by another call', trigger({ data: '12345678' }), DOLLARS, null],
    ['an unknown amount by a change of permissions', { type: 'AccountPermissionUpdateContract' }, TRX, null],
  ])('%s', (_what, contract, of, moved) => {
    expect(movedOnTron({ contract: [contract] }, of)).toEqual(moved);
  });
});

test('an allowance is of the owner that transferFrom names, and of nobody in other calls', () => {
  const owner = '11'.repeat(20);
  const words = `${RECIPIENT}${word('06')}`;
  expect(ownerOnEthereum({ data: `0x23b872dd${word(owner)}${words}` })).toBe(`0x${owner}`);
  expect(ownerOnEthereum({ data: `0xa9059cbb${words}` })).toBeNull();
  expect(ownerOnEthereum({ data: `0x23b872dd${word(owner)}${words}00` })).toBeNull();
});

test('a Tron transaction takes from its owner, and from the owner that transferFrom names', () => {
  const words = `${RECIPIENT}${word('06')}`;
  const data = `23b872dd${word(`41${'11'.repeat(20)}`)}${words}`;
  const owner_address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  expect(ownersOnTron({ contract: [{ owner_address, data }] })).toEqual([
    owner_address,
    'TBXSw8fM4jpQkGc6zZjsVABFpVN7UvXPdV',
  ]);
  expect(ownersOnTron({ contract: [{ owner_address, data: `a9059cbb${words}` }] })).toEqual([owner_address]);
  expect(ownersOnTron({ contract: [] })).toEqual([]);
});

test('a Bitcoin transaction moves what does not go back to the address that signs', () => {
  const outputs = [
    { value: 5n, address: 'theirs' },
    { value: 6n, address: 'own' },
    { value: 0n, address: '' },
    { value: 7n, address: '' },
  ];
  expect(movedOnBitcoin({ outputs }, 'own', COUNT)).toEqual([5n, 7n]);
  expect(movedOnBitcoin({ outputs }, null, COUNT)).toEqual([5n, 6n, 7n]);
});

test('a sum on Bitcoin includes the fee, and is unknown without a proven one', () => {
  const outputs = [
    { value: 5n, address: 'theirs' },
    { value: 6n, address: 'own' },
  ];
  expect(movedOnBitcoin({ outputs, fee: 2n }, 'own', SUM)).toEqual([5n, 2n]);
  expect(movedOnBitcoin({ outputs: [], fee: 9n }, 'own', SUM)).toEqual([9n]);
  expect(movedOnBitcoin({ outputs, fee: 0n }, 'own', SUM)).toEqual([5n]);
  expect(movedOnBitcoin({ outputs }, 'own', SUM)).toBeNull();
});

describe('a Solana transaction moves', () => {
  const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const SOL = asset('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/slip44:501');
  const DOLLARS = asset(`solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${MINT}`);
  const keys = [
    ...[1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)),
    base58.decode(MINT),
    SYSTEM,
    base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    base58.decode('ComputeBudget111111111111111111111111111111'),
    base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  ];
  const [system, token, budget, associated] = [4, 5, 6, 7];
  const of = (...instructions: { program: number; accounts: number[]; data: string }[]) =>
    transactionFacts('TRANSACTION_TYPE_SOLANA', solanaText({ header: [1, 0, 3], keys, instructions }), {
      ethereumAddress: null,
      addressFormat: undefined,
    })!;
  const sol = { program: system!, accounts: [0, 1], data: `02000000${'0500000000000000'}` };
  const checked = { program: token!, accounts: [1, 3, 2, 0], data: `0c${'0700000000000000'}06` };
  const limit = { program: budget!, accounts: [], data: '0200000000' };
  test.each<[string, Facts, Asset, readonly bigint[] | null]>([
    ['each transfer', of(sol, limit, sol), SOL, [5n, 5n]],
    ['no token by a transfer of SOL', of(sol), DOLLARS, []],
    ['nothing by an opened account', of({ program: associated!, accounts: [0, 1, 2, 3], data: '01' }), SOL, []],
    ['what a checked transfer says', of(checked, sol), DOLLARS, [7n]],
    ['no SOL by a transfer of tokens', of(checked), SOL, []],
    ['an unknown token without a mint', of({ ...checked, data: `03${'0700000000000000'}` }), DOLLARS, null],
    ['an unknown amount by another instruction', of(sol, { program: 2, accounts: [0], data: '00' }), SOL, null],
    ['an unknown amount by an approval', of({ ...checked, data: `04${'0700000000000000'}` }), DOLLARS, null],
  ])('%s', (_what, facts, asked, moved) => {
    expect(movedOnSolana(facts, asked)).toEqual(moved);
  });
});

test.each([
  ['eip155:1/slip44:x', 'names a coin by no number of SLIP-44'],
  ['eip155:1/erc20:0x12', 'has a wrong address of a token: it has 2 hexadecimal digits and must have 40'],
  ['eip155:1/erc721:0x12', 'is no coin (slip44) and no token (erc20)'],
  ['bip122:000000000019d6689c085ae165831e93/brc20:ordi', 'is no coin (slip44)'],
  ['eip155:4217/slip44:60', 'is of the chain eip155:4217, whose transfers this service does not measure'],
  [
    'cosmos:cosmoshub-4/slip44:118',
    'is of the chain cosmos:cosmoshub-4, whose transfers this service does not measure',
  ],
])('the asset %s cannot be measured', (caip19, why) => {
  expect(readAsset(caip19)).toBe(why);
});

describe('a control compares the total with this request', () => {
  /** Judges a signature for 2 wei after `used` was spent. */
  const verdict = (operator: string, threshold: string, used: bigint, changed: object = {}) => {
    const aggregation = {
      method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_SUM',
      operator: `VELOCITY_CONTROL_AGGREGATION_OPERATOR_${operator}`,
      threshold,
      window: { infinite: {} },
      groupBy: { organization: {} },
      ...changed,
    };
    const definition = [{ caip19: 'eip155:1/slip44:60', decimals: '18' }];
    const control = { velocityControlId: 'c', organizationId: 'o', identifier: 'x', aggregation };
    const controls = [{ ...control, dataSource: { chainAssetTransfer: { definition } } }];
    const store = {
      velocityControls: {
        list: () => controls,
        version: () => 0,
        uses: () => ({ at: 0, parts: [{ amount: used, leavesAt: null }] }),
      },
      wallets: { accountsByAddress: () => [], find: () => undefined },
      privateKeys: { find: () => undefined, findByAddress: () => undefined },
    };
    const caller = { organization: { organizationId: 'o' }, user: { userId: 'u' } };
    const parameters = {
      signWith: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      unsignedTransaction: '02df0101010282520894f39fd6e51aad88f6f4ce6ab8827279cfffb922660280c0',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    };
    const context = { store, caller, now: () => 0 } as unknown as ActingContext;
    return (controlsValue({ operation: OPERATIONS.sign_transaction, parameters }, context) as Struct).x;
  };
  test.each([
    ['LESS_THAN', [true, false, false]],
    ['LESS_THAN_OR_EQUAL', [true, true, false]],
    ['EQUAL', [false, true, false]],
    ['GREATER_THAN_OR_EQUAL', [false, true, true]],
    ['GREATER_THAN', [false, false, true]],
  ])('with %s', (operator, expected) => {
    const ten = '0.00000000000000001';
    expect([7n, 8n, 9n].map((used) => verdict(operator, ten, used))).toEqual(expected);
  });

  test('as a number of transfers', () => {
    const count = { method: 'VELOCITY_CONTROL_AGGREGATION_METHOD_COUNT' };
    expect([0n, 1n, 2n].map((used) => verdict('LESS_THAN_OR_EQUAL', '2', used, count))).toEqual([true, true, false]);
    expect(verdict('LESS_THAN', '1.5', 0n, count)).toBe(true);
  });

  test('and fails where it counts wallets and there is none', () => {
    expect(() => verdict('LESS_THAN', '1', 0n, { groupBy: { wallet: {} } })).toThrow('counts for one wallet');
  });
});

describe('the largest total of a comparison', () => {
  const of = (operator: string, threshold: string, decimals: string) =>
    ({
      aggregation: {
        method: SUM,
        operator: `VELOCITY_CONTROL_AGGREGATION_OPERATOR_${operator}`,
        threshold,
        window: { infinite: {} },
        groupBy: { organization: {} },
      },
      dataSource: { chainAssetTransfer: { definition: [{ caip19: 'eip155:1/slip44:60', decimals }] } },
    }) as unknown as VelocityControlRow;

  test.each<[string, string, string, bigint | null]>([
    ['LESS_THAN_OR_EQUAL', '10', '18', 10n ** 19n],
    ['LESS_THAN', '10', '18', 10n ** 19n - 1n],
    ['LESS_THAN_OR_EQUAL', '1.0000001', '6', 1_000_000n],
    ['LESS_THAN', '1.0000001', '6', 1_000_000n],
    ['LESS_THAN_OR_EQUAL', '0', '18', 0n],
    ['LESS_THAN', '0', '18', -1n],
    ['LESS_THAN_OR_EQUAL', '9'.repeat(38), '255', BigInt('9'.repeat(38)) * 10n ** 255n],
    ['EQUAL', '10', '18', null],
    ['GREATER_THAN', '10', '18', null],
    ['GREATER_THAN_OR_EQUAL', '10', '18', null],
  ])('%s %s with %s decimals is %s', (operator, threshold, decimals, maximum) => {
    const control = of(operator, threshold, decimals);
    expect(maximumOf(control)).toBe(maximum);
    if (maximum === null) return;
    if (maximum >= 0n) expect(isWithin(control, maximum)).toBe(true);
    expect(isWithin(control, maximum + 1n)).toBe(false);
  });
});
