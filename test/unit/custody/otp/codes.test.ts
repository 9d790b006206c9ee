import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Verification } from '../../../../electron/custody/authentication/verification-token.ts';
import { spendToken } from '../../../../electron/custody/authentication/verified-contact.ts';
import { sendCode } from '../../../../electron/custody/handlers/otp/codes.ts';
import type { LoginContext } from '../../../../electron/custody/handlers/types.ts';
import { createKeyring } from '../../../../electron/custody/keys/keyring.ts';
import { createServiceKeys } from '../../../../electron/custody/keys/service-keys.ts';
import { createOutbox } from '../../../../electron/custody/outbox.ts';
import { createStore, openStore, type Store, type UserRow } from '../../../../electron/custody/store/index.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';

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

it('a token whose code was used since it was read is refused', () => {
  const verification = { row: { otpId: 'used' } } as Verification;
  const user = { userId: 'u', organizationId: 'o' } as UserRow;
  expect(() => spendToken(verification, user, store)).toThrow(
    'invalid verification token: it was used, or has expired',
  );
});
