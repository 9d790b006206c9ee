import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  describeSignedEthereum,
  describeTransaction,
  readSignedEthereum,
  signTransaction,
  unsignedEthereumPayment,
  unsignedSolanaPayment,
  unsignedTempoPayment,
  unsignedTronPayment,
  withBlockhash,
} from '../../../../electron/crypto/index.ts';
import type { Nodes } from '../../../../electron/engine/payments/nodes.ts';
import { createSpendingCheck } from '../../../../electron/engine/payments/spending-check.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type {
  EndpointChain,
  ProfileRow,
  SpendingState,
  TransactionType,
  UnsignedPayment,
} from '../../../../shared/model/index.ts';
import { hexDecode, utf8Encode } from '../../../../shared/wire/index.ts';
import { draftOf, keyOf, writeDraft } from '../../crypto/transactions/bitcoin/drafts.ts';
import { MEANING } from '../../meaning.ts';

const NOW = 1_790_000_000_000;
const FROM = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const SOL_FROM = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const SOL_TO = 'EDBN6YPGqFiy9PrDLdqaYRvEYyWVZz3LJw3VUPBkbcm7';
const TRON = 'tron:0x2b6653dc';
const TRON_FROM = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';
const NEVER = 'No block can include this transaction.';
const PROFILE = { name: 'desk', kind: 'local' } as ProfileRow;
const PROBLEM = 'Castellan could not check balance, nonce and fee on';

const STATE: SpendingState = {
  coinUnits: '3000000000000000000',
  tokenUnits: null,
  nonce: '7',
  price: '12000000000',
  unspent: null,
  isBlockhashNew: null,
};

let named: EndpointChain[];
let state: SpendingState | null | AppError | 'silent';
let asked: object[];
let now: number;
beforeEach(() => {
  [named, state, asked, now] = [['eip155:1'], STATE, [], NOW];
});
afterEach(() => {
  vi.useRealTimers();
});

const nodes = {
  has: async (chain) => named.includes(chain),
  open: async () => ({
    async call(_name: string, input: object) {
      asked.push(input);
      if (state === 'silent') return new Promise(() => undefined);
      if (state instanceof Error) throw state;
      return state === null ? { state, problem: 'the node of eip155:1 refuses it' } : { state, problem: null };
    },
  }),
} as Nodes;
const check = createSpendingCheck({ clock: { now: () => now }, nodes });

/** Checks a request that signs or sends a transaction. */
function checked(operation: string, parameters: Record<string, unknown>, type: TransactionType, unsigned: string) {
  const { title, fields, summary } = describeTransaction(type, unsigned, String(parameters.signWith));
  const meaning = { ...MEANING, operation, decoded: { title, fields, summary } } as typeof MEANING;
  return check(PROFILE, { meaning, body: utf8Encode(JSON.stringify({ parameters })) });
}
const signed = (type: TransactionType, signWith: string, unsignedTransaction: string) =>
  checked('sign_transaction', { type, signWith, unsignedTransaction }, type, unsignedTransaction);

const FEES = { gasLimit: '21000', maxFeePerGas: '25000000000', maxPriorityFeePerGas: '1000000000' };
const ether = (change: Partial<Extract<UnsignedPayment, { family: 'ethereum' }>> = {}) => {
  const payment = { family: 'ethereum', chain: 'eip155:1', nonce: '7', ...FEES, to: TO, token: null, units: '2' };
  return signed(
    'TRANSACTION_TYPE_ETHEREUM',
    FROM,
    unsignedEthereumPayment({ ...payment, ...change } as Parameters<typeof unsignedEthereumPayment>[0]),
  );
};
const texts = (found: Awaited<ReturnType<typeof check>>) => found?.findings.map(({ text }) => text) ?? null;
/** Returns the changes since a check, by a state that the node reports now. */
const changes = async (found: Awaited<ReturnType<typeof check>>, next: typeof state) => {
  state = next;
  return (await found?.again())?.changed ?? null;
};

