import { expect, it } from 'vitest';
import { eventually } from '../../../../tools/eventually.ts';
import { CHAIN, historySetting, moves, OURS } from './setting.ts';

const own = historySetting();

/** One transaction with this many transfers. */
const many = (count: number) => {
  const [log] = moves(1).logs ?? [];
  return { ...moves(1), logs: Array.from({ length: count }, () => log as NonNullable<typeof log>) };
};

it('ends a page early before it has too many transfers, with cursors that go on', async () => {
  own.start();
  for (const count of [900, 1, 1000, 1000, 1000, 2]) own.chain.add(many(count));
  await eventually(() => expect(own.found().length).toBeGreaterThan(0));
  await eventually(() => expect(own.store.history.find(CHAIN)?.head).toBe(6));
  const list = (page: object) => {
    const { entries, ...more } = own.store.history.list(own.addressId(OURS) ?? 0, 'o', { limit: '100', ...page });
    return { blocks: entries.map(({ blockNumber }) => blockNumber), ...more };
  };
  expect(list({})).toEqual({ blocks: [6, 5], hasNext: true, hasPrevious: false });
  expect(list({ after: own.chain.hash(5) })).toEqual({ blocks: [4, 3], hasNext: true, hasPrevious: true });
  expect(list({ after: own.chain.hash(3) })).toEqual({ blocks: [2, 1], hasNext: false, hasPrevious: true });
  expect(list({ before: own.chain.hash(1) })).toEqual({ blocks: [3, 2], hasNext: true, hasPrevious: true });
});
