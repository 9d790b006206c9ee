import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultOf } from '../../../../electron/client/index.ts';
import { OPERATIONS } from '../../../../shared/operations/index.ts';
import { type Bench, createReadyBench } from '../harness.ts';

/** No test here reads the accounts again, so all facts come from the activities alone. */
let bench: Bench & { address: string };
beforeAll(async () => {
  bench = await createReadyBench();
});
afterAll(() => bench.end());

const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const AS = { kind: 'transaction', type: 'TRANSACTION_TYPE_ETHEREUM', signWith: null, atMs: 0 } as const;

const submit = async (operation: string, parameters: Record<string, unknown>) => {
  const { requestId } = await bench.engine.requests.prepare(operation as 'create_wallet', parameters);
  return (await bench.engine.requests.submit(requestId)).activity;
};
/** The known facts about the address that a transfer goes to. */
const known = async (address: string) => {
  const bytes = Buffer.from(`02df0101010282520894${address.slice(2).toLowerCase()}0180c0`);
  const { naming } = await bench.engine.inspection.inspect({ bytes, as: AS });
  return naming?.addresses.find((each) => each.address.toLowerCase() === address.toLowerCase());
};
const addWallet = async (walletName: string) =>
  resultOf(
    OPERATIONS.create_wallet,
    await submit('create_wallet', { walletName, accounts: [{ ...ACCOUNT, path: "m/44'/60'/0'/0/0" }] }),
  );
const addKey = async (privateKeyName: string) => {
  const key = { privateKeyName, curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [ACCOUNT.addressFormat] };
  const activity = await submit('create_private_keys', { privateKeys: [key] });
  const [made] = resultOf(OPERATIONS.create_private_keys, activity).privateKeys;
  return { id: made?.privateKeyId ?? '', address: made?.addresses?.[0]?.address ?? '' };
};

describe('an account of one’s own', () => {
  it('is known from the answer that made its wallet', async () => {
    expect(await known(bench.address)).toMatchObject({ relation: 'own', label: 'Treasury' });
  });

  it('is known from the answer that added it, and not when it was only shown', async () => {
    const { walletId } = await addWallet('Second');
    const add = async (path: string, persist?: boolean) =>
      resultOf(
        OPERATIONS.create_wallet_accounts,
        await submit('create_wallet_accounts', {
          walletId,
          accounts: [{ ...ACCOUNT, path }],
          ...(persist === undefined ? {} : { persist }),
        }),
      ).addresses[0] ?? '';
    expect(await known(await add("m/44'/60'/0'/0/1"))).toMatchObject({ relation: 'own' });
    expect(await known(await add("m/44'/60'/0'/0/2", false))).toMatchObject({ relation: 'new' });
  });

  it('is known from the answer that made its private key, and no longer once that is deleted', async () => {
    const { id, address } = await addKey('Cold key');
    expect(await known(address)).toMatchObject({ relation: 'own', label: 'Cold key' });
    await submit('delete_private_keys', { privateKeyIds: [id], deleteWithoutExport: true });
    expect(await known(address)).toMatchObject({ relation: 'new' });
  });

  it('is none once its wallet is deleted', async () => {
    const { walletId, addresses } = await addWallet('Third');
    expect(await known(addresses[0] ?? '')).toMatchObject({ relation: 'own', label: 'Third' });
    await submit('delete_wallets', { walletIds: [walletId], deleteWithoutExport: true });
    expect(await known(addresses[0] ?? '')).toMatchObject({ relation: 'new' });
  });

  it('is known to another process that reads the same state, as the command line is', async () => {
    const { address } = await addKey('Kept key');
    bench = { ...(await bench.reopen()), address: bench.address };
    expect(await known(address)).toMatchObject({ relation: 'own', label: 'Kept key' });
    expect(await known(bench.address)).toMatchObject({ relation: 'own', label: 'Treasury' });
  });

  it('is none of another organization', async () => {
    const { address } = await addKey('Elsewhere');
    const { accounts, profiles } = bench.engine;
    const profile = profiles.get();
    expect(accounts.own(profile, address)).toEqual({ label: 'Elsewhere' });
    // The same cache, queried for an organization that did not make it.
    bench = { ...(await bench.reopen()), address: bench.address };
    expect(bench.engine.accounts.own({ ...profile, organizationId: 'another' }, address)).toBeNull();
  });
});
