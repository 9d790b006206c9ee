import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyStampSignature } from '@turnkey/crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CredentialRow } from '../../shared/model/index.ts';
import { type RunOptions, Workstation } from '../contract/cli/support.ts';
import { createKeyrings, missingPrograms } from './keyring.ts';

const workstation = new Workstation();
const { open, locked } = createKeyrings(workstation);
afterAll(() => workstation.close());
const absent: RunOptions = {
  environment: { CASTELLAN_PASSPHRASE_FILE: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
};

describe.skipIf(missingPrograms.length > 0)(
  `a key in a real keychain${missingPrograms.length > 0 ? ` (not here: ${missingPrograms})` : ''}`,
  () => {
    let key: CredentialRow;

    beforeAll(async () => {
      const where = ['--base-url', 'http://127.0.0.1:9', '--organization-id', '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10'];
      await workstation.json(['profile', 'add', 'desk', ...where], open);
      key = await workstation.json<CredentialRow>(['key', 'create'], open);
    });

    it('is stored there by default, without a key file or a passphrase', async () => {
      expect(key).toMatchObject({ store: 'keychain', backend: 'Secret Service' });
      expect(existsSync(join(workstation.home, 'keystore.json'))).toBe(false);
      const { value } = await workstation.json<{ value: string }>(['stamp'], { ...open, stdin: 'body' });
      const { publicKey, signature } = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, string>;
      expect(publicKey).toBe(key.publicKey);
      expect(await verifyStampSignature(key.publicKey, signature ?? '', 'body')).toBe(true);
    });

    it.each([
      ['locked', locked, 'KEYCHAIN_LOCKED'],
      ['gone', absent, 'KEYCHAIN_UNAVAILABLE'],
      ['ruled out by a passphrase file', {}, 'KEY_STORE_CHANGED'],
    ])('stamps nothing while the keychain is %s, and says what to do', async (_name, options, code) => {
      const { exitCode, stdout, stderr } = await workstation.run(['stamp'], { ...options, stdin: 'body' });
      expect(stderr).toMatch(new RegExp(`^castellan: .*\\(${code}\\)\\n$`, 'm'));
      expect([exitCode, stdout]).toEqual([1, '']);
    });

    it('remains there afterwards, until it is removed', async () => {
      expect((await workstation.run(['stamp'], { ...open, stdin: 'body' })).exitCode).toBe(0);
      await workstation.json(['key', 'remove', key.credentialId], open);
      const { exitCode, stderr } = await workstation.run(['stamp'], { ...open, stdin: 'body' });
      expect(exitCode).toBe(1);
      expect(stderr).toContain('(NOT_FOUND)');
    });
  },
);
