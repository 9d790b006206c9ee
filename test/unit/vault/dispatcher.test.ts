import { describe, expect, test } from 'vitest';
import { createDispatcher } from '../../../electron/vault/dispatcher.ts';
import { AppError } from '../../../shared/errors/index.ts';
import type { MessageHandlers, ReplyFrame, VaultMessages } from '../../../shared/processes/index.ts';
import { approvalKey, createHarness, createStarted } from './harness.ts';

const refused = (code: string) => expect.objectContaining({ code });

describe('the start', () => {
  test('comes first, once, and tells what the system granted', async () => {
    const vault = createHarness();
    await expect(vault.ask('forget', { id: 'a' })).rejects.toThrowError(refused('VAULT_LOCKED'));
    expect(await vault.ask('start', { approvalKey: approvalKey() })).toEqual({
      selfTest: ['known answers'],
      hardening: { notDumpable: true, noCore: true, lockedMemory: true },
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
    await expect(vault.ask('createKey', { id: 'a', purpose: 'stamp', sealed: false })).rejects.toThrowError(
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

describe('bad frames', () => {
  test.each([
    [undefined],
    [null],
    ['start'],
    [7],
    [[]],
    [{}],
    [{ id: 1 }],
    [{ name: 'forget' }],
    [{ id: '1', name: 'forget' }],
    [{ id: 1.5, name: 'forget' }],
    [{ id: 1, name: 3 }],
  ])('without an id or a name (%j) are dropped and the loop goes on', async (frame) => {
    const vault = await createStarted();
    const before = vault.posted.length;
    await vault.send(frame);
    expect(vault.posted).toHaveLength(before);
    expect(await vault.ask('forget', { id: 'a' })).toEqual({});
  });

  test.each(['nothing', 'toString', '__proto__', 'constructor', ''])(
    'with the unknown message %j are answered with an error',
    async (name) => {
      const vault = await createStarted();
      await vault.send({ id: 99, name, input: {} });
      expect(vault.posted.at(-1)).toMatchObject({ id: 99, reply: { ok: false, error: { code: 'INVALID_INPUT' } } });
    },
  );

  test.each<[string, unknown]>([
    ['no input', undefined],
    ['a missing member', { id: 'a', purpose: 'stamp' }],
    ['an undeclared member', { id: 'a', purpose: 'stamp', sealed: false, more: 1 }],
    ['an id with a slash', { id: '../a', purpose: 'stamp', sealed: false }],
    ['a purpose that does not exist', { id: 'a', purpose: 'export', sealed: false }],
  ])('with %s name the wrong members and never their values', async (_name, input) => {
    const vault = await createStarted();
    await vault.send({ id: 5, name: 'createKey', input });
    const { reply } = vault.posted.at(-1)!;
    expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(JSON.stringify(reply)).not.toContain('../a');
  });
});

describe('secrets in messages', () => {
  test('are wiped from the input, answered or refused', async () => {
    const vault = createHarness();
    const first = approvalKey();
    await vault.send({ id: 1, name: 'start', input: { approvalKey: first } });
    const second = approvalKey();
    await vault.send({ id: 2, name: 'start', input: { approvalKey: second } });
    const passphrase = new Uint8Array(10).fill(0x70);
    await vault.send({ id: 3, name: 'openKeystore', input: { passphrase, header: 'malformed' } });
    const privateKey = new Uint8Array(32).fill(1);
    await vault.send({ id: 4, name: 'importKey', input: { id: 'a', purpose: 'stamp', sealed: false, privateKey } });
    const stored = new Uint8Array(32).fill(1);
    await vault.send({
      id: 5,
      name: 'loadKey',
      input: { id: 'b', purpose: 'stamp', sealed: false, publicKey: 'x', stored },
    });
    for (const secret of [first, second, passphrase, privateKey, stored])
      expect(secret.every((byte) => byte === 0)).toBe(true);
  });

  test('are wiped from the output when it was handed over, even to nobody', async () => {
    const secret = new Uint8Array(8).fill(7);
    const stored = new Uint8Array(8).fill(7);
    const handlers = {
      start: () => ({ selfTest: [], hardening: { notDumpable: false, noCore: false, lockedMemory: false } }),
      reveal: () => ({ secret }),
      createKey: () => ({ publicKey: 'not a key', stored }),
    } as unknown as MessageHandlers<VaultMessages>;
    const seen: ReplyFrame[] = [];
    const dispatch = createDispatcher(handlers, (frame) => {
      seen.push(structuredClone(frame));
      throw new Error('the port is closed');
    });
    await dispatch({ id: 1, name: 'start', input: { approvalKey: approvalKey() } });
    await dispatch({ id: 2, name: 'reveal', input: { revealId: 'a', format: 'hex' } });
    expect(seen[1]).toEqual({ id: 2, reply: { ok: true, value: { secret: new Uint8Array(8).fill(7) } } });
    expect(secret).toEqual(new Uint8Array(8));
    await dispatch({ id: 3, name: 'createKey', input: { id: 'a', purpose: 'stamp', sealed: false } });
    expect(seen[2]).toMatchObject({ reply: { ok: false, error: { code: 'INTERNAL' } } });
    expect(stored).toEqual(new Uint8Array(8));
  });
});

test('an unexpected failure crosses without a word of it', async () => {
  const vault = createHarness({
    harden: async () => {
      throw new Error('the secret is 1234');
    },
  });
  await vault.send({ id: 1, name: 'start', input: { approvalKey: approvalKey() } });
  expect(vault.posted).toMatchObject([{ id: 1, reply: { ok: false, error: { code: 'INTERNAL' } } }]);
  expect(JSON.stringify(vault.posted)).not.toContain('1234');
});
