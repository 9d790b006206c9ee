import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../../electron/crypto/index.ts';
import type { Base } from '../../../../electron/engine/base.ts';
import type { PasskeyPort } from '../../../../electron/engine/index.ts';
import type { PasskeyKey } from '../../../../electron/engine/keys/key-index.ts';
import { createPasskeyKeeper } from '../../../../electron/engine/stamping/passkey-keeper.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import type { PasskeyAsk } from '../../../../shared/ipc/index.ts';
import { base64urlDecode, base64urlEncode, hexEncode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type AssertionChanges, createPasskey } from '../../../contract/authentication/software-passkey.ts';
import { createKeyWindow } from '../../security-key.ts';
import { type Bench, createReadyBench, operatorSays } from '../harness.ts';

const RP_ID = 'keys.example.com';
type Passkey = ReturnType<typeof createPasskey>;

let bench: Bench;
let passkey: Passkey;
/** The requests to the window, in order. */
let asked: PasskeyAsk[];
/** The lie of the authenticator or the window. */
let lie: AssertionChanges & { credentialId?: string; challenge?: string };
/** Held until it is called. */
let hold: Promise<void> | null;

const bytes = (text: string) => Uint8Array.from(base64urlDecode(text));

/** A window whose authenticator is software. */
const port: PasskeyPort = {
  ...createKeyWindow([]).port,
  async create(ask) {
    asked.push(ask);
    const { attestation } = passkey.register('', lie.challenge ?? base64urlEncode(ask.challenge), lie);
    const { credentialId, clientDataJson, attestationObject } = attestation;
    return {
      credentialId: bytes(lie.credentialId ?? credentialId),
      clientDataJson: bytes(clientDataJson),
      attestationObject: bytes(attestationObject),
      transports: ['usb', 'made-up-tomorrow'],
    };
  },
  async use(ask, signal) {
    asked.push(ask);
    if (hold !== null)
      await Promise.race([
        hold,
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Cancelled.')));
        }),
      ]);
    const { authenticatorData, clientDataJSON, signature } = passkey.assert(lie.challenge ?? ask.challenge, lie);
    return {
      credentialId: bytes(lie.credentialId ?? passkey.credentialId),
      authenticatorData: Uint8Array.from(authenticatorData),
      clientDataJson: Uint8Array.from(clientDataJSON),
      signature: Uint8Array.from(signature),
    };
  },
};

const add = () => bench.engine.passkeys.add({ name: 'YubiKey', rpId: RP_ID });
const createWallet = async (walletName: string) => {
  const { requestId } = await bench.engine.requests.prepare('create_wallet', { walletName, accounts: [] });
  return bench.engine.requests.submit(requestId);
};
/** The profile signs with the passkey from now on. */
const choose = async () => {
  const { credential } = await add();
  await bench.engine.setup.stampWith(credential.credentialId);
  asked = [];
  return credential;
};

beforeEach(async () => {
  passkey = createPasskey({ rpId: RP_ID });
  asked = [];
  lie = {};
  hold = null;
  bench = await createReadyBench({ passkeys: port });
});
afterEach(() => bench.end());

