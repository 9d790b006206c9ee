import { beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../electron/crypto/index.ts';
import type { MessageClient, VaultMessages } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { approvalKey, createOpened, createStarted, type Harness, mint, storedOf } from './harness.ts';

type Passphrase = Uint8Array<ArrayBuffer> | null;
const pin = () => utf8Encode('a PIN 7');
const wrong = () => utf8Encode('a PIN 8');
const refused = (code: string) => expect.objectContaining({ code });
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');
const other = utf8Encode('{"type":"ACTIVITY_TYPE_DELETE_WALLETS"}');
const read = utf8Encode('{"organizationId":"desk"}');

describe('a key that asks for the PIN of its store each time', () => {
  let vault: Harness;
  let header: Uint8Array<ArrayBuffer>;
  let publicKey: string;
  /** The store's copies of the key: the original one, and the one that requires the PIN. */
  let before: Uint8Array<ArrayBuffer>;
  let stored: Uint8Array<ArrayBuffer>;
  let counter = 0;

  const open = async (passphrase: Passphrase = pin()): Promise<Harness> => {
    const opened = await createStarted();
    await opened.ask('openStore', { store: 'keychain', header: header.slice(), passphrase });
    return opened;
  };
  const guard = (asks: boolean, passphrase: Passphrase, from = stored, asked = vault) =>
    asked.ask('guardKey', { id: 'a', stored: from.slice(), passphrase, asks });
  const load = (from = stored, asked = vault) =>
    asked.ask('loadKey', { id: 'a', purpose: 'stamp', publicKey, store: 'keychain', stored: from.slice() });
  const stamp = (bytes = body, kind: 'read' | 'write' = 'write', asked = vault) => {
    counter += 1;
    return asked.ask('stamp', { body: bytes, approval: mint(counter, 'a', bytes, approvalKey(), kind) });
  };
  const admit = (passphrase: Passphrase, bytes = body, asked = vault) =>
    asked.ask('admit', { keyId: 'a', bodySha256: sha256(bytes), passphrase });

  beforeEach(async () => {
    vault = await createStarted();
    ({ header } = structuredClone(
      await vault.ask('openStore', { store: 'keychain', header: null, passphrase: pin() }),
    ));
    const made = await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: 'keychain' });
    ({ publicKey } = made);
    before = storedOf(made);
    stored = (await guard(true, pin(), before)).stored.slice();
  });

  test('stamps nothing without the PIN, even with an approval', async () => {
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await admit(pin());
    await expect(stamp()).resolves.toMatchObject({ name: 'X-Stamp' });
  });

  test('stamps once for each typed PIN, and only the body it was typed for', async () => {
    await admit(pin());
    await expect(stamp(other)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await admit(pin());
    await stamp();
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('refuses another PIN and an empty one', async () => {
    await expect(admit(wrong())).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    await expect(admit(null)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('stamps only reads without the PIN', async () => {
    await expect(stamp(read, 'read')).resolves.toMatchObject({ name: 'X-Stamp' });
    await expect(stamp(body, 'read')).rejects.toThrowError(refused('APPROVAL_REFUSED'));
    await expect(stamp(read, 'write')).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('asks in every later vault too, because the setting is sealed with it', async () => {
    const later = await open();
    expect((await load(stored, later)).asks).toBe(true);
    await expect(stamp(body, 'write', later)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await admit(pin(), body, later);
    await expect(stamp(body, 'write', later)).resolves.toMatchObject({ name: 'X-Stamp' });
  });

  test('stops asking only after the PIN, whatever main says', async () => {
    await expect(guard(false, wrong())).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    await expect(guard(false, null)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    const free = (await guard(false, pin())).stored.slice();
    await expect(stamp()).resolves.toMatchObject({ name: 'X-Stamp' });
    expect((await load(free, await open())).asks).toBe(false);
  });

  test('still asks after an older copy is restored, and reports that', async () => {
    await vault.ask('forget', { id: 'a' });
    expect((await load(before)).asks).toBe(false);
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  describe('a key in another store of main, with its own passphrase,', () => {
    const mine = () => utf8Encode('a passphrase of main');
    let sealed: Uint8Array<ArrayBuffer>;
    /** Makes another key of the same name, as that store keeps it. */
    beforeEach(async () => {
      await vault.ask('forget', { id: 'a' });
      await vault.ask('openStore', { store: 'file', header: null, passphrase: mine() });
      sealed = storedOf(await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: 'file' }));
    });

    test('uses no PIN typed for another key of the same name', async () => {
      await admit(mine());
      await vault.ask('forget', { id: 'a' });
      await load();
      await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    });

    test('keeps asking whatever is in its store', async () => {
      await vault.ask('forget', { id: 'a' });
      await load();
      await expect(guard(false, mine(), sealed)).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
      await expect(vault.ask('createKey', { id: 'a', purpose: 'stamp', store: 'file' })).rejects.toThrowError();
      await expect(admit(mine())).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
      await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    });
  });

  test('is made so, too', async () => {
    await vault.ask('createKey', { id: 'b', purpose: 'stamp', store: 'keychain', asks: true });
    const approval = mint(1, 'b', body);
    await expect(vault.ask('stamp', { body, approval })).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });
});

test('a store without a PIN has no asking keys, and such a key does not work there', async () => {
  const vault = await createOpened();
  const ask: MessageClient<VaultMessages> = vault.ask;
  const made = await ask('createKey', { id: 'a', purpose: 'stamp', store: 'keychain', asks: true });
  const guarding = ask('guardKey', { id: 'a', stored: storedOf(made), passphrase: pin(), asks: true });
  await expect(guarding).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  const admitting = ask('admit', { keyId: 'a', bodySha256: sha256(body), passphrase: null });
  await expect(admitting).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
});
