import { beforeAll, describe, expect, it } from 'vitest';
import {
  ecdhP256,
  generateP256,
  type HpkeSealed,
  hpkeOpen,
  hpkeSeal,
  p256Uncompress,
} from '../../../electron/crypto/index.ts';
import { agreementBytes, MASTER_INFO, type OutputOf, type VaultMessages } from '../../../shared/processes/index.ts';
import { hexDecode } from '../../../shared/wire/index.ts';
import { createOpened, createStarted, type Harness } from './harness.ts';

const onToken = generateP256();
const publicKey = p256Uncompress(onToken.publicKey);
const store = 'keychain';
const refused = (code: string) => expect.objectContaining({ code });

/** The service that they go to. */
const service = generateP256();
const sealTo = () => hexDecode(p256Uncompress(service.publicKey));
/** The master key as the service opens it: hexadecimal digits. */
const opened = (master: HpkeSealed) =>
  Buffer.from(hpkeOpen({ recipientPrivate: service.privateKey, info: MASTER_INFO, ...master })).toString('hex');
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

let vault: Harness;
beforeAll(async () => {
  vault = await createOpened();
});

describe('a master key', () => {
  const kept = (stored: Uint8Array, id = 's1') => ({ id, store, stored: stored.slice(), sealTo: sealTo() }) as const;
  const made = () => vault.ask('masterKey', { id: 's1', store, stored: null, sealTo: sealTo() });

  it('opens unchanged, for its service only', async () => {
    const { master, stored } = await made();
    const later = await createOpened();
    const again = await later.ask('masterKey', kept(stored));
    expect(opened(again.master)).toBe(opened(master));
    expect(opened(master)).toMatch(/^[0-9a-f]{64}$/);
    expect(again.stored).toEqual(stored);
    await expect(later.ask('masterKey', kept(stored, 's2'))).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
    const locked = await createStarted();
    await expect(locked.ask('masterKey', kept(stored))).rejects.toThrowError(refused('PASSPHRASE_REQUIRED'));
  });

  it('leaves the vault sealed to its service’s valid key only', async () => {
    const { master, stored } = await made();
    const passed = hex(master.encappedPublic) + hex(master.ciphertext) + hex(stored);
    expect(passed).not.toContain(opened(master));
    const noKey = { id: 's1', store, stored: null, sealTo: new Uint8Array(65).fill(4) } as const;
    await expect(vault.ask('masterKey', noKey)).rejects.toThrowError(refused('KEY_INVALID'));
  });
});

const make = () => vault.ask('makeTokenMaster', { id: 'a', store, publicKey, sealTo: sealTo() });
const check = (stored: Uint8Array, id = 'a') =>
  vault.ask('checkTokenMaster', { id, store, publicKey, stored: Uint8Array.from(stored) });
/** The token's reply. */
const agree = ({ encappedPublic, sealTo }: OutputOf<VaultMessages, 'checkTokenMaster'>, { privateKey } = onToken) =>
  hpkeSeal({
    recipientPublic: sealTo,
    plaintext: ecdhP256(privateKey, encappedPublic),
    info: agreementBytes({ publicKey: onToken.publicKey, encappedPublic, sealTo }),
  });
const open = (openingId: string, agreement: HpkeSealed) =>
  vault.ask('openTokenMaster', { openingId, agreement, sealTo: sealTo() });

describe('a master key that opens with a token', () => {
  it('is opened once, only with the token’s answer', async () => {
    const { master, stored } = await make();
    const made = opened(master);
    expect(hex(stored)).not.toContain(made);
    const asked = await check(stored);
    const agreement = agree(asked);
    const answered = await open(asked.openingId, agreement);
    expect(opened(answered.master)).toBe(made);
    expect(hex(answered.master.ciphertext)).not.toContain(made);
    await expect(open(asked.openingId, agreement)).rejects.toThrowError(refused('NOT_FOUND'));
    const other = await check(stored);
    const wrong = open(other.openingId, agree(other, generateP256()));
    await expect(wrong).rejects.toThrowError(refused('BUNDLE_UNREADABLE'));
  });

  it('is refused when its stored text was changed or belongs to another folder', async () => {
    const { stored } = await make();
    const changed = Uint8Array.from(stored);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await expect(check(changed)).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
    await expect(check(stored, 'b')).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });
});