describe('a passkey', () => {
  it('is made, registered and listed with where it is, and stamps nothing before it is chosen', async () => {
    const { credential, activity } = await add();
    expect(activity.row.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(credential).toMatchObject({
      store: 'passkey',
      backend: `passkey for ${RP_ID}`,
      copying: expect.stringContaining('Cannot be copied'),
      passkey: { rpId: RP_ID, credentialId: passkey.credentialId, transports: ['usb'], userVerified: true },
    });
    expect(asked).toMatchObject([{ kind: 'create', rpId: RP_ID, profile: 'local', name: 'YubiKey' }]);
    await createWallet('By the older key');
    expect(asked).toHaveLength(1);
  });

  it('stamps what was confirmed once it was chosen, and no read that another key can stamp', async () => {
    await choose();
    const { activity } = await createWallet('By passkey');
    expect(activity).toMatchObject({
      status: 'ACTIVITY_STATUS_COMPLETED',
      votes: [{ scheme: 'SIGNATURE_SCHEME_TK_WEBAUTHN' }],
    });
    await bench.engine.queries.ask('whoami', {});
    const body = bench.transport.sent.find(({ body }) => body.includes('By passkey'))?.body ?? '';
    expect(asked).toMatchObject([{ kind: 'use', isRead: false, userVerified: true }]);
    const [{ challenge }] = asked as [PasskeyAsk];
    expect(utf8Decode(challenge)).toBe(hexEncode(sha256(utf8Encode(body))));
    await expect(bench.engine.audit.verify()).resolves.toBeDefined();
  });

  it('is not made a second time beside one that is known', async () => {
    await add();
    passkey = createPasskey({ rpId: RP_ID });
    const first = bench.engine.credentials.list('local').at(-1)?.passkey?.credentialId ?? '';
    await add();
    expect(asked.at(-1)).toMatchObject({ kind: 'create', known: [{ id: bytes(first), transports: ['usb'] }] });
  });

  it('is not listed when the operator did not have it registered', async () => {
    await bench.end();
    bench = await createReadyBench({
      passkeys: port,
      consent: async (question) =>
        question.kind === 'stamp' && question.meaning?.operation === 'create_authenticators'
          ? { confirmed: false }
          : operatorSays(question),
    });
    await expect(add()).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
    expect(bench.engine.credentials.list('local')).toHaveLength(1);
  });

  it('of which nobody knows whether it was registered is settled by its fingerprint before another is made', async () => {
    const path = '/public/v1/submit/create_authenticators';
    bench.transport.fail(path, 'before the answer');
    await expect(add()).rejects.toMatchObject({ outcome: 'unknown' });
    bench.transport.fail(path, 'before it arrives');
    await expect(add()).rejects.toMatchObject({ message: expect.stringContaining('of a passkey is still open') });
    expect(asked).toHaveLength(1);
    const { credential, activity } = await add();
    expect(activity.row.status).toBe('ACTIVITY_STATUS_COMPLETED');
    expect(credential.passkey?.credentialId).toBe(passkey.credentialId);
    expect(asked).toHaveLength(1);
    expect(bench.engine.requests.unsettled()).toEqual([]);
    const { userId } = await bench.engine.queries.ask('whoami', {});
    const { authenticators } = await bench.engine.queries.ask('get_authenticators', { userId });
    expect(authenticators).toHaveLength(1);
    passkey = createPasskey({ rpId: RP_ID });
    await add();
    expect(asked).toHaveLength(2);
  });

  it('that never left this machine is not registered by the next one', async () => {
    bench.transport.fail('/public/v1/submit/create_authenticators', 'before it is sent');
    await expect(add()).rejects.toMatchObject({ outcome: 'notSent' });
    expect(bench.engine.requests.unsettled()).toMatchObject([{ state: 'prepared' }]);
    passkey = createPasskey({ rpId: RP_ID });
    await add();
    expect(bench.engine.requests.unsettled()).toEqual([]);
    expect(bench.engine.credentials.list('local')).toHaveLength(2);
  });

  it('of another kind of key than was asked for is refused', async () => {
    passkey = createPasskey({ rpId: RP_ID, algorithm: 'EdDSA' });
    await expect(add()).rejects.toMatchObject({ code: 'PASSKEY_REFUSED', message: expect.stringContaining('P-256') });
    expect(bench.engine.credentials.list('local')).toHaveLength(1);
  });

  it('can be removed, and the key that was there before stamps again', async () => {
    const { credentialId } = await choose();
    await bench.engine.credentials.remove(credentialId);
    await createWallet('By the older key');
    expect(asked).toEqual([]);
  });

  it('that is the only way to the local vault stays: it is neither retired nor removed', async () => {
    const { credentialId } = await choose();
    const { credentials } = bench.engine;
    const [first] = credentials.list('local').filter((key) => key.credentialId !== credentialId);
    await credentials.retire(first?.credentialId ?? '');
    await expect(credentials.remove(credentialId)).rejects.toMatchObject({
      code: 'NOT_SUPPORTED',
      message: expect.stringContaining('only way to its wallets'),
    });
    await credentials.remove(first?.credentialId ?? '');
    for (const act of ['retire', 'remove'] as const)
      await expect(credentials[act](credentialId)).rejects.toMatchObject({ code: 'NOT_SUPPORTED' });
    await createWallet('By passkey alone');
    expect(asked.at(-1)).toMatchObject({ kind: 'use', isRead: false });
  });

  it('is another key when its relying party is edited: nothing is stamped', async () => {
    await choose();
    const path = join(bench.root, 'credentials.json');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(RP_ID, 'keys.attacker.example'));
    await expect(createWallet('Elsewhere')).rejects.toMatchObject({ code: 'PROFILE_CHANGED' });
    expect(asked).toEqual([]);
  });
});

