import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialRow } from '../../../shared/model/index.ts';
import { findSecrets, newUserKey, type Service, Workstation } from './support.ts';

const workstation = new Workstation();
const user = newUserKey();
let service: Service;

beforeAll(async () => {
  await workstation.useKeychain();
  service = await workstation.serveFor(user);
  await workstation.connect(service, user);
});
afterAll(() => workstation.close());

const list = async () => (await workstation.json<{ credentials: CredentialRow[] }>(['key', 'list'])).credentials;
const testing = (id: string) => workstation.json<{ service: { username: string } }>(['key', 'test', id]);

describe('keys of every scheme', () => {
  it.each([
    ['SIGNATURE_SCHEME_TK_API_SECP256K1', ['--curve', 'secp256k1']],
    ['SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191', ['--curve', 'secp256k1', '--eip191']],
    ['SIGNATURE_SCHEME_TK_API_ED25519', ['--curve', 'ed25519']],
  ])('%s: made, registered for a month, and taken by the service over HTTP', async (scheme, options) => {
    const key = await workstation.json<CredentialRow>(['key', 'create', ...options]);
    expect(key).toMatchObject({ scheme, lastUsedAt: null, retired: false });
    const { exitCode } = await workstation.run(['key', 'test', key.credentialId]);
    expect(exitCode).toBe(1);
    const { credential } = await workstation.json<{ credential: CredentialRow }>([
      ...['key', 'register', key.credentialId, '--expires-in', '30'],
    ]);
    expect((credential.expiresAt ?? 0) / 86_400_000 - Date.now() / 86_400_000).toBeCloseTo(30, 1);
    expect(await testing(key.credentialId)).toMatchObject({ service: { username: 'Operator' } });
    expect((await list()).find(({ credentialId }) => credentialId === key.credentialId)?.lastUsedAt).not.toBeNull();
  });
});

it('takes a key file of the public client with its curve, and refuses one whose public half beside it is another’s', async () => {
  const privateKey = Buffer.from('5e'.repeat(32), 'hex');
  const publicKey = Buffer.from(secp256k1.getPublicKey(privateKey)).toString('hex');
  const file = workstation.write('laptop.private', `${privateKey.toString('hex')}:secp256k1`);
  workstation.write('laptop.public', `02${'ab'.repeat(32)}`);
  expect((await workstation.run(['key', 'import', '--file', file])).stderr).toContain('(KEY_INVALID)');
  workstation.write('laptop.public', publicKey);
  expect(await workstation.json(['key', 'import', '--file', file])).toMatchObject({ curve: 'secp256k1', publicKey });
  expect(findSecrets(workstation.printed, [privateKey])).toEqual([]);
});

it('a key is renamed, retired and then stamps nothing', async () => {
  const key = await workstation.json<CredentialRow>(['key', 'create']);
  expect(await workstation.json(['key', 'rename', key.credentialId, 'Spare'])).toMatchObject({ name: 'Spare' });
  expect(await workstation.json(['key', 'retire', key.credentialId])).toMatchObject({ retired: true });
  const { exitCode, stderr } = await workstation.run(['stamp', '--credential', key.credentialId], { stdin: '{}' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('is retired, so nothing was stamped.');
});
