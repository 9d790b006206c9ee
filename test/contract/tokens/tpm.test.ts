import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256, verifyStamp } from '../../../electron/crypto/index.ts';
import { type Approval, approvalBytes } from '../../../shared/processes/index.ts';
import { decodeStamp, USUAL_SCHEME, utf8Encode } from '../../../shared/wire/index.ts';
import { MISSING, SoftTpm, TPM_MODULE, TPM_PIN } from './soft-tpm.ts';
import { buildTokenProcess, startTokenProcess } from './token-process.ts';

const APPROVAL_KEY = new Uint8Array(32).fill(3);
const token = { label: 'tpm', serial: null, slot: null };
const body = utf8Encode('{"type":"ACTIVITY_TYPE_CREATE_WALLET"}');

function approve(counter: number): Approval {
  const approval = { kind: 'write' as const, credentialId: 'a', counter, bodySha256: sha256(body) };
  const mac = Uint8Array.from(createHmac('sha256', APPROVAL_KEY).update(approvalBytes(approval)).digest());
  return { ...approval, mac };
}

const why = MISSING.length === 0 ? '' : `: left out, because this machine has no ${MISSING.join(', ')}`;

describe.skipIf(MISSING.length > 0)(`a TPM 2.0 through tpm2-pkcs11 and its resource manager${why}`, () => {
  const tpm = new SoftTpm();
  let child: ReturnType<typeof startTokenProcess>;
  beforeAll(async () => {
    await Promise.all([tpm.start(), buildTokenProcess()]);
    child = startTokenProcess(tpm.environment, 60_000);
    await child.call('start', { approvalKey: Uint8Array.from(APPROVAL_KEY), module: TPM_MODULE });
    await child.call('login', { token, pin: Uint8Array.from(utf8Encode(TPM_PIN)) });
  });
  afterAll(() => {
    child?.kill();
    tpm.close();
  });

  it('creates a key that never leaves it, and stamps approved bytes', async () => {
    const key = await child.call('createKey', { token, purpose: 'stamp', curve: 'p256', label: 'Castellan test' });
    expect(key.protection).toMatchObject({ extractable: false, sensitive: true, neverExtractable: true, local: true });
    await child.call('openKey', { id: 'a', token, keyId: key.keyId, publicKey: key.publicKey, scheme: USUAL_SCHEME });
    for (const counter of [1, 2, 3]) {
      const { value } = await child.call('stamp', { body, approval: approve(counter), pin: null });
      expect(verifyStamp(decodeStamp(value), body)).toBe(true);
    }
    expect((await child.call('keys', { token })).keys).toEqual([key]);
  });

  it('reports that it cannot create a key for exports', async () => {
    const made = child.call('createKey', { token, purpose: 'target', curve: 'p256', label: 'Castellan test' });
    await expect(made).rejects.toMatchObject({
      code: 'TOKEN_REFUSED',
      message: expect.stringContaining('cannot do this'),
    });
  });
});
