import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../electron/crypto/index.ts';
import {
  readSealedHeader,
  type SealedHeader,
  type SecurityKeyWay,
  type Way,
  writeSealedHeader,
} from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import type { AssertionChanges } from '../../contract/authentication/software-passkey.ts';
import { createSecurityKey, type SoftwareSecurityKey } from '../security-key.ts';
import { createOpened, createStarted, type Harness, keychainHeader, mint, storedOf } from './harness.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const pin = () => utf8Encode('a PIN 7');
const refused = (code: string) => expect.objectContaining({ code });
const store = 'keychain';

let blue: SoftwareSecurityKey;
let red: SoftwareSecurityKey;
/** Headers of one keychain: opened by the PIN, by the PIN or the blue key, and by the PIN or either key. */
let headers: Record<'pin' | 'blue' | 'both', Bytes>;
/** A key in that keychain. */
let kept: { publicKey: string; stored: Bytes };

const read = (header: Uint8Array): SealedHeader => {
  const found = readSealedHeader(header);
  if (found === null) throw new Error('no header');
  return found;
};
const wayOf = (header: Uint8Array, key: SoftwareSecurityKey): SecurityKeyWay => {
  const isIt = (way: Way): way is SecurityKeyWay =>
    way.kind === 'securityKey' && Buffer.from(way.credentialId).equals(key.credentialId);
  const way = read(header).ways.find(isIt);
  if (way === undefined) throw new Error('no such key');
  return way;
};
const answerOf = (header: Uint8Array, key: SoftwareSecurityKey) => key.answer(wayOf(header, key).salt);

async function opened(header: Bytes, given: { passphrase: Bytes | null; securityKey?: Bytes }): Promise<Harness> {
  const vault = await createStarted();
  await vault.ask('openStore', { store, header: header.slice(), ...given });
  return vault;
}
const byKey = (header: Bytes, key: SoftwareSecurityKey) =>
  opened(header, { passphrase: null, securityKey: answerOf(header, key) });

beforeAll(async () => {
  [blue, red] = [createSecurityKey(), createSecurityKey()];
  const vault = await createStarted();
  const first = (await vault.ask('openStore', { store, header: null, passphrase: pin() })).header.slice();
  const made = await vault.ask('createKey', { id: 'a', purpose: 'stamp', store });
  kept = { publicKey: made.publicKey, stored: storedOf(made) };
  const add = async (key: SoftwareSecurityKey) =>
    (await vault.ask('addSecurityKey', { store, passphrase: pin(), key: key.registered() })).header.slice();
  headers = { pin: first, blue: await add(blue), both: await add(red) };
});

describe('a store that security keys open', () => {
  test('is opened by each security key and by the PIN, with the same keys', async () => {
    const { both } = headers;
    for (const given of [
      { passphrase: null, securityKey: answerOf(both, blue) },
      { passphrase: null, securityKey: answerOf(both, red) },
      { passphrase: pin() },
    ]) {
      const vault = await opened(both, given);
      const { publicKey } = kept;
      const load = { id: 'a', purpose: 'stamp', store, publicKey, stored: kept.stored.slice() } as const;
      expect(await vault.ask('loadKey', load)).toEqual({ publicKey, asks: false });
    }
  });

  test('is not opened by another answer or without an answer', async () => {
    const { blue: header } = headers;
    for (const [given, code] of [
      [{ passphrase: null }, 'PASSPHRASE_REQUIRED'],
      [{ passphrase: null, securityKey: red.answer(wayOf(header, blue).salt) }, 'PASSPHRASE_WRONG'],
      [{ passphrase: null, securityKey: blue.answer(new Uint8Array(32)) }, 'PASSPHRASE_WRONG'],
      [{ passphrase: null, securityKey: new Uint8Array(32) }, 'PASSPHRASE_WRONG'],
      [{ passphrase: utf8Encode('a PIN 8') }, 'PASSPHRASE_WRONG'],
    ] as const)
      await expect(opened(header, given)).rejects.toThrowError(refused(code));
  });

  test('verifies an answer even when it is already open', async () => {
    const { both } = headers;
    const vault = await byKey(both, blue);
    const again = (securityKey: Bytes) =>
      vault.ask('openStore', { store, header: both.slice(), passphrase: null, securityKey });
    await expect(again(red.answer(new Uint8Array(32)))).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    expect((await again(answerOf(both, red))).header).toEqual(both);
  });

  test.each<[string, (header: SealedHeader) => SealedHeader]>([
    ['one dropped', ({ ways, checked }) => ({ ways: ways.slice(0, -1), checked })],
    ['one twice', ({ ways, checked }) => ({ ways: [...ways, ...ways.slice(-1)], checked })],
    ['two exchanged', ({ ways: [a, b, c], checked }) => ({ ways: [a, c, b] as Way[], checked })],
    ['another’s name', ({ ways, checked }) => ({ ways: ways.map(renamed), checked })],
    ['the check of another list', ({ ways }) => ({ ways, checked: read(headers.blue).checked })],
  ])('is not opened by a header with %s, whoever knows the PIN', async (_name, change) => {
    const edited = writeSealedHeader(change(read(headers.both)));
    await expect(opened(edited, { passphrase: pin() })).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });

  test('is not opened with a shortened or lengthened header', async () => {
    const { blue: header } = headers;
    for (const changed of [
      ...[1, 2, 40, 150, header.length - 1].map((length) => header.slice(0, length)),
      Uint8Array.of(...header, 0),
    ])
      await expect(opened(changed, { passphrase: pin() })).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });

  test('accepts no unlock method of another store, even with the same security key', async () => {
    const other = await createOpened();
    const key = blue.registered();
    const foreign = (await other.ask('addSecurityKey', { store, passphrase: null, key })).header;
    const taken = { ways: [...read(headers.pin).ways, wayOf(foreign, blue)], checked: read(headers.pin).checked };
    const edited = writeSealedHeader(taken);
    await expect(byKey(edited, blue)).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
    const file = {
      store: 'file',
      header: foreign.slice(),
      passphrase: null,
      securityKey: answerOf(foreign, blue),
    } as const;
    await expect((await createStarted()).ask('openStore', file)).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
  });

  test('has neither answers nor the wrapping key in its header', () => {
    const { both } = headers;
    for (const key of [blue, red]) expect(Buffer.from(both).indexOf(answerOf(both, key))).toBe(-1);
    expect(both.length).toBeLessThanOrEqual(1024);
  });
});

