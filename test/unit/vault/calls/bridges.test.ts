import { expect, test } from 'vitest';
import { BRIDGES } from '../../../../electron/vault/calls/messages/bridges.ts';
import { toldByType } from './told-by-type.ts';

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const word = (address: string) => `0x${'00'.repeat(12)}${address.slice(2)}`;
const [intent = '', deposit = ''] = BRIDGES.map(({ signature }) => signature);

const spec = {
  version: 1,
  sourceDomain: 0,
  destinationDomain: 6,
  sourceContract: word('0x77777777Dcc4d5A8B6E418Fd04D8997ef11000eE'),
  destinationContract: word('0x2222222d7164433c4C09B0b0D809a9b52C04C205'),
  sourceToken: word('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  destinationToken: word('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  sourceDepositor: word(ALICE),
  destinationRecipient: word(ALICE),
  sourceSigner: word(ALICE),
  destinationCaller: `0x${'00'.repeat(32)}`,
  value: '5000000',
  salt: `0x${'01'.repeat(32)}`,
  hookData: '0x',
};
const burn = (change: object = {}) =>
  toldByType(
    intent,
    { name: 'GatewayWallet', version: '1' },
    { maxBlockHeight: 1, maxFee: '2010000', spec: { ...spec, ...change } },
  );

test('a burn intent says amount, chains and recipient', () => {
  const { headline, decoded, judged } = burn();
  expect(headline).toContain(`Send 5 USDC from Ethereum to ${ALICE} on Base`);
  expect(decoded?.summary).toContainEqual(expect.objectContaining({ name: 'Fee at most', value: '2.01 USDC' }));
  expect(judged).toBe('whole');
});

test.each([
  ['data for code at the other end', { hookData: '0x1234' }],
  ['a contract that is not Gateway', { sourceContract: word(ALICE) }],
  ['another contract at the other end', { destinationContract: word(ALICE) }],
])('a burn intent with %s is blind', (_what, change) => {
  expect(burn(change).judged).toBe('blind');
});

test('a changed deposit of Across says who is paid, and is blind with a message', () => {
  const change = (updatedMessage: string) =>
    toldByType(
      deposit,
      { name: 'ACROSS-V2', version: '1.0.0', chainId: 10 },
      { depositId: 7, originChainId: 10, updatedOutputAmount: '99', updatedRecipient: word(ALICE), updatedMessage },
    );
  expect(change('0x').headline).toContain(`pay 99 of the smallest unit to ${ALICE}`);
  expect([change('0x').judged, change('0x01').judged]).toEqual(['whole', 'blind']);
});
