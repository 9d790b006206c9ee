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

  test('stamps nothing without it, whoever has an approval', async () => {
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await admit(pin());
    await expect(stamp()).resolves.toMatchObject({ name: 'X-Stamp' });
  });

  test('stamps once for each time it was typed, and only what it was typed for', async () => {
    await admit(pin());
    await expect(stamp(other)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await admit(pin());
    await stamp();
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('takes no other PIN, and none', async () => {
    await expect(admit(wrong())).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    await expect(admit(null)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('stamps reads without it, and calls nothing a read that is none', async () => {
    await expect(stamp(read, 'read')).resolves.toMatchObject({ name: 'X-Stamp' });
    await expect(stamp(body, 'read')).rejects.toThrowError(refused('APPROVAL_REFUSED'));
    await expect(stamp(read, 'write')).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  test('asks in every later vault too, because it is sealed so', async () => {
    const later = await open();
    expect((await load(stored, later)).asks).toBe(true);
    await expect(stamp(body, 'write', later)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await admit(pin(), body, later);
    await expect(stamp(body, 'write', later)).resolves.toMatchObject({ name: 'X-Stamp' });
  });

  test('stops asking only with it typed, and takes no word of main for it', async () => {
    await expect(guard(false, wrong())).rejects.toThrowError(refused('PASSPHRASE_WRONG'));
    await expect(guard(false, null)).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    const free = (await guard(false, pin())).stored.slice();
    await expect(stamp()).resolves.toMatchObject({ name: 'X-Stamp' });
    expect((await load(free, await open())).asks).toBe(false);
  });

  test('goes on asking in a vault in which an older copy of it is put back, which says so', async () => {
    await vault.ask('forget', { id: 'a' });
    expect((await load(before)).asks).toBe(false);
    await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  describe('whatever main has in another store, with a passphrase of its own,', () => {
    const mine = () => utf8Encode('a passphrase of main');
    let sealed: Uint8Array<ArrayBuffer>;
    /** Makes another key of the same name, as that store keeps it. */
    beforeEach(async () => {
      await vault.ask('forget', { id: 'a' });
      await vault.ask('openStore', { store: 'file', header: null, passphrase: mine() });
      sealed = storedOf(await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: 'file' }));
    });

    test('takes nothing that was typed for another key that had its name', async () => {
      await admit(mine());
      await vault.ask('forget', { id: 'a' });
      await load();
      await expect(stamp()).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
    });

    test('is told to ask no more by nothing that is kept there', async () => {
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

test('a key asks for nothing in a store that has no PIN: it cannot be told to, and one that was is of no use', async () => {
  const vault = await createOpened();
  const ask: MessageClient<VaultMessages> = vault.ask;
  const made = await ask('createKey', { id: 'a', purpose: 'stamp', store: 'keychain', asks: true });
  const guarding = ask('guardKey', { id: 'a', stored: storedOf(made), passphrase: pin(), asks: true });
  await expect(guarding).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  const admitting = ask('admit', { keyId: 'a', bodySha256: sha256(body), passphrase: null });
  await expect(admitting).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
});
