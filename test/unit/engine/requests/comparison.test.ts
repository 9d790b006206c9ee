import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, createReadyBench } from '../harness.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createReadyBench();
});
afterEach(() => bench.end());

const makeWallet = async (walletName: string) => {
  const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName, accounts: [] });
  return (await bench.engine.requests.submit(requestId)).activity.id;
};

it('finds every answered request at the service', async () => {
  await makeWallet('Second');
  expect(await bench.engine.compareJournal(10)).toEqual({ compared: 2, lost: [] });
  expect(await bench.engine.compareJournal(1)).toEqual({ compared: 1, lost: [] });
});

it('names the requests that an older copy of the service’s folder lacks', async () => {
  const service = join(bench.root, 'service');
  const older = join(bench.root, 'older');
  await bench.engine.service.stop();
  cpSync(service, older, { recursive: true });
  const activityId = await makeWallet('Lost');
  await bench.engine.service.stop();
  for (const suffix of ['', '-wal', '.head']) {
    rmSync(join(service, `custody.db${suffix}`), { force: true });
    const copy = join(older, `custody.db${suffix}`);
    if (existsSync(copy)) cpSync(copy, join(service, `custody.db${suffix}`));
  }
  const { compared, lost } = await bench.engine.compareJournal(10);
  expect(compared).toBe(2);
  expect(lost).toEqual([
    expect.objectContaining({ activityId, title: expect.stringContaining('Lost'), answeredAt: expect.any(Number) }),
  ]);
});
