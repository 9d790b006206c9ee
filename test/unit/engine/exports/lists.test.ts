import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { readContainer, writeContainer } from '../../../../electron/engine/containers/container.ts';
import type { ContentOf, WantedExport } from '../../../../electron/engine/containers/kinds.ts';
import type { MadeList } from '../../../../electron/engine/exports/target-lists.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

/** One engine in both parts: the bundles are real, from the local service. */
let bench: Bench & { address: string };
let wanted: WantedExport[];
let made: MadeList;
beforeAll(async () => {
  bench = await createReadyBench();
  await bench.engine.accounts.refresh();
  const [row] = bench.engine.accounts.list({ search: '', offset: 0, limit: 1 }).rows;
  const at = { address: bench.address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const;
  wanted = [
    { kind: 'account', of: bench.address, ...at },
    { kind: 'wallet', of: row?.walletId ?? '', path: "m/44'/60'/0'/0/0", ...at },
  ];
  made = await bench.engine.exportLists.make(wanted, { profile: profile(), store: 'file' });
});
afterAll(() => bench.end());

const profile = () => bench.engine.profiles.get();
const gather = (text = made.text, code = made.code) => bench.engine.exportLists.gather(text, code, profile());
const prove = (text: string) => bench.engine.exportLists.prove(text, profile());
const asked = () => bench.transport.sent.filter(({ path }) => path.includes('/submit/export_')).length;
const gathered = async () => readContainer((await gather()).text, 'gathered-exports').content;
const changed = async (change: (content: ContentOf<'gathered-exports'>) => ContentOf<'gathered-exports'>) =>
  writeContainer('gathered-exports', change(await gathered()));

describe('the exports of a list', () => {
  it('are not asked for with another check code, nor of another list with the old one', async () => {
    await expect(gather(made.text, '0000 0000 0000 0000 0000')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    const { content } = readContainer(made.text, 'export-targets');
    const targets = content.targets.map((target) => ({ ...target, targetPublicKey: `04${'ab'.repeat(64)}` }));
    const other = writeContainer('export-targets', { ...content, targets });
    await expect(gather(other)).rejects.toMatchObject({ message: expect.stringContaining('The check code is not') });
    expect(asked()).toBe(0);
  });

  it('are asked for once each, also after an answer was lost', async () => {
    bench.transport.fail('/public/v1/submit/export_wallet', 'before the answer');
    await expect(gather()).rejects.toMatchObject({ outcome: 'unknown' });
    const first = await gather();
    expect([first.total, first.missing, bench.engine.requests.unsettled()]).toEqual([2, [], []]);
    const { activities } = (await bench.engine.queries.run('list_activities', {}, {})) as {
      activities: { type: string }[];
    };
    expect(activities.filter(({ type }) => type.includes('_EXPORT_'))).toHaveLength(2);
    const before = asked();
    expect((await gather()).text).toBe(first.text);
    expect(asked()).toBe(before);
  });

  it('are proven by their addresses, and nothing of them stays open', async () => {
    const before = bench.processes.calls.length;
    const { proven, unproven } = await prove((await gather()).text);
    expect([proven.map(({ derivedAddress }) => derivedAddress), unproven]).toEqual([
      [bench.address, bench.address],
      [],
    ]);
    const calls = bench.processes.calls.slice(before).filter((one) => /openBundle|forget|reveal/.test(one));
    expect(calls).toEqual(['vault.openBundle', 'vault.forget', 'vault.openBundle', 'vault.forget']);
  });

  it('are not opened by a list that this machine did not make', async () => {
    const text = await changed(({ list, bundles }) => ({
      list: { ...list, targets: list.targets.toReversed() },
      bundles: bundles.toReversed(),
    }));
    await expect(prove(text)).rejects.toMatchObject({ message: expect.stringContaining('recorded another list') });
  });

  it('are not opened with too few bundles, or for another organization', async () => {
    const few = await changed(({ list, bundles }) => ({ list, bundles: bundles.slice(1) }));
    await expect(prove(few)).rejects.toMatchObject({ message: expect.stringContaining('1 bundles for 2 targets') });
    const organizationId = '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60';
    const other = await changed(({ list, bundles }) => ({ list: { ...list, organizationId }, bundles }));
    await expect(prove(other)).rejects.toMatchObject({ message: expect.stringContaining('for the organization') });
  });

  it('each stand alone: a missing and an exchanged bundle leave the others proven', async () => {
    const missing = await prove(await changed(({ list, bundles }) => ({ list, bundles: [null, bundles[1] ?? null] })));
    expect([missing.proven.length, missing.unproven]).toMatchObject([
      1,
      [{ why: expect.stringContaining('no bundle') }],
    ]);
    const swapped = await prove(await changed(({ list, bundles }) => ({ list, bundles: bundles.toReversed() })));
    expect([swapped.proven, swapped.unproven.length]).toEqual([[], 2]);
  });

  it('of another address are not proven', async () => {
    const [account] = wanted;
    if (account === undefined) throw new Error('no account was wanted');
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
    const other = await bench.engine.exportLists.make([{ ...account, address }], { profile: profile(), store: 'file' });
    const { text } = await gather(other.text, other.code);
    const { proven, unproven } = await prove(text);
    expect([proven, unproven]).toMatchObject([[], [{ why: expect.stringContaining('another address') }]]);
  });

  it('that are cancelled leave no target key behind', async () => {
    const controller = new AbortController();
    const progress = () => controller.abort();
    const keys = () => readFileSync(join(bench.root, 'credentials.json'), 'utf8').match(/"target"/g)?.length;
    const before = keys();
    const making = bench.engine.exportLists.make(
      wanted,
      { profile: profile(), store: 'file' },
      { signal: controller.signal, progress },
    );
    await expect(making).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([keys(), before]).toEqual([before, expect.any(Number)]);
  });
});

it('of a private key are asked for by its id, and proven by its address', async () => {
  const privateKeys = [
    {
      privateKeyName: 'Key',
      curve: 'CURVE_SECP256K1',
      privateKeyTags: [],
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
    },
  ];
  const { requestId } = await bench.engine.requests.prepare('create_private_keys', { privateKeys });
  const { activity } = await bench.engine.requests.submit(requestId);
  const [key] = resultOf(OPERATIONS.create_private_keys, activity).privateKeys;
  const address = key?.addresses?.[0]?.address ?? '';
  const one = { kind: 'private key', of: key?.privateKeyId ?? '', address, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' };
  const list = await bench.engine.exportLists.make([one as WantedExport], { profile: profile(), store: 'file' });
  const { proven } = await prove((await gather(list.text, list.code)).text);
  expect(proven.map(({ derivedAddress }) => derivedAddress)).toEqual([address]);
});
