import { describe, expect, test } from 'vitest';
import { AppError } from '../../../shared/errors/index.ts';
import { PROTECTED } from '../protection.ts';
import { approvalKey, createHarness } from './harness.ts';

const refused = (code: string) => expect.objectContaining({ code });

describe('the start', () => {
  test('comes first, once, and tells what the system granted', async () => {
    const vault = createHarness();
    await expect(vault.ask('forget', { id: 'a' })).rejects.toThrowError(refused('VAULT_LOCKED'));
    expect(await vault.ask('start', { approvalKey: approvalKey() })).toEqual({
      selfTest: ['known answers'],
      protection: PROTECTED,
    });
    await expect(vault.ask('start', { approvalKey: approvalKey() })).rejects.toThrowError(refused('INVALID_INPUT'));
    expect(await vault.ask('forget', { id: 'a' })).toEqual({});
  });

  test('is refused a second time even while the first still runs', async () => {
    const vault = createHarness();
    const first = vault.ask('start', { approvalKey: approvalKey() });
    await expect(vault.ask('start', { approvalKey: approvalKey() })).rejects.toThrowError(refused('INVALID_INPUT'));
    await first;
  });

  test('with a failed self-test leaves a vault that does nothing', async () => {
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

  test('that was malformed did not happen', async () => {
    const vault = createHarness();
    await expect(vault.ask('start', { approvalKey: new Uint8Array(31) })).rejects.toThrowError(
      refused('INVALID_INPUT'),
    );
    await vault.ask('start', { approvalKey: approvalKey() });
  });
});
