import { describe, expect, it } from 'vitest';
import { describeBody } from '../../../../electron/vault/describe.ts';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type Case, payload, transaction } from '../../../meanings/corpus.ts';
import { ALICE, BOB, calling, described, encodeCall, USDC, USDT } from '../../../meanings/evm-calls.ts';
import { key, PAYER, PROGRAMS, solanaOf, someone, u64 } from '../../../meanings/solana-builder.ts';
import { OWNER, rawText } from '../../crypto/transactions/tron/builder.ts';

const ZERO = `0x${'0'.repeat(40)}`;
const DEAD = '0x000000000000000000000000000000000000dEaD';
const LOST = 'an address without a known key';
const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const findingsOf = ({ type, parameters }: Case) =>
  describeBody(
    utf8Encode(
      JSON.stringify({
        type,
        timestampMs: '1745383555000',
        organizationId: '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10',
        parameters,
      }),
    ),
  ).findings;
const dangers = (given: Case) =>
  findingsOf(given)
    .filter(({ level }) => level === 'danger')
    .map(({ text }) => text)
    .join(' ');
const call = (signature: string, values: Record<string, unknown>, to = USDT) =>
  calling(encodeCall(signature, values), { to });
const solana = (program: string, data: string, ...accounts: string[]) =>
  transaction(
    'TRANSACTION_TYPE_SOLANA',
    solanaOf([
      { program, data, accounts: accounts.map((each) => (each === PAYER ? [each, 'sw'] : ([each, 'w'] as const))) },
    ]),
  );
const [SOURCE, STRANGER] = [someone(0x51), someone(0x42)];

describe('a transfer to an address without an owner is a danger', () => {
  it.each<[string, Case]>([
    ['a transfer', call('transfer(address to, uint256 amount)', { to: ZERO, amount: 1n })],
    ['a transfer to a burn address', call('transfer(address to, uint256 amount)', { to: DEAD, amount: 1n })],
    [
      'a transfer of others',
      call('transferFrom(address from, address to, uint256 amount)', { from: BOB, to: ZERO, amount: 1n }),
    ],
    ['an approval', call('approve(address spender, uint256 amount)', { spender: ZERO, amount: 5n })],
    ['an operator', call('setApprovalForAll(address operator, bool approved)', { operator: DEAD, approved: true })],
    ['minted tokens', call('mint(address to, uint256 amount)', { to: ZERO, amount: 5n })],
    ['an NFT', call('safeTransferFrom(address from, address to, uint256 id)', { from: BOB, to: ZERO, id: 7n })],
    [
      'a transfer by Permit2',
      call(
        'transferFrom(address from, address to, uint160 amount, address token)',
        { from: BOB, to: DEAD, amount: 1n, token: USDC },
        '0x000000000022D473030F116dDEE9F6B43aC78BA3',
      ),
    ],
    ['coins', calling(new Uint8Array(0), { to: DEAD, value: 1n })],
    [
      'a transfer that is signed for others to hand in',
      payload(
        'PAYLOAD_ENCODING_EIP712',
        JSON.stringify({
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
            from: BOB,
            to: ZERO,
            value: 5,
            validAfter: 0,
            validBefore: 1_900_000_000,
            nonce: `0x${'1'.repeat(64)}`,
          },
        }),
      ),
    ],
    [
      'a TRC-10 token',
      transaction(
        'TRANSACTION_TYPE_TRON',
        rawText({
          name: 'TransferAssetContract',
          type: 2,
          value: [
            [1, '1002000'],
            [2, OWNER],
            [3, hexDecode(`41${'00'.repeat(20)}`)],
            [4, 5],
          ],
        }),
      ),
    ],
    ['SOL', solana(PROGRAMS.system, `02000000${u64(5)}`, PAYER, '1nc1nerator11111111111111111111111111111111')],
    ['an SPL transfer', solana(PROGRAMS.token, `0c${u64(5)}06`, SOURCE, USDC_MINT, PROGRAMS.system, PAYER)],
    ['an SPL approval', solana(PROGRAMS.token, `0d${u64(5)}06`, SOURCE, USDC_MINT, PROGRAMS.system, PAYER)],
    ['minted SPL tokens', solana(PROGRAMS.token, `07${u64(5)}`, USDC_MINT, PROGRAMS.system, PAYER)],
  ])('%s', (_, given) => {
    expect(dangers(given)).toContain(LOST);
  });

  it('a revocation or an ordinary transfer is no danger', () => {
    expect(dangers(call('approve(address spender, uint256 amount)', { spender: ZERO, amount: 0n }))).toBe('');
    expect(
      dangers(call('setApprovalForAll(address operator, bool approved)', { operator: ZERO, approved: false })),
    ).toBe('');
    expect(dangers(call('transfer(address to, uint256 amount)', { to: ALICE, amount: 1n }))).toBe('');
  });

  it('a transfer to the token’s own contract is a danger', () => {
    for (const given of [
      call('transfer(address to, uint256 amount)', { to: USDT, amount: 1n }),
      call('mint(address to, uint256 amount)', { to: USDT, amount: 1n }),
    ])
      expect(dangers(given)).toContain('the contract of the token itself');
    expect(dangers(solana(PROGRAMS.token, `0c${u64(5)}06`, SOURCE, USDC_MINT, USDC_MINT, PAYER))).toContain(
      'the mint of the token itself',
    );
  });
});

