import { expect, test } from 'vitest';
import { p256Verify } from '../../../electron/crypto/index.ts';
import { auditHeadBytes } from '../../../shared/processes/index.ts';
import { utf8Encode } from '../../../shared/wire/index.ts';
import { createStarted, mint } from './harness.ts';

const refused = (code: string) => expect.objectContaining({ code });
const hash = new Uint8Array(32).fill(7);

async function vaultWithKeys() {
  const vault = await createStarted();
  const { publicKey } = await vault.ask('createKey', { id: 'log', purpose: 'audit', store: null });
  await vault.ask('createKey', { id: 'stamps', purpose: 'stamp', store: null });
  return { ...vault, publicKey };
}

test('the signature of the audit head covers its chain’s start, its number and its hash', async () => {
  const { ask, publicKey } = await vaultWithKeys();
  const { signature } = await ask('signAuditHead', { keyId: 'log', first: 1, sequence: 5, hash });
  expect(p256Verify(publicKey, auditHeadBytes(1, 5, hash), signature)).toBe(true);
  expect(p256Verify(publicKey, auditHeadBytes(1, 6, hash), signature)).toBe(false);
  expect(p256Verify(publicKey, auditHeadBytes(2, 5, hash), signature)).toBe(false);
});

test('a number below a signed one is refused, also with another key', async () => {
  const { ask } = await vaultWithKeys();
  await ask('signAuditHead', { keyId: 'log', first: 1, sequence: 5, hash });
  await ask('signAuditHead', { keyId: 'log', first: 1, sequence: 5, hash: new Uint8Array(32) });
  await ask('createKey', { id: 'other', purpose: 'audit', store: null });
  for (const keyId of ['log', 'other'])
    await expect(ask('signAuditHead', { keyId, first: 1, sequence: 4, hash })).rejects.toThrowError(
      refused('AUDIT_BROKEN'),
    );
  await expect(ask('signAuditHead', { keyId: 'log', first: 1, sequence: 2 ** 53, hash })).rejects.toThrow();
  await ask('signAuditHead', { keyId: 'log', first: 1, sequence: 6, hash });
});

test('an audit key cannot stamp, and a stamp key cannot sign an audit head', async () => {
  const { ask } = await vaultWithKeys();
  const body = utf8Encode('{}');
  await expect(ask('stamp', { body, approval: mint(1, 'log', body) })).rejects.toThrowError(refused('VAULT_LOCKED'));
  await expect(ask('signAuditHead', { keyId: 'stamps', first: 1, sequence: 1, hash })).rejects.toThrowError(
    refused('VAULT_LOCKED'),
  );
});
