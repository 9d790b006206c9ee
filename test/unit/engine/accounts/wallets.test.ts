import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowOrder } from '../../../../shared/model/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

const MINUTE = 60_000;
const ACCOUNT = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32' } as const;
const ETHEREUM = { ...ACCOUNT, path: "m/44'/60'/0'/0/0", addressFormat: 'ADDRESS_FORMAT_ETHEREUM' } as const;

describe('the wallets', () => {
  let bench: Bench & { address: string };
  const submit = async (name: string, parameters: Record<string, unknown>) => {
    const { requestId } = await bench.engine.requests.prepare(name, parameters);
    return bench.engine.requests.submit(requestId);
  };
  const list = async (search = '', order?: RowOrder) =>
    (await bench.engine.wallets.arranged({ search, offset: 0, limit: 100, order })).rows;
  const named = async (name: string) => {
    await bench.engine.accounts.refresh();
    const row = (await list()).find(({ walletName }) => walletName === name);
    if (row === undefined) throw new Error(`no wallet ${name}`);
    return row;
  };

  beforeAll(async () => {
    bench = await createReadyBench();
    await submit('create_wallet', {
      walletName: 'Mixed',
      mnemonicLength: 24,
      accounts: [
        ETHEREUM,
        { ...ETHEREUM, path: "m/44'/60'/0'/0/2" },
        { ...ACCOUNT, path: "m/44'/195'/0'", addressFormat: 'ADDRESS_FORMAT_TRON' },
        { ...ACCOUNT, path: 'm/1', addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
      ],
    });
    await submit('create_wallet', { walletName: 'Bare', accounts: [] });
    await bench.engine.accounts.refresh();
  });
  afterAll(() => bench.end());

  it('have the number and the chains of their accounts', async () => {
    expect((await list()).map(({ walletName, accounts, chains }) => [walletName, accounts, chains])).toEqual([
      ['Treasury', 1, ['Ethereum']],
      ['Mixed', 4, ['Ethereum', 'Tron']],
      ['Bare', 0, []],
    ]);
  });

  it('are found by their words and filters, and ordered', async () => {
    const names = async (search: string, order?: RowOrder) =>
      (await list(search, order)).map(({ walletName }) => walletName);
    expect(await names('mix tron')).toEqual(['Mixed']);
    expect(await names('chain:tron ')).toEqual(['Mixed']);
    expect(await names('is:exported ')).toEqual([]);
    expect(await names('', { by: 'accounts', descending: true })).toEqual(['Mixed', 'Treasury', 'Bare']);
  });

  it('have the words of the seed, and the next path of each kind of account', async () => {
    const { words, next, exports } = bench.engine.wallets.get((await named('Mixed')).walletId);
    expect(words).toBe(24);
    expect(next.map(({ addressFormat, path }) => [addressFormat, path])).toEqual([
      ['ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/1"],
      ['ADDRESS_FORMAT_TRON', "m/44'/195'/1'"],
      ['ADDRESS_FORMAT_COMPRESSED', "m/44'/60'/0'/0/1"],
    ]);
    expect(exports).toEqual([]);
    expect(bench.engine.wallets.get((await named('Bare')).walletId)).toMatchObject({ words: 12, next: [] });
  });

  it('have their own exports alone, with the asker and the state', async () => {
    const { walletId } = await named('Treasury');
    await submit('export_wallet_account', { address: bench.address });
    bench.advance(1_000);
    await submit('export_wallet', { walletId });
    const { row, exports, hasAllExports } = bench.engine.wallets.get((await named('Treasury')).walletId);
    expect(row.exported).toBe(true);
    expect(hasAllExports).toBe(true);
    expect(exports).toMatchObject([
      { address: null, status: 'ACTIVITY_STATUS_COMPLETED', askedBy: { userId: expect.any(String) } },
      { address: bench.address, status: 'ACTIVITY_STATUS_COMPLETED', askedBy: { userId: expect.any(String) } },
    ]);
    expect(bench.engine.wallets.get((await named('Mixed')).walletId).exports).toEqual([]);
    expect((await list('is:exported ')).map(({ walletName }) => walletName)).toEqual(['Treasury']);
  });

  it('are not found by an unknown id', () => {
    expect(() => bench.engine.wallets.get('00000000-0000-4000-8000-000000000000')).toThrow(
      /not in the list of wallets/,
    );
  });

  it('are in the newest backup only when they were whole before it', async () => {
    const backups = async () => (await list()).map(({ walletName, backup }) => [walletName, backup?.state]);
    expect(await backups()).toEqual([
      ['Treasury', 'missing'],
      ['Mixed', 'missing'],
      ['Bare', 'missing'],
    ]);
    bench.advance(MINUTE);
    await submit('create_wallet', { walletName: 'Just made', accounts: [] });
    const out = join(mkdtempSync(join(tmpdir(), 'castellan-wallets-')), 'one.backup');
    await bench.engine.backups.create({ out, passphrase: Uint8Array.from(Buffer.from('correct horse battery')) });
    bench.advance(MINUTE);
    await submit('create_wallet', { walletName: 'Later', accounts: [] });
    await bench.engine.accounts.refresh();
    expect(await backups()).toEqual([
      ['Treasury', 'included'],
      ['Mixed', 'included'],
      ['Bare', 'included'],
      ['Just made', 'unknown'],
      ['Later', 'missing'],
    ]);
    // A clock that was set back makes a new wallet look older than the backup.
    bench.advance(-60 * MINUTE);
    await submit('create_wallet', { walletName: 'Set back', accounts: [] });
    bench.advance(120 * MINUTE);
    await bench.engine.accounts.refresh();
    expect(new Set((await backups()).map(([, state]) => state))).toEqual(new Set(['unknown']));
  });
});
