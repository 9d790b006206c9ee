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

const describeChanged = async (change: object = {}) =>
  describeBody(
    utf8Encode(
      JSON.stringify({
        type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
        timestampMs: '1',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
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
  test('is explained in the words of its application, with exact amounts', async () => {
    const { headline, decoded, findings } = await describeChanged();
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
  ])('is not explained by it when it is %s', async (_, change) => {
    expect(await describeChanged(change)).toMatchObject({
      headline: expect.stringMatching(/^Sign “feeApproval” for “.*”: its effect is unknown$/),
      judged: 'blind',
    });
  });
});

describe('calls in typed data', () => {
  const NOBODY = `0x${'00'.repeat(20)}`;
  const APPROVE = `0x095ea7b3${BOB.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`;
  const safe = (change: object = {}) =>
    describeChanged({
      domain: { chainId: 1, verifyingContract: ALICE },
      types: {
        EIP712Domain: TYPED.types.EIP712Domain.slice(2),
        SafeTx: [
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'data', type: 'bytes' },
          { name: 'operation', type: 'uint8' },
          { name: 'safeTxGas', type: 'uint256' },
          { name: 'baseGas', type: 'uint256' },
          { name: 'gasPrice', type: 'uint256' },
          { name: 'gasToken', type: 'address' },
          { name: 'refundReceiver', type: 'address' },
          { name: 'nonce', type: 'uint256' },
        ],
      },
      primaryType: 'SafeTx',
      message: {
        to: USDC,
        value: 0,
        data: APPROVE,
        operation: 0,
        safeTxGas: 0,
        baseGas: 9,
        gasPrice: 0,
        gasToken: NOBODY,
        refundReceiver: BOB,
        nonce: 7,
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

  test('are blind when unknown, and so is a delegate call of the Safe', async () => {
    expect(await safe({ data: '0x12ab34cd' })).toMatchObject({ judged: 'blind', mark: '0x12ab34cd' });
    expect(await safe({ operation: 1 })).toMatchObject({
      headline: `Have the Safe ${ALICE} run foreign code as its own`,
      judged: 'blind',
      mark: expect.stringMatching(/^[0-9a-f]{6}$/),
    });
  });

  test('are dangerous when the Safe pays another party for them', async () => {
    const { findings } = await safe({ gasPrice: 3 });
    expect(findings.map(({ text }) => text)).toContain(
      `The Safe pays ${BOB} for the gas: up to 0.000000000000000003 ETH for each unit of gas that is used and 9 more, which alone are 0.000000000000000027 ETH. No maximum is stated.`,
    );
  });
});

describe('unexplained typed data is blind', () => {
  const APPROVE_NOTHING = `0x095ea7b3${BOB.slice(2).toLowerCase().padStart(64, '0')}${'0'.repeat(64)}`;
  const MOST = String(2n ** 256n - 1n);
  const one = (
    type: string,
    members: Readonly<Record<string, readonly [type: string, value: unknown]>>,
    of: { readonly domain?: object; readonly more?: object } = {},
  ) => {
    const domain = of.domain ?? { name: 'App', version: '1', chainId: 1, verifyingContract: LBTC };
    return describeChanged({
      domain,
      types: {
        EIP712Domain: TYPED.types.EIP712Domain.filter(({ name }) => name in domain),
        [type]: Object.entries(members).map(([name, [kind]]) => ({ name, type: kind })),
        ...of.more,
      },
      primaryType: type,
      message: Object.fromEntries(Object.entries(members).map(([name, [, value]]) => [name, value])),
    });
  };
  const address = (value: string) => ['address', value] as const;
  const uint = (value: number | string) => ['uint256', value] as const;
  const bytes = (value: string) => ['bytes', value] as const;
  const permit = { owner: address(ALICE), spender: address(BOB), value: uint(MOST), nonce: uint(0), deadline: uint(9) };

  test.each([
    [
      'a delegate call beside a harmless call',
      'Cast',
      { target: address(USDC), data: bytes(APPROVE_NOTHING), operation: uint(1) },
    ],
    [
      'a call with an operation of 0',
      'Cast',
      { target: address(USDC), data: bytes(APPROVE_NOTHING), operation: uint(0) },
    ],
    ['a call kind', 'Run', { to: address(USDC), data: bytes(APPROVE_NOTHING), callType: uint(255) }],
    [
      'two candidates for the callee',
      'Execute',
      { sender: address(BOB), target: address(USDC), value: uint(0), data: bytes(APPROVE_NOTHING) },
    ],
    [
      'two candidates for the data',
      'Execute',
      { target: address(USDC), data: bytes(APPROVE_NOTHING), callData: bytes(APPROVE_NOTHING) },
    ],
    ['a plain call', 'Execute', { to: address(USDC), value: uint(0), data: bytes(APPROVE_NOTHING) }],
    ['a permit with one more member', 'Permit', { ...permit, extra: uint(1) }],
    ['a permit with one member fewer', 'Permit', { owner: address(ALICE), spender: address(BOB), value: uint(1) }],
    [
      'a manager with one more member',
      'Authorization',
      {
        owner: address(ALICE),
        manager: address(BOB),
        isAllowed: ['bool', true] as const,
        nonce: uint(0),
        expiry: uint(9),
        all: ['bool', true] as const,
      },
    ],
    ['a mandate of unknown kind', 'Mandate', { agent: address(BOB), until: uint(MOST) }],
    ['a plain text', 'Mail', { contents: ['string', 'Hello'] as const }],
    ['a member with a letter of another script', 'Permit', { ...permit, ['v\u0430lue'.normalize()]: uint(1) }],
  ] as const)('%s', async (_, type, members) => {
    const meaning = await one(type, members).catch(() => null);
    expect(meaning).toMatchObject({ judged: expect.stringMatching(/^(?:blind|unreadable)$/) });
    if (meaning?.judged === 'blind') expect(meaning.headline).toBe(`Sign “${type}” for “App”: its effect is unknown`);
  });

  test('a permit for Permit2 at another contract, or with a witness', async () => {
    const single = {
      details: ['PermitDetails', { token: USDC, amount: '1', expiration: 9, nonce: 0 }] as const,
      spender: address(BOB),
      sigDeadline: uint(9),
    };
    const more = {
      PermitDetails: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
        { name: 'expiration', type: 'uint48' },
        { name: 'nonce', type: 'uint48' },
      ],
    };
    const domain = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
    expect(await one('PermitSingle', single, { more, domain })).toMatchObject({ judged: 'whole' });
    expect(await one('PermitSingle', single, { more })).toMatchObject({ judged: 'blind' });
    const witness = { ...single, witness: ['bytes32', `0x${'11'.repeat(32)}`] as const };
    expect(await one('PermitSingle', witness, { more, domain })).toMatchObject({ judged: 'blind' });
  });

  test('a known type without a contract', async () => {
    expect(await one('Permit', permit)).toMatchObject({ judged: 'whole' });
    expect(await one('Permit', permit, { domain: { name: 'App', chainId: 1 } })).toMatchObject({ judged: 'blind' });
  });

  test('shows recipient and amount, and needs the end of the digest', async () => {
    const meaning = await one('Payment', { recipient: address(BOB), amount: uint('5000') });
    expect(meaning.decoded?.summary).toEqual(
      expect.arrayContaining([
        { name: 'Recipient (recipient)', value: BOB, kind: 'address' },
        { name: 'Amount (amount)', value: '5000, in unknown units', kind: 'amount' },
      ]),
    );
    const digest = meaning.decoded?.fields.at(-1)?.value ?? '';
    expect(meaning.mark).toBe(digest.slice(-6));
  });
});

describe('permissions and native transactions are explained by their exact types', () => {
  const uint = { type: 'uint256' };
  test('a manager of Comet', async () => {
    const meaning = await describeChanged({
      domain: { name: 'Compound USDC', version: '0', chainId: 1, verifyingContract: LBTC },
      types: {
        EIP712Domain: TYPED.types.EIP712Domain,
        Authorization: [
          { name: 'owner', type: 'address' },
          { name: 'manager', type: 'address' },
          { name: 'isAllowed', type: 'bool' },
          { name: 'nonce', ...uint },
          { name: 'expiry', ...uint },
        ],
      },
      primaryType: 'Authorization',
      message: { owner: ALICE, manager: BOB, isAllowed: true, nonce: 0, expiry: 1_800_000_000 },
    });
    expect(meaning).toMatchObject({
      judged: 'whole',
      headline: `Let ${BOB} act for the account in all that it has at ${LBTC}`,
      findings: expect.arrayContaining([expect.objectContaining({ level: 'danger', field: 'message.manager' })]),
    });
  });

  const ZKSYNC = {
    domain: { name: 'zkSync', version: '2', chainId: 324 },
    types: {
      EIP712Domain: TYPED.types.EIP712Domain.slice(0, 3),
      Transaction: [
        ...['txType', 'from', 'to', 'gasLimit', 'gasPerPubdataByteLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'].map(
          (name) => ({ name, ...uint }),
        ),
        ...['paymaster', 'nonce', 'value'].map((name) => ({ name, ...uint })),
        { name: 'data', type: 'bytes' },
        { name: 'factoryDeps', type: 'bytes32[]' },
        { name: 'paymasterInput', type: 'bytes' },
      ],
    },
    primaryType: 'Transaction',
    message: {
      txType: 113,
      from: BigInt(ALICE).toString(),
      to: BigInt(BOB).toString(),
      gasLimit: 1,
      maxFeePerGas: 1,
      gasPerPubdataByteLimit: 1,
      maxPriorityFeePerGas: 0,
      paymaster: 0,
      nonce: 0,
      value: `1${'0'.repeat(21)}`,
      data: '0x',
      factoryDeps: [],
      paymasterInput: '0x',
    },
  };

  test('a native transaction of zkSync shows its recipient and its amount', async () => {
    const meaning = await describeChanged(ZKSYNC);
    expect(meaning).toMatchObject({ judged: 'whole', headline: expect.stringContaining(`Send 1000 ETH to ${BOB}`) });
    expect(meaning.decoded?.summary).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Amount', value: '1000 ETH' })]),
    );
  });

  test.each([
    ['code that it publishes', { factoryDeps: [`0x${'11'.repeat(32)}`] }],
    ['what it gives a paymaster', { paymaster: 5, paymasterInput: '0x8c5a3445' }],
    ['an address of more than 20 bytes', { to: String(2n ** 200n) }],
    ['another transaction type', { txType: 2 }],
    ['data that nobody knows', { data: '0x12ab34cd' }],
  ])('a native transaction of zkSync is blind for %s', async (_, change) => {
    expect(await describeChanged({ ...ZKSYNC, message: { ...ZKSYNC.message, ...change } })).toMatchObject({
      judged: 'blind',
    });
  });
});
