import { describe, expect, test } from 'vitest';
import {
  accountNonce,
  addressOf,
  describeSignedEthereum,
  outbids,
  readSignedEthereum,
  readSignedIdentity,
  signTransaction,
  tempoNonce,
  unsignedEthereumPayment,
  unsignedTempoPayment,
} from '../../../../../electron/crypto/index.ts';
import { decimalText, isTip20, tempoFeeUnits, type UnsignedTempoPayment } from '../../../../../shared/model/index.ts';
import { developmentKey } from '../ethereum/arbitrary.ts';

const KEY = developmentKey();
const FROM = addressOf('ADDRESS_FORMAT_ETHEREUM', KEY.publicKey);
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const CHAIN = 'eip155:4217';
const PATH_USD = '0x20c0000000000000000000000000000000000000';
const paid = (change: Partial<UnsignedTempoPayment> = {}) =>
  unsignedTempoPayment({
    family: 'tempo',
    chain: CHAIN,
    from: FROM,
    to: TO,
    token: PATH_USD,
    units: '2500000',
    nonce: '7',
    gasLimit: '60000',
    maxFeePerGas: '30000000000',
    maxPriorityFeePerGas: '10',
    feeToken: null,
    memo: null,
    ...change,
  });
const sign = (unsigned: string) => signTransaction('TRANSACTION_TYPE_TEMPO', unsigned, KEY);

describe('a signed Tempo transaction', () => {
  test('has its chain, its signer, its nonce and its hash', () => {
    const signed = sign(paid());
    const read = readSignedEthereum(signed);
    expect(read).toMatchObject({ chainId: 4217n, sender: FROM, nonce: 7n });
    expect(read.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(readSignedIdentity(signed)).toEqual({
      chainId: read.chainId,
      nonce: read.nonce,
      transactionHash: read.transactionHash,
    });
  });

  test('is described before it is broadcast, with its signature', () => {
    const { title, steps, fields } = describeSignedEthereum(sign(paid()), CHAIN);
    expect(title).toBe('Signed Tempo transaction');
    expect(steps).toHaveLength(1);
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['nonceKey', 'feeToken', 'signature']));
    expect(() => describeSignedEthereum(sign(paid()), 'eip155:42431')).toThrow('is not the target chain');
  });

  test('takes the place of another with its nonce where both fees are 10 % higher', () => {
    const other = sign(paid());
    const higher = { maxFeePerGas: '33000000000', maxPriorityFeePerGas: '11' };
    expect(outbids(sign(paid(higher)), other)).toBe(true);
    expect(outbids(sign(paid({ ...higher, maxPriorityFeePerGas: '10' })), other)).toBe(false);
  });
});

test('a nonce of the key 0 is the one that Ethereum’s forms use too', () => {
  const ethereum = unsignedEthereumPayment({
    family: 'ethereum',
    chain: CHAIN,
    to: TO,
    token: PATH_USD,
    units: '1',
    nonce: '7',
    gasLimit: '60000',
    maxFeePerGas: '30000000000',
    maxPriorityFeePerGas: '0',
  });
  expect(accountNonce(ethereum)).toBe('4217 7');
  expect([tempoNonce(ethereum), tempoNonce(paid())]).toEqual(['4217 7', '4217 7']);
  // The empty nonce key, the nonce 7, no times, no fee token, no fee payer and no authorizations end the list.
  expect(tempoNonce(paid().replace(/800780808080c0$/, '050780808080c0'))).toBe('4217 5:7');
});

test('a fee is charged whole to its last unit', () => {
  expect(tempoFeeUnits({ gasLimit: '1', maxFeePerGas: '1' })).toBe(1n);
  expect(decimalText(tempoFeeUnits({ gasLimit: '50000', maxFeePerGas: '20000000000' }), 6)).toBe('0.001');
});

test.each([
  [PATH_USD.toUpperCase().replace('0X', '0x'), true],
  ['0x20c000000000000000000000b9537d11c60e8b50', true],
  ['0x20c0000000000000000000010000000000000000', false],
  [TO, false],
])('%s is a TIP-20 token: %s', (address, isOne) => {
  expect(isTip20(address)).toBe(isOne);
});
