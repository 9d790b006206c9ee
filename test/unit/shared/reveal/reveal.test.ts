import { describe, expect, test } from 'vitest';
import { hpkeSeal } from '../../../../electron/crypto/index.ts';
import { openRevealed, sealTo } from '../../../../renderer/trusted/reveal-keys.ts';
import type { ExportProof } from '../../../../shared/model/index.ts';
import { revealInfo, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';

const PROOF: ExportProof = {
  signerKey: '04',
  organizationId: 'desk',
  holds: 'key',
  byteLength: 32,
  expectedAddress: '0x1',
  derivedAddress: '0x1',
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};

/** As the vault seals it. */
const seal = (to: Uint8Array<ArrayBuffer>, format = 'hex', proof = PROOF, text = 'what was exported') => ({
  to,
  ...hpkeSeal({ recipientPublic: to, plaintext: utf8Encode(text), info: revealInfo(format, proof) }),
});

describe('a revealed secret', () => {
  test.each([0, 1, 64, 128 * 1024])('is opened by the key that was made for it (%i bytes)', async (length) => {
    const to = await sealTo('hex', PROOF);
    const text = 'a'.repeat(length);
    expect(utf8Decode(await openRevealed(seal(to, 'hex', PROOF, text)))).toBe(text);
  });

  test('is opened once', async () => {
    const sealed = seal(await sealTo('hex', PROOF));
    await openRevealed(sealed);
    await expect(openRevealed(sealed)).rejects.toThrow('not in this window');
  });

  test('is not opened by another window’s key', async () => {
    const sealed = seal(await sealTo('hex', PROOF));
    const other = await sealTo('hex', PROOF);
    await expect(openRevealed({ ...sealed, to: other })).rejects.toThrow();
  });

  test.each([
    ['another form', 'solana', PROOF],
    ['another address', 'hex', { ...PROOF, derivedAddress: '0x2' }],
    ['another kind', 'hex', { ...PROOF, holds: 'text' as const }],
    ['another organization', 'hex', { ...PROOF, organizationId: 'other' }],
  ])('is not opened as what was shown when it is %s', async (_, format, proof) => {
    const sealed = seal(await sealTo('hex', PROOF), format, proof);
    await expect(openRevealed(sealed)).rejects.toThrow();
  });

  test('is not opened when a bit of it was changed', async () => {
    const sealed = seal(await sealTo('hex', PROOF));
    const ciphertext = sealed.ciphertext.map((byte, index) => (index === 3 ? byte ^ 1 : byte));
    await expect(openRevealed({ ...sealed, ciphertext })).rejects.toThrow();
  });
});
