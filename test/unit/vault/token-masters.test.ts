import { beforeAll, describe, expect, it } from 'vitest';
import { ecdhP256, generateP256, hpkeSeal, p256Uncompress } from '../../../electron/crypto/index.ts';
import { agreementBytes, type OutputOf, type VaultMessages } from '../../../shared/processes/index.ts';
import { createOpened, type Harness } from './harness.ts';

const onToken = generateP256();
const publicKey = p256Uncompress(onToken.publicKey);
const store = 'keychain';
const refused = (code: string) => expect.objectContaining({ code });

let vault: Harness;
beforeAll(async () => {
  vault = await createOpened();
});

const make = () => vault.ask('makeTokenMaster', { id: 'a', store, publicKey });
const check = (stored: Uint8Array, id = 'a') =>
  vault.ask('checkTokenMaster', { id, store, publicKey, stored: Uint8Array.from(stored) });
/** What the token answers. */
const agree = ({ encappedPublic, sealTo }: OutputOf<VaultMessages, 'checkTokenMaster'>, { privateKey } = onToken) =>
  hpkeSeal({
    recipientPublic: sealTo,
    plaintext: ecdhP256(privateKey, encappedPublic),
    info: agreementBytes({ publicKey: onToken.publicKey, encappedPublic, sealTo }),
  });

describe('a master key that opens with a token', () => {
  it('is opened with what the token answers, once, and with nothing else', async () => {
    const { master, stored } = await make();
    const made = Buffer.from(master).toString('hex');
    expect(Buffer.from(stored).toString('hex')).not.toContain(made);
    const asked = await check(stored);
    const agreement = agree(asked);
    const opened = await vault.ask('openTokenMaster', { openingId: asked.openingId, agreement });
    expect(Buffer.from(opened.master).toString('hex')).toBe(made);
    const again = vault.ask('openTokenMaster', { openingId: asked.openingId, agreement });
    await expect(again).rejects.toThrowError(refused('NOT_FOUND'));
    const other = await check(stored);
    const wrong = vault.ask('openTokenMaster', { openingId: other.openingId, agreement: agree(other, generateP256()) });
    await expect(wrong).rejects.toThrowError(refused('BUNDLE_UNREADABLE'));
  });

  it('is refused where its store keeps another text, or that of another folder', async () => {
    const { stored } = await make();
    const changed = Uint8Array.from(stored);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await expect(check(changed)).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
    await expect(check(stored, 'b')).rejects.toThrowError(refused('KEYSTORE_CORRUPT'));
  });
});
