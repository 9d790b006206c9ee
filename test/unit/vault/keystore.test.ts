import { beforeAll, describe, expect, test } from 'vitest';
import type { InputOf, OutputOf, VaultMessages } from '../../../shared/processes/index.ts';
import { isProtected, readSealedHeader, type TypedWay, writeSealedHeader } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { createOpened, createStarted, keychainHeader, storedOf } from './harness.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const PASSPHRASES = { keychain: 'a PIN 7', file: 'correct horse battery staple' } as const;
type Store = keyof typeof PASSPHRASES;
const passphrase = (store: Store) => utf8Encode(PASSPHRASES[store]);
const refused = (code: string) => expect.objectContaining({ code });

/** Made once: each opening costs half a second on purpose. */
interface Made {
  readonly header: Bytes;
  readonly kept: OutputOf<VaultMessages, 'createKey'>;
  readonly target: OutputOf<VaultMessages, 'createKey'>;
}
const made = {} as Record<Store, Made>;

async function make(store: Store): Promise<Made> {
  const vault = await createStarted();
  const { header } = await vault.ask('openStore', { store, header: null, passphrase: passphrase(store) });
  return {
    header,
    kept: await vault.ask('createKey', { id: 'a', purpose: 'stamp', store }),
    target: await vault.ask('createKey', { id: 'b', purpose: 'target', store }),
  };
}

beforeAll(async () => {
  for (const store of ['keychain', 'file'] as const) made[store] = await make(store);
});

const open = (store: Store, changes: Partial<InputOf<VaultMessages, 'openStore'>> = {}) => ({
  store,
  header: made[store].header.slice(),
  passphrase: passphrase(store),
  ...changes,
});

async function opened(store: Store) {
  const vault = await createStarted();
  await vault.ask('openStore', open(store));
  return vault;
}

const typedIn = (header: Uint8Array): TypedWay => {
  const [way] = readSealedHeader(header)?.ways ?? [];
  if (way?.kind !== 'typed') throw new Error('nothing is typed');
  return way;
};
const edited = (header: Bytes, changes: Partial<TypedWay>): Bytes => {
  const { checked } = readSealedHeader(header) ?? { checked: new Uint8Array(0) };
  return writeSealedHeader({ ways: [{ ...typedIn(header), ...changes }], checked });
};

const load = (store: Store, changes: Partial<InputOf<VaultMessages, 'loadKey'>> = {}) => ({
  id: 'a',
  purpose: 'stamp' as const,
  store,
  publicKey: made[store].kept.publicKey,
  stored: storedOf(made[store].kept),
  ...changes,
});

