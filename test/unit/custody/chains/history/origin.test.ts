import { expect, it } from 'vitest';
import { createSameness } from '../../../../../electron/custody/chains/history/origin.ts';
import { type ChainNode, NodeFault } from '../../../../../electron/custody/chains/index.ts';
import { CHAIN, historySetting } from './setting.ts';

const own = historySetting();
const HASH = `0x${'5c'.repeat(32)}`;
const PROGRESS = { head: 0, final: 0 };

it('asks once in a round whether a chain is the one that was read, and again after a failure', async () => {
  const { store } = own;
  store.transaction(() => store.history.begin(CHAIN, { number: 0, hash: HASH }));
  let asked = 0;
  let hash: string | null = HASH;
  const node: ChainNode = {
    chain: CHAIN,
    ask: () => Promise.reject(new Error('one by one')),
    askAll: async (questions) => {
      asked += 1;
      if (hash === null) throw new NodeFault('unreachable', 'it did not answer');
      return questions.map(() => ({ number: 0, hash, baseFeePerGas: null })) as never;
    },
  };
  let next = () => {};
  const sameness = createSameness({ node, store, write: store.transaction }, (_milliseconds, work) => {
    next = work;
  });
  expect(await Promise.all([sameness(PROGRESS), sameness(PROGRESS), sameness(PROGRESS)])).toEqual(
    Array.from({ length: 3 }, () => 'same'),
  );
  hash = null;
  expect(await sameness(PROGRESS)).toBe('same');
  expect(asked).toBe(1);
  next();
  await expect(sameness(PROGRESS)).rejects.toThrow('did not answer');
  hash = `0x${'a0'.repeat(32)}`;
  expect(await sameness(PROGRESS)).toBe('another');
  expect(asked).toBe(3);
});
