import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberBytes, type RlpItem, rlpEncode } from '../../../electron/crypto/transactions/ethereum/rlp.ts';
import { describeBody } from '../../../electron/vault/describe.ts';
import type { TransactionType } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import '../../fuzz/seed.ts';
import { encodeCall } from '../../meanings/evm-calls.ts';
import { name, other, payer, publicBytes, SYSTEM, solanaText, table } from '../crypto/transactions/solana/builder.ts';
import { OWNER, rawText, TRANSFER } from '../crypto/transactions/tron/builder.ts';

const BOB = `0x${'22'.repeat(20)}`;
const ACCOUNT = `0x${'70'.repeat(20)}`;
const NONE = new Uint8Array(0);
const RUNS = { numRuns: 100 };

/** Sums the rows of that name by unit. Each row is an exact decimal number with its unit. */
function totals(type: TransactionType, unsignedTransaction: string, rowName = 'Amount'): Record<string, bigint> {
  const body = {
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    timestampMs: '1745383555000',
    organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
    parameters: { signWith: 'account', unsignedTransaction, type },
  };
  const { decoded, judged } = describeBody(utf8Encode(JSON.stringify(body)));
  // Coins that a call does not pass on make it blind, and are counted all the same.
  expect(judged).not.toBe('unreadable');
  const sums: Record<string, bigint> = {};
  for (const { name: label, value } of decoded?.summary ?? []) {
    const [, whole = '', fraction = '', unit = ''] = /^(\d+)(?:\.(\d+))? (.+)$/.exec(value) ?? [];
    // One and several units are of the same asset.
    const asset = unit.replace(/^base unit(?= )/, 'base units');
    if (label === rowName) sums[asset] = (sums[asset] ?? 0n) + BigInt(whole + fraction.padEnd(18, '0'));
  }
  return sums;
}

/** Amounts by their units, as numbers with 18 decimals. Omits a zero amount. */
function expected(
  moves: readonly (readonly [unit: string, units: bigint, decimals: number])[],
): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const [unit, units, decimals] of moves)
    if (units > 0n) sums[unit] = (sums[unit] ?? 0n) + units * 10n ** BigInt(18 - decimals);
  return sums;
}
const present = (sums: Record<string, bigint>) =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0n));

const amount = fc.bigInt({ min: 0n, max: 2n ** 60n });
const moves = <Kind>(...kinds: Kind[]) =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), amount), { minLength: 1, maxLength: 12 });
const paid = (units: bigint) => encodeCall('transfer(address to, uint256 amount)', { to: BOB, amount: units });

test('nested calls show their exact totals of coins and tokens', () => {
  const TOKENS = {
    USDC: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    DAI: ['0x6B175474E89094C44Da98b954EedeAC495271d0F', 18],
    WBTC: ['0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
  } as const;
  fc.assert(
    fc.property(moves<keyof typeof TOKENS | 'ETH'>('ETH', 'USDC', 'DAI', 'WBTC'), (list) => {
      const data = encodeCall('executeBatch(address[] dest, uint256[] value, bytes[] func)', {
        dest: list.map(([kind]) => (kind === 'ETH' ? BOB : TOKENS[kind][0])),
        value: list.map(([kind, units]) => (kind === 'ETH' ? units : 0n)),
        func: list.map(([kind, units]) => (kind === 'ETH' ? NONE : paid(units))),
      });
      const number = (value: bigint) => numberBytes(value);
      const items = [1n, 7n, 1n, 2n, 10n ** 6n].map(number);
      const text = `02${hexEncode(rlpEncode([...items, hexDecode(ACCOUNT.slice(2)), NONE, data, []]))}`;
      expect(present(totals('TRANSACTION_TYPE_ETHEREUM', text))).toEqual(
        expected(list.map(([kind, units]) => [kind, units, kind === 'ETH' ? 18 : TOKENS[kind][1]])),
      );
    }),
    RUNS,
  );
});

test('a batch of Tempo shows the total of each token', () => {
  const token = (last: number) => hexDecode(`20c0${'00'.repeat(17)}0${last}`);
  const NAMES = ['pathUSD', 'AlphaUSD', 'BetaUSD'];
  const list = fc.array(fc.tuple(fc.nat(2), amount), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(list, (all) => {
      const calls: RlpItem = all.map(([kind, units]) => [token(kind), NONE, paid(units)]);
      const batch = [numberBytes(42_431n), NONE, numberBytes(1n), numberBytes(10n ** 6n), calls, []];
      const text = `76${hexEncode(rlpEncode([...batch, NONE, NONE, NONE, NONE, NONE, NONE, []]))}`;
      const moved = expected(all.map(([kind, units]) => [NAMES[kind] ?? '', units, 6]));
      expect(present(totals('TRANSACTION_TYPE_TEMPO', text, 'Transfers in all'))).toEqual(moved);
      expect(present(totals('TRANSACTION_TYPE_TEMPO', text))).toEqual(moved);
    }),
    RUNS,
  );
});

test('instructions show their totals of SOL and of each token', () => {
  const TOKEN = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
  const USDC = base58.decode('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
  const u64 = (value: bigint) => hexEncode(new Uint8Array(new BigUint64Array([value]).buffer));
  const KINDS = {
    SOL: {
      unit: 'SOL',
      decimals: 9,
      of: (units: bigint) => ({ program: 5, accounts: [0, 1], data: `02000000${u64(units)}` }),
    },
    USDC: {
      unit: 'USDC',
      decimals: 6,
      of: (units: bigint) => ({ program: 4, accounts: [1, 3, 2, 0], data: `0c${u64(units)}06` }),
    },
    other: {
      unit: `of the token ${name(new Uint8Array(32).fill(0x77))}`,
      decimals: 3,
      of: (units: bigint) => ({ program: 4, accounts: [1, 6, 2, 0], data: `0c${u64(units)}03` }),
    },
  };
  fc.assert(
    fc.property(moves<keyof typeof KINDS>('SOL', 'USDC', 'other'), (list) => {
      const text = solanaText({
        header: [1, 0, 4],
        keys: [publicBytes(payer), other, table, USDC, TOKEN, SYSTEM, new Uint8Array(32).fill(0x77)],
        instructions: list.map(([kind, units]) => KINDS[kind].of(units)),
      });
      expect(present(totals('TRANSACTION_TYPE_SOLANA', text))).toEqual(
        expected(list.map(([kind, units]) => [KINDS[kind].unit, units, KINDS[kind].decimals])),
      );
    }),
    RUNS,
  );
});

test('a call shows its totals of TRX, of contract tokens and of TRC-10 tokens', () => {
  // The contract of USDT on Tron.
  const USDT = hexDecode('41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
  fc.assert(
    fc.property(amount, amount, amount, fc.bigInt({ min: 1n, max: 2n ** 40n }), (sun, units, carried, id) => {
      const text = rawText({
        ...TRANSFER,
        name: 'TriggerSmartContract',
        type: 31,
        value: [
          [1, OWNER],
          [2, USDT],
          [3, sun],
          [4, paid(units)],
          [5, carried],
          [6, id],
        ],
      });
      expect(present(totals('TRANSACTION_TYPE_TRON', text))).toEqual(
        expected([
          ['TRX', sun, 6],
          ['USDT', units, 6],
          [`base units of the TRC-10 token ${id}`, carried, 0],
        ]),
      );
    }),
    RUNS,
  );
});
