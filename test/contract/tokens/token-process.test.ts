import { spawnSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { p256Verify, sha256, verifyStamp } from '../../../electron/crypto/index.ts';
import type { StampScheme } from '../../../shared/model/index.ts';
import { type Approval, approvalBytes } from '../../../shared/processes/index.ts';
import {
  decodeStamp,
  hexDecode,
  STAMP_SCHEMES,
  type Stamp,
  USUAL_SCHEME,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import { compileBadModule } from './bad-module.ts';
import { PIN, SOFTHSM, SoftTokens } from './soft-token.ts';
import { asOperator, buildTokenProcess, startTokenProcess } from './token-process.ts';

/** Long enough for a token in software on a busy machine. */
const TIMEOUT_MS = 30_000;

const canLook = process.platform === 'linux' && (asOperator.length > 0 || process.getuid?.() !== 0);

const soft = new SoftTokens();
const modules = mkdtempSync(join(tmpdir(), 'castellan-modules-'));
const desk = { label: 'desk', serial: null, slot: null };
const running: ReturnType<typeof startTokenProcess>[] = [];

beforeAll(async () => {
  soft.add('desk');
  await buildTokenProcess();
});
afterEach(() => {
  for (const { kill } of running.splice(0)) kill();
});
afterAll(() => {
  soft.close();
  rmSync(modules, { recursive: true });
});

const APPROVAL_KEY = new Uint8Array(32).fill(7);
const pin = () => Uint8Array.from(utf8Encode(PIN));
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');

function start(timeoutMs = TIMEOUT_MS) {
  const started = startTokenProcess(soft.environment, timeoutMs);
  running.push(started);
  return started;
}

async function started(module = SOFTHSM, timeoutMs = TIMEOUT_MS) {
  const child = start(timeoutMs);
  const { hardening } = await child.call('start', { approvalKey: Uint8Array.from(APPROVAL_KEY), module });
  return { ...child, hardening };
}

/** A process with a new key of the token, open under the name “a”. */
async function withKey(scheme: StampScheme = USUAL_SCHEME) {
  const child = await started();
  await child.call('login', { token: desk, pin: pin() });
  const { called: curve } = STAMP_SCHEMES[scheme];
  const key = await child.call('createKey', { token: desk, purpose: 'stamp', curve, label: 'Castellan test' });
  await child.call('openKey', { id: 'a', token: desk, keyId: key.keyId, publicKey: key.publicKey, scheme });
  return { ...child, key };
}

function approve(counter: number, bytes: Uint8Array, credentialId = 'a'): Approval {
  const approval = { kind: 'write' as const, credentialId, counter, bodySha256: sha256(bytes) };
  const mac = Uint8Array.from(createHmac('sha256', APPROVAL_KEY).update(approvalBytes(approval)).digest());
  return { ...approval, mac };
}

/** Reports whether a stamp verifies, by libraries other than the program's. */
function judged({ scheme, publicKey, signature }: Stamp, message: Uint8Array): boolean {
  const [key, bytes] = [hexDecode(publicKey), hexDecode(signature)];
  if (scheme === 'SIGNATURE_SCHEME_TK_API_ED25519') return ed25519.verify(bytes, message, key);
  const digest =
    scheme === 'SIGNATURE_SCHEME_TK_API_SECP256K1'
      ? createHash('sha256').update(message).digest()
      : keccak_256(Buffer.concat([utf8Encode(`\x19Ethereum Signed Message:\n${message.length}`), message]));
  return secp256k1.verify(bytes, digest, key, { prehash: false, format: 'der' });
}

describe('a token process with a real module', () => {
  it('stamps only the approved bytes, once', async () => {
    const { call, key } = await withKey();
    const { value } = await call('stamp', { body, approval: approve(1, body), pin: null });
    expect(decodeStamp(value).publicKey).toBe(key.publicKey);
    expect(verifyStamp(decodeStamp(value), body)).toBe(true);
    const again = call('stamp', { body, approval: approve(1, body), pin: null });
    await expect(again).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    const other = call('stamp', { body: utf8Encode('{"type":"OTHER"}'), approval: approve(2, body), pin: null });
    await expect(other).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    const forged = { ...approve(3, body), mac: new Uint8Array(32) };
    await expect(call('stamp', { body, approval: forged, pin: null })).rejects.toMatchObject({
      code: 'APPROVAL_REFUSED',
    });
    const unopened = call('stamp', { body, approval: approve(4, body, 'b'), pin: null });
    await expect(unopened).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('encodes r and s of every length correctly', async () => {
    const { call } = await withKey();
    for (let counter = 1; counter <= 40; counter += 1) {
      const bytes = utf8Encode(`{"type":"ACTIVITY_TYPE_CREATE_WALLET","n":${counter}}`);
      const { value } = await call('stamp', { body: bytes, approval: approve(counter, bytes), pin: null });
      const { publicKey, signature } = decodeStamp(value);
      expect(p256Verify(publicKey, bytes, Uint8Array.from(Buffer.from(signature, 'hex')))).toBe(true);
    }
  });

  it.for([
    ['SIGNATURE_SCHEME_TK_API_SECP256K1', 'secp256k1'],
    ['SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', 'secp256k1'],
    ['SIGNATURE_SCHEME_TK_API_ED25519', 'ed25519'],
  ] as const)(
    'makes a key for %s where its token lists what that takes, finds it again and stamps so',
    async ([scheme, curve]) => {
      const { call, key } = await withKey(scheme);
      expect((await call('tokens', {})).tokens.find(({ label }) => label === 'desk')?.curves).toContain(curve);
      expect(key).toMatchObject({ curve, protection: { extractable: false, sensitive: true, local: true } });
      expect((await call('keys', { token: desk })).keys).toContainEqual(key);
      for (let counter = 1; counter <= 12; counter += 1) {
        const { value } = await call('stamp', { body, approval: approve(counter, body), pin: null });
        const stamp = decodeStamp(value);
        expect(stamp).toMatchObject({ scheme, publicKey: key.publicKey });
        expect(judged(stamp, body)).toBe(true);
        if (curve === 'secp256k1')
          expect(secp256k1.Signature.fromBytes(hexDecode(stamp.signature), 'der').hasHighS()).toBe(false);
      }
      const { keyId, publicKey } = key;
      const other = call('openKey', { id: 'b', token: desk, keyId, publicKey, scheme: USUAL_SCHEME });
      await expect(other).rejects.toMatchObject({ code: 'KEY_STORE_CHANGED' });
    },
  );

  it('signs with an always-asking key only after its PIN, and keeps the approval for another try', async () => {
    soft.add('asking');
    soft.addAskingKey('asking');
    const token = { ...desk, label: 'asking' };
    const { call } = await started();
    await call('login', { token, pin: pin() });
    const [key] = (await call('keys', { token })).keys;
    if (key === undefined) throw new Error('there is no key');
    expect(key.protection.alwaysAuthenticate).toBe(true);
    await call('openKey', { id: 'a', token, keyId: key.keyId, publicKey: key.publicKey, scheme: USUAL_SCHEME });
    const stampWith = (given: Uint8Array<ArrayBuffer> | null, counter: number) =>
      call('stamp', { body, approval: approve(counter, body), pin: given });
    await expect(stampWith(null, 1)).rejects.toMatchObject({ code: 'PIN_REQUIRED' });
    await expect(stampWith(pin(), 1)).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    await expect(stampWith(Uint8Array.from(utf8Encode('000000')), 2)).rejects.toMatchObject({
      code: 'PIN_WRONG',
      message: expect.stringContaining('Few tries are left'),
    });
    const { value } = await stampWith(pin(), 2);
    expect(verifyStamp(decodeStamp(value), body)).toBe(true);
    await expect(stampWith(pin(), 2)).rejects.toMatchObject({ code: 'APPROVAL_REFUSED' });
    expect(verifyStamp(decodeStamp((await stampWith(pin(), 3)).value), body)).toBe(true);
  });

  it('opens a key only under its registered public key', async () => {
    const { call, key } = await withKey();
    const publicKey = `${key.publicKey.startsWith('02') ? '03' : '02'}${key.publicKey.slice(2)}`;
    await expect(
      call('openKey', { id: 'b', token: desk, keyId: key.keyId, publicKey, scheme: USUAL_SCHEME }),
    ).rejects.toMatchObject({
      code: 'KEY_STORE_CHANGED',
    });
    await expect(
      call('openKey', { id: 'b', token: desk, keyId: 'ffff', publicKey: key.publicKey, scheme: USUAL_SCHEME }),
    ).rejects.toMatchObject({ code: 'KEY_MISSING' });
  });

  it('asks for the PIN before it shows or makes a key', async () => {
    const { call } = await started();
    expect(await call('login', { token: desk, pin: null })).toMatchObject({ needsPin: true });
    await expect(
      call('createKey', { token: desk, purpose: 'stamp', curve: 'p256', label: 'none' }),
    ).rejects.toMatchObject({
      code: 'PIN_REQUIRED',
    });
  });

  it.skipIf(!canLook)('cannot be read by another program of the user', async () => {
    const { hardening, pid } = await started();
    expect(hardening).toMatchObject({ notDumpable: true, noCore: true });
    const [command = '', ...args] = [...asOperator, 'head', '--bytes=1', `/proc/${pid}/mem`];
    const looked = spawnSync(command, args, { encoding: 'utf8' });
    expect([looked.stdout, looked.stderr]).toEqual(['', expect.stringMatching(/denied|not permitted/)]);
  });
});

describe('a module that fails', () => {
  it('is refused when it is not a PKCS#11 module', async () => {
    const { call } = start();
    const refused = call('start', { approvalKey: new Uint8Array(32), module: process.execPath });
    await expect(refused).rejects.toMatchObject({
      code: 'TOKEN_UNAVAILABLE',
      message: expect.stringContaining('is not a PKCS#11 module'),
    });
  });

  it.for([
    ['TOKEN_MISSING', 'The token was removed', { does: 'REMOVED' }],
    ['PIN_LOCKED', 'locked after too many wrong PINs', { does: 'LOCKED' }],
    ['PIN_WRONG', 'Too many wrong ones lock it', { does: 'NOTHING' }],
    ['PIN_WRONG', 'Few tries are left', { does: 'NOTHING', flags: 'CKF_USER_PIN_COUNT_LOW' }],
    ['PIN_WRONG', 'ONE TRY IS LEFT', { does: 'NOTHING', flags: 'CKF_USER_PIN_FINAL_TRY' }],
    ['PIN_LOCKED', 'The PIN of the token is locked', { does: 'NOTHING', flags: 'CKF_USER_PIN_LOCKED' }],
  ] as const)('says %s: %s', async ([code, words, badness]) => {
    const { call } = await started(compileBadModule(modules, { at: 'LOGIN', ...badness }));
    const asked = call('login', { token: { ...desk, label: 'bad' }, pin: pin() });
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it.for(['INITIALIZE', 'LOGIN'] as const)(
    'crashes at %s: its process ends and the caller gets an error',
    async (at) => {
      const module = compileBadModule(modules, { at, does: 'CRASH' });
      const { call } = start();
      const asked = call('start', { approvalKey: new Uint8Array(32), module }).then(() =>
        call('login', { token: { ...desk, label: 'bad' }, pin: pin() }),
      );
      await expect(asked).rejects.toMatchObject({ code: 'TOKEN_STOPPED' });
    },
  );

  it.for(['INITIALIZE', 'LOGIN'] as const)('hangs at %s: its process is ended after the timeout', async (at) => {
    const module = compileBadModule(modules, { at, does: 'HANG' });
    const { call, onExit } = start(3_000);
    const ended = new Promise((resolve) => onExit(resolve));
    const asked = call('start', { approvalKey: new Uint8Array(32), module }).then(() =>
      call('login', { token: { ...desk, label: 'bad' }, pin: pin() }),
    );
    await expect(asked).rejects.toMatchObject({
      code: 'TOKEN_STOPPED',
      message: expect.stringContaining('did not answer for 3 seconds and was stopped'),
    });
    await ended;
  });
});
