import { expect, it } from 'vitest';
import { AppError, fromErrorData, toErrorData } from '../../../../shared/errors/index.ts';

it('an error keeps its code, its message and its hint on the way between processes', () => {
  const error = new AppError('PASSPHRASE_WRONG', 'It is wrong. Try again.', { hint: ' Check the keyboard.' });
  const { code, message, hint } = fromErrorData(toErrorData(error));
  expect([code, message, hint]).toEqual(['PASSPHRASE_WRONG', 'It is wrong. Try again.', ' Check the keyboard.']);
  expect(toErrorData(new AppError('INTERNAL', 'No hint.'))).toEqual({ code: 'INTERNAL', message: 'No hint.' });
});