const renamed = (way: Way): Way => (way.kind === 'securityKey' ? { ...way, label: 'Mine' } : way);

describe('a security key', () => {
  let vault: Harness;
  beforeEach(async () => {
    vault = await createOpened();
  });
  const add = (
    key = blue.registered(),
    given: { passphrase: Bytes | null; securityKey?: Bytes } = { passphrase: null },
  ) => vault.ask('addSecurityKey', { store, ...given, key });

  test('is added only with a current unlock method', async () => {
    vault = await byKey(headers.blue, blue);
    for (const [given, code] of [
      [{ passphrase: null }, 'PASSPHRASE_REQUIRED'],
      [{ passphrase: utf8Encode('a PIN 8') }, 'PASSPHRASE_WRONG'],
      [{ passphrase: null, securityKey: new Uint8Array(32) }, 'PASSPHRASE_WRONG'],
    ] as const)
      await expect(add(red.registered(), given)).rejects.toThrowError(refused(code));
    const { header } = await add(red.registered(), { passphrase: null, securityKey: answerOf(headers.blue, blue) });
    await byKey(header, red);
  });

  test('and the PIN are removed with an unlock method, and then open nothing', async () => {
    vault = await byKey(headers.both, blue);
    const remove = (passphrase: Bytes | null, key = red) =>
      vault.ask('removeSecurityKey', { store, passphrase, credentialId: key.credentialId.slice() });
    await expect(remove(null)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(remove(utf8Encode('a PIN 8'))).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    await expect(remove(pin(), createSecurityKey())).rejects.toThrowError(refused('NOT_FOUND'));
    const { header } = await remove(pin());
    await expect(opened(header, { passphrase: null, securityKey: answerOf(headers.both, red) })).rejects.toThrowError(
      refused('PASSPHRASE_WRONG'),
    );
    const alone = await vault.ask('protectStore', { store, passphrase: pin(), next: null });
    await expect(opened(alone.header, { passphrase: pin() })).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await byKey(alone.header, blue);
  });

  test('leaves the store without protection when the last unlock method is removed', async () => {
    const { header } = await add();
    const given = { passphrase: null, securityKey: answerOf(header, blue) };
    const last = await vault.ask('removeSecurityKey', { store, ...given, credentialId: blue.credentialId.slice() });
    expect(last.header).toEqual(keychainHeader());
  });

  test('cannot replace the passphrase of the passphrase file', async () => {
    const words = () => utf8Encode('correct horse');
    await vault.ask('openStore', { store: 'file', header: null, passphrase: words() });
    await vault.ask('addSecurityKey', { store: 'file', passphrase: words(), key: blue.registered() });
    await expect(vault.ask('protectStore', { store: 'file', passphrase: words(), next: null })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
  });

  test.each<[string, AssertionChanges]>([
    ['for another relying party', { rpId: 'castellan.example' }],
    ['on another page', { origin: 'https://castellan.example' }],
    ['without its user verified', { verified: false }],
    ['as an assertion', { type: 'webauthn.get' }],
  ])('is not added when it was created %s', async (_name, made) => {
    await expect(add(blue.registered({ made }))).rejects.toThrowError(refused('PASSKEY_REFUSED'));
  });

  test('is not added with a wrong challenge or id, twice, with a long name, or beyond the limit', async () => {
    await expect(add(blue.registered({ challenge: new Uint8Array(32) }))).rejects.toThrowError(
      refused('PASSKEY_REFUSED'),
    );
    await expect(add(blue.registered({ credentialId: red.credentialId.slice() }))).rejects.toThrowError(
      refused('PASSKEY_REFUSED'),
    );
    await expect(add(blue.registered({ label: '👩‍👩‍👧‍👦'.repeat(32) }))).rejects.toThrowError(refused('INVALID_INPUT'));
    let { header } = await add();
    const given = () => ({ passphrase: null, securityKey: answerOf(header, blue) });
    await expect(add(blue.registered(), given())).rejects.toThrowError(refused('INVALID_INPUT'));
    const addMore = async () => {
      for (;;) ({ header } = await add(createSecurityKey().registered(), given()));
    };
    await expect(addMore()).rejects.toThrowError(refused('INVALID_INPUT'));
    await byKey(header, blue);
  });
});

describe('a key that asks each time', () => {
  const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
  const other = utf8Encode('{"type":"ACTIVITY_TYPE_DELETE_WALLETS"}');
  let vault: Harness;
  let counter = 0;

  const createAsking = async () => {
    const made = await byKey(headers.both, blue);
    await made.ask('createKey', { id: 'k', purpose: 'stamp', store, asks: true });
    return made;
  };
  const stamp = (bytes = body) => {
    counter += 1;
    return vault.ask('stamp', { body: bytes, approval: mint(counter, 'k', bytes) });
  };
  const challenge = async (bytes = body) =>
    (await vault.ask('askTouch', { keyId: 'k', bodySha256: sha256(bytes) })).challenge;
  const admit = (touch: ReturnType<SoftwareSecurityKey['touch']>, bytes = body) =>
    vault.ask('admit', { keyId: 'k', bodySha256: sha256(bytes), passphrase: null, touch });

  beforeEach(async () => {
    vault = await createAsking();
  });

  test('stamps once the body for which a security key of its store was touched', async () => {
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    for (const key of [blue, red]) {
      await admit(key.touch(await challenge()));
      await expect(stamp()).resolves.toMatchObject({ name: 'X-Stamp' });
      await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    }
  });

  test('stamps no other body than the touched one', async () => {
    const touched = blue.touch(await challenge());
    await expect(admit(touched, other)).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    await admit(blue.touch(await challenge()));
    await expect(stamp(other)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('accepts no repeated or unrequested touch, and none from an earlier vault', async () => {
    const touched = blue.touch(await challenge());
    await admit(structuredClone(touched));
    await stamp();
    await expect(admit(structuredClone(touched))).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    await challenge();
    await expect(admit(structuredClone(touched))).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    const late = blue.touch(await challenge());
    vault = await createAsking();
    await challenge();
    await expect(admit(late)).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('accepts no touch for an earlier key of the same name', async () => {
    const touched = blue.touch(await challenge());
    await vault.ask('forget', { id: 'k' });
    await vault.ask('createKey', { id: 'k', purpose: 'stamp', store, asks: true });
    await expect(admit(touched)).rejects.toThrowError(refused('PASSKEY_REFUSED'));
  });

  test('accepts no touch of another security key, even under a known name', async () => {
    const stranger = createSecurityKey();
    await expect(admit(stranger.touch(await challenge()))).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    const { credentialId: _own, ...touched } = stranger.touch(await challenge());
    const forged = { ...touched, credentialId: blue.credentialId.slice() };
    await expect(admit(forged)).rejects.toThrowError(refused('PASSKEY_REFUSED'));
  });

  test.each<[string, AssertionChanges]>([
    ['whose user was not verified', { verified: false }],
    ['without a user', { present: false }],
    ['for another relying party', { rpId: 'castellan.example' }],
    ['on another page', { origin: 'https://castellan.example' }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['whose counter went back', { count: 0 }],
  ])('accepts no touch %s', async (_name, changes) => {
    await admit(blue.touch(await challenge()));
    await stamp();
    await expect(admit(blue.touch(await challenge(), changes))).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('accepts each touch once from a security key without a counter', async () => {
    const still = createSecurityKey({ counts: false });
    const given = { passphrase: null, securityKey: answerOf(headers.both, blue) };
    await vault.ask('addSecurityKey', { store, ...given, key: still.registered() });
    for (let times = 0; times < 2; times += 1) {
      const touched = still.touch(await challenge());
      await admit(structuredClone(touched));
      await stamp();
      await expect(admit(touched)).rejects.toThrowError(refused('PASSKEY_REFUSED'));
    }
  });
});
