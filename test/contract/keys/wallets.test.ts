import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedService, startService } from '../start-service.ts';

let service: StartedService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const ethereum = (index: number) =>
  ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: `m/44'/60'/0'/0/${index}`,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }) as const;
const solana = (index: number) =>
  ({
    curve: 'CURVE_ED25519',
    pathFormat: 'PATH_FORMAT_BIP32',
    path: `m/44'/501'/${index}'/0'`,
    addressFormat: 'ADDRESS_FORMAT_SOLANA',
  }) as const;

type Account = Parameters<StartedService['client']['createWallet']>[0]['parameters']['accounts'][number];

async function createWallet(walletName: string, accounts: Account[], mnemonicLength?: number) {
  const parameters = { walletName, accounts, ...(mnemonicLength === undefined ? {} : { mnemonicLength }) };
  const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', parameters));
  return activity.result.createWalletResult!;
}

async function addAccounts(walletId: string, accounts: Account[], persist?: boolean) {
  const parameters = { walletId, accounts, ...(persist === undefined ? {} : { persist }) };
  const { activity } = await service.client.createWalletAccounts(
    service.envelope('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', parameters),
  );
  return activity.result.createWalletAccountsResult!.addresses;
}

const accountsOf = async (
  request: Omit<Parameters<StartedService['client']['getWalletAccounts']>[0], 'organizationId'>,
) => (await service.client.getWalletAccounts({ organizationId: service.organizationId, ...request })).accounts;

