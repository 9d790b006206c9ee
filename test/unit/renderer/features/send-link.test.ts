import { describe, expect, it } from 'vitest';
import { type LinkTarget, readLink } from '../../../../renderer/features/send/recipient-link.ts';

const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const PAYEE = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN';
const SATOSHI = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const target = (change: Partial<LinkTarget> = {}): LinkTarget => ({
  account: { addressFormat: 'ADDRESS_FORMAT_ETHEREUM' },
  chain: 'eip155:1',
  token: null,
  assetsOf: async (chain) =>
    chain === 'eip155:4217'
      ? [{ token: '0x20c0000000000000000000000000000000000000', symbol: 'pathUSD', decimals: 6 }]
      : [
          { token: null, symbol: 'ETH', decimals: 18 },
          { token: USDC.toLowerCase(), symbol: 'USDC', decimals: 6 },
        ],
  ...change,
});

describe('a payment link on Send', () => {
  it('fills in recipient, chain, asset and amount, and shows a notice', async () => {
    expect(await readLink(`ethereum:${TO}@8453?value=15e17`, target())).toEqual({
      change: { to: TO, kept: null, chain: 'eip155:8453', token: null, memo: '', feeToken: null, amount: '1.5' },
      words: 'From the link: the address on Base, 1.5 ETH. Compare them with the recipient’s.',
    });
    expect(await readLink(`ethereum:${USDC}@1/transfer?address=${TO}&uint256=1250500000`, target())).toEqual({
      change: { to: TO, kept: null, chain: 'eip155:1', token: USDC.toLowerCase(), memo: '', amount: '1250.5' },
      words: 'From the link: the address on Ethereum, 1,250.5 USDC. Compare them with the recipient’s.',
    });
  });

  it('keeps the chosen chain where the link names none, and the chosen token where it names no asset', async () => {
    const token = USDC.toLowerCase();
    expect((await readLink(`ethereum:${TO}`, target({ chain: 'eip155:8453', token })))?.change).toEqual({
      to: TO,
      kept: null,
      chain: 'eip155:8453',
      token,
      memo: '',
    });
    expect((await readLink(`base:${TO}`, target({ token })))?.change).toMatchObject({
      chain: 'eip155:8453',
      token: null,
    });
  });

  it('keeps no amount of another asset and no memo of another recipient', async () => {
    const token = USDC.toLowerCase();
    expect((await readLink(`ethereum:${TO}@42161`, target({ token })))?.change).toMatchObject({ amount: '', memo: '' });
    expect((await readLink(`ethereum:${TO}@1?amount=5`, target()))?.change).not.toHaveProperty('amount');
  });

  it('is refused for a token of Solana in another case, which is another token', async () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
    const solana = target({
      account: null,
      chain: SOLANA,
      assetsOf: async () => [{ token: mint, symbol: 'USDC', decimals: 6 }],
    });
    const link = (token: string) => readLink(`solana:${PAYEE}?amount=1&spl-token=${token}`, solana);
    expect((await link(mint))?.change).toMatchObject({ token: mint, amount: '1' });
    expect((await link(mint.toLowerCase()))?.problem).toContain('a token of Solana that Castellan does not know');
  });

  it('takes a memo', async () => {
    const content = await readLink(`solana:${PAYEE}?memo=May`, target({ account: null, chain: SOLANA }));
    expect(content?.change).toMatchObject({ to: PAYEE, memo: 'May' });
    expect(content).toMatchObject({ words: expect.stringContaining(', the memo.') });
  });

  it.each([
    ['of another chain than the account', `bitcoin:${SATOSHI}?amount=1`, /the account under From is of another chain/],
    ['of a chain without payments', `ethereum:${TO}@999999`, /where Castellan pays nothing/],
    ['of a chain that payments are not made on', `litecoin:${SATOSHI}`, /where Castellan pays nothing/],
    ['with an unknown token', `ethereum:${TO}@1/transfer?address=${TO}&uint256=1`, /a token of Ethereum that/],
    ['with a coin that the chain does not have', `ethereum:${TO}@4217?value=1`, /a coin of Tempo that/],
    ['that asks for more than a payment', `ethereum:${TO}@1/approve`, /calls a function/],
  ])('%s is refused, and changes nothing', async (_what, text, reason) => {
    const content = await readLink(text, target());
    expect(content?.problem).toMatch(reason);
    expect(content?.problem).toContain('Nothing was taken');
    expect(content?.change).toBeUndefined();
  });

  it('is not an address or a name', async () => {
    expect(await readLink(TO, target())).toBeNull();
    expect(await readLink('Coinbase Prime', target())).toBeNull();
  });
});
