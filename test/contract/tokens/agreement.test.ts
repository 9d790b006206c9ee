import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ecdhP256,
  generateP256,
  hpkeOpen,
  p256PublicKey,
  p256Uncompress,
  sha256,
} from '../../../electron/crypto/index.ts';
import { type Approval, agreementBytes, approvalBytes } from '../../../shared/processes/index.ts';
import { hexDecode, USUAL_SCHEME, utf8Encode } from '../../../shared/wire/index.ts';
import { PIN, SOFTHSM, SoftTokens } from './soft-token.ts';
import { buildTokenProcess, startTokenProcess } from './token-process.ts';

const soft = new SoftTokens();
const token = { label: 'desk', serial: null, slot: null };
const running: ReturnType<typeof startTokenProcess>[] = [];
const APPROVAL_KEY = new Uint8Array(32).fill(9);
const pin = () => Uint8Array.from(utf8Encode(PIN));

beforeAll(async () => {
  soft.add('desk');
  await buildTokenProcess();
});
afterEach(() => {
  for (const { kill } of running.splice(0)) kill();
});
afterAll(() => soft.close());

function approve(kind: Approval['kind'], counter: number, body: Uint8Array): Approval {
  const approval = { kind, credentialId: 'a', counter, bodySha256: sha256(body) };
  const mac = Uint8Array.from(createHmac('sha256', APPROVAL_KEY).update(approvalBytes(approval)).digest());
  return { ...approval, mac };
}

/** A process with a new target key of the token, and one opening of the vault's. */
async function withTarget() {
  const child = startTokenProcess(soft.environment, 30_000);
  running.push(child);
  const { call } = child;
  await call('start', { approvalKey: Uint8Array.from(APPROVAL_KEY), module: SOFTHSM });
  await call('login', { token, pin: pin() });
  const { keyId, publicKey, protection } = await call('createKey', {
    token,
    purpose: 'target',
    curve: 'p256',
    label: 'target',
  });
  const [sealer, vault] = [generateP256(), generateP256()];
  const point = (privateKey: Uint8Array) => hexDecode(p256PublicKey(privateKey, 'uncompressed'));
  const asked = { publicKey, encappedPublic: point(sealer.privateKey), sealTo: point(vault.privateKey) };
  const agree = (
    approval: Approval,
    given: Uint8Array<ArrayBuffer> | null = pin(),
    changed: Partial<typeof asked> = {},
  ) => call('agree', { token, keyId, ...asked, ...changed, approval, pin: given });
  return { call, keyId, asked, agree, sealer, vault, protection };
}

describe('a target key on a token', () => {
  it('computes the shared secret on the token and returns it sealed to the given key', async () => {
    const { asked, agree, sealer, vault, protection } = await withTarget();
    expect(protection).toMatchObject({ extractable: false, sensitive: true, local: true, neverExtractable: true });
    const agreement = await agree(approve('open', 1, agreementBytes(asked)));
    const agreed = hpkeOpen({ recipientPrivate: vault.privateKey, info: agreementBytes(asked), ...agreement });
    expect(agreed).toEqual(ecdhP256(sealer.privateKey, hexDecode(p256Uncompress(asked.publicKey))));
    expect(Buffer.from(agreement.ciphertext).includes(Buffer.from(agreed))).toBe(false);
    expect(() => hpkeOpen({ recipientPrivate: sealer.privateKey, info: agreementBytes(asked), ...agreement })).toThrow(
      'does not open',
    );
  });

  it('needs its own approval, once, and accepts no approval of a signature', async () => {
    const { call, asked, agree, sealer } = await withTarget();
    const bytes = agreementBytes(asked);
    const refused = { code: 'APPROVAL_REFUSED' };
    await expect(agree(approve('write', 1, bytes))).rejects.toMatchObject(refused);
    const elsewhere = { sealTo: hexDecode(p256PublicKey(sealer.privateKey, 'uncompressed')) };
    await expect(agree(approve('open', 2, bytes), pin(), elsewhere)).rejects.toMatchObject(refused);
    await agree(approve('open', 3, bytes));
    await expect(agree(approve('open', 3, bytes))).rejects.toMatchObject(refused);
    const stamped = call('stamp', { body: bytes, approval: approve('open', 4, bytes), pin: null });
    await expect(stamped).rejects.toMatchObject(refused);
  });

  it('asks for the PIN each time, even while the token is logged in', async () => {
    const { asked, agree } = await withTarget();
    const bytes = agreementBytes(asked);
    await expect(agree(approve('open', 1, bytes), null)).rejects.toMatchObject({ code: 'PIN_REQUIRED' });
    const wrong = agree(approve('open', 2, bytes), Uint8Array.from(utf8Encode('000000')));
    await expect(wrong).rejects.toMatchObject({ code: 'PIN_WRONG', message: expect.not.stringContaining('signed') });
    await expect(agree(approve('open', 3, bytes))).resolves.toBeDefined();
  });

  it('refuses a point that is not on the curve', async () => {
    const { asked, agree } = await withTarget();
    const encappedPublic = Uint8Array.from(asked.encappedPublic);
    encappedPublic[64] = (encappedPublic[64] ?? 0) ^ 1;
    const approval = approve('open', 1, agreementBytes({ ...asked, encappedPublic }));
    await expect(agree(approval, pin(), { encappedPublic })).rejects.toMatchObject({ code: 'KEY_INVALID' });
  });

  it('signs nothing, and a signing key computes no shared secret', async () => {
    const { call, keyId, asked } = await withTarget();
    const open = call('openKey', { id: 'a', token, keyId, publicKey: asked.publicKey, scheme: USUAL_SCHEME });
    await expect(open).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const signing = await call('createKey', { token, purpose: 'stamp', curve: 'p256', label: 'signs' });
    const given = { ...asked, publicKey: signing.publicKey };
    const approval = approve('open', 1, agreementBytes(given));
    const agreed = call('agree', { token, keyId: signing.keyId, ...given, approval, pin: pin() });
    await expect(agreed).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('is destroyed alone on the token after login', async () => {
    const { call, keyId, asked, agree } = await withTarget();
    const signing = await call('createKey', { token, purpose: 'stamp', curve: 'p256', label: 'stays' });
    const child = startTokenProcess(soft.environment, 30_000);
    running.push(child);
    await child.call('start', { approvalKey: Uint8Array.from(APPROVAL_KEY), module: SOFTHSM });
    const destroying = { token, keyId, publicKey: asked.publicKey };
    await expect(child.call('destroyTarget', destroying)).rejects.toMatchObject({ code: 'PIN_REQUIRED' });
    await call('destroyTarget', { token, keyId: signing.keyId, publicKey: signing.publicKey });
    await call('destroyTarget', destroying);
    await call('destroyTarget', destroying);
    const approval = approve('open', 1, agreementBytes(asked));
    await expect(agree(approval)).rejects.toMatchObject({ code: 'KEY_MISSING' });
    const { keys } = await call('keys', { token });
    expect(keys.map(({ label }) => label)).toContain('stays');
  });
});
