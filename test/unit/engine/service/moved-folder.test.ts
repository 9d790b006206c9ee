import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Bench, createBench, createReadyBench } from '../harness.ts';

const open: Bench[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((bench) => bench.end()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const names = async (bench: Bench) => {
  const { wallets } = (await bench.engine.queries.run('list_wallets', {})) as { wallets: { walletName: string }[] };
  return wallets.map(({ walletName }) => walletName);
};

/** A copy of a closed state folder, at another path. */
function copyOf(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-copied-'));
  folders.push(folder);
  const copy = join(folder, 'home');
  cpSync(root, copy, { recursive: true });
  return copy;
}

async function openAt(root: string): Promise<Bench> {
  const bench = await createBench({}, root);
  open.push(bench);
  return bench;
}

/** As a version before stores had ids left it. */
function withoutIds(root: string): void {
  rmSync(join(root, 'service', 'store.json'));
}

const mastersOf = (root: string) =>
  (JSON.parse(readFileSync(join(root, 'credentials.json'), 'utf8')) as { masters: { id: string; directory: string }[] })
    .masters;

async function closedHome(): Promise<string> {
  const bench = await createReadyBench();
  folders.push(bench.root);
  await bench.engine.close();
  return bench.root;
}

it('a state folder that was copied as a whole opens where it is, beside the original', async () => {
  const home = await closedHome();
  const copy = copyOf(home);
  const [original, copied] = [await openAt(home), await openAt(copy)];
  expect(await names(original)).toEqual(['Treasury']);
  expect(await names(copied)).toEqual(['Treasury']);
  await copied.engine.requests
    .prepare('create_wallet', { walletName: 'Only in the copy', accounts: [] })
    .then(({ requestId }) => copied.engine.requests.submit(requestId));
  expect(await names(copied)).toHaveLength(2);
  expect(await names(original)).toEqual(['Treasury']);
  expect(await copied.engine.audit.verify()).toMatchObject({ entries: expect.any(Number) });
  expect(await original.engine.audit.verify()).toMatchObject({ entries: expect.any(Number) });
});

it('so does one from before stores had ids, which gets its id from then on', async () => {
  const home = await closedHome();
  withoutIds(home);
  const copy = copyOf(home);
  const copied = await openAt(copy);
  expect(await names(copied)).toEqual(['Treasury']);
  const { id } = JSON.parse(readFileSync(join(copy, 'service', 'store.json'), 'utf8')) as { id: string };
  expect(mastersOf(copy)).toMatchObject([{ id, directory: join(copy, 'service') }]);
});

it('one that stayed where it was from before stores had ids keeps working', async () => {
  const home = await closedHome();
  withoutIds(home);
  const before = mastersOf(home);
  expect(await names(await openAt(home))).toEqual(['Treasury']);
  expect(mastersOf(home)).toEqual(before);
  expect(readFileSync(join(home, 'service', 'store.json'), 'utf8')).toContain(before[0]?.id);
});

it('a folder of a service without the list of its keys is refused, and the missing file is named', async () => {
  const home = await closedHome();
  withoutIds(home);
  const path = join(home, 'credentials.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), masters: [] }));
  const bench = await openAt(home);
  const refused = expect(bench.engine.service.startLocal()).rejects;
  await refused.toMatchObject({ code: 'KEY_MISSING', message: expect.stringContaining('is not listed in') });
});

it('the folder of a service that was moved within its state folder opens', async () => {
  const home = await closedHome();
  renameSync(join(home, 'service'), join(home, 'elsewhere'));
  const bench = await openAt(home);
  const served = await bench.engine.service.serve({
    directory: join(home, 'elsewhere'),
    port: 0,
    authPort: 0,
    dialect: 'spec',
    init: null,
    endpoints: [],
    onToken: null,
    logsRequests: false,
    hasMetrics: false,
  });
  expect(served.ready).toBe(true);
});
