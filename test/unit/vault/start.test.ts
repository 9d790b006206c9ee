import { describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/errors/index.ts';
import { PROTECTED } from '../protection.ts';
import { approvalKey, createHarness } from './harness.ts';

const refused = (code: string) => expect.objectContaining({ code });

describe('the start', () => {
  test('is the first message, works once, and reports the granted protection', async () => {
    const vault = createHarness();
    await expect(vault.ask('forget', { id: 'a' })).rejects.toThrowError(refused('VAULT_LOCKED'));
    expect(await vault.ask('start', { approvalKey: approvalKey() })).toEqual({
      selfTest: ['known answers'],
      protection: PROTECTED,
    });
    await expect(vault.ask('start', { approvalKey: approvalKey() })).rejects.toThrowError(refused('INVALID_INPUT'));
    expect(await vault.ask('forget', { id: 'a' })).toEqual({});
  });

  test('is refused a second time, even during the first', async () => {
    const vault = createHarness();
    const first = vault.ask('start', { approvalKey: approvalKey() });
    await expect(vault.ask('start', { approvalKey: approvalKey() })).rejects.toThrowError(refused('INVALID_INPUT'));
    await first;
  });

  test('with a failed self-test leaves a vault that refuses everything', async () => {
    const vault = createHarness({
      selfTest: async () => {
        throw new AppError('VAULT_SELF_TEST_FAILED', 'failed');
      },
    });
    await expect(vault.ask('start', { approvalKey: approvalKey() })).rejects.toThrowError(
      refused('VAULT_SELF_TEST_FAILED'),
    );
    await expect(vault.ask('createKey', { id: 'a', purpose: 'stamp', store: null })).rejects.toThrowError(
      refused('VAULT_LOCKED'),
    );
    await expect(vault.ask('start', { approvalKey: approvalKey() })).rejects.toThrowError(refused('INVALID_INPUT'));
  });

  test('can be repeated after a malformed message', async () => {
    const vault = createHarness();
    await expect(vault.ask('start', { approvalKey: new Uint8Array(31) })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
    await vault.ask('start', { approvalKey: approvalKey() });
  });
});
