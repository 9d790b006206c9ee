import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptExportBundle, generateP256KeyPair } from '@turnkey/crypto';
import { TurnkeyClient } from '@turnkey/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { randomUuid } from '../../electron/crypto/index.ts';
import { createCustodyService } from '../../electron/custody/service.ts';
import { describeError } from '../../shared/errors/index.ts';
import { startCustody } from '../tools/start-custody.ts';
import { openToTamper } from '../tools/tamper-database.ts';
import { startInput } from './custody-process.ts';

const { publicKey, privateKey } = generateP256KeyPair();

let directory: string;
let reported: string;
let service: ReturnType<typeof createCustodyService>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-tampering-'));
  reported = '';
});
afterEach(async () => {
  await service.stop({});
  rmSync(directory, { recursive: true });
});

async function start(init: string | null) {
  service = createCustodyService({
    now: Date.now,
    report: (during, error) => {
      const reference = randomUuid();
      reported += `${reference} ${during}: ${describeError(error)}\n`;
      return reference;
    },
  });
  const ready = await startCustody(service, startInput(directory, init));
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  return { ready, client: new TurnkeyClient({ baseUrl: ready.baseUrl }, stamper) };
}

const envelope = <Type extends string, Parameters>(organizationId: string, type: Type, parameters: Parameters) => ({
  type,
  timestampMs: String(Date.now()),
  organizationId,
  parameters,
});

const account = (path: string) =>
  ({
    curve: 'CURVE_SECP256K1',
    pathFormat: 'PATH_FORMAT_BIP32',
    path,
    addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
  }) as const;

async function makeWallet() {
  const { ready, client } = await start(publicKey);
  const parameters = { walletName: 'Sealed', accounts: [account("m/0'"), account("m/1'")] };
  const { activity } = await client.createWallet(
    envelope(ready.organizationId, 'ACTIVITY_TYPE_CREATE_WALLET', parameters),
  );
  return { ready, client, addresses: activity.result.createWalletResult!.addresses as [string, string] };
}

/** Changes the database, as an attacker with the file but without the master key could. */
async function tamper(statement: string): Promise<void> {
  await service.stop({});
  const database = openToTamper(directory);
  expect(database.prepare(statement).run().changes).toBeGreaterThan(0);
  database.close();
}

const sign = (client: TurnkeyClient, organizationId: string, signWith: string) =>
  client.signRawPayload(
    envelope(organizationId, 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith,
      payload: 'x',
      encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' as const,
      hashFunction: 'HASH_FUNCTION_SHA256' as const,
    }),
  );

