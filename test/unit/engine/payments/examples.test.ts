import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { TOKEN_2022_PROGRAM } from '../../../../electron/crypto/transactions/solana/programs/index.ts';
import { asExample } from '../../../../electron/engine/payments/examples.ts';
import { composePayment } from '../../../../electron/vault/compose-payment.ts';
import { type TriedPayment, triedRules } from '../../../../renderer/features/organization/policy/example-payments.ts';

const NOW = 1_700_000_000_000;
const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const TRON = 'tron:0x2b6653dc';
const coin = (symbol: string, decimals: number) => ({ token: null, symbol, decimals });

const PAYMENTS: readonly TriedPayment[] = [
  {
    chain: 'eip155:1',
    from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    units: '1000',
    asset: coin('ETH', 18),
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  },
  {
    chain: BITCOIN,
    from: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    units: '250000',
    asset: coin('BTC', 8),
    to: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  },
  {
    chain: BITCOIN,
    from: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    units: '2000000000',
    asset: coin('BTC', 8),
    to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
  {
    chain: SOLANA,
    units: '1000000000',
    asset: coin('SOL', 9),
    from: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
    to: '8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh',
  },
  {
    chain: SOLANA,
    units: '1000000',
    from: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
    to: '8opHzTAnfzRpPEx21XtnrVTX28YQuCpAjcn1PczScKh',
    asset: { token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', symbol: 'USDC', decimals: 6 },
  },
  {
    chain: TRON,
    units: '1000000',
    asset: coin('TRX', 6),
    from: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  },
  {
    chain: TRON,
    units: '1000000',
    from: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    to: 'TG3XXyExBkPp9nzdajDZsozEu4BkaSJozs',
    asset: { token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', symbol: 'USDT', decimals: 6 },
  },
];

it.each(PAYMENTS)('a payment of $asset.symbol on $chain from $from is composed without a node', (typed) => {
  const { unsignedTransaction } = composePayment(asExample(triedRules(typed.chain).payment(typed), NOW));
  expect(unsignedTransaction.length).toBeGreaterThan(40);
  const { type, parameters } = triedRules(typed.chain).request(typed, unsignedTransaction);
  expect(parameters.unsignedTransaction).toBe(unsignedTransaction);
  expect(type).toMatch(typed.chain.startsWith('eip155') ? /SIGN_TRANSACTION/ : /SEND_TRANSACTION/);
});

it('a payment of a token of Token-2022 goes to the account of that program', () => {
  const typed = PAYMENTS.find(({ asset: { symbol } }) => symbol === 'USDC') as TriedPayment;
  const bytesOf = (payment: TriedPayment) =>
    composePayment(asExample(triedRules(payment.chain).payment(payment), NOW)).unsignedTransaction;
  const names = (bytes: string, program: string) => bytes.includes(Buffer.from(base58.decode(program)).toString('hex'));
  const [first, newer] = [bytesOf({ ...typed, program: 'token' }), bytesOf({ ...typed, program: 'token2022' })];
  expect([names(first, TOKEN_2022_PROGRAM), names(newer, TOKEN_2022_PROGRAM)]).toEqual([false, true]);
  expect(first).toBe(bytesOf(typed));
});

it('an address of another network is refused by its name', () => {
  const [, bitcoin] = PAYMENTS;
  const payment = triedRules(BITCOIN).payment({
    ...(bitcoin as TriedPayment),
    from: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  });
  expect(() => composePayment(asExample(payment, NOW))).toThrow('from is not an address of this network of Bitcoin');
});
