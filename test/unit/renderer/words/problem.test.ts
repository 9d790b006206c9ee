import { expect, test } from 'vitest';
import { isCancelled, problemWords } from '../../../../renderer/words/problem.ts';
import { AppError, ERROR_CODES, type Outcome } from '../../../../shared/errors/index.ts';

test('an error of main keeps its title, message, wrong members and reference', () => {
  const error = new AppError('INVALID_INPUT', 'The payload is not hex. Nothing was signed.', {
    fields: [{ path: '/parameters/payload', reason: 'must match' }],
    reference: 'a1b2',
  });
  expect(problemWords(error)).toEqual({
    tone: 'danger',
    title: ERROR_CODES.INVALID_INPUT.title,
    message: 'The payload is not hex. Nothing was signed.',
    isEnglish: true,
    details: ['/parameters/payload: must match'],
    reference: 'a1b2',
  });
});

test('an error names what to do in the window, and a command only where the window has no such act', () => {
  const words = (text: string) => {
    const { message, isEnglish } = problemWords(new AppError('INVALID_INPUT', text));
    expect(isEnglish).toBe(true);
    return message;
  };
  expect(words('It is unconfirmed. Confirm it with `castellan profile confirm desk`.')).toBe(
    'It is unconfirmed. Confirm it with “Profiles” in Settings.',
  );
  expect(words('Nothing was stamped. Check the log with `castellan audit verify`.')).toBe(
    'Nothing was stamped. Check the log with “Verify log” in Audit.',
  );
  const restore = 'It is damaged. Restore a backup with `castellan backup restore`.';
  expect(words(restore)).toBe(restore);
});

test('an error of a request is titled by its outcome, whatever its code', () => {
  const title = (outcome: Outcome) => {
    const words = problemWords(new AppError('SERVICE_UNREACHABLE', 'x', { outcome }));
    return [words.title, words.tone];
  };
  expect((['notSent', 'refused', 'unknown'] as const).map(title)).toEqual([
    ['Not sent', 'care'],
    ['Refused by the service', 'danger'],
    ['Outcome not known', 'care'],
  ]);
});

test('a bug of the page shows none of its own text', () => {
  const words = problemWords(new Error('passphrase hunter2'));
  expect(JSON.stringify(words)).not.toContain('hunter2');
  expect(words.title).toBe(ERROR_CODES.INTERNAL.title);
});

test('a cancellation is distinguished from a failure', () => {
  expect(isCancelled(new AppError('CANCELLED', 'Stopped.'))).toBe(true);
  expect(isCancelled(new AppError('INTERNAL', 'Broken.'))).toBe(false);
  expect(isCancelled(null)).toBe(false);
});
