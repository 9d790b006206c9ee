import { describe, expect, it } from 'vitest';
import {
  generateP256,
  openEncryptedBundle,
  openP256Signer,
  p256Uncompress,
  readEncryptedBundle,
  sealExportBundle,
  signTarget,
} from '../../../electron/crypto/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, holds } from './harness.ts';
import { JUNK, organizationId, signer, signerKey, TARGET, target, userId } from './importing.ts';

const source = openP256Signer(generateP256().privateKey);
const exported = {
  bundle: sealExportBundle({
    plaintext: utf8Encode(JUNK),
    targetPublicKey: target.publicKey,
    organizationId,
    signer: source,
  }),
  organizationId,
  signerKey: p256Uncompress(source.publicKey),
};

describe('a key of a service to move to', () => {
  it('is the signed one', async () => {
    const vault = await createStarted();
    expect(await vault.ask('readImportTarget', TARGET)).toEqual({ targetPublicKey: p256Uncompress(target.publicKey) });
  });

  it.each([
    ['another signer', { ...TARGET, signerKey: p256Uncompress(source.publicKey) }],
    ['another organization', { ...TARGET, organizationId: userId }],
    ['another user', { ...TARGET, userId: organizationId }],
    ['no user', { ...TARGET, bundle: signTarget({ targetPublicKey: target.publicKey, organizationId, signer }) }],
  ])('is refused for %s', async (_what, given) => {
    const vault = await createStarted();
    await expect(vault.ask('readImportTarget', given)).rejects.toMatchObject({ code: 'SERVICE_REPLY_INVALID' });
  });
});

describe('an export that is passed on', () => {
  it('opens at the importing service, and the vault never holds its contents', async () => {
    const vault = await createStarted();
    const { encryptedBundle } = await vault.ask('passOnExport', exported);
    const plaintext = openEncryptedBundle(readEncryptedBundle(encryptedBundle), target.privateKey);
    expect(utf8Decode(plaintext ?? new Uint8Array(0))).toBe(JUNK);
    expect(holds(vault, utf8Encode(JUNK))).toBe(false);
  });

  it.each([
    ['another signer', { ...exported, signerKey }, 'BUNDLE_WRONG_SIGNER'],
    ['another organization', { ...exported, organizationId: userId }, 'BUNDLE_WRONG_ORGANIZATION'],
    [
      'a changed signature',
      { ...exported, bundle: exported.bundle.replace('"dataSignature":"30', '"dataSignature":"31') },
      'BUNDLE',
    ],
  ])('is not passed on with %s', async (_what, given, code) => {
    const vault = await createStarted();
    await expect(vault.ask('passOnExport', given)).rejects.toMatchObject({ code: expect.stringContaining(code) });
  });
});
