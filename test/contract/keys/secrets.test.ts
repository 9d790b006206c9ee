import { decryptSecretBundle, encryptSecretToBundle, generateP256KeyPair } from '@turnkey/crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, newKey, type StartedService, startService } from '../start-service.ts';

const SUITE = 'TRANSPORT_ENCRYPTION_SUITE_ENCLAVE_ENCRYPT_V1' as const;
const NOBODY = '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60';
const robot = newKey();
let service: StartedService;
beforeEach(async () => {
  service = await startService();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: robot.publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  await service.client.createUsers(
    service.envelope('ACTIVITY_TYPE_CREATE_USERS_V4', {
      users: [{ userName: 'Robot', apiKeys, authenticators: [], oauthProviders: [], userTags: [] }],
    }),
  );
});
afterEach(() => service.stop());

const pinned = () => ({
  organizationId: service.organizationId,
  dangerouslyOverrideSignerPublicKey: service.ready.keys.signer,
});
const startImport = async (numSecrets: number) => {
  const { activity } = await service.client.initImportSecrets(
    service.envelope('ACTIVITY_TYPE_INIT_IMPORT_SECRETS', { encryptionSuite: SUITE, numSecrets }),
  );
  return activity.result.initImportSecretsResult?.enclaveTargetMessages ?? [];
};
const sealed = async (plaintext: string, ingressTargetBundle: string, kind?: string, name?: string) => ({
  ...(await encryptSecretToBundle({ ...pinned(), plaintext, ingressTargetBundle })),
  encryptionSuite: SUITE,
  ...(name === undefined ? {} : { name }),
  ...(kind === undefined ? {} : { staticProperties: [{ key: 'kind', value: kind }] }),
});
const send = async (...secrets: Awaited<ReturnType<typeof sealed>>[]) => {
  const { activity } = await service.client.importSecrets(
    service.envelope('ACTIVITY_TYPE_IMPORT_SECRETS', { secrets }),
  );
  return activity.result.importSecretsResult?.secretIds ?? [];
};
const importSecret = async (plaintext: string, kind?: string, name?: string) => {
  const [target = ''] = await startImport(1);
  const [secretId = ''] = await send(await sealed(plaintext, target, kind, name));
  return secretId;
};
/** Exports secrets, each to a key of its own, and opens them. */
const exported = async (secretIds: readonly string[], client = service.client) => {
  const targets = secretIds.map(() => generateP256KeyPair());
  const secrets = secretIds.map((secretId, index) => ({
    secretId,
    targetPublicKey: targets[index]?.publicKeyUncompressed ?? '',
    encryptionSuite: SUITE,
  }));
  const { activity } = await client.exportSecrets(service.envelope('ACTIVITY_TYPE_EXPORT_SECRETS', { secrets }));
  const payloads = activity.result?.exportSecretsResult?.secretPayloads ?? [];
  return Promise.all(
    payloads.map((secretPayload, index) =>
      decryptSecretBundle({ ...pinned(), secretPayload, embeddedPrivateKey: targets[index]?.privateKey ?? '' }),
    ),
  );
};
const listed = async () => (await service.client.listSecrets({ organizationId: service.organizationId })).secrets;

describe('secrets', () => {
  it('are imported and exported with the official package, in the requested order', async () => {
    const targets = await startImport(2);
    const [one = '', two = ''] = await send(
      await sealed('first secret', targets[0] ?? '', 'apiKey', 'One'),
      await sealed('second secret', targets[1] ?? ''),
    );
    expect(await exported([two, one])).toEqual(['second secret', 'first secret']);
    expect(await listed()).toEqual([
      {
        secretId: one,
        name: 'One',
        staticProperties: [{ key: 'kind', value: 'apiKey' }],
        createdAtUnixMs: String(service.clock.now - 1),
      },
      { secretId: two, staticProperties: [], createdAtUnixMs: String(service.clock.now - 1) },
    ]);
  });

  it('are imported all or none, each with its own key', async () => {
    const [first = '', second = ''] = await startImport(2);
    const good = await sealed('good', first);
    const twice = await sealed('twice', first);
    const changed = { ...(await sealed('bad', second)), secretPayload: good.secretPayload };
    await expect(send(good, changed)).rejects.toThrow('Turnkey error 3: invalid encrypted bundle');
    await expect(send(good, twice)).rejects.toThrow('Turnkey error 3: invalid encrypted bundle');
    expect(await listed()).toEqual([]);
    await send(good);
    await expect(send(twice)).rejects.toThrow('opens with no import that this user has open');
  });

  it('are listed page by page, and deleted all or none', async () => {
    const ids = [await importSecret('a'), await importSecret('b'), await importSecret('c')];
    const page = async (paginationOptions: { limit: string; after?: string }) => {
      const { organizationId } = service;
      const { secrets } = await service.client.listSecrets({ organizationId, paginationOptions });
      return secrets.map(({ secretId }) => secretId);
    };
    expect(await page({ limit: '2' })).toEqual(ids.slice(0, 2));
    expect(await page({ limit: '2', after: ids[1] ?? '' })).toEqual(ids.slice(2));
    const remove = (...secretIds: string[]) =>
      service.client.deleteSecrets(service.envelope('ACTIVITY_TYPE_DELETE_SECRETS', { secretIds }));
    await expect(remove(ids[0] ?? '', NOBODY)).rejects.toThrow('no secret found with the given ID');
    expect(await page({ limit: '10' })).toEqual(ids);
    await remove(ids[0] ?? '', ids[1] ?? '');
    expect(await page({ limit: '10' })).toEqual(ids.slice(2));
    await expect(exported([ids[0] ?? ''])).rejects.toThrow('no secret found with the given ID');
  });

  it('have each static property at most once', async () => {
    const [target = ''] = await startImport(1);
    const secret = await sealed('twice', target, 'a');
    const staticProperties = [...(secret.staticProperties ?? []), { key: 'kind', value: 'b' }];
    await expect(send({ ...secret, staticProperties })).rejects.toThrow('a key is there twice');
  });
});

describe('policies about secrets', () => {
  const allow = (condition: string) =>
    service.client.createPolicy(
      service.envelope('ACTIVITY_TYPE_CREATE_POLICY_V3', {
        policyName: condition.slice(0, 200),
        effect: 'EFFECT_ALLOW',
        condition,
        notes: '',
      }),
    );

  it('allow the named exports, and a batch only when each of its secrets is allowed', async () => {
    const [trade, withdraw] = [await importSecret('trade', 'trade'), await importSecret('withdraw', 'withdraw')];
    await allow("secret.static_properties['kind'] == 'trade' && activity.type == 'ACTIVITY_TYPE_EXPORT_SECRETS'");
    const asRobot = clientOf(service.ready.baseUrl, robot);
    expect(await exported([trade], asRobot)).toEqual(['trade']);
    await expect(exported([withdraw], asRobot)).rejects.toThrow('Turnkey error 7');
    await expect(exported([trade, withdraw], asRobot)).rejects.toThrow('Turnkey error 7');
    await expect(exported([withdraw, trade], asRobot)).rejects.toThrow('Turnkey error 7');
  });

  it('allow no export of a missing secret or of one without the property', async () => {
    const plain = await importSecret('plain');
    await allow("secret.static_properties['kind'] != 'locked'");
    const asRobot = clientOf(service.ready.baseUrl, robot);
    await expect(exported([plain], asRobot)).rejects.toThrow('Turnkey error 7');
    await expect(exported([NOBODY], asRobot)).rejects.toThrow('Turnkey error 7');
  });
});
