import { describe, expect, test } from 'vitest';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const LBTC = '0x8236a87084f8B84306f72007F36F2618A5634494';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const BOB = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

const TYPED = {
  domain: { name: 'Lombard Staked Bitcoin', version: '1', chainId: 1, verifyingContract: LBTC },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    feeApproval: [
      { name: 'chainId', type: 'uint256' },
      { name: 'fee', type: 'uint256' },
      { name: 'expiry', type: 'uint256' },
    ],
  },
  primaryType: 'feeApproval',
  message: { chainId: 1, fee: '250000000', expiry: 1_800_000_000 },
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
    expect(headline).toContain('Network Fee 0.00000000025 ETH');
    expect(decoded?.summary.map(({ value }) => value)).toContain('0.00000000025 ETH');
    expect(findings.map(({ basis }) => basis)).toContain(
      'ERC-7730: lombard/eip712-network-fee-authorization-mainnet.json',
    );
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
          feeApproval: [...TYPED.types.feeApproval].reverse(),
        },
      },
    ],
  ])('is not told by it when it is %s', async (_, change) => {
    expect((await told(change)).headline).toMatch(/^Sign feeApproval for “/);
  });
});

describe('calls in typed data', () => {
  const NOBODY = `0x${'00'.repeat(20)}`;
  const APPROVE = `0x095ea7b3${BOB.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`;
  const safe = (change: object = {}) =>
    told({
      domain: { chainId: 1, verifyingContract: ALICE },
      types: {
        EIP712Domain: TYPED.types.EIP712Domain.slice(2),
        SafeTx: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
          { name: 'operation', type: 'uint8' },
          { name: 'baseGas', type: 'uint256' },
          { name: 'gasPrice', type: 'uint256' },
          { name: 'gasToken', type: 'address' },
          { name: 'refundReceiver', type: 'address' },
        ],
      },
      primaryType: 'SafeTx',
      message: {
        ...{ to: USDC, value: 0, data: APPROVE, operation: 0 },
        ...{ baseGas: 9, gasPrice: 0, gasToken: NOBODY, refundReceiver: BOB },
        ...change,
      },
    });

  test('of a Safe are explained like any call', async () => {
    expect(await safe()).toMatchObject({
      headline: `Have the Safe ${ALICE} make a call: Let ${BOB} take all USDC`,
      judged: 'whole',
      findings: expect.arrayContaining([expect.objectContaining({ level: 'danger', field: 'message.data.spender' })]),
    });
    expect(await safe({ to: BOB, value: '2500000000000000000', data: '0x' })).toMatchObject({
      headline: `Have the Safe ${ALICE} make a call: Send 2.5 ETH to ${BOB}`,
    });
  });

  test('that nobody knows are blind, and so is code that runs as the Safe’s own', async () => {
    expect(await safe({ data: '0x12ab34cd' })).toMatchObject({ judged: 'blind', mark: '0x12ab34cd' });
    expect(await safe({ operation: 1 })).toMatchObject({
      headline: `Have the Safe ${ALICE} run foreign code as its own`,
      judged: 'blind',
      mark: USDC.slice(-6),
    });
  });

  test('for which the Safe pays somebody are dangerous', async () => {
    const { findings } = await safe({ gasPrice: 3 });
    expect(findings.map(({ text }) => text)).toContain(
      `The Safe pays ${BOB} for the gas: up to 3 base units of the chain’s coin for each unit of gas that is used and 9 more. No maximum is stated.`,
    );
  });

  test('are found in lists, also without a domain; other bytes are said not to be decoded', async () => {
    const batch = await told({
      domain: {},
      types: {
        EIP712Domain: [],
        Call: [
          { name: 'target', type: 'address' },
          { name: 'callData', type: 'bytes' },
        ],
        Batch: [
          { name: 'calls', type: 'Call[]' },
          { name: 'extra', type: 'bytes' },
        ],
      },
      primaryType: 'Batch',
      message: { calls: [{ target: USDC, callData: '0x12ab34cd' }], extra: '0xff' },
    });
    expect(batch).toMatchObject({ judged: 'blind', mark: '0x12ab34cd' });
    expect(batch.findings.map(({ field }) => field)).toContain('message.calls[0].callData');
    expect(batch.findings.map(({ text }) => text)).toContain('message.extra has bytes that are not decoded.');
  });
});
