import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnsignedPayment } from '../../../../shared/model/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const TRON = 'tron:0x2b6653dc';
const FROM = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const TO = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';

let bench: Bench;
beforeEach(async () => {
  bench = await createReadyBench();
});
afterEach(() => bench.end());
const payments = () => bench.engine.payments;

describe('a recipient', () => {
  it.each([
    [BITCOIN, TO, true],
    [BITCOIN, TO.toUpperCase(), true],
    [BITCOIN, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', true],
    [BITCOIN, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', false],
    [BITCOIN, `${TO.slice(0, -1)}q`, false],
    ['bip122:00000008819873e925422c1ff0f99f7c', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', true],
    [TRON, 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K', true],
    [TRON, 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9k', false],
  ] as const)('of %s is read with its checksum and its network: %s', async (chain, address, isOne) => {
    const facts = await payments().recipient(chain, ` ${address} `);
    expect([facts.address !== null, facts.problem === null]).toEqual([isOne, isOne]);
  });

  it('may be the contract of a token on Tron', async () => {
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(await payments().recipient(TRON, usdt)).toMatchObject({ isToken: true });
    expect(payments().assets(TRON)).toEqual([
      { token: null, symbol: 'TRX', decimals: 6 },
      { token: usdt, symbol: 'USDT', decimals: 6 },
    ]);
    expect(payments().assets(BITCOIN)).toEqual([{ token: null, symbol: 'BTC', decimals: 8 }]);
  });
});

it('is not composed with a secret in its memo', async () => {
  const memo = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
  const payment = {
    family: 'tron',
    chain: 'tron:27Lqcw',
    token: null,
    units: '5',
    feeLimit: '0',
    memo,
    block: null,
    from: 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K',
    to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  } as unknown as UnsignedPayment;
  await expect(payments().compose(payment)).rejects.toMatchObject({ code: 'SECRET_REFUSED' });
  expect(bench.processes.calls).not.toContain('vault.composePayment');
});

it('without a node is not composed, because the outputs and the block come from it', async () => {
  const bitcoin = { family: 'bitcoin', chain: BITCOIN, from: FROM, to: TO, units: '1000', token: null } as const;
  await expect(payments().compose({ ...bitcoin, feeRate: '1000', feeAtMost: '200' })).rejects.toThrow('No node of');
  const tron = { family: 'tron', chain: TRON, from: 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC' } as const;
  const payment = {
    ...tron,
    to: 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K',
    units: '1',
    token: null,
    feeLimit: '0',
    memo: null,
  };
  await expect(payments().compose(payment)).rejects.toThrow('No node of');
  expect(bench.processes.calls).not.toContain('vault.composePayment');
});
