import { describe, expect, it } from 'vitest';
import { tokenBalance, tokenWords } from '../../../../electron/custody/chains/erc20.ts';
import { createChainNode } from '../../../../electron/custody/chains/node.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const TOKEN = `0x${'ab'.repeat(20)}`;
const SYMBOL = '0x95d89b41';
const DECIMALS = '0x313ce567';
const word = (value: number | bigint) => value.toString(16).padStart(64, '0');
const text = (value: string, length?: number) => {
  const bytes = Buffer.from(value);
  return `0x${word(32)}${word(length ?? bytes.length)}${bytes.toString('hex').padEnd(64, '0')}`;
};
const short = (value: string) => `0x${Buffer.from(value).toString('hex').padEnd(64, '0')}`;

/** A chain whose contracts return this for every call. It records the faults of its node. */
function chainThatGives(give: (data: string) => object) {
  const faults: string[] = [];
  const node = createChainNode({
    chain: 'eip155:1',
    endpoints: 1,
    callNode({ body }) {
      const asked = JSON.parse(utf8Decode(body ?? new Uint8Array()));
      const one = ({ id, method, params }: { id: number; method: string; params: [{ data: string }] }) => ({
        jsonrpc: '2.0',
        id,
        ...(method === 'eth_chainId' ? { result: '0x1' } : give(params[0].data)),
      });
      return { status: 200, body: utf8Encode(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked))) };
    },
    steady: () => 0,
    onState: (_endpoint, fault) => void (fault !== null && faults.push(fault.message)),
  });
  return { node, faults };
}
const balanceOf = tokenBalance(TOKEN, TOKEN, 'latest');

describe('what a token says of itself', () => {
  it.each<[string, string, string | null]>([
    ['a text', text('USDC'), 'USDC'],
    ['a text in one word', short('MKR'), 'MKR'],
    ['a text that fills its word', short('x'.repeat(32)), 'x'.repeat(32)],
    ['spaces around', text(' A B '), 'A B'],
    ['nothing', text(''), null],
    ['an empty word', short(''), null],
    ['a text that turns what follows', text('US\u202eDC'), null],
    ['a line', text('US\nDC'), null],
    ['what no screen shows', text('US\u200bDC'), null],
    ['bytes that are no text', `0x${word(32)}${word(1)}ff${'0'.repeat(62)}`, null],
    ['33 letters', `0x${word(32)}${word(33)}${'41'.repeat(33)}`, null],
    ['more than it gives', text('USDC', 64), null],
    ['a length beyond any number', `0x${word(32)}${word(2n ** 255n)}`, null],
    ['another place', `0x${word(64)}${word(4)}${'41'.repeat(32)}`, null],
    ['half of a word', '0x00', null],
  ])('is reported if it can be shown: %s', async (_what, given, expected) => {
    const { node, faults } = chainThatGives((data) => ({ result: data === SYMBOL ? given : '0x' }));
    expect(await tokenWords(node, TOKEN)).toEqual({ symbol: expected, name: null, decimals: null });
    expect(faults).toEqual([]);
  });

  it.each<[bigint, number | null]>([
    [0n, 0],
    [255n, 255],
    [256n, null],
    [2n ** 256n - 1n, null],
  ])('has so many decimals: %s', async (given, decimals) => {
    const { node } = chainThatGives((data) => ({ result: data === DECIMALS ? `0x${word(given)}` : '0x' }));
    expect(await tokenWords(node, TOKEN)).toMatchObject({ decimals });
  });
});

describe('what a contract does', () => {
  const reverted = { error: { code: 3, message: 'execution reverted: rate limit exceeded' } };

  it.each<[string, object]>([
    ['refuses in the words of a node', reverted],
    ['gives nothing', { result: '0x' }],
    ['gives two words', { result: `0x${word(1)}${word(2)}` }],
  ])('is no fault of the node, and no balance: it %s', async (_what, answer) => {
    const { node, faults } = chainThatGives(() => answer);
    expect(await node.askAll([balanceOf, balanceOf])).toEqual([null, null]);
    expect(faults).toEqual([]);
  });

  it('is read from bytes, and a node that returns none is at fault', async () => {
    const { node, faults } = chainThatGives(() => ({ result: 7 }));
    await expect(node.ask(balanceOf)).rejects.toThrow('the answer of the contract that it reported is no bytes');
    expect(faults).toHaveLength(1);
  });
});
