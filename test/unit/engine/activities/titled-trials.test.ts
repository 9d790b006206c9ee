import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

/** EIP-1559 on chain 1: nonce 0, 2.5 ether to 0xf39F…2266 at 32 gwei or less. */
const UNSIGNED = '02f001808459682f0085077359400082520894f39fd6e51aad88f6f4ce6ab8827279cfffb922668822b1c8c1227a000080c0';
const DAY = 24 * 60 * 60 * 1000;

let bench: Bench & { address: string };
const signing = () => ({ signWith: bench.address, type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: UNSIGNED });
beforeAll(async () => {
  bench = await createReadyBench();
  bench.advance(40 * DAY);
  const prepared = await bench.engine.requests.prepare('sign_transaction', signing());
  await bench.engine.requests.submit(prepared.requestId);
});
afterAll(() => bench.end());

const policy = {
  policyId: null,
  policyName: 'None',
  effect: 'EFFECT_DENY' as const,
  condition: 'true',
  consensus: '',
  time: '',
};
const titles = async (wanted: object) => {
  const trials = await bench.engine.titledTrials(policy, { activities: 100, since: null, request: null, ...wanted });
  return trials.map((one) => ('title' in one ? one.title : one.problem));
};

it('trials are named by the tried request', async () => {
  expect(await titles({})).toEqual([
    expect.stringMatching(/^Send 2\.5 ETH to /),
    expect.stringMatching(/^Create wallet “Treasury”/),
  ]);
  bench.engine.activityWords.describe();
  await bench.engine.activityWords.idle();
  expect((await titles({}))[0]).toBe('Send 2.5 ETH to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  const request = { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', parameters: JSON.stringify(signing()), approvers: [] };
  expect(await titles({ activities: 0, request })).toEqual([expect.stringContaining('Send 2.5 ETH to')]);
});

it('activities before a time are not tried', async () => {
  const [row] = bench.engine.activities.list({ search: '', offset: 0, limit: 1 }).rows;
  const newest = row?.createdAt ?? 0;
  expect(await titles({ since: newest - 30 * DAY })).toEqual([expect.stringContaining('Send 2.5 ETH')]);
  expect(await titles({ since: newest + 1 })).toEqual([]);
  expect(await titles({ activities: 1 })).toHaveLength(1);
});
