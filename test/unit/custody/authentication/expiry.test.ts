import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateP256, openP256Signer, signStamp } from '../../../../electron/crypto/index.ts';
import { authenticate, identify } from '../../../../electron/custody/authentication/authenticate.ts';
import type { ServiceContext } from '../../../../electron/custody/context.ts';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createObservation } from '../../../../electron/custody/observation/index.ts';
import { createOutbox } from '../../../../electron/custody/outbox.ts';
import { createStore, openStore, type Store } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import { encodeStamp, utf8Encode } from '../../../../shared/wire/index.ts';
import { OBSERVED } from '../../../tools/start-custody.ts';

const ORGANIZATION = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const { privateKey, publicKey } = generateP256();
const body = utf8Encode(JSON.stringify({ organizationId: ORGANIZATION }));
const headers = { 'x-stamp': encodeStamp(signStamp(openP256Signer(privateKey), body)) };
const keyring = createKeyring(new Uint8Array(32), createSecretMemory(createArena().pages));

let directory: string;
let store: Store;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-expiry-'));
  const times = { createdAt: 1_000_000, updatedAt: 1_000_000 };
  createStore(directory, ({ organizations, seals }) => {
    organizations.insert({
      organizationId: ORGANIZATION,
      parentOrganizationId: null,
      organizationName: 'o',
      rootQuorumThreshold: 1,
      authProxyConfigId: null,
      ...times,
    });
    organizations.insertUser({
      userId: 'u',
      organizationId: ORGANIZATION,
      userName: 'n',
      userEmail: null,
      userPhoneNumber: null,
      inRootQuorum: 1,
      ...times,
    });
    organizations.insertApiKey({
      apiKeyId: 'k',
      organizationId: ORGANIZATION,
      userId: 'u',
      apiKeyName: 'n',
      publicKey,
      credentialType: 'CREDENTIAL_TYPE_API_KEY_P256',
      expirationSeconds: 900,
      sessionProfileId: null,
      ...times,
    });
    seals.write(keyring);
  });
  store = openStore(directory);
  store.seals.open(keyring);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

const at = (now: number): ServiceContext => ({
  store,
  keyring,
  courier: async () => ({ failure: 'unreachable' }),
  outbox: createOutbox(() => undefined),
  dialect: 'spec',
  now: () => now,
  report: () => undefined,
  sender: { wake: () => undefined },
  chains: { find: () => undefined, all: () => [], doubt: () => undefined },
  broadcaster: { wake: () => undefined },
  observation: createObservation({ ...OBSERVED, now: () => now, steady: () => now, later: () => () => undefined }).of({
    outboxDepth: () => 0,
    damagedRows: () => [],
    quotas: () => [],
  }),
});

const ask = (now: number) => authenticate(identify(headers, at(now)), body, { ...at(now), operation: 'list_users' });

describe('an API key that expires', () => {
  it('stamps until its time is over', () => {
    expect(ask(1_000_000 + 899_999).caller).toMatchObject({
      user: { userId: 'u' },
      credential: { id: 'k' },
    });
  });

  it('is refused afterwards, in the words that clients ask for a new login by', () => {
    const attempt = () => ask(1_000_000 + 900_000);
    expect(attempt).toThrow(`Unauthenticated desc = expired api key publicKey=${publicKey}`);
    expect(attempt).toThrow(
      expect.objectContaining({
        status: 401,
        body: expect.objectContaining({ code: 16, turnkeyErrorCode: 'API_KEY_EXPIRED' }),
      }),
    );
  });
});

describe('an API key that is removed while its stamp is verified on another thread', () => {
  it('is nobody’s', async () => {
    const claim = identify(headers, at(1_000_000));
    await claim.verify?.(body);
    expect(claim.prove(body)(ORGANIZATION)).toMatchObject({ userId: 'u' });
    store.share(() => store.organizations.removeApiKey('k'));
    expect(claim.prove(body)(ORGANIZATION)).toBeUndefined();
  });
});

describe('a stamp that is verified on another thread', () => {
  it('is refused when it is of other bytes', async () => {
    const claim = identify(headers, at(1_000_000));
    const others = utf8Encode(JSON.stringify({ organizationId: ORGANIZATION, and: 'more' }));
    await claim.verify?.(others);
    expect(() => claim.prove(others)).toThrow('could not verify api key signature');
  });
});
