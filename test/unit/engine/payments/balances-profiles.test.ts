import { expect, it, vi } from 'vitest';
import { createBalances } from '../../../../electron/engine/payments/balances.ts';
import { createChanges } from '../../../../electron/engine/tools/changes.ts';

type Parts = Parameters<typeof createBalances>;

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const CHAIN = 'eip155:1';

/** The balances beside test doubles of the profiles, the accounts and the node. */
function createBench(present: { name: string; kind: string }[]) {
  const changes = createChanges((error) => {
    throw error;
  });
  const stored: string[] = [];
  const answers: (() => void)[] = [];
  const asked = { number: 0 };
  const own = {
    call: () => {
      asked.number += 1;
      const balances = [{ caip19: `${CHAIN}/slip44:60`, units: '7' }];
      return new Promise((done) => answers.push(() => done({ balances, problem: null })));
    },
  };
  const base = {
    ports: { clock: { now: () => 1_790_000_000_000 }, report: (error: unknown) => Promise.reject(error) },
    cache: {
      reader: { report: () => null },
      writer: { putReport: (_kind: string, profile: string) => void stored.push(profile) },
    },
    changes,
  };
  const balances = createBalances(base as unknown as Parts[0], {
    profiles: { get: () => present[0], list: () => present } as unknown as Parts[1]['profiles'],
    accounts: {
      cached: (_profile: object, address: string) => ({ address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }),
    } as unknown as Parts[1]['accounts'],
    endpoints: { list: async () => [{ chain: CHAIN }] } as unknown as Parts[1]['endpoints'],
    service: { own: () => own } as unknown as Parts[1]['service'],
    assetsOf: () => [{ token: null, symbol: 'ETH', decimals: 18 }],
  });
  /** Answers the questions that are open. */
  const answer = async () => {
    await vi.waitUntil(() => answers.length > 0);
    for (const done of answers.splice(0)) done();
    await new Promise(setImmediate);
  };
  return { balances, changes, present, asked, stored, answer };
}

it('a profile of a service elsewhere has the balances of the nodes that the operator named', async () => {
  const { balances, answer } = createBench([{ name: 'desk', kind: 'remote' }]);
  expect(await balances.list([ADDRESS])).toEqual([]);
  await answer();
  expect(await balances.list([ADDRESS])).toMatchObject([{ address: ADDRESS, chain: CHAIN, assets: [{ units: '7' }] }]);
});

it('the balances of a removed profile are forgotten, and no later profile of its name has them', async () => {
  const { balances, changes, present, stored, answer } = createBench([{ name: 'desk', kind: 'remote' }]);
  await balances.list([ADDRESS]);
  await answer();
  const [desk] = present.splice(0, 1, { name: 'other', kind: 'remote' });
  changes.announce('state');
  present.splice(0, 1, { ...desk, name: 'desk', kind: 'local' });
  changes.announce('state');
  expect(await balances.list([ADDRESS])).toEqual([]);
  expect(stored).toEqual(['desk']);
});

it('an answer that comes after the removal of its profile is not kept', async () => {
  const { balances, changes, present, stored, asked, answer } = createBench([{ name: 'desk', kind: 'remote' }]);
  await balances.list([ADDRESS]);
  await vi.waitUntil(() => asked.number === 1);
  present.splice(0, 1, { name: 'other', kind: 'remote' });
  changes.announce('state');
  await answer();
  expect(stored).toEqual([]);
});
