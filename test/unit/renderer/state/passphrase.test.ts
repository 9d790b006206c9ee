import { expect, test } from 'vitest';
import { takePassphrase, withSecret } from '../../../../renderer/state/passphrase.ts';

test('taking a passphrase empties the field', () => {
  const field = { value: 'größe 8' } as HTMLInputElement;
  const bytes = takePassphrase(field);
  expect(new TextDecoder().decode(bytes)).toBe('größe 8');
  expect(field.value).toBe('');
});

test('a field that is not there is an empty passphrase', () => expect(takePassphrase(null)).toHaveLength(0));

test('the bytes are wiped after use, and after a failure too', async () => {
  const used = new Uint8Array([1, 2, 3]);
  await expect(withSecret(used, async () => used.join())).resolves.toBe('1,2,3');
  expect([...used]).toEqual([0, 0, 0]);
  const failed = new Uint8Array([4, 5]);
  await expect(withSecret(failed, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect([...failed]).toEqual([0, 0]);
});
