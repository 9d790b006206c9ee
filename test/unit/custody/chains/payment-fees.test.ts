import { describe, expect, test } from 'vitest';
import { type ChainNode, NodeFault, type Question } from '../../../../electron/custody/chains/index.ts';
import { ethereumPaymentFees } from '../../../../electron/custody/chains/payment-fees.ts';

const FROM = `0x${'ab'.repeat(20)}`;
const TO = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const hex = (value: number) => `0x${value.toString(16)}`;

interface Says {
  readonly bases?: readonly number[];
  readonly rewards?: readonly (readonly number[])[];
  readonly code?: string;
  /** Null when the node refuses the call. */
  readonly gas?: number | null;
}

function nodeThatSays({ bases = [90, 80], rewards = [[1, 2, 3]], code = '0x', gas = 50_000 }: Says) {
  const asked: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    eth_feeHistory: { baseFeePerGas: bases.map(hex), reward: rewards.map((block) => block.map(hex)) },
    eth_getCode: code,
    eth_estimateGas: gas === null ? null : hex(gas),
    eth_maxPriorityFeePerGas: hex(7),
  };
  const ask = async <Value>({ method, read }: Question<Value>): Promise<Value> => {
    asked.push(method);
    if (method === 'eth_estimateGas' && gas === null) throw new NodeFault('refused', 'execution reverted');
    return read(answers[method]);
  };
  const askAll = (questions: readonly Question<unknown>[]) => Promise.all(questions.map(ask));
  return { node: { chain: 'eip155:1', ask, askAll } as unknown as ChainNode, asked };
}

const price = (says: Says, token: string | null = null) =>
  ethereumPaymentFees(nodeThatSays(says).node, FROM, { to: TO, token, units: '1' });

describe('the price of a payment', () => {
  test('has room for more full blocks and a higher tip the faster it is', async () => {
    expect(await price({})).toEqual({
      family: 'ethereum',
      baseFeePerGas: '80',
      slow: { maxFeePerGas: '91', maxPriorityFeePerGas: '1' },
      normal: { maxFeePerGas: '122', maxPriorityFeePerGas: '2' },
      fast: { maxFeePerGas: '163', maxPriorityFeePerGas: '3' },
      gasLimit: '21000',
      refusal: null,
      isContract: false,
    });
  });

  test('has the median tip of the blocks, so that one dear block counts little', async () => {
    const { fast } = await price({
      rewards: [
        [1, 1, 4],
        [1, 1, 9_000],
        [1, 1, 5],
      ],
    });
    expect(fast.maxPriorityFeePerGas).toBe('5');
  });

  test('has the tip that the node advises where blocks are empty', async () => {
    const { slow, fast } = await price({ rewards: [[0, 0, 0]] });
    expect([slow.maxPriorityFeePerGas, fast.maxPriorityFeePerGas]).toEqual(['7', '7']);
  });

  test('asks for the gas of a token or of a contract, with a fifth more', async () => {
    expect(await price({}, TOKEN)).toMatchObject({ gasLimit: '60000', isContract: false });
    expect(await price({ code: '0x60' })).toMatchObject({ gasLimit: '60000', isContract: true });
  });

  test('has the reason of a refusal in place of the gas', async () => {
    expect(await price({ gas: null }, TOKEN)).toMatchObject({ gasLimit: null, refusal: 'execution reverted' });
  });

  test('is not believed above half a coin', async () => {
    const half = 5 * 10 ** 17;
    const base = Math.floor(half / 21_000 / 2);
    const bases = [base, base];
    expect(await price({ bases, rewards: [[1, 1, 1]] })).toMatchObject({ gasLimit: '21000' });
    await expect(price({ bases: [2 * base, 2 * base] })).rejects.toThrow('more than Castellan pays without your input');
  });

  test('is none on a chain that has no base fee', async () => {
    await expect(price({ bases: [] })).rejects.toThrow('the base fee that it reported is no number');
  });
});