describe.each(['keychain', 'file'] as const)('a store under a PIN or passphrase (%s)', (store) => {
  test('has a header that costs 2^17, with a random salt', async () => {
    const { header } = made[store];
    expect([isProtected(header), typedIn(header).logN]).toEqual([true, 17]);
    const other = await (await createStarted()).ask('openStore', open(store, { header: null }));
    expect(typedIn(other.header).salt).not.toEqual(typedIn(header).salt);
  });

  test('is opened with its keys by another vault with the same PIN or passphrase', async () => {
    const vault = await opened(store);
    const { publicKey } = made[store].kept;
    expect(await vault.ask('loadKey', load(store))).toEqual({ publicKey, asks: false });
    const { target } = made[store];
    const loaded = load(store, { id: 'b', purpose: 'target', publicKey: target.publicKey, stored: storedOf(target) });
    expect(await vault.ask('loadKey', loaded)).toEqual({ publicKey: target.publicKey, asks: false });
  });

  test.each([
    ['another passphrase', utf8Encode('a PIN 8'), 'PASSPHRASE_WRONG'],
    ['none', null, 'PASSPHRASE_REQUIRED'],
    ['an empty one', new Uint8Array(0), 'PASSPHRASE_WRONG'],
  ])('is not opened by %s, and no key can be loaded', async (_name, wrong, code) => {
    const vault = await createStarted();
    await expect(vault.ask('openStore', open(store, { passphrase: wrong }))).rejects.toThrowError(refused(code));
    await expect(vault.ask('loadKey', load(store))).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('stays open after a wrong PIN or passphrase, and does not reveal the right one', async () => {
    const vault = await opened(store);
    for (const [wrong, code] of [
      [utf8Encode('wrong'), 'PASSPHRASE_WRONG'],
      [null, 'PASSPHRASE_REQUIRED'],
    ] as const)
      await expect(vault.ask('openStore', open(store, { passphrase: wrong }))).rejects.toThrowError(refused(code));
    const plain = open(store, { header: keychainHeader(), passphrase: null });
    await expect(vault.ask('openStore', plain)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await vault.ask('loadKey', load(store));
  });

  test.each<[string, (header: Bytes) => Bytes, string]>([
    ['another salt', (header) => edited(header, { salt: new Uint8Array(32) }), 'PASSPHRASE_WRONG'],
    ['something cut off', (header) => header.slice(0, -1), 'KEYSTORE_CORRUPT'],
    ['a cost below the least', (header) => edited(header, { logN: 16 }), 'KEYSTORE_CORRUPT'],
    ['a cost dearer than this machine should pay', (header) => edited(header, { logN: 21 }), 'KEYSTORE_CORRUPT'],
    ['another kind', (header) => header.fill(3, 0, 1), 'KEYSTORE_CORRUPT'],
    ['nothing in it', () => new Uint8Array(0), 'KEYSTORE_CORRUPT'],
  ])('is refused with a header of %s', async (_name, change, code) => {
    const header = change(made[store].header.slice());
    await expect((await createStarted()).ask('openStore', open(store, { header }))).rejects.toThrowError(refused(code));
  });

  test('keeps its keys under a new passphrase, and the old one opens nothing', async () => {
    const vault = await opened(store);
    const next = 'an0ther, longer';
    const { header } = await vault.ask('protectStore', {
      store,
      passphrase: passphrase(store),
      next: utf8Encode(next),
    });
    const later = await createStarted();
    await expect(later.ask('openStore', open(store, { header: header.slice() }))).rejects.toThrowError(
      refused('PASSPHRASE_WRONG'),
    );
    await later.ask('openStore', open(store, { header: header.slice(), passphrase: utf8Encode(next) }));
    await later.ask('loadKey', load(store));
    // The vault that changed the passphrase requires the new one too.
    await expect(vault.ask('openStore', open(store))).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
  });

  test(`needs its current PIN or passphrase to change or remove it (${store})`, async () => {
    const vault = await opened(store);
    for (const [given, code] of [
      [utf8Encode('wrong'), 'PASSPHRASE_WRONG'],
      [null, 'PASSPHRASE_REQUIRED'],
    ] as const)
      for (const next of [utf8Encode('another PIN'), null])
        await expect(vault.ask('protectStore', { store, passphrase: given, next })).rejects.toThrowError(refused(code));
  });

  test('opens no changed key and none under another name or purpose', async () => {
    const vault = await opened(store);
    const flipped = storedOf(made[store].kept);
    flipped[20] = flipped[20]! ^ 1;
    for (const changes of [
      { id: 'c' },
      { purpose: 'target' as const },
      { stored: flipped },
      { stored: storedOf(made[store].target) },
    ])
      await expect(vault.ask('loadKey', load(store, changes))).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });
});

describe('the keychain', () => {
  test('can have a PIN added and removed with the same keys', async () => {
    const vault = await createOpened();
    const kept = await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: 'keychain' });
    const pin = () => utf8Encode('123456');
    const guarded = await vault.ask('protectStore', { store: 'keychain', passphrase: null, next: pin() });
    expect(isProtected(guarded.header)).toBe(true);
    const plain = await vault.ask('protectStore', { store: 'keychain', passphrase: pin(), next: null });
    expect(plain.header).toEqual(keychainHeader());
    const later = await createStarted();
    await later.ask('openStore', { store: 'keychain', header: guarded.header, passphrase: pin() });
    const { publicKey } = kept;
    await later.ask('loadKey', { id: 'a', purpose: 'stamp', store: 'keychain', publicKey, stored: storedOf(kept) });
  });

  test.each(['12345', 'äöüäö'])('refuses a PIN of fewer than six characters: %s', async (short) => {
    const vault = await createOpened();
    const next = { store: 'keychain', passphrase: null, next: utf8Encode(short) } as const;
    await expect(vault.ask('protectStore', next)).rejects.toThrowError(refused('INVALID_INPUT'));
    const first = { store: 'keychain', header: null, passphrase: utf8Encode(short) } as const;
    await expect((await createStarted()).ask('openStore', first)).rejects.toThrowError(refused('INVALID_INPUT'));
  });
});

describe('the passphrase file', () => {
  test('always needs a passphrase, whatever its header says', async () => {
    const vault = await createStarted();
    for (const [header, code] of [
      [null, 'INVALID_INPUT'],
      [keychainHeader(), 'KEYSTORE_CORRUPT'],
    ] as const)
      await expect(vault.ask('openStore', { store: 'file', header, passphrase: null })).rejects.toThrowError(
        refused(code),
      );
    const relieved = { store: 'file', passphrase: passphrase('file'), next: null } as const;
    await expect((await opened('file')).ask('protectStore', relieved)).rejects.toThrowError(refused('INVALID_INPUT'));
  });

  test('cannot be created with an empty passphrase', async () => {
    const empty = { store: 'file', header: null, passphrase: new Uint8Array(0) } as const;
    await expect((await createStarted()).ask('openStore', empty)).rejects.toThrowError(refused('INVALID_INPUT'));
  });
});

test('the keys of a store cannot be opened in the other store', async () => {
  const vault = await createOpened();
  await vault.ask('openStore', open('file'));
  await expect(vault.ask('loadKey', { ...load('file'), store: 'keychain' })).rejects.toThrowError(
    refused('KEYSTORE_CORRUPT'),
  );
});

test('two simultaneous first openings leave one wrapping key, and the other fails', async () => {
  const vault = await createStarted();
  const opening = () => vault.ask('openStore', open('keychain', { header: null }));
  const outcomes = await Promise.allSettled([opening(), opening()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});
