import { beforeEach, describe, expect, test } from 'vitest';
import {
  generateP256,
  openEncryptedBundle,
  openP256Signer,
  type P256Signer,
  p256Uncompress,
  p256Verify,
  readEncryptedBundle,
  signTarget,
} from '../../../electron/crypto/index.ts';
import { type Approval, loginMessage } from '../../../shared/processes/index.ts';
import { hexDecode, utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, type Harness, mint } from './harness.ts';

const refused = expect.objectContaining({ code: 'APPROVAL_REFUSED' });
let vault: Harness;
let publicKey: string;
beforeEach(async () => {
  vault = await createStarted();
  ({ publicKey } = await vault.ask('createKey', { id: 'a', purpose: 'stamp', store: null }));
});

describe('a login', () => {
  const tokenId = 'one';
  const message = () => utf8Encode(loginMessage({ publicKey, tokenId }));
  const sign = (approval: Approval, id = tokenId) => vault.ask('signLogin', { tokenId: id, approval });

  test('is signed once for the token and key of its approval', async () => {
    const approval = mint(1, 'a', message(), undefined, 'login');
    const { signature } = await sign(approval);
    expect(p256Verify(publicKey, message(), hexDecode(signature), 'ieee-p1363')).toBe(true);
    await expect(sign(approval)).rejects.toThrowError(refused);
    await expect(sign(mint(2, 'a', message(), undefined, 'login'), 'two')).rejects.toThrowError(refused);
    // Numbers that begin with zeros are spelled shorter by DER.
    for (let counter = 3; counter < 600; counter += 1) {
      const next = await sign(mint(counter, 'a', message(), undefined, 'login'));
      expect(p256Verify(publicKey, message(), hexDecode(next.signature), 'ieee-p1363')).toBe(true);
    }
  });

  test('needs its own kind of approval, which allows no stamp', async () => {
    for (const [index, kind] of (['read', 'write', 'open'] as const).entries())
      await expect(sign(mint(index + 1, 'a', message(), undefined, kind))).rejects.toThrowError(refused);
    const stamping = vault.ask('stamp', { body: message(), approval: mint(9, 'a', message(), undefined, 'login') });
    await expect(stamping).rejects.toThrowError(refused);
  });
});

describe('a one-time code', () => {
  const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
  const target = generateP256();
  let signer: P256Signer;
  beforeEach(() => {
    signer = openP256Signer(generateP256().privateKey);
  });
  const seal = (changed: object = {}, code = 'A1B2C3') => {
    const bundle = signTarget({ targetPublicKey: target.publicKey, organizationId, signer });
    const input = { id: 'a', code: utf8Encode(code), bundle, organizationId };
    return vault.ask('sealCode', { ...input, signerKey: p256Uncompress(signer.publicKey), ...changed });
  };

  test('is sealed to the service together with its key', async () => {
    const { encryptedOtpBundle } = await seal();
    const opened = openEncryptedBundle(readEncryptedBundle(encryptedOtpBundle), target.privateKey);
    expect(JSON.parse(Buffer.from(opened ?? []).toString())).toEqual({ otp_code: 'A1B2C3', public_key: publicKey });
  });

  test('is not sealed to a changed key or one of another signer or organization', async () => {
    const invalid = { code: 'SERVICE_REPLY_INVALID' };
    const other = openP256Signer(generateP256().privateKey);
    await expect(seal({ signerKey: p256Uncompress(other.publicKey) })).rejects.toMatchObject(invalid);
    await expect(seal({ organizationId: 'another' })).rejects.toMatchObject(invalid);
    const bundle = signTarget({ targetPublicKey: target.publicKey, organizationId, signer });
    const { dataSignature: _own, ...rest } = JSON.parse(bundle);
    const { dataSignature } = JSON.parse(
      signTarget({ targetPublicKey: generateP256().publicKey, organizationId, signer }),
    );
    await expect(seal({ bundle: JSON.stringify({ ...rest, dataSignature }) })).rejects.toMatchObject(invalid);
    await expect(seal({ bundle: '{}' })).rejects.toMatchObject(invalid);
  });

  test('cannot contain text that is read as another message', async () => {
    await expect(seal({}, '1","public_key":"02')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});
