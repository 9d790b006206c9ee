import { expect, it } from 'vitest';
import { atProfile, moving, namingProfiles } from '../../../../../electron/engine/flows/move/faults.ts';
import { AppError, ERROR_CODES, type ErrorCode, isBundleFault } from '../../../../../shared/errors/index.ts';

/** Returns the error of a question to the service of “Old”, whose client throws an error with this text. */
async function asked(code: ErrorCode, text: string): Promise<AppError> {
  const failing = () => Promise.reject(new AppError(code, text));
  const { queries } = namingProfiles({
    queries: { ask: failing },
    requests: { prepare: failing, submit: failing, settle: failing },
  });
  const asking = { profile: { name: 'Old' } } as Parameters<typeof queries.ask>[2];
  return queries.ask('list_wallets', {}, asking).then(
    () => expect.unreachable(),
    (error) => error,
  );
}

it('names the profile in an error of its service once, whatever the service wrote', async () => {
  const error = await asked('SERVICE_REFUSED', 'At “noon” it said no.');
  expect(error.message).toBe('At “Old”: At “noon” it said no.');
  expect(atProfile('Old', error)).toBe(error.text);
  await expect(
    moving({ kind: 'wallet', name: 'W' } as Parameters<typeof moving>[0], () => Promise.reject(error)),
  ).rejects.toThrow('At “Old”: At “noon” it said no. The move of the wallet “W” is not finished.');
});

it('leaves an error of this machine unchanged', async () => {
  expect((await asked('DISK_FULL', 'No room.')).message).toBe('No room.');
});

it('the codes of bundles are declared as faults of one bundle', () => {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  expect(codes.filter(isBundleFault)).toEqual(codes.filter((code) => /^BUNDLE_/.test(code)));
});