describe('the answer of an authenticator', () => {
  it.each<[string, typeof lie, string]>([
    ['to another challenge', { challenge: '0'.repeat(64) }, 'it was made for another body'],
    ['of another page', { origin: 'https://keys.attacker.example' }, 'it was made on another page'],
    ['of a page below', { origin: `https://below.${RP_ID}` }, 'it was made on another page'],
    ['for another relying party', { rpId: 'keys.attacker.example' }, 'it is for another relying party'],
    ['of another passkey', { credentialId: 'AQIDBAUGBwg' }, 'it is of another passkey'],
    ['without a user', { present: false }, 'no user was present'],
    ['without the verification it was made with', { verified: false }, 'the user was not verified'],
    ['that is a registration', { type: 'webauthn.create' }, 'its client data is not of an assertion'],
  ])('%s is refused, and nothing is sent', async (_what, changes, why) => {
    await choose();
    const sent = bench.transport.sent.length;
    lie = changes;
    await expect(createWallet('Never')).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
      message: expect.stringContaining(why),
      outcome: 'notSent',
    });
    expect(bench.transport.sent).toHaveLength(sent);
  });

  it('with another key’s signature is refused', async () => {
    await choose();
    const { credentialId } = passkey;
    passkey = createPasskey({ rpId: RP_ID });
    lie = { credentialId };
    const sent = bench.transport.sent.length;
    await expect(createWallet('Never')).rejects.toMatchObject({
      code: 'PASSKEY_REFUSED',
      message: expect.stringContaining('signature is invalid'),
    });
    expect(bench.transport.sent).toHaveLength(sent);
  });

  it.each<[string, typeof lie, string]>([
    ['to another challenge', { challenge: base64urlEncode(new Uint8Array(32)) }, 'another challenge'],
    ['of another page', { origin: 'https://keys.attacker.example' }, 'it was made on another page'],
    ['for another relying party', { rpId: 'keys.attacker.example' }, 'it is for another relying party'],
    ['of another passkey', { credentialId: 'AQIDBAUGBwg' }, 'it is of another credential'],
    ['that is no registration', { type: 'webauthn.get' }, 'not of a registration'],
  ])('at its making %s is refused, and nothing is kept', async (_what, changes, why) => {
    lie = changes;
    await expect(add()).rejects.toMatchObject({ code: 'PASSKEY_REFUSED', message: expect.stringContaining(why) });
    expect(bench.engine.credentials.list('local')).toHaveLength(1);
  });
});

describe('an authenticator', () => {
  it('is asked for exactly what was approved, once, and for reads by an approval of theirs only', async () => {
    const { credential } = await add();
    const key = { ...credential, id: credential.credentialId, purpose: 'stamp', store: 'passkey' } as const;
    const keeper = createPasskeyKeeper({
      ports: { passkeys: port } as Base['ports'],
      consents: { take: () => undefined } as unknown as Base['consents'],
    });
    const { approvals, stamp } = keeper.holder(key as unknown as PasskeyKey);
    const [activity, other] = ['{"type":"ACTIVITY_TYPE_CREATE_WALLET"}', '{}'].map(utf8Encode) as [never, never];
    const consent = { credentialId: key.id, bodySha256: sha256(activity) };
    const approval = approvals.mint(key.id, activity, consent);
    asked = [];
    await expect(stamp(other, approval)).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    await expect(stamp(activity, approval)).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    const read = approvals.mint(key.id, activity, null);
    await expect(stamp(activity, read)).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    expect(asked).toEqual([]);
    await expect(stamp(activity, approvals.mint(key.id, activity, consent))).resolves.toMatchObject({
      name: 'X-Stamp-WebAuthn',
    });
  });
});

describe('the window', () => {
  it('is closed when the vault is locked, and what it was asked for is not sent', async () => {
    await choose();
    hold = new Promise(() => undefined);
    const sent = bench.transport.sent.length;
    const submitted = createWallet('Never');
    submitted.catch(() => undefined);
    await expect.poll(() => asked.length).toBe(1);
    bench.engine.vault.lock();
    await expect(submitted).rejects.toMatchObject({ code: 'CANCELLED', outcome: 'notSent' });
    expect(bench.transport.sent).toHaveLength(sent);
  });

  it('is needed: on the command line a passkey stamps nothing, and reads go on', async () => {
    await choose();
    const without = await bench.reopen({ passkeys: null });
    try {
      const { requestId } = await without.engine.requests.prepare('create_wallet', { walletName: 'No', accounts: [] });
      await expect(without.engine.requests.submit(requestId)).rejects.toMatchObject({
        code: 'PASSKEY_UNAVAILABLE',
        message: expect.stringContaining('“local” signs with the passkey “YubiKey”'),
        outcome: 'notSent',
      });
      await expect(without.engine.queries.ask('whoami', {})).resolves.toMatchObject({ username: 'Operator' });
    } finally {
      await without.end();
    }
    bench = await createReadyBench({ passkeys: port });
  });

  it('says of a read that it is one, where the profile has no other key', async () => {
    const { credential } = await add();
    const { passkey: place, publicKey } = credential;
    const { organizationId, signerKey, notarizerKey } = bench.engine.profiles.get('local');
    const { baseUrl } = await bench.engine.service.startLocal();
    const pins = { signerKey, notarizerKey, authUrl: null, authProxyConfigId: null };
    await bench.engine.profiles.add({ name: 'desk', kind: 'remote', baseUrl, organizationId, ...pins });
    if (place === null) throw new Error('it is no passkey');
    await bench.engine.credentials.addPasskey({ profile: 'desk', name: 'YubiKey', publicKey, passkey: place });
    asked = [];
    const profile = bench.engine.profiles.get('desk');
    await expect(bench.engine.queries.ask('whoami', {}, { profile })).resolves.toMatchObject({ username: 'Operator' });
    expect(asked).toMatchObject([{ kind: 'use', isRead: true }]);
  });
});
