import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateP256 } from '../../../electron/crypto/index.ts';
import { BACKUP_SIZES } from '../../../shared/processes/index.ts';
import { createOpened, createStarted, type Harness, keptOf } from './harness.ts';

const { chunk: CHUNK } = BACKUP_SIZES;
const passphrase = (text = 'a backup passphrase') => Uint8Array.from(Buffer.from(text));
const full = (value: number) => new Uint8Array(CHUNK).fill(value);
const tail = () => Uint8Array.from(Buffer.from('the end'));

let vault: Harness;
let header: Uint8Array<ArrayBuffer>;
let chunks: Uint8Array<ArrayBuffer>[];
let wrapped: Uint8Array<ArrayBuffer>;
const key = generateP256();

const named = { id: 'k1', purpose: 'audit', publicKey: key.publicKey } as const;

beforeAll(async () => {
  vault = await createOpened();
  const stored = await keptOf('k1', 'audit', key.privateKey.slice());
  const begun = await vault.ask('beginBackup', { passphrase: passphrase() });
  const { backupId } = begun;
  header = begun.header;
  wrapped = (await vault.ask('wrapBackupKey', { backupId, kind: 'audit', id: 'k1', store: 'keychain', stored }))
    .wrapped;
  chunks = [];
  for (const bytes of [full(1), full(2)])
    chunks.push((await vault.ask('sealBackup', { backupId, bytes, isLast: false })).sealed);
  chunks.push((await vault.ask('sealBackup', { backupId, bytes: tail(), isLast: true })).sealed);
  const more = vault.ask('sealBackup', { backupId, bytes: tail(), isLast: true });
  await expect(more).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

const open = async (text?: string, changed = header) =>
  (await vault.ask('openBackup', { header: changed, passphrase: passphrase(text) })).backupId;

const damaged = { code: 'BACKUP_DAMAGED' };

describe('a wrong passphrase', () => {
  it.each([
    [
      'cafe\u0301 of the backup',
      /encrypted it\. The passphrase has letters that systems can encode in several ways: type it where/,
    ],
    ['another passphrase', /encrypted it\.$/],
  ])('has a hint only when systems encode its letters differently: %s', async (text, message) => {
    await expect(open(text)).rejects.toMatchObject({
      code: 'PASSPHRASE_WRONG',
      message: expect.stringMatching(message),
    });
  });
});

describe('a backup in the vault', () => {
  it('opens piece by piece in order, also in another vault', async () => {
    const other = await createStarted();
    const { backupId } = await other.ask('openBackup', { header, passphrase: passphrase() });
    const read: Uint8Array[] = [];
    for (const [index, sealed] of chunks.entries())
      read.push((await other.ask('unsealBackup', { backupId, sealed, isLast: index === 2 })).bytes);
    expect(
      read.map((bytes) =>
        Buffer.from(bytes).equals(Buffer.from([full(1), full(2), tail()][read.indexOf(bytes)] ?? [])),
      ),
    ).toEqual([true, true, true]);
  });

  it('does not open with another passphrase', async () => {
    await expect(open('another passphrase')).rejects.toMatchObject({ code: 'PASSPHRASE_WRONG' });
  });

  it('refuses a short passphrase', async () => {
    const short = vault.ask('beginBackup', { passphrase: passphrase('seven77') });
    await expect(short).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it.each([
    ['a changed chunk', () => ({ sealed: flipped(chunks[0], 5), isLast: false })],
    ['a changed tag', () => ({ sealed: flipped(chunks[0], -1), isLast: false })],
    ['the second chunk first', () => ({ sealed: chunks[1], isLast: false })],
    ['the first chunk as the last', () => ({ sealed: chunks[0], isLast: true })],
    ['the last chunk first', () => ({ sealed: chunks[2], isLast: true })],
  ])('refuses %s, and all that comes after it', async (_name, part) => {
    const backupId = await open();
    const { sealed = new Uint8Array(), isLast } = part();
    await expect(vault.ask('unsealBackup', { backupId, sealed, isLast })).rejects.toMatchObject(damaged);
    const next = vault.ask('unsealBackup', { backupId, sealed: chunks[0] ?? sealed, isLast: false });
    await expect(next).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });

  it.each([
    ['is of another program', 0, 'BACKUP_INVALID'],
    ['asks for a higher cost', 18, 'BACKUP_DAMAGED'],
    ['has another salt', 30, 'BACKUP_DAMAGED'],
    ['has another check', 60, 'BACKUP_DAMAGED'],
  ])('refuses a header that %s', async (_name, at, code) => {
    await expect(open(undefined, flipped(header, at))).rejects.toMatchObject({ code });
  });

  it('refuses a newer version by name, and an unusual cost before running scrypt', async () => {
    await expect(open(undefined, remade(header, 17, 2))).rejects.toMatchObject({ code: 'BACKUP_NEWER' });
    for (const [at, value] of [
      [18, 40],
      [18, 10],
      [19, 255],
      [20, 9],
      [21, 1],
      [24, 255],
    ] as const) {
      await expect(open(undefined, remade(header, at, value))).rejects.toMatchObject({ code: 'BACKUP_INVALID' });
    }
  });

  it('has a key that only its passphrase opens, bound to its place and public key', async () => {
    const backupId = await open();
    const asked = { backupId, ...named, wrapped, store: null };
    expect(await vault.ask('unwrapBackupKey', asked)).toEqual({ stored: null });
    const { stored } = await vault.ask('unwrapBackupKey', { ...asked, store: 'keychain' });
    expect(stored).toBeInstanceOf(Uint8Array);
    for (const other of [{ id: 'k2' }, { purpose: 'target' } as const, { publicKey: generateP256().publicKey }]) {
      const refused = vault.ask('unwrapBackupKey', { ...asked, ...other });
      await expect(refused).rejects.toMatchObject(damaged);
    }
    const changed = vault.ask('unwrapBackupKey', { ...asked, wrapped: flipped(wrapped, 20) });
    await expect(changed).rejects.toMatchObject(damaged);
    expect(Buffer.from(wrapped).includes(Buffer.from(key.privateKey))).toBe(false);
  });
});

function flipped(bytes: Uint8Array | undefined, at: number): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(bytes ?? []);
  const index = at < 0 ? changed.length + at : at;
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

/** Changes a byte and recomputes the digest, as the author of a hostile file would. */
function remade(bytes: Uint8Array, at: number, value: number): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(bytes);
  changed[at] = value;
  changed.set(createHash('sha256').update(changed.subarray(0, 92)).digest(), 92);
  return changed;
}
