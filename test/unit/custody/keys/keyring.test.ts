import { describe, expect, it } from 'vitest';
import { createKeyring, PLACES } from '../../../../electron/custody/keys/keyring.ts';
import { createArena, createSecretMemory } from '../../../../electron/hardening/index.ts';

const secret = () => new Uint8Array([1, 2, 3, 4]);
const first = { organizationId: 'o1', walletId: 'w1' };
const keyring = () => createKeyring(new Uint8Array(32).fill(5), createSecretMemory(createArena().pages));

describe('a keyring', () => {
  it('opens a sealed value only in its own place', () => {
    const ring = keyring();
    const sealed = ring.seal(PLACES.seed(first), secret());
    expect(ring.open(PLACES.seed(first), sealed, (plaintext) => [...plaintext])).toEqual([...secret()]);
    expect(() => ring.open(PLACES.seed({ ...first, walletId: 'w2' }), sealed, () => 0)).toThrow(
      expect.objectContaining({ code: 'KEYSTORE_CORRUPT' }),
    );
    expect(() => ring.open(PLACES.mnemonic(first), sealed, () => 0)).toThrow(
      expect.objectContaining({ code: 'KEYSTORE_CORRUPT' }),
    );
  });

  it('wipes the plaintext after use, also when the use fails', () => {
    const ring = keyring();
    const sealed = ring.seal('place', secret());
    let seen: Uint8Array | undefined;
    ring.open('place', sealed, (plaintext) => {
      seen = plaintext;
    });
    expect(seen).toEqual(new Uint8Array(4));
    const failing = () =>
      ring.open('place', sealed, (plaintext) => {
        seen = plaintext;
        throw new Error('in use');
      });
    expect(failing).toThrow('in use');
    expect(seen).toEqual(new Uint8Array(4));
  });

  it('wipes its own key when it is closed, and then neither seals nor opens', () => {
    const key = new Uint8Array(32).fill(5);
    const { pages } = createArena();
    const ring = createKeyring(key, createSecretMemory(pages));
    const sealed = ring.seal('place', secret());
    expect(pages.some((byte) => byte !== 0)).toBe(true);
    ring.close();
    expect([key, pages].flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0)).toEqual([]);
    expect(() => ring.seal('place', secret())).toThrow(expect.objectContaining({ code: 'SERVICE_STOPPED' }));
    expect(() => ring.open('place', sealed, () => 0)).toThrow(expect.objectContaining({ code: 'SERVICE_STOPPED' }));
    expect(() => ring.mac('text')).toThrow(expect.objectContaining({ code: 'SERVICE_STOPPED' }));
  });
});
