import { describe, expect, test } from 'vitest';
import { RULES } from '../../../../electron/vault/calls/messages/index.ts';
import { UNISWAP_X } from '../../../../electron/vault/calls/messages/uniswapx.ts';
import { describeByType } from './described-by-type.ts';

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const ZERO = `0x${'00'.repeat(20)}`;

const typeOf = (name: string, has = '') =>
  [...RULES.keys()].find((one) => one.startsWith(`${name}(`) && one.includes(has)) ?? '';

describe('an order of 1inch', () => {
  const domain = {
    name: '1inch Aggregation Router',
    version: '6',
    chainId: 1,
    verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
  };
  const order = {
    salt: 1,
    maker: ALICE,
    receiver: ZERO,
    makerAsset: USDC,
    takerAsset: WETH,
    makingAmount: '2500000000',
    takingAmount: '1000000000000000000',
    makerTraits: 0,
  };
  const type = typeOf('Order', 'makerTraits');

  test('shows the sold and the bought amount', () => {
    const { headline, judged } = describeByType(type, domain, order);
    expect([headline, judged]).toEqual([
      expect.stringContaining('Sell 2500 USDC for at least 1 WETH, to the account'),
      'whole',
    ]);
  });
  test('is blind with an extension, because it can change the amounts', () => {
    const { judged, mark } = describeByType(type, domain, { ...order, makerTraits: (1n << 249n).toString() });
    expect([judged, mark]).toEqual(['blind', expect.stringMatching(/^[0-9a-fA-F]{6}$/)]);
  });
  test('is unknown at another contract', () => {
    expect(describeByType(type, { ...domain, verifyingContract: USDC }, order).judged).toBe('blind');
  });
});

test('an order of 0x shows the allowed taker', () => {
  const domain = {
    name: 'ZeroEx',
    version: '1.0.0',
    chainId: 1,
    verifyingContract: '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
  };
  const order = {
    makerToken: USDC,
    takerToken: WETH,
    makerAmount: '1000000',
    takerAmount: 0,
    maker: ALICE,
    taker: ZERO,
    txOrigin: ALICE,
    pool: `0x${'00'.repeat(32)}`,
    expiry: 1_800_000_000,
    salt: 1,
  };
  const { headline, decoded, findings } = describeByType(typeOf('RfqOrder'), domain, order);
  expect(headline).toContain('Sell 1 USDC for at least 0 WETH');
  expect(decoded?.summary).toContainEqual(expect.objectContaining({ name: 'Who may take it', value: 'anybody' }));
  expect(findings).toContainEqual(expect.objectContaining({ level: 'danger', text: 'It asks for nothing in return.' }));
});

const REACTOR = '0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4';

const uniswap = UNISWAP_X.map(({ signature }) => signature).find((one) => one.includes('ExclusiveDutchOrder')) ?? '';

test('an order of UniswapX shows the minimum payment and its recipient', () => {
  const domain = { name: 'Permit2', chainId: 1, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' };
  const info = {
    reactor: REACTOR,
    swapper: ALICE,
    nonce: 1,
    deadline: 1_800_000_000,
    additionalValidationContract: ZERO,
    additionalValidationData: '0x',
  };
  const outputs = [
    { token: WETH, startAmount: '2000000000000000000', endAmount: '1000000000000000000', recipient: ALICE },
  ];
  const witness = {
    info,
    decayStartTime: 1,
    decayEndTime: 2,
    exclusiveFiller: ZERO,
    exclusivityOverrideBps: 0,
    inputToken: USDC,
    inputStartAmount: '2500000000',
    inputEndAmount: '2500000000',
    outputs,
  };
  const message = {
    permitted: { token: USDC, amount: '2500000000' },
    spender: REACTOR,
    nonce: 1,
    deadline: 1_800_000_000,
    witness,
  };
  const { headline, judged } = describeByType(uniswap, domain, message);
  expect(headline).toContain(`take up to 2500 USDC for at least 1 WETH for ${ALICE}`);
  expect(judged).toBe('whole');
  expect(describeByType(uniswap, domain, { ...message, spender: ALICE }).judged).toBe('blind');
});

test('an order of Polymarket shows shares, price and side', () => {
  const domain = {
    name: 'Polymarket CTF Exchange',
    version: '1',
    chainId: 137,
    verifyingContract: '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E',
  };
  const order = {
    salt: 1,
    maker: ALICE,
    signer: ALICE,
    taker: ZERO,
    tokenId: '123',
    makerAmount: '52000000',
    takerAmount: '100000000',
    expiration: 0,
    nonce: 0,
    feeRateBps: 0,
    side: 0,
    signatureType: 0,
  };
  const type = typeOf('Order', 'feeRateBps');
  expect(describeByType(type, domain, order).headline).toContain(
    'Buy at least 100 shares of the outcome 123 for at most 52 USDC',
  );
  expect(describeByType(type, domain, { ...order, side: 1 }).headline).toContain(
    'Sell 52 shares of the outcome 123 for at least 100 USDC',
  );
});

test('a signature that derives an account’s key is a danger', () => {
  const { judged, findings } = describeByType(
    typeOf('dYdX'),
    { name: 'dYdX Chain', chainId: 1 },
    { action: 'dYdX Chain Onboarding' },
  );
  expect(judged).toBe('whole');
  expect(findings).toContainEqual(
    expect.objectContaining({ level: 'danger', text: expect.stringContaining('The signature itself is the secret') }),
  );
});
