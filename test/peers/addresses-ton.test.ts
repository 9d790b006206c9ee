import { Address } from '@ton/core';
import { WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { describe, expect, test } from 'vitest';
import { ADDRESS_TABLE } from '../../electron/crypto/index.ts';
import { expectSameAddresses, hashOf } from './address-keys.ts';

const WALLETS = {
  ADDRESS_FORMAT_TON_V3R2: WalletContractV3R2,
  ADDRESS_FORMAT_TON_V4R2: WalletContractV4,
  ADDRESS_FORMAT_TON_V5R1: WalletContractV5R1,
} as const;
const FORMATS = Object.keys(WALLETS) as (keyof typeof WALLETS)[];

const create = (format: keyof typeof WALLETS, key: Uint8Array) =>
  WALLETS[format].create({ workchain: 0, publicKey: Buffer.from(key) });

test.each(FORMATS)('%s, as @ton/ton makes them', (format) => {
  expectSameAddresses(format, 'CURVE_ED25519', (key) => create(format, key).address.toString({ bounceable: false }));
});

/** The two numbers of a code cell that its hash in an address depends on, where a wallet of these formats is made by hand. */
test.each([
  ['ADDRESS_FORMAT_TON_V3R2', 0, '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599'],
  ['ADDRESS_FORMAT_TON_V4R2', 7, 'feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0'],
  ['ADDRESS_FORMAT_TON_V5R1', 6, '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f'],
] as const)('the code of %s has depth %i and hash %s', (format, depth, hash) => {
  const { code } = create(format, Buffer.alloc(32)).init;
  expect([code.depth(), code.hash().toString('hex')]).toEqual([depth, hash]);
});

describe.each(FORMATS)('every form that @ton/core writes is read as one: %s', (format) => {
  const { normalize } = ADDRESS_TABLE[format];
  const flags = [true, false].flatMap((bounceable) =>
    [true, false].flatMap((testOnly) => [true, false].map((urlSafe) => ({ bounceable, testOnly, urlSafe }))),
  );

  test.each([0, -1])('in workchain %i', (workchain) => {
    for (let index = 0; index < 200; index += 1) {
      const address = new Address(workchain, Buffer.from(hashOf(index), 'hex'));
      const expected = address.toString({ bounceable: false });
      const raw = address.toRawString();
      const upper = `${workchain}:${hashOf(index).toUpperCase()}`;
      const texts = [raw, upper, ...flags.map((form) => address.toString(form))];
      expect(texts.map(normalize)).toEqual(texts.map(() => expected));
    }
  });
});