describe('create_wallet', () => {
  it('creates a wallet whose accounts are listed with all their data', async () => {
    const { walletId, addresses } = await createWallet('Two chains', [{ ...ethereum(0), name: 'Cold' }, solana(0)]);

    expect(walletId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const [first, second] = await accountsOf({ walletId });
    expect(first).toEqual({
      walletAccountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      organizationId: service.organizationId,
      walletId,
      ...ethereum(0),
      address: addresses[0],
      publicKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
      name: 'Cold',
      caip2Prefix: 'eip155',
      createdAt: { seconds: '1763640000', nanos: '0' },
      updatedAt: { seconds: '1763640000', nanos: '0' },
    });
    expect(first?.address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(second).toMatchObject({ address: addresses[1], caip2Prefix: 'solana', ...solana(0) });
    expect(second).not.toHaveProperty('name');
    expect(second?.publicKey).toMatch(/^[0-9a-f]{64}$/);
  });

  it('makes another seed every time', async () => {
    const one = await createWallet('Seed one', [ethereum(0)]);
    const two = await createWallet('Seed two', [ethereum(0)]);
    expect(one.addresses[0]).not.toBe(two.addresses[0]);
  });

  it('keeps compressed and uncompressed public keys as addresses', async () => {
    const { walletId, addresses } = await createWallet('Keys', [
      { ...ethereum(0), addressFormat: 'ADDRESS_FORMAT_COMPRESSED' },
      { ...ethereum(1), addressFormat: 'ADDRESS_FORMAT_UNCOMPRESSED' },
      { ...ethereum(2), addressFormat: 'ADDRESS_FORMAT_COMPRESSED', curve: 'CURVE_P256' },
    ]);
    expect(addresses[0]).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(addresses[1]).toMatch(/^04[0-9a-f]{128}$/);
    const [compressed] = await accountsOf({ walletId });
    expect(compressed?.publicKey).toBe(addresses[0]);
    expect(compressed).not.toHaveProperty('caip2Prefix');
  });

  it('takes one path in several formats: one key, several addresses', async () => {
    const formats = ['ADDRESS_FORMAT_ETHEREUM', 'ADDRESS_FORMAT_COMPRESSED', 'ADDRESS_FORMAT_TRON'] as const;
    const { walletId, addresses } = await createWallet(
      'Formats',
      formats.map((addressFormat) => ({ ...ethereum(0), addressFormat })),
    );
    expect(new Set(addresses).size).toBe(3);
    const accounts = await accountsOf({ walletId });
    expect(accounts.map(({ addressFormat }) => addressFormat)).toEqual(formats);
    expect(new Set(accounts.map(({ publicKey }) => publicKey)).size).toBe(1);
  });

  it('takes a wallet without accounts, and a null word count as none', async () => {
    const parameters = { walletName: 'Empty', accounts: [], mnemonicLength: null as unknown as number };
    const { activity } = await service.client.createWallet(service.envelope('ACTIVITY_TYPE_CREATE_WALLET', parameters));
    expect(activity.result.createWalletResult?.addresses).toEqual([]);
    expect(activity.intent.createWalletIntent).toEqual({ walletName: 'Empty', accounts: [] });
  });

  it.each([
    ['a name that is taken', () => createWallet('Two chains', []), 'wallet label must be unique'],
    [
      'one path twice in one format',
      () => createWallet('Twice', [ethereum(0), ethereum(0)]),
      "invalid path: path already exists: m/44'/60'/0'/0/0 is in the request more than once",
    ],
    ['a path with a mistake', () => createWallet('Slip', [{ ...ethereum(0), path: 'm/44/sixty' }]), 'invalid path'],
    [
      'an Ed25519 path that is not hardened',
      () => createWallet('Soft', [{ ...solana(0), path: "m/44'/501'/0'/0" }]),
      'invalid path',
    ],
    [
      'a curve the format is not made of',
      () => createWallet('Mixed', [{ ...ethereum(0), curve: 'CURVE_ED25519' }]),
      'invalid curve',
    ],
    [
      'an unknown curve',
      () => createWallet('Unknown', [{ ...ethereum(0), curve: 'CURVE_X' as 'CURVE_P256' }]),
      'invalid curve: /parameters/accounts/0/curve',
    ],
    [
      'a format that is none of the interface',
      () => createWallet('Later', [{ ...ethereum(0), addressFormat: 'ADDRESS_FORMAT_MOON' as 'ADDRESS_FORMAT_XRP' }]),
      'invalid address format: /parameters/accounts/0/addressFormat',
    ],
    [
      'thirteen words',
      () => createWallet('Words', [], 13),
      'bad request body: /parameters/mnemonicLength must be one of 12, 15, 18, 21, 24 (Details',
    ],
    [
      'an account name that is taken',
      () => createWallet('Names', [{ ...ethereum(0), name: 'Cold' }]),
      'wallet account name must be unique',
    ],
    [
      'more accounts than one activity takes',
      () =>
        createWallet(
          'Many',
          Array.from({ length: 1001 }, (_, index) => ethereum(index)),
        ),
      'bad request body: /parameters/accounts must have at most 1000 items',
    ],
  ])('refuses %s and keeps nothing of it', async (_what, work, message) => {
    const before = await service.client.getWallets({ organizationId: service.organizationId });
    await expect(work()).rejects.toThrow(`Turnkey error 3: ${message}`);
    expect(await service.client.getWallets({ organizationId: service.organizationId })).toEqual(before);
  });
});

describe('create_wallet_accounts', () => {
  it('derives further accounts of the same seed', async () => {
    const { walletId, addresses } = await createWallet('Growing', [ethereum(0)]);
    const more = await addAccounts(walletId, [ethereum(1), ethereum(2)]);
    expect((await accountsOf({ walletId })).map(({ address }) => address)).toEqual([...addresses, ...more]);
  });

  it('returns addresses without storing accounts on request', async () => {
    const { walletId } = await createWallet('Preview', []);
    const shown = await addAccounts(walletId, [ethereum(0), solana(0)], false);
    expect(await accountsOf({ walletId })).toEqual([]);
    expect(await addAccounts(walletId, [ethereum(0), solana(0)])).toEqual(shown);
  });

  it('refuses a path that the wallet has, an unknown wallet and an empty list', async () => {
    const { walletId } = await createWallet('Refusals', [ethereum(0)]);
    await expect(addAccounts(walletId, [ethereum(1), ethereum(0)])).rejects.toThrow(
      /^Turnkey error 6: path already exists in wallet account [0-9a-f-]{36} \(Details: \[\]\)$/,
    );
    expect(await accountsOf({ walletId })).toHaveLength(1);
    await expect(addAccounts(service.organizationId, [ethereum(1)])).rejects.toThrow(
      'Turnkey error 5: no wallet found with the given ID',
    );
    await expect(addAccounts(walletId, [])).rejects.toThrow('/parameters/accounts');
  });

  it('refuses a wallet that another request deletes while the accounts are derived', async () => {
    const { walletId } = await createWallet('Deleted meanwhile', []);
    const parameters = { walletIds: [walletId], deleteWithoutExport: true };
    const [added, deleted] = await Promise.allSettled([
      addAccounts(
        walletId,
        Array.from({ length: 100 }, (_, index) => ethereum(index)),
      ),
      service.client.deleteWallets(service.envelope('ACTIVITY_TYPE_DELETE_WALLETS', parameters)),
    ]);
    expect(deleted.status).toBe('fulfilled');
    expect(added).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('no wallet found with the given ID') },
    });
  });
});

