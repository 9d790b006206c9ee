import { afterEach, expect, test, vi } from 'vitest';
import { readApiKey } from '../../../../electron/cli/private-key.ts';
import { readImportKey } from '../../../../electron/vault/import-key.ts';
import { AppError } from '../../../../shared/errors/index.ts';
import { plainKeyText, utf8Encode } from '../../../../shared/wire/index.ts';

const DIGITS = '1f'.repeat(32);
const NUMBERS = Array.from({ length: 32 }, () => 17);
/** The methods of typed arrays that return a copy. */
const TYPED_ARRAY: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype);

/** Calls `read`, which may refuse the text, and returns the copies of bytes that it left. */
async function copiesOf(read: () => unknown): Promise<Uint8Array[]> {
  const spies = (['filter', 'map', 'slice'] as const).map((name) => vi.spyOn(TYPED_ARRAY, name));
  const refusal = await Promise.resolve()
    .then(read)
    .catch((error: unknown) => error);
  if (refusal instanceof Error) expect(refusal).toBeInstanceOf(AppError);
  return spies.flatMap(({ mock }) => mock.results.map(({ value }) => value as Uint8Array));
}

afterEach(() => vi.restoreAllMocks());

test.each([
  ['digits', DIGITS],
  ['base64 of another length', `${'y'.repeat(50)}+=`],
  ['a foreign character', `${DIGITS}“x`],
  ['a list', JSON.stringify(NUMBERS)],
  ['a list with a wrong item', `[${NUMBERS.join()},256]`],
  ['numbers without brackets', `${NUMBERS.join(', ')}, 300`],
])('a key as %s leaves no copy of its characters', async (_name, text) => {
  const left = [
    ...(await copiesOf(() => readImportKey(utf8Encode(text), null))),
    ...(await copiesOf(() => readApiKey(utf8Encode(text), 'The file'))),
  ];
  expect(left.filter((copy) => copy.some((byte) => byte !== 0))).toEqual([]);
});

test.each([
  ['a JWK', '{"kty":"OKP","crv":"Ed25519","d":"nWGxne"}'],
  ['a list in braces', `{0x${DIGITS}}`],
  ['a key with a name', `{"privateKey":"${DIGITS}"}`],
])('%s is refused without a string of it', async (_name, text) => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode');
  await expect(readImportKey(utf8Encode(text), null)).rejects.toMatchObject({ code: 'KEY_INVALID' });
  expect(decode).not.toHaveBeenCalled();
});

test('many characters around a key are dropped', () => {
  const around = '\u200b'.repeat(20_000);
  expect(plainKeyText(utf8Encode(`${around}${DIGITS}${around}`))).toEqual(utf8Encode(DIGITS));
});