describe('the rent of an account', () => {
  it.each<[string, Case, RegExp]>([
    ['closed', solana(PROGRAMS.token, '09', SOURCE, STRANGER, PAYER), /not the owner .* its rent/],
    ['closed by Token-2022', solana(PROGRAMS.token2022, '09', SOURCE, STRANGER, PAYER), /not the owner .* its rent/],
    ['given away', solana(PROGRAMS.token, `060201${key(STRANGER)}`, SOURCE, PAYER), /becomes the owner/],
    ['beyond its rent', solana(PROGRAMS.token2022, '26', SOURCE, STRANGER, PAYER), /not the owner .* beyond its rent/],
    [
      'of a nonce',
      solana(PROGRAMS.system, `05000000${u64(5)}`, SOURCE, STRANGER, someone(1), someone(2), PAYER),
      /not the authority .* its rent among it/,
    ],
  ])('that is %s for a stranger has a finding', (_, given, expected) => {
    expect(
      findingsOf(given)
        .map(({ text }) => text)
        .join(' '),
    ).toMatch(expected);
  });

  it('that returns to its owner has no finding', () => {
    expect(findingsOf(solana(PROGRAMS.token, '09', SOURCE, PAYER, PAYER))).toEqual([]);
  });
});

describe('a contract of Tron that runs code', () => {
  const run = (raw: readonly [number, number][]) =>
    findingsOf(
      transaction(
        'TRANSACTION_TYPE_TRON',
        rawText({
          name: 'TriggerSmartContract',
          type: 31,
          value: [
            [1, OWNER],
            [2, hexDecode(`41${'22'.repeat(20)}`)],
            [4, hexDecode('d0e30db0')],
          ],
          raw,
        }),
      ),
    ).filter(({ text }) => text.includes('unless enough energy is staked'));

  it('without a fee limit, or with 0, fails unless energy is staked for it', () => {
    expect([run([]).length, run([[18, 0]]).length, run([[18, 1_000_000]]).length]).toEqual([1, 1, 0]);
  });
});

describe('recipients outside the standards', () => {
  it('of a call with a descriptor can be ownerless', () => {
    const withdrawn = (to: string) => described('aave/calldata-lpv3', 'withdraw', { change: { to } });
    expect(dangers(withdrawn(DEAD))).toContain(LOST);
    expect(dangers(withdrawn(ALICE))).not.toContain(LOST);
  });

  it('of Hyperliquid, which are texts, can be ownerless', () => {
    const members = ['hyperliquidChain', 'destination', 'amount'].map((name) => ({ name, type: 'string' }));
    const sent = (destination: string) =>
      payload(
        'PAYLOAD_ENCODING_EIP712',
        JSON.stringify({
          types: { 'HyperliquidTransaction:UsdSend': [...members, { name: 'time', type: 'uint64' }] },
          primaryType: 'HyperliquidTransaction:UsdSend',
          domain: { name: 'HyperliquidSignTransaction', version: '1', chainId: 42_161, verifyingContract: ZERO },
          message: { hyperliquidChain: 'Mainnet', destination, amount: '5', time: 1 },
        }),
      );
    expect(dangers(sent(ZERO))).toContain(LOST);
    expect(dangers(sent(ALICE))).not.toContain(LOST);
  });
});