describe('what a request uses up on Ethereum', () => {
  it('is read from the node of its chain, and is calm where nothing stands against it', async () => {
    const found = await ether();
    expect(asked).toEqual([{ chain: 'eip155:1', from: FROM, token: null, outputs: [], blockhash: null }]);
    expect(texts(found)).toEqual([]);
    expect(await changes(found, { ...STATE, price: '24000000000', coinUnits: '9000000000000000000' })).toBeNull();
  });

  it('names a nonce that was used, a fee that rose and a balance that fell', async () => {
    const found = await ether();
    expect(await changes(found, { ...STATE, nonce: '9' })).toEqual([
      `Nonce 7 was used meanwhile. The next one is 9. ${NEVER}`,
    ]);
    expect(await changes(found, { ...STATE, price: '31000000000' })).toEqual([
      'The fee rose from 12 gwei per unit of gas to 31 gwei per unit of gas. This pays at most 25 gwei per unit of gas, and waits until the fee falls.',
    ]);
    expect(await changes(found, { ...STATE, coinUnits: '500000000000000000' })).toEqual([
      'The balance is now 0.5 ETH. It was 3 ETH.',
    ]);
  });

  it('names the balance of its token', async () => {
    state = { ...STATE, tokenUnits: '12500000000' };
    const found = await ether({ token: USDC, units: '12500000000' });
    expect(asked).toEqual([expect.objectContaining({ token: expect.stringMatching(new RegExp(USDC, 'i')) })]);
    expect(await changes(found, { ...STATE, tokenUnits: '1000000' })).toEqual([
      'The balance is now 1 USDC. It was 12,500 USDC.',
    ]);
  });

  it('is a finding where the chain would refuse it already', async () => {
    state = { ...STATE, nonce: '8', coinUnits: '1', price: '26000000000' };
    expect(texts(await ether())).toEqual([
      `Nonce 7 is used already. The next one is 8. ${NEVER}`,
      'The account has 0.000000000000000001 ETH, and this needs up to 0.000525000000000002 ETH.',
      'Ethereum asks for 26 gwei per unit of gas, and this pays at most 25 gwei per unit of gas. It waits until the fee falls.',
    ]);
  });

  it('is asked about again once it changed, and then by the newer state', async () => {
    const first = await ether();
    state = { ...STATE, nonce: '8' };
    const again = await first?.again();
    expect(texts(again?.check ?? null)).toEqual([expect.stringContaining('Nonce 7 is used already')]);
    expect(await again?.check.again()).toBeNull();
  });

  it('is not known without a node, and says so where a named one does not answer', async () => {
    named = [];
    expect(await ether()).toBeNull();
    named = ['eip155:1'];
    state = null;
    const found = await ether();
    expect(texts(found)).toEqual([`${PROBLEM} Ethereum: the node of Ethereum refuses it.`]);
    expect(await changes(found, new AppError('SERVICE_STOPPED', 'It stopped.'))).toBeNull();
    expect(await changes(found, { ...STATE, nonce: '8' })).toEqual([expect.stringContaining('is used already')]);
    state = STATE;
    expect(await changes(await ether(), null)).toEqual([`${PROBLEM} Ethereum again: the node of Ethereum refuses it.`]);
  });

  it('holds up a question for three seconds at most', async () => {
    vi.useFakeTimers();
    state = 'silent';
    const found = ether();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(texts(await found)).toEqual([`${PROBLEM} Ethereum: no node of Ethereum answered within 3 seconds.`]);
  });

  it('is compared again before its broadcast, by the signed bytes', async () => {
    const key = { privateKey: hexDecode('11'.repeat(32)), curve: 'CURVE_SECP256K1' };
    const payment = { family: 'ethereum', chain: 'eip155:1', nonce: '7', ...FEES, to: TO, token: null, units: '2' };
    const unsigned = unsignedEthereumPayment(payment as Parameters<typeof unsignedEthereumPayment>[0]);
    const signedTransaction = signTransaction('TRANSACTION_TYPE_ETHEREUM', unsigned, key as never);
    const { title, fields, summary } = describeSignedEthereum(signedTransaction, 'eip155:1');
    const meaning = { ...MEANING, operation: 'eth_send_raw_transaction', decoded: { title, fields, summary } };
    state = { ...STATE, nonce: '8' };
    const parameters = { signedTransaction, caip2: 'eip155:1' };
    const found = await check(PROFILE, {
      meaning: meaning as typeof MEANING,
      body: utf8Encode(JSON.stringify({ parameters })),
    });
    expect(asked).toEqual([expect.objectContaining({ from: readSignedEthereum(signedTransaction).sender })]);
    expect(texts(found)).toEqual([expect.stringContaining('Nonce 7 is used already')]);
  });

  it('is the balance and the fee where the service makes the transaction', async () => {
    const parameters = { from: FROM, caip2: 'eip155:1', calls: [{ to: TO, value: '1' }] };
    const found = await check(PROFILE, {
      meaning: { ...MEANING, operation: 'eth_send_transaction' },
      body: utf8Encode(JSON.stringify({ parameters })),
    });
    expect(await changes(found, { ...STATE, price: '14000000000', nonce: '8' })).toBeNull();
    expect(await changes(found, { ...STATE, price: '16000000000', coinUnits: '1000000000000000000' })).toEqual([
      'The balance is now 1 ETH. It was 3 ETH.',
      'The fee rose from 12 gwei per unit of gas to 16 gwei per unit of gas.',
    ]);
  });

  it('is not read for a request that spends nothing', async () => {
    expect(await check(PROFILE, { meaning: MEANING, body: utf8Encode('{"parameters":{}}') })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('what a request uses up on other chains', () => {
  it('is on Solana the balance and the blockhash, unless the service sets it', async () => {
    named = [MAINNET as EndpointChain];
    const payment = {
      family: 'solana',
      chain: MAINNET,
      from: SOL_FROM,
      to: SOL_TO,
      units: '5',
      unitLimit: '450',
      unitPrice: '0',
      memo: null,
      token: null,
    };
    const unsigned = unsignedSolanaPayment(payment as Parameters<typeof unsignedSolanaPayment>[0]);
    const parameters = { unsignedTransaction: unsigned, signWith: SOL_FROM, caip2: 'solana:mainnet' };
    await checked('sol_send_transaction_v1', parameters, 'TRANSACTION_TYPE_SOLANA', unsigned);
    expect(asked).toEqual([expect.objectContaining({ chain: MAINNET, from: SOL_FROM, blockhash: null })]);

    state = { ...STATE, coinUnits: '7', isBlockhashNew: true };
    const fresh = withBlockhash(unsigned, SOL_TO);
    const found = await signed('TRANSACTION_TYPE_SOLANA', SOL_FROM, fresh);
    expect(asked[1]).toMatchObject({ chain: MAINNET, blockhash: SOL_TO });
    expect(await changes(found, { ...STATE, coinUnits: '7', isBlockhashNew: false })).toEqual([
      `Its blockhash expired. ${NEVER}`,
    ]);
  });

  it('is on Bitcoin the outputs and the rate', async () => {
    const chain = 'bip122:000000000019d6689c085ae165831e93';
    named = [chain];
    const unsigned = writeDraft(draftOf(['P2WPKH', 'P2TR'], keyOf(1, ['P2WPKH']).publicKey));
    const signWith = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const parameters = { unsignedTransaction: unsigned, signWith, caip2: chain };
    const none = { ...STATE, coinUnits: null, nonce: null, price: '12000' };
    state = { ...none, unspent: [] };
    const gone = await checked('btc_send_transaction', parameters, 'TRANSACTION_TYPE_BITCOIN', unsigned);
    expect(texts(gone)).toEqual([`2 outputs that it spends were spent already. ${NEVER}`]);
    const { outputs } = asked[0] as { outputs: string[] };
    expect(outputs).toHaveLength(2);
    state = { ...none, unspent: outputs };
    const found = await checked('btc_send_transaction', parameters, 'TRANSACTION_TYPE_BITCOIN', unsigned);
    expect(texts(found)).toEqual([]);
    expect(await changes(found, { ...none, unspent: outputs.slice(1) })).toEqual([
      `The output ${outputs[0]} was spent meanwhile. ${NEVER}`,
    ]);
    expect(await changes(found, { ...none, unspent: outputs, price: '15000' })).toBeNull();
    expect(await changes(found, { ...none, unspent: outputs, price: '31000' })).toEqual([
      'The fee rose from 12 satoshi per virtual byte to 31 satoshi per virtual byte.',
    ]);
  });

  it('is on Tron the balance and the time, also of two networks with one node', async () => {
    named = [TRON as EndpointChain];
    const block = { id: `${'0'.repeat(8)}00000064${'ab'.repeat(24)}`, number: 100, timestamp: NOW };
    const unsigned = unsignedTronPayment({
      family: 'tron',
      chain: TRON,
      from: TRON_FROM,
      to: 'TQooBX9o8iSSprLWW96YShBogx7Uwisuim',
      units: '5',
      token: null,
      feeLimit: '0',
      memo: null,
      block,
    } as Parameters<typeof unsignedTronPayment>[0]);
    const found = await signed('TRANSACTION_TYPE_TRON', TRON_FROM, unsigned);
    expect(asked).toEqual([expect.objectContaining({ chain: TRON, from: TRON_FROM })]);
    now += 24 * 3_600_000;
    expect(await changes(found, STATE)).toEqual([
      expect.stringMatching(/^The transaction expired at .* UTC\. No block/),
    ]);
  });

  it('is on Tempo the nonce of the account itself, and a fee in dollars', async () => {
    named = ['eip155:4217' as EndpointChain];
    const unsigned = unsignedTempoPayment({
      family: 'tempo',
      chain: 'eip155:4217',
      nonce: '7',
      ...FEES,
      to: TO,
      units: '5',
      memo: null,
      token: '0x20c0000000000000000000000000000000000000',
      feeToken: null,
    } as Parameters<typeof unsignedTempoPayment>[0]);
    const found = await signed('TRANSACTION_TYPE_TEMPO', FROM, unsigned);
    expect(await changes(found, { ...STATE, nonce: '8', price: '31000000000' })).toEqual([
      `Nonce 7 was used meanwhile. The next one is 8. ${NEVER}`,
      expect.stringContaining('to 31 nanodollars per unit of gas'),
    ]);
  });
});
