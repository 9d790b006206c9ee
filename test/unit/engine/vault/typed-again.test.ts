import { expect, it } from 'vitest';
import { createTries, type TriesRecord } from '../../../../electron/engine/vault/tries.ts';
import { createTypedAgain } from '../../../../electron/engine/vault/typed-again.ts';
import { AppError, type Text, textOf } from '../../../../shared/errors/index.ts';

const pin = (text: string) => Uint8Array.from(Buffer.from(text));

/** A keychain with the PIN "right", which counts tries. Its clock stands still. */
function createStore() {
  let kept: Uint8Array | null = null;
  const record: TriesRecord = {
    read: async () => kept,
    async write(bytes) {
      kept = bytes;
    },
    async remove() {
      kept = null;
    },
    lock: () => () => undefined,
  };
  const tries = createTries({ now: () => 1_790_000_000_000 }, record);
  const again = createTypedAgain(
    {
      ports: { askPassphrase: null },
      stores: { asks: () => true, isTyped: () => true, securityKeys: () => [] },
    } as unknown as Parameters<typeof createTypedAgain>[0],
    { waiting: tries.problem, tried: (_store, _passphrase, attempt) => tries.make(attempt) },
  );
  const attempt = async (_said: unknown, { passphrase }: { passphrase: Uint8Array | null }) => {
    if (Buffer.from(passphrase ?? []).toString() !== 'right') throw new AppError('PASSPHRASE_WRONG', 'No.');
    return 'done';
  };
  return { again, attempt };
}

it('asks again after a wrong one, says why and wipes what was typed', async () => {
  const { again, attempt } = createStore();
  const typed = [pin('wrong'), pin('right')];
  const problems: (Text | null)[] = [];
  const { done } = await again(
    { store: 'keychain', to: 'sign', touch: async () => ({}) },
    async ({ problem }) => {
      problems.push(problem);
      return { passphrase: typed[problems.length - 1] as Uint8Array<ArrayBuffer> };
    },
    attempt,
  );
  expect([done, problems]).toEqual(['done', [null, 'No.']]);
  expect(typed.map((bytes) => [...bytes].every((byte) => byte === 0))).toEqual([true, true]);
});

it('wipes a passphrase for a file too, and after an error the whole answer', async () => {
  const { again, attempt } = createStore();
  const answers = ['wrong', 'right'].map((text) => ({
    passphrase: pin(text),
    filePassphrase: pin('for a file'),
    sealTo: pin('a key'),
  }));
  const [first, last] = answers;
  await again(
    { store: 'keychain', to: 'sign', touch: async () => ({}) },
    async () => answers.shift() ?? expect.unreachable(),
    attempt,
  );
  const isWiped = (bytes: Uint8Array | undefined) => bytes?.every((byte) => byte === 0);
  expect([first?.filePassphrase, first?.sealTo, last?.filePassphrase, last?.sealTo].map(isWiped)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const never = { passphrase: null, filePassphrase: pin('for a file') };
  const touching = again(
    { store: 'keychain', to: 'sign', touch: () => Promise.reject(new AppError('CANCELLED', 'No.')) },
    async () => ({ ...never, bySecurityKey: true }),
    attempt,
  );
  await expect(touching).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(isWiped(never.filePassphrase)).toBe(true);
});

it('counts the wrong ones, so that after three of them nothing is tried for a while, right or not', async () => {
  const { again, attempt } = createStore();
  const problems: (Text | null)[] = [];
  const asking = again(
    { store: 'keychain', to: 'sign', touch: async () => ({}) },
    async ({ problem }) => {
      problems.push(problem);
      if (problems.length > 4) throw new AppError('NOT_CONFIRMED', 'Closed.');
      return { passphrase: pin(problems.length === 4 ? 'right' : 'wrong') };
    },
    attempt,
  );
  await expect(asking).rejects.toMatchObject({ code: 'NOT_CONFIRMED' });
  expect(problems.slice(3).map((problem) => textOf(problem ?? ''))).toEqual([
    expect.stringContaining('Wait 30 seconds'),
    expect.stringContaining('Nothing was tried'),
  ]);
});
