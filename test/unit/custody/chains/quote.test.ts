import { describe, expect, it } from 'vitest';
import { type ChainNode, NodeFault, type Question } from '../../../../electron/custody/chains/index.ts';
import { quote } from '../../../../electron/custody/handlers/chains/quote.ts';
import { PublicError } from '../../../../electron/custody/public-error.ts';

const FROM = `0x${'ab'.repeat(20)}`;
const call = { from: FROM, to: FROM, value: 0n, data: new Uint8Array() };
const GWEI = 10n ** 9n;
const hex = (value: bigint) => `0x${value.toString(16)}`;

/** A node that returns these values and records its requests. */
function nodeThatSays(says: { gas?: bigint; base?: bigint | null; tip?: bigint | null } = {}) {
  const { gas = 21_000n, base = 10n * GWEI, tip = GWEI } = says;
  const asked: string[] = [];
  const block = { number: '0x1', hash: `0x${'5c'.repeat(32)}`, ...(base === null ? {} : { baseFeePerGas: hex(base) }) };
  const answers: Readonly<Record<string, unknown>> = {
    eth_getTransactionCount: '0x7',
    eth_estimateGas: hex(gas),
    eth_getBlockByNumber: block,
    eth_maxPriorityFeePerGas: tip === null ? null : hex(tip),
  };
  const node: Pick<ChainNode, 'chain' | 'ask'> = {
    chain: 'eip155:1',
    async ask<Value>({ method, read }: Question<Value>) {
      asked.push(method);
      if (method === 'eth_maxPriorityFeePerGas' && tip === null) throw new NodeFault('unable', 'no such method');
      return read(answers[method]);
    },
  };
  return { node: node as ChainNode, asked };
}

describe('what is asked of a node for a transaction', () => {
  it('is all that the caller left out: a plain transfer gets its gas, twice the base fee and the advice', async () => {
    const { node } = nodeThatSays();
    expect(await quote(node, call, {})).toEqual({
      nextNonce: 7,
      gasLimit: 21_000n,
      maxPriorityFeePerGas: GWEI,
      maxFeePerGas: 21n * GWEI,
    });
  });

  it('has a fifth more gas for a call, which may need more when it is carried out', async () => {
    expect((await quote(nodeThatSays({ gas: 100_000n }).node, call, {})).gasLimit).toBe(120_000n);
  });

  it('is not what the caller gave', async () => {
    const { node, asked } = nodeThatSays();
    const given = { gasLimit: '50000', maxFeePerGas: '5', maxPriorityFeePerGas: '3' };
    expect(await quote(node, call, given)).toEqual({
      nextNonce: 7,
      gasLimit: 50_000n,
      maxPriorityFeePerGas: 3n,
      maxFeePerGas: 5n,
    });
    expect(asked).toEqual(['eth_getTransactionCount']);
  });

  it('never tips more than the most that the caller pays', async () => {
    expect(await quote(nodeThatSays().node, call, { maxFeePerGas: '5' })).toMatchObject({
      maxFeePerGas: 5n,
      maxPriorityFeePerGas: 5n,
    });
  });

  it('is a usual tip where the node has no advice, and no base fee where the chain has none', async () => {
    expect(await quote(nodeThatSays({ tip: null, base: null }).node, call, {})).toMatchObject({
      maxFeePerGas: GWEI,
      maxPriorityFeePerGas: GWEI,
    });
  });
});

describe('fees that a node asks for', () => {
  const half = 5n * 10n ** 17n;

  it.each<[string, Parameters<typeof nodeThatSays>[0]]>([
    ['by its base fee', { base: half / 21_000n }],
    ['by its advice', { tip: half / 21_000n + 1n, base: 0n }],
    ['by its estimate', { gas: half / (21n * GWEI) }],
  ])('are not paid on its word beyond half a coin: %s', async (_what, says) => {
    const refused = quote(nodeThatSays(says).node, call, {});
    await expect(refused).rejects.toBeInstanceOf(PublicError);
    await expect(refused).rejects.toThrow('more than is paid on its word');
  });

  it('are paid when the caller gives them', async () => {
    const given = { gasLimit: '21000', maxFeePerGas: String(half) };
    expect((await quote(nodeThatSays().node, call, given)).maxFeePerGas).toBe(half);
  });
});