describe('list_wallets and list_wallet_accounts', () => {
  it('lists wallets with their flags', async () => {
    const { walletId } = await createWallet('Listed', []);
    const { wallets } = await service.client.getWallets({ organizationId: service.organizationId });
    const time = { seconds: '1763640000', nanos: '0' };
    expect(wallets.find((wallet) => wallet.walletId === walletId)).toEqual({
      walletId,
      walletName: 'Listed',
      createdAt: time,
      updatedAt: time,
      exported: false,
      imported: false,
    });
  });

  it('gives ten accounts unless asked otherwise, and pages in both directions', async () => {
    const { walletId, addresses } = await createWallet(
      'Paged',
      Array.from({ length: 25 }, (_, index) => ethereum(index)),
    );
    const page = async (paginationOptions?: { limit?: string; before?: string; after?: string }) =>
      accountsOf({ walletId, ...(paginationOptions === undefined ? {} : { paginationOptions }) });
    const from = async (options: { limit?: string; before?: string; after?: string }) =>
      (await page(options)).map(({ address }) => address);

    expect(await page()).toHaveLength(10);
    const all = await page({ limit: '100' });
    expect(all.map(({ address }) => address)).toEqual(addresses);
    const id = (index: number) => all[index]!.walletAccountId;
    expect(await from({ limit: '3', after: id(9) })).toEqual(addresses.slice(10, 13));
    expect(await from({ limit: '3', before: id(9) })).toEqual(addresses.slice(6, 9));
    expect(await from({ limit: '100', after: id(3), before: id(6) })).toEqual(addresses.slice(4, 6));
    expect(await from({ after: id(24) })).toEqual([]);
    expect(await from({ after: '', before: '' })).toEqual(addresses.slice(0, 10));
  });

  it.each([['0'], ['101'], ['ten'], ['-1'], ['1.5']])('refuses the limit %s', async (limit) => {
    await expect(accountsOf({ paginationOptions: { limit } })).rejects.toThrow('/paginationOptions/limit');
  });

  it('refuses a cursor that is no account', async () => {
    await expect(accountsOf({ paginationOptions: { after: service.organizationId } })).rejects.toThrow(
      'invalid pagination cursor',
    );
  });

  it('gives the accounts of all wallets when none is named, with the wallet when asked', async () => {
    const { walletId } = await createWallet('Detailed', [{ ...ethereum(0), name: 'Detailed account' }]);
    const accounts = await accountsOf({ includeWalletDetails: true, paginationOptions: { limit: '100' } });
    const mine = accounts.find(({ name }) => name === 'Detailed account');
    expect(mine?.walletDetails).toMatchObject({ walletId, walletName: 'Detailed', exported: false, imported: false });
    expect(new Set(accounts.map((account) => account.walletId)).size).toBeGreaterThan(1);
  });

  it('finds a wallet whatever the letter case of its id', async () => {
    const { walletId } = await createWallet('Case', [ethereum(0)]);
    expect(await accountsOf({ walletId: walletId.toUpperCase() })).toHaveLength(1);
  });

  it('refuses an unknown wallet', async () => {
    await expect(accountsOf({ walletId: service.userId })).rejects.toThrow(
      'Turnkey error 5: no wallet found with the given ID',
    );
  });
});
