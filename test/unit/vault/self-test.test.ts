import { describe, expect, test } from 'vitest';
import { runSelfTest } from '../../../electron/vault/self-test.ts';

describe('the self-test', () => {
  test('passes on this runtime and lists its checks', async () => {
    expect(await runSelfTest()).toEqual([
      'Stamp verification',
      'P-256 signature',
      'HPKE',
      'AES-256-GCM',
      'scrypt',
      'HMAC-SHA-256',
      'secp256k1 signature',
      'BIP-340 verification',
      'Ethereum address',
      'Solana address',
      'Random source',
    ]);
  });

  test.each<[string, () => boolean | Promise<boolean>]>([
    ['gives the wrong answer', () => false],
    ['gives the wrong answer later', async () => false],
    [
      'throws',
      () => {
        throw new Error('broken library');
      },
    ],
  ])('fails by name when a test %s', async (_name, broken) => {
    const tests = { 'First test': () => true, 'Broken test': broken };
    await expect(runSelfTest(tests)).rejects.toThrowError(
      expect.objectContaining({ code: 'VAULT_SELF_TEST_FAILED', message: expect.stringContaining('"Broken test"') }),
    );
  });
});
