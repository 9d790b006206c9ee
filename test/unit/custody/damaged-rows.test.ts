import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { encryptPrivateKeyToBundle, encryptWalletToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCustodyService } from '../../../electron/custody/service.ts';
import { startCustody } from '../../tools/start-custody.ts';
import { openToTamper } from '../../tools/tamper-database.ts';

const NOW = 1_763_640_000_000;
const WORDS = [
  'test test test test test test test test test test test junk',
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
] as const;
const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;
const key = generateP256KeyPair();

let directory: string;
let time: number;
let reports: unknown[];
let service: ReturnType<typeof createCustodyService>;
let started: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-damaged-'));
  time = NOW;
  reports = [];
  started = await start();
});
afterEach(async () => {
  await service.stop({});
  rmSync(directory, { recursive: true });
});

async function start() {
  service = createCustodyService({
    now: () => NOW,
    report(_during, error) {
      reports.push(error);
      return 'reference';
    },
  });
  const apiKey = { apiKeyName: 'k', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const };
  const ready = await startCustody(service, {
    directory,
    port: 0,
    authPort: 0,
    dialect: 'spec',
    master: new Uint8Array(32).fill(9),
    init: { organizationName: 'Treasury', rootUsers: [{ userName: 'One', apiKeys: [apiKey] }] },
  });
  const { organizationId } = ready;
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  const client = new TurnkeyClient({ baseUrl: ready.baseUrl }, stamper);
  const { userId } = await client.getWhoami({ organizationId });
  const envelope = <Type extends string, Parameters>(type: Type, parameters: Parameters) => {
    time += 1;
    return { type, timestampMs: String(time), organizationId, parameters };
  };
  const target = (importBundle: string) => ({
    importBundle,
    userId,
    organizationId,
    dangerouslyOverrideSignerPublicKey: ready.keys.signer,
  });
  const initWallet = async () =>
    (await client.initImportWallet(envelope('ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId }))).activity.result
      .initImportWalletResult?.importBundle ?? '';
  const sealed = (bundle: string, mnemonic: string) => encryptWalletToBundle({ ...target(bundle), mnemonic });
  const finish = async (walletName: string, encryptedBundle: string) =>
    (
      await client.importWallet(
        envelope('ACTIVITY_TYPE_IMPORT_WALLET', { userId, walletName, encryptedBundle, accounts: [ACCOUNT] }),
      )
    ).activity.result.importWalletResult?.walletId ?? '';
  return {
    client,
    organizationId,
    baseUrl: ready.baseUrl,
    initWallet,
    sealed,
    finish,
    importWallet: async (name: string, words: string) => finish(name, await sealed(await initWallet(), words)),
    async importKey(
      privateKeyName: string,
      privateKey: string,
      addressFormats: readonly 'ADDRESS_FORMAT_ETHEREUM'[] = [],
    ) {
      const { activity } = await client.initImportPrivateKey(
        envelope('ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId }),
      );
      const bundle = target(activity.result.initImportPrivateKeyResult?.importBundle ?? '');
      const encryptedBundle = await encryptPrivateKeyToBundle({ ...bundle, privateKey, keyFormat: 'HEXADECIMAL' });
      const imported = await client.importPrivateKey(
        envelope('ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
          userId,
          privateKeyName,
          encryptedBundle,
          curve: 'CURVE_SECP256K1' as const,
          addressFormats: [...addressFormats],
        }),
      );
      return imported.activity.result.importPrivateKeyResult?.privateKeyId ?? '';
    },
    async createWallet(walletName: string) {
      const { activity } = await client.createWallet(
        envelope('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [ACCOUNT] }),
      );
      const { walletId = '', addresses = [] } = activity.result.createWalletResult ?? {};
      return { walletId, address: addresses[0] ?? '' };
    },
    sign: (signWith: string) =>
      client.signRawPayload(
        envelope('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith,
          payload: 'x',
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
          hashFunction: 'HASH_FUNCTION_SHA256' as const,
        }),
      ),
  };
}

/** Changes one row of the stopped service, as an attacker with the file but without the master key could. */
async function damage(statement: string): Promise<void> {
  await service.stop({});
  const database = openToTamper(directory);
  database.pragma('foreign_keys = OFF');
  expect(database.prepare(statement).run().changes).toBe(1);
  database.close();
  started = await start();
}

/** The first byte is the version of a sealed value. */
const broken = (column: string) => `${column} = CAST(X'FF' || substr(${column}, 2) AS BLOB)`;

describe('a damaged row refuses its own use by name, and nothing else', () => {
  it.each([
    ['wallet’s row', "UPDATE wallets SET exported = 1 WHERE wallet_name = 'Damaged'", /The wallet "Damaged" of the/],
    ['wallet’s seed', `UPDATE wallets SET ${broken('sealed_seed')} WHERE wallet_name = 'Damaged'`, null],
    [
      'private key’s row',
      "UPDATE private_keys SET exported = 1 WHERE private_key_name = 'Damaged'",
      /The private key "Damaged" of the/,
    ],
    [
      'private key’s secret',
      `UPDATE private_keys SET ${broken('sealed_private_key')} WHERE private_key_name = 'Damaged'`,
      null,
    ],
  ])('as a %s', async (_what, statement, named) => {
    const walletId = await started.importWallet('Damaged', WORDS[0]);
    const privateKeyId = await started.importKey('Damaged', '5b'.repeat(32));
    const { address } = await started.createWallet('Whole');
    await damage(statement);

    await expect(started.importWallet('Next', WORDS[1])).resolves.toMatch(/^[0-9a-f-]{36}$/);
    await expect(started.importKey('Next', '5c'.repeat(32))).resolves.toMatch(/^[0-9a-f-]{36}$/);
    await expect(started.createWallet('Created')).resolves.toMatchObject({ walletId: expect.stringMatching(/-/) });
    await expect(started.sign(address)).resolves.toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
    // Whole rows are still compared.
    await expect(started.importKey('Same', '5c'.repeat(32))).rejects.toThrow('has already been imported');
    await expect(started.importWallet('Same', WORDS[1])).rejects.toThrow('already imported in this organization');

    reports.length = 0;
    const { client, organizationId } = started;
    const own = [
      client.getWallet({ organizationId, walletId }),
      client.getPrivateKey({ organizationId, privateKeyId }),
    ];
    const refused = (await Promise.allSettled(own)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(named === null ? 0 : 1);
    if (named !== null) expect(String(reports[0])).toMatch(named);
  });

  it.each([
    ['row', 'exported = 1', 'Stop the service, and restore a backup of the whole folder.'],
    ['organization', "organization_id = 'another'", 'Stop the service, and restore a backup of the whole folder.'],
    ['seed', broken('sealed_seed'), 'Delete that wallet and import again, or restore a backup'],
    [
      'seed and mnemonic',
      `${broken('sealed_seed')}, ${broken('sealed_mnemonic')}`,
      'Delete that wallet and import again, or restore a backup',
    ],
    ['row and seed', `imported = 0, ${broken('sealed_seed')}`, 'Stop the service, and restore a backup'],
  ])('as a wallet with a damaged %s, whose seed cannot be imported once more', async (_what, change, next) => {
    const walletId = await started.importWallet('Damaged', WORDS[0]);
    await damage(`UPDATE wallets SET ${change} WHERE wallet_name = 'Damaged'`);
    const name = change.startsWith('organization') ? walletId : `"Damaged" (${walletId})`;
    const again = started.importWallet('Again', WORDS[0]);
    await expect(again).rejects.toThrow(
      `the wallet ${name} of this organization has the same seed, and is damaged in the database of the service. Nothing was imported. ${next}`,
    );
    await expect(started.importWallet('Other', WORDS[1])).resolves.toMatch(/^[0-9a-f-]{36}$/);
  });

  it('as a wallet of which nothing is readable, which an import reports as not compared', async () => {
    const walletId = await started.importWallet('Damaged', WORDS[0]);
    await damage(`UPDATE wallet_accounts SET path = 'm/1' WHERE wallet_id = '${walletId}'`);
    await damage(
      `UPDATE wallets SET ${broken('sealed_seed')}, ${broken('sealed_mnemonic')} WHERE wallet_name = 'Damaged'`,
    );
    reports.length = 0;
    await expect(started.importWallet('Other', WORDS[1])).resolves.toMatch(/^[0-9a-f-]{36}$/);
    // The changed account is reported as well, by the check in the background.
    expect(reports.map(String)).toContainEqual(
      expect.stringContaining(`The wallet "Damaged" (${walletId}) is damaged, so an import was not compared with it.`),
    );
  });

  it.each([
    ['row', 'exported = 1'],
    ['public key', "public_key = '02' || substr(public_key, 3, 62) || '00'"],
    ['organization', "organization_id = 'another'"],
    ['public key and secret', `public_key = 'x', ${broken('sealed_private_key')}`],
  ])('as a private key with a damaged %s, which cannot be imported once more', async (what, change) => {
    const addressFormats = /organization|secret/.test(what) ? (['ADDRESS_FORMAT_ETHEREUM'] as const) : [];
    const privateKeyId = await started.importKey('Damaged', '5b'.repeat(32), addressFormats);
    await damage(`UPDATE private_keys SET ${change} WHERE private_key_name = 'Damaged'`);
    const name = change.startsWith('organization') ? privateKeyId : `"Damaged" (${privateKeyId})`;
    await expect(started.importKey('Again', '5b'.repeat(32))).rejects.toThrow(
      `the private key ${name} of this organization has the same private key, and is damaged`,
    );
    await expect(started.importKey('Other', '5c'.repeat(32))).resolves.toMatch(/^[0-9a-f-]{36}$/);
  });

  it('as an activity, whose votes are unknown and which is not tried with a policy, while others are', async () => {
    const { address } = await started.createWallet('Whole');
    const { organizationId } = started;
    const idOf = async () => (await started.sign(address)).activity.id;
    const [damaged, whole] = [await idOf(), await idOf()];
    await damage(`UPDATE activities SET result = '{}' WHERE activity_id = '${damaged}'`);
    const named = `The activity \\"${damaged}\\" of the organization`.replaceAll('\\', '');
    const activityIds = [damaged, whole];
    reports.length = 0;
    expect(await service.missingVotes({ organizationId, activityIds })).toEqual({ votes: [null, null] });
    expect(reports.map(String)).toEqual([expect.stringContaining(named)]);
    const policy = { policyId: null, policyName: 'New', effect: 'EFFECT_DENY' as const, consensus: '', time: '' };
    const wanted = {
      organizationId,
      policy: { ...policy, condition: 'true' },
      activityIds,
      request: null,
      people: null,
    };
    expect((await service.tryPolicy(wanted)).trials).toMatchObject([
      { activityId: damaged, problem: expect.stringContaining(named) },
      { activityId: whole, type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2' },
    ]);
  });

  it('as an activity that is found after the start, counted, reported once, and passed by in a list', async () => {
    const { address } = await started.createWallet('Whole');
    const idOf = async () => (await started.sign(address)).activity.id;
    const [oldest, damaged, newest] = [await idOf(), await idOf(), await idOf()];
    await damage(`UPDATE activities SET result = '{}' WHERE activity_id = '${damaged}'`);
    const healthOf = async () => (await (await fetch(`${started.baseUrl}/health`)).json()).damagedRows;
    const naming = () => reports.filter((report) => String(report).includes(`The activity "${damaged}" of the`));
    const isFound = async () => {
      await vi.waitFor(async () => expect(await healthOf()).toBe(1));
      expect(naming()).toHaveLength(1);
    };
    await isFound();
    // A stop in order must not hide it.
    await service.stop({});
    reports.length = 0;
    started = await start();
    await isFound();

    const list = (paginationOptions: object) =>
      started.client.getActivities({ organizationId: started.organizationId, paginationOptions });
    await expect(list({ limit: '3' })).rejects.toThrow(
      `ask for the newer ones of this page with paginationOptions.limit 1, and the rest with paginationOptions.after ${damaged}.`,
    );
    expect((await list({ limit: '1' })).activities).toMatchObject([{ id: newest }]);
    expect((await list({ limit: '1', after: damaged })).activities).toMatchObject([{ id: oldest }]);
  });

  it('as an import target, which is named, while another open import is finished', async () => {
    const [first, second] = [await started.initWallet(), await started.initWallet()];
    await damage(
      `UPDATE import_targets SET ${broken('sealed_private_key')} WHERE sequence = (SELECT max(sequence) FROM import_targets)`,
    );
    const lost = started.finish('Lost', await started.sealed(second, WORDS[0]));
    await expect(lost).rejects.toThrow('the key of an import that this user has open is damaged');
    await expect(started.finish('Kept', await started.sealed(first, WORDS[0]))).resolves.toMatch(/^[0-9a-f-]{36}$/);
  });
});
