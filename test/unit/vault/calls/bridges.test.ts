import { expect, test } from 'vitest';
import { BRIDGES } from '../../../../electron/vault/calls/messages/bridges.ts';
import { describeByType } from './described-by-type.ts';

const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const word = (address: string) => `0x${'00'.repeat(12)}${address.slice(2)}`;
const typeOf = (begin: string, has = '') =>
  BRIDGES.map(({ signature }) => signature).find((one) => one.startsWith(begin) && one.includes(has)) ?? '';
const [intent, several] = [typeOf('BurnIntent('), typeOf('BurnIntentSet(')];

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
  describeByType(
    intent,
    { name: 'GatewayWallet', version: '1' },
    { maxBlockHeight: 1, maxFee: '2010000', spec: { ...spec, ...change } },
  );

test('a burn intent shows amount, chains and recipient', () => {
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

test('each burn intent of a set is explained, and one without expiry is a danger', () => {
  const { headline, judged, findings } = describeByType(
    several,
    { name: 'GatewayWallet', version: '1' },
    {
      intents: [1n, 2n ** 256n - 1n].map((maxBlockHeight) => ({
        maxBlockHeight: String(maxBlockHeight),
        maxFee: '1',
        spec,
      })),
    },
  );
  expect([headline.match(/Send 5 USDC from Ethereum/g)?.length, judged]).toEqual([2, 'whole']);
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'danger', text: 'It never expires: it can be used at any time.' }),
  );
});

test.each([
  ['uint256 depositId', 'bytes32 updatedRecipient'],
  ['uint32 depositId', 'bytes32 updatedRecipient'],
  ['uint32 depositId', 'address updatedRecipient'],
])('a changed deposit of Across (%s, %s) says who is paid, and is blind with a message', (id, recipient) => {
  const type = typeOf(`UpdateDepositDetails(${id}`, recipient);
  const updatedRecipient = recipient.startsWith('address') ? ALICE : word(ALICE);
  const change = (updatedMessage: string) =>
    describeByType(
      type,
      { name: 'ACROSS-V2', version: '1.0.0', chainId: 10 },
      { depositId: 7, originChainId: 10, updatedOutputAmount: '99', updatedRecipient, updatedMessage },
    );
  expect(change('0x').headline).toContain(`pay 99 of the smallest unit to ${ALICE}`);
  expect([change('0x').judged, change('0x01').judged]).toEqual(['whole', 'blind']);
});
