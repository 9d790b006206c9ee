import { describe, expect, it } from 'vitest';
import { bitcoind } from '../../../../electron/custody/chains/bitcoin/bitcoind.ts';
import { esplora } from '../../../../electron/custody/chains/bitcoin/esplora.ts';
import type { ChainNode, Question } from '../../../../electron/custody/chains/node.ts';
import { readSpending } from '../../../../electron/custody/chains/spending.ts';
import { utf8Encode } from '../../../../shared/wire/index.ts';
import { ADDRESS } from './nodes.ts';

const TXID = 'ab'.repeat(32);
const OUTPUTS = [`${TXID}:0`, `${TXID}:1`];
const WORD = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const SOL = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const TRON = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC';

/** A node of a chain that answers each method. Records the methods. */
function nodeOf(chain: string, answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const ask = async ({ method, params, read }: Question<unknown>) => {
    asked.push(method);
    const answer = answers[method];
    return read(typeof answer === 'function' ? answer(params) : answer);
  };
  const node = {
    chain,
    ask,
    askAll: async (questions: readonly Question<unknown>[]) => Promise.all(questions.map(ask)),
  } as unknown as ChainNode;
  return { node, asked };
}
const wanted = { from: ADDRESS, token: null, outputs: [], blockhash: null };
const NONE = { coinUnits: null, tokenUnits: null, nonce: null, price: null, unspent: null, isBlockhashNew: null };

describe('the state of what a transaction uses up', () => {
  const block = { number: '0x9', hash: `0x${'5c'.repeat(32)}`, baseFeePerGas: '0xc' };
  const answers = {
    eth_getBalance: '0x3',
    eth_getTransactionCount: ([, tag]: string[]) => (tag === 'latest' ? '0x7' : '0x9'),
    eth_getBlockByNumber: block,
    eth_call: WORD(5),
  };

  it('is on Ethereum of blocks alone, so a waiting transaction has used no nonce', async () => {
    const { node } = nodeOf('eip155:1', answers);
    expect(await readSpending(node, wanted)).toEqual({ ...NONE, coinUnits: '3', nonce: '7', price: '12' });
    expect(await readSpending(node, { ...wanted, token: ADDRESS })).toMatchObject({ tokenUnits: '5' });
    expect(await readSpending(node, { ...wanted, from: null })).toEqual({ ...NONE, price: '12' });
  });

  it('has no coin on Tempo', async () => {
    const { node, asked } = nodeOf('eip155:4217', answers);
    expect(await readSpending(node, wanted)).toEqual({ ...NONE, nonce: '7', price: '12' });
    expect(asked).not.toContain('eth_getBalance');
  });

  it('is on Solana the balance and the blockhash', async () => {
    const at = (value: unknown) => ({ context: { slot: 1 }, value });
    const { node } = nodeOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', {
      getBalance: at(5),
      isBlockhashValid: at(false),
    });
    const state = await readSpending(node, { ...wanted, from: SOL, blockhash: SOL });
    expect(state).toEqual({ ...NONE, coinUnits: '5', isBlockhashNew: false });
  });

  it('is on Tron the balance, also of an account that the chain does not know', async () => {
    const known = nodeOf('tron:0x2b6653dc', { '/wallet/getaccount': { address: TRON, balance: 4 } });
    expect(await readSpending(known.node, { ...wanted, from: TRON })).toEqual({ ...NONE, coinUnits: '4' });
    const unknown = nodeOf('tron:0x2b6653dc', { '/wallet/getaccount': {} });
    expect(await readSpending(unknown.node, { ...wanted, from: TRON })).toEqual({ ...NONE, coinUnits: '0' });
  });

  it('is on Bitcoin the unspent outputs and the fee rate', async () => {
    const { node } = nodeOf('bip122:000000000019d6689c085ae165831e93', {
      fees: { 2: 9_000, 6: 4_000, 144: 1_000 },
      left: [true, false],
    });
    const state = await readSpending(node, { ...wanted, outputs: OUTPUTS });
    expect(state).toEqual({ ...NONE, price: '4000', unspent: OUTPUTS.slice(0, 1) });
    const wrong = nodeOf('bip122:000000000019d6689c085ae165831e93', { fees: { 2: 1, 6: 1, 144: 1 }, left: [true] });
    await expect(readSpending(wrong.node, { ...wanted, outputs: OUTPUTS })).rejects.toThrow('has another form');
  });
});

describe('the outputs that blocks left unspent', () => {
  it('are asked of Bitcoin Core without the transactions that wait', async () => {
    const asked: unknown[] = [];
    const dialect = bitcoind({
      async ask(questions: readonly Question<unknown>[]) {
        asked.push(...questions.map(({ method, params }) => [method, ...params]));
        return [{ value: 1 }, null];
      },
      forget: () => undefined,
    });
    expect(await dialect.left([OUTPUTS])).toEqual([true, false]);
    expect(asked).toEqual([
      ['gettxout', TXID, 0, false],
      ['gettxout', TXID, 1, false],
    ]);
  });

  it('are asked of an Esplora for each output, and only a spender in a block counts', async () => {
    const replies: Readonly<Record<string, object>> = {
      [`/tx/${TXID}/outspend/0`]: { spent: true, txid: TXID, status: { confirmed: false } },
      [`/tx/${TXID}/outspend/1`]: { spent: true, txid: TXID, status: { confirmed: true, block_height: 9 } },
    };
    const dialect = esplora(async ({ path }) => ({
      status: 200,
      body: utf8Encode(JSON.stringify(replies[path ?? ''])),
    }));
    expect(await dialect.left([OUTPUTS])).toEqual([true, false]);
  });
});
