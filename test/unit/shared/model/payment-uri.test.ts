import { describe, expect, it } from 'vitest';
import { type PaymentUri, readPaymentUri } from '../../../../shared/model/index.ts';

const TO = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const PAYEE = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const SATOSHI = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const whole = (text: string) => ({ amount: { text, in: 'whole' as const }, hasAsset: true });
const smallest = (text: string) => ({ amount: { text, in: 'smallest' as const }, hasAsset: true });
const NOTHING = { token: null, hasAsset: false, amount: null, memo: null };

function read(text: string): PaymentUri {
  const uri = readPaymentUri(text);
  if (uri === null || typeof uri === 'string') throw new Error(uri ?? 'no link');
  return uri;
}

describe('a payment link', () => {
  it.each([
    [`ethereum:${TO}@8453`, { ...NOTHING, chains: ['eip155:8453'], address: TO }],
    [`ethereum:pay-${TO}@1?value=2.014e18&gas=21000`, { address: TO, ...smallest('2014000000000000000') }],
    [`ethereum:${TO}@1?value=15e-0`, null],
    [`ethereum:${TO}@1?value=1.50e1`, { address: TO, ...smallest('15') }],
    [`ethereum:${USDC}@1/transfer?address=${TO}&uint256=1e6`, { address: TO, token: USDC, ...smallest('1000000') }],
    [`ethereum:${USDC}/transfer?address=${TO}`, { address: TO, token: USDC, hasAsset: true, amount: null }],
    [`bitcoin:${SATOSHI}?amount=20.3&label=Luke-Jr`, { chains: [BITCOIN], address: SATOSHI, ...whole('20.3') }],
    [`BITCOIN:${SATOSHI}?AMOUNT=0.00001`, { address: SATOSHI, ...whole('0.00001') }],
    [`bitcoin:bcrt1${'q'.repeat(39)}`, { ...NOTHING, chains: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'] }],
    [
      `solana:${PAYEE}?amount=1&label=Michael&message=Thanks&memo=OrderId12345`,
      { ...whole('1'), memo: 'OrderId12345' },
    ],
    [`solana:${PAYEE}?amount=0.01&spl-token=${MINT}`, { address: PAYEE, token: MINT, ...whole('0.01') }],
    [`solana:${PAYEE}?memo=${encodeURIComponent('Rent, May')}`, { memo: 'Rent, May', hasAsset: false }],
    [`tron:TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K?amount=2`, whole('2')],
    [`base:${TO}`, { ...NOTHING, chains: ['eip155:8453'], address: TO }],
    [`${SOLANA}:${PAYEE}`, { ...NOTHING, chains: [SOLANA], address: PAYEE }],
  ])('%s is read', (text, expected) => {
    if (expected === null) expect(readPaymentUri(text)).toContain('is no amount');
    else expect(read(` ${text}\n`)).toMatchObject(expected);
  });

  it('without a chain may mean each chain of its kind, the main one first', () => {
    expect(read(`ethereum:${TO}`).chains[0]).toBe('eip155:1');
    expect(read(`ethereum:${TO}`).chains).toContain('eip155:8453');
    expect(read(`ethereum:${TO}`).chains).not.toContain('eip155:4217');
    expect(read(`solana:${PAYEE}`).chains).toEqual([SOLANA, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1']);
    expect(read(`bitcoin:tb1${'q'.repeat(39)}`).chains).not.toContain(BITCOIN);
  });

  it.each([
    ['calls a function', `ethereum:${USDC}@1/approve?address=${TO}&uint256=1`, /calls a function/],
    ['names its recipient by a name', 'ethereum:alice.eth@1?value=1', /no names are looked up/],
    ['is half a transfer', `ethereum:${USDC}@1/transfer?uint256=1`, /no complete transfer/],
    ['pays a coin to a function', `ethereum:${USDC}@1/transfer?address=${TO}&value=1`, /no complete transfer/],
    ['needs an extension', `bitcoin:${SATOSHI}?req-pop=1`, /needs an extension/],
    ['has two amounts', `bitcoin:${SATOSHI}?amount=1&AMOUNT=2`, /two values/],
    ['has an amount that is no number', `bitcoin:${SATOSHI}?amount=1,5`, /has a comma/],
    ['has a fraction of a wei', `ethereum:${TO}?value=0.5`, /fraction of the smallest unit/],
    ['has more than can exist', `ethereum:${TO}?value=1e99`, /is no amount/],
    ['has no address', 'bitcoin:?lightning=lnbc1', /names no address/],
    ['fetches its transaction', 'solana:https://example.com/pay', /web server/],
    ['fetches its transaction, escaped', `solana:${encodeURIComponent('https://example.com/pay?a=1')}`, /web server/],
    [
      'asks for a token of Tron',
      'tron:TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K?amount=100&token=TR7N',
      /more than an amount of TRX/,
    ],
    ['needs a reference', `solana:${PAYEE}?reference=${MINT}`, /needs a reference/],
    ['has a token that is no address', `solana:${PAYEE}?spl-token=USDC`, /token of the link/],
    ['has a long memo', `solana:${PAYEE}?memo=${'%C3%BC'.repeat(61)}`, /longer than 120 bytes/],
    ['has a broken escape', `solana:${PAYEE}?memo=%C3`, /an escape/],
    ['is too long', `bitcoin:${SATOSHI}?label=${'x'.repeat(3_000)}`, /too long/],
  ])('that %s is refused', (_what, text, reason) => {
    expect(readPaymentUri(text)).toMatch(reason);
    expect(readPaymentUri(text)).toContain('Nothing was taken from it.');
  });

  it.each(['', TO, 'Coinbase Prime', 'alice.eth', 'https://example.com', 'lightning:lnbc1', `constructor:${TO}`])(
    '%s is none',
    (text) => {
      expect(readPaymentUri(text)).toBeNull();
    },
  );
});
