import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { encryptPrivateKeyToBundle, encryptWalletToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCustodyService } from '../../../electron/custody/service.ts';
import { startCustody } from '../../tools/start-custody.ts';
import { openToTamper } from '../../tools/tamper-database.ts';

const NOW = 1_763_640_000_000;
const SECRET = '5b'.repeat(32);
const MNEMONIC = 'test test test test test test test test test test test junk';
const key = generateP256KeyPair();

let directory: string;
let time: number;
let service: ReturnType<typeof createCustodyService>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-sealed-'));
  time = NOW;
});
afterEach(async () => {
  await service.stop({});
  rmSync(directory, { recursive: true });
});

async function start() {
  service = createCustodyService({ now: () => NOW, report: () => undefined });
  const apiKey = { apiKeyName: 'k', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' as const };
  const ready = await startCustody(service, {
    directory,
    port: 0,
    authPort: 0,
    dialect: 'spec',
    master: new Uint8Array(32).fill(9),
    init: { organizationName: 'Treasury', rootUsers: [{ userName: 'One', apiKeys: [apiKey] }] },
  });
  const stamper = new ApiKeyStamper({ apiPublicKey: key.publicKey, apiPrivateKey: key.privateKey });
  return { ready, client: new TurnkeyClient({ baseUrl: ready.baseUrl }, stamper) };
}
type Started = Awaited<ReturnType<typeof start>>;

const envelope = <Type extends string, Parameters>({ ready }: Started, type: Type, parameters: Parameters) => {
  time += 1;
  return { type, timestampMs: String(time), organizationId: ready.organizationId, parameters };
};

/** The input that the official package needs to seal to an import bundle. */
const target = (importBundle: string, { ready }: Started, userId: string) => ({
  importBundle,
  userId,
  organizationId: ready.organizationId,
  dangerouslyOverrideSignerPublicKey: ready.keys.signer,
});

async function importBoth(started: Started) {
  const { client, ready } = started;
  const { userId } = await client.getWhoami({ organizationId: ready.organizationId });
  const forKey = await client.initImportPrivateKey(
    envelope(started, 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY', { userId }),
  );
  const keyBundle = forKey.activity.result.initImportPrivateKeyResult!.importBundle;
  await client.importPrivateKey(
    envelope(started, 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY', {
      userId,
      privateKeyName: 'Imported',
      encryptedBundle: await encryptPrivateKeyToBundle({
        ...target(keyBundle, started, userId),
        privateKey: SECRET,
        keyFormat: 'HEXADECIMAL',
      }),
      curve: 'CURVE_SECP256K1' as const,
      addressFormats: [],
    }),
  );
  const forWallet = await client.initImportWallet(envelope(started, 'ACTIVITY_TYPE_INIT_IMPORT_WALLET', { userId }));
  const walletBundle = forWallet.activity.result.initImportWalletResult!.importBundle;
  await client.importWallet(
    envelope(started, 'ACTIVITY_TYPE_IMPORT_WALLET', {
      userId,
      walletName: 'Imported',
      encryptedBundle: await encryptWalletToBundle({
        ...target(walletBundle, started, userId),
        mnemonic: MNEMONIC,
      }),
      accounts: [],
    }),
  );
}

/** Changes the database, as an attacker with the file but without the master key could. */
async function tamper(statement: string): Promise<void> {
  await service.stop({});
  const database = openToTamper(directory);
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.close();
}

describe('what was imported', () => {
  it('is in no file in the clear, and its used targets are gone', async () => {
    await importBoth(await start());
    await service.stop({});
    const bytes = Buffer.from(SECRET, 'hex');
    const words = Buffer.from(MNEMONIC);
    const spellings = [bytes, words].flatMap((secret) => [
      secret,
      secret.toString('hex'),
      secret.toString('base64'),
      secret.toString('base64url'),
    ]);
    for (const name of readdirSync(directory)) {
      const file = readFileSync(join(directory, name));
      for (const spelling of spellings) expect(file.includes(spelling)).toBe(false);
    }
    const database = openToTamper(directory);
    expect(database.prepare('SELECT count(*) AS count FROM import_targets').get()).toEqual({ count: 0 });
    expect(database.prepare('SELECT private_key_name, imported FROM private_keys').all()).toEqual([
      { private_key_name: 'Imported', imported: 1 },
    ]);
    database.close();
  });
});

describe('a sealed private key', () => {
  it('that was put into another row does not sign there', async () => {
    const started = await start();
    const wanted = { curve: 'CURVE_SECP256K1' as const, privateKeyTags: [], addressFormats: [] };
    const { activity } = await started.client.createPrivateKeys(
      envelope(started, 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
        privateKeys: [
          { ...wanted, privateKeyName: 'One' },
          { ...wanted, privateKeyName: 'Two' },
        ],
      }),
    );
    const [one, two] = activity.result.createPrivateKeysResultV2!.privateKeys;
    await tamper(
      `UPDATE private_keys SET sealed_private_key = (SELECT sealed_private_key FROM private_keys WHERE private_key_name = 'Two') WHERE private_key_name = 'One'`,
    );
    const again = await start();
    const sign = (signWith: string) =>
      again.client.signRawPayload(
        envelope(again, 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
          signWith,
          payload: 'x',
          encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
          hashFunction: 'HASH_FUNCTION_SHA256' as const,
        }),
      );
    await expect(sign(one!.privateKeyId!)).rejects.toThrow('A stored secret could not be opened');
    await expect(sign(two!.privateKeyId!)).resolves.toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    });
  });
});
