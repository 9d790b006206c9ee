import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Verification } from '../../../../electron/custody/authentication/verification-token.ts';
import { spendToken } from '../../../../electron/custody/authentication/verified-contact.ts';
import { redeemCode, sendCode, sendToStranger } from '../../../../electron/custody/handlers/otp/codes.ts';
import { recoverUser } from '../../../../electron/custody/handlers/otp/sealed-logins.ts';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createOutbox } from '../../../../electron/custody/outbox.ts';
import type { ActivityContext, LoginContext } from '../../../../electron/custody/request-context.ts';
import { createServiceKeys } from '../../../../electron/custody/service-keys/service-keys.ts';
import { createStore, openStore, type Store, type UserRow } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';
import { createPasskey } from '../../../contract/authentication/software-passkey.ts';

const keyring = createKeyring(new Uint8Array(32).fill(3), createSecretMemory(createArena().pages));
const CHECK = new Uint8Array(1);
const organization = {
  organizationId: 'o',
  parentOrganizationId: null,
  organizationName: 'o',
  rootQuorumThreshold: 1,
  authProxyConfigId: null,
  createdAt: 0,
  updatedAt: 0,
};
let directory: string;
let store: Store;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'castellan-codes-'));
  createStore(directory, (tables) => {
    tables.keys.insertMasterCheck(CHECK);
    createServiceKeys(tables, keyring);
    tables.organizations.insert(organization);
    tables.seals.write(keyring);
  });
  store = openStore(directory);
  store.seals.open(keyring);
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

it('a code that there is no room for costs no key and no seal', () => {
  let seals = 0;
  const seal: typeof keyring.seal = (...given) => {
    seals += 1;
    return keyring.seal(...given);
  };
  const context = {
    store,
    keyring: { ...keyring, seal },
    outbox: createOutbox(() => undefined),
    caller: { organization },
    requestedAt: 0,
  } as unknown as LoginContext;
  const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'a@b.example', appName: 'App' } as const;
  expect(() => sendCode(request, context, 0)).toThrow('Max number of OTPs');
  expect(seals).toBe(0);
  for (const _time of [1, 2, 3]) store.transaction(sendCode(request, context, 3));
  expect(seals).toBe(6);
  expect(() => sendCode({ ...request, contact: 'A@B.example' }, context)).toThrow('Max number of OTPs');
  expect(seals).toBe(6);
});

it('codes from before the clock was set back by two hours keep nobody from a new one', () => {
  const outbox = createOutbox(() => undefined);
  const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'a@b.example', appName: 'App' } as const;
  const send = (requestedAt: number, contact: string = request.contact) => {
    const context = { store, keyring, outbox, caller: { organization }, requestedAt } as unknown as LoginContext;
    return store.transaction(sendCode({ ...request, contact }, context, 3)).otpId;
  };
  const hours = 60 * 60 * 1000;
  for (const _code of [1, 2, 3]) send(4 * hours);
  expect(() => send(4 * hours)).toThrow('Max number of OTPs');
  const made = [1, 2, 3].map(() => send(2 * hours));
  expect(made.every((otpId) => store.otps.find(otpId)?.state === 'sent')).toBe(true);
  expect(() => send(2 * hours)).toThrow('Max number of OTPs');
});

it('codes that strangers asked for give way to stamped requests for the same contact, and only these', () => {
  const outbox = createOutbox(() => undefined);
  const context = { store, keyring, outbox, caller: { organization }, requestedAt: 0 } as unknown as LoginContext;
  const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'a@b.example', appName: 'App' } as const;
  const send = (by: typeof sendToStranger, contact: string = request.contact, requestedAt = 0) =>
    store.transaction(by({ ...request, contact }, { ...context, requestedAt }, 500)).otpId;
  const asked = [1, 2, 3].map(() => send(sendToStranger));
  expect(() => send(sendToStranger)).toThrow('Max number of OTPs');
  const stamped = [1, 2, 3].map(() => send(sendCode, 'A@B.example'));
  expect(asked.map((otpId) => store.otps.find(otpId))).toEqual([undefined, undefined, undefined]);
  expect(stamped.map((otpId) => store.otps.find(otpId)?.otpId)).toEqual(stamped);
  expect(() => send(sendCode)).toThrow('Max number of OTPs');
  expect(() => send(sendToStranger)).toThrow('Max number of OTPs');
  const after = 300_000;
  const later = [1, 2, 3].map(() => send(sendToStranger, 'c@d.example', after));
  expect(later.map((otpId) => store.otps.find(otpId)?.otpId)).toEqual(later);
});

it('of more than a thousand codes of an organization, the oldest one of another contact gives way', () => {
  const context = {
    store,
    outbox: createOutbox(() => undefined),
    caller: { organization },
    keyring: { ...keyring, seal: () => new Uint8Array(1) },
  };
  const send = (at: number) => {
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: `${at}@b.example`, appName: 'App' } as const;
    return sendCode(request, { ...context, requestedAt: at } as unknown as LoginContext)().otpId;
  };
  store.transaction(() => {
    const [first = '', second = ''] = Array.from({ length: 1000 }, (_none, at) => send(at));
    expect(store.otps.find(first)?.contact).toBe('0@b.example');
    send(1000);
    expect([store.otps.find(first), store.otps.find(second)?.contact]).toEqual([undefined, '1@b.example']);
  });
});

it('a token whose code was used since it was read is refused', () => {
  const verification = { row: { otpId: 'used' } } as Verification;
  const user = { userId: 'u', organizationId: 'o' } as UserRow;
  expect(() => spendToken(verification, user, store)).toThrow(
    'invalid verification token: it was used, or has expired',
  );
});

const user: UserRow = {
  userId: 'u',
  organizationId: 'o',
  userName: 'User',
  userEmail: 'a@b.example',
  userPhoneNumber: null,
  inRootQuorum: 1,
  createdAt: 0,
  updatedAt: 0,
};

it('a code that was used since it was read is refused', () => {
  store.organizations.insertUser(user);
  let code = '';
  const outbox = createOutbox((message) => {
    code = message.code;
  });
  const context = { store, keyring, outbox, caller: { organization }, requestedAt: 0 } as unknown as LoginContext;
  const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'a@b.example', appName: 'App' } as const;
  const { otpId } = store.transaction(sendCode(request, context));
  const [first, second] = [1, 2].map(() => redeemCode({ otpId, otpCode: code }, context));
  store.transaction(() => first?.spend(user));
  expect(() => store.transaction(() => second?.spend(user))).toThrow('no OTP found');
});

it('a recovery credential that was used since the request was read is refused', async () => {
  store.organizations.insertUser(user);
  store.organizations.insertApiKey({
    apiKeyId: 'k',
    organizationId: 'o',
    userId: 'u',
    apiKeyName: 'Recovery',
    publicKey: '02',
    credentialType: 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256',
    expirationSeconds: 60,
    sessionProfileId: null,
    createdAt: 0,
    updatedAt: 0,
  });
  const context = { store, caller: { organization, user }, requestedAt: 0, proposedWith: '02' };
  const read = () => {
    const authenticator = createPasskey().register('Recovered');
    return recoverUser({ userId: 'u', authenticator }, context as unknown as ActivityContext);
  };
  const [first, second] = [await read(), await read()];
  expect(store.transaction(first).authenticatorId).toHaveLength(1);
  expect(() => store.transaction(second)).toThrow('a recovery credential that was not used');
  expect(store.authenticators.ofUser('u')).toHaveLength(1);
});
