import { describe, expect, test } from 'vitest';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const TYPED = {
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    TransferWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  },
  primaryType: 'TransferWithAuthorization',
  message: {
    from: ALICE,
    to: BOB,
    value: '2500000',
    validAfter: 0,
    validBefore: 1_800_000_000,
    nonce: `0x${'11'.repeat(32)}`,
  },
};

const told = async (change: object = {}) =>
  describeBody(
    utf8Encode(
      JSON.stringify({
        type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        timestampMs: '1',
        organizationId: 'org',
        parameters: {
          signWith: ALICE,
          payload: JSON.stringify({ ...TYPED, ...change }),
          encoding: 'PAYLOAD_ENCODING_EIP712',
          hashFunction: 'HASH_FUNCTION_NO_OP',
        },
      }),
    ),
  );

describe('typed data that the registry describes', () => {
  test('is told in the words of its application, with exact amounts', async () => {
    const { headline, decoded, findings } = await told();
    expect(headline).toContain('2.5 USDC');
    expect(headline).toContain(BOB);
    expect(decoded?.summary.map(({ value }) => value)).toContain('2.5 USDC');
    expect(findings.map(({ basis }) => basis)).toContain('ERC-7730: circle/eip712-TransferWithAuthorization.json');
  });

  test.each([
    ['of another name', { domain: { ...TYPED.domain, name: 'Other Coin' } }],
    ['of another chain', { domain: { ...TYPED.domain, chainId: 999 } }],
    ['of another contract', { domain: { ...TYPED.domain, verifyingContract: BOB } }],
    [
      'of another type',
      {
        types: {
          ...TYPED.types,
          TransferWithAuthorization: [...TYPED.types.TransferWithAuthorization].reverse(),
        },
      },
    ],
  ])('is not told by it when it is %s', async (_, change) => {
    expect((await told(change)).headline).toMatch(/^Sign TransferWithAuthorization for “/);
  });
});
