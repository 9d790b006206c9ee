import { expect, test } from 'vitest';
import { tooLarge } from '../../../../renderer/parts/too-large.ts';
import { GIVEN_LIMITS } from '../../../../shared/model/index.ts';

test.each([
  [4 * 1024, '4 KiB'],
  [GIVEN_LIMITS.delivery, '1 MiB'],
  [GIVEN_LIMITS.pictures, '16 MiB'],
])('the message for a file of more than %s bytes says the limit', (maximum, size) => {
  expect(tooLarge(maximum)).toBe(`The file is larger than ${size}, so it was not read.`);
});