describe('a sealed key', () => {
  it('that was copied into another row does not sign there', async () => {
    const { ready, addresses } = await makeWallet();
    await tamper(
      `UPDATE wallet_accounts SET sealed_private_key = (SELECT sealed_private_key FROM wallet_accounts WHERE path = 'm/1''') WHERE path = 'm/0'''`,
    );
    const { client } = await start(null);
    const signing = sign(client, ready.organizationId, addresses[0]);
    await expect(signing).rejects.toThrow(
      /^Turnkey error 13: internal server error \([0-9a-f-]{36}\): A stored secret could not be opened/,
    );
    expect(reported).toMatch(/^[0-9a-f-]{36} sign_raw_payload: AppError KEYSTORE_CORRUPT /);
    await expect(sign(client, ready.organizationId, addresses[1])).resolves.toMatchObject({
      activity: { status: 'ACTIVITY_STATUS_COMPLETED' },
    });
  });

  it.each([
    ['another wallet', "wallet_id = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10', path = 'm/2'''"],
    ['another path', "path = 'm/2'''"],
    ['another organization', "organization_id = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10'"],
    ['another address', "address = 'ADDRESS', normalized_address = lower('ADDRESS')"],
  ])('of an account whose row got %s does not sign as that', async (_what, change) => {
    const { ready, addresses } = await makeWallet();
    const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    await service.stop({});
    const database = openToTamper(directory);
    // A writer to the file can ignore the rules of its tables.
    database.pragma('foreign_keys = OFF');
    database.exec(`UPDATE wallet_accounts SET ${change.replaceAll('ADDRESS', other)} WHERE path = 'm/0'''`);
    database.close();
    const { client } = await start(null);
    const signWith = change.includes('ADDRESS') ? other : addresses[0];
    await expect(sign(client, ready.organizationId, signWith)).rejects.toThrow();
    expect(reported).toMatch(/^$|KEYSTORE_CORRUPT|DATABASE_CHANGED/);
  });

  it('of a private key is not found by an address that was written to its row', async () => {
    const { ready, client } = await start(publicKey);
    const privateKeys = ['Hot', 'Cold'].map((privateKeyName) => ({
      privateKeyName,
      curve: 'CURVE_SECP256K1' as const,
      addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const],
      privateKeyTags: [],
    }));
    const { activity } = await client.createPrivateKeys(
      envelope(ready.organizationId, 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', { privateKeys }),
    );
    const [hot, cold] = activity.result.createPrivateKeysResultV2!.privateKeys;
    await service.stop({});
    const database = openToTamper(directory);
    database.prepare('DELETE FROM private_key_addresses WHERE private_key_id = ?').run(cold?.privateKeyId);
    database
      .prepare('UPDATE private_key_addresses SET private_key_id = ? WHERE private_key_id = ?')
      .run(cold?.privateKeyId, hot?.privateKeyId);
    database.close();
    const again = await start(null);
    const signing = sign(again.client, ready.organizationId, hot?.addresses?.[0]?.address ?? '');
    await expect(signing).rejects.toThrow('was changed outside this service');
  });

  it('of the service itself stops the start when it is missing', async () => {
    await makeWallet();
    await tamper("DELETE FROM service_keys WHERE name = 'signer'");
    await expect(start(null)).rejects.toMatchObject({
      code: 'DATABASE_CHANGED',
      message: expect.stringContaining('"service_keys/signer"'),
    });
  });
});

describe('an unexpected error', () => {
  it('is answered with a reference only, and logged without its message', async () => {
    const { ready } = await makeWallet();
    await tamper(
      `INSERT INTO tvc_records SELECT 'a', organization_id, 'app', NULL, '{not JSON s3cret', 0, 1, 1 FROM organizations`,
    );
    const { client } = await start(null);
    const asking = client.request('/public/v1/query/list_tvc_apps', { organizationId: ready.organizationId });
    await expect(asking).rejects.toThrow(
      /^Turnkey error 13: internal server error \([0-9a-f-]{36}\) \(Details: .*INTERNAL/,
    );
    expect(reported).toMatch(/^[0-9a-f-]{36} list_tvc_apps: SyntaxError at /);
    expect(reported).not.toContain('s3cret');
  });
});

describe('the folder', () => {
  it('contains no private key in plain text, in any encoding', async () => {
    const { ready, client, addresses } = await makeWallet();
    const target = generateP256KeyPair();
    const { activity } = await client.exportWalletAccount(
      envelope(ready.organizationId, 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', {
        address: addresses[0],
        targetPublicKey: target.publicKeyUncompressed,
      }),
    );
    const hex = await decryptExportBundle({
      exportBundle: activity.result.exportWalletAccountResult!.exportBundle,
      embeddedKey: target.privateKey,
      organizationId: ready.organizationId,
      returnMnemonic: false,
      dangerouslyOverrideSignerPublicKey: ready.keys.signer,
    });
    const secrets = [Buffer.from(hex, 'hex'), Buffer.alloc(32, 3)];
    const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)));
    expect(Buffer.concat(files).includes(publicKey)).toBe(true);
    for (const secret of secrets) {
      for (const spelling of [
        secret,
        secret.toString('hex'),
        secret.toString('hex').toUpperCase(),
        secret.toString('base64'),
        secret.toString('base64url'),
      ]) {
        for (const file of files) expect(file.includes(spelling)).toBe(false);
      }
    }
  });
});
