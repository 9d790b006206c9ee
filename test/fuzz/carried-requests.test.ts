import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openP256Signer, signStamp } from '../../electron/crypto/index.ts';
import { readCarriedFile } from '../../electron/engine/requests/carried-file.ts';
import { encodeStamp, STAMP_HEADER, utf8Encode } from '../../shared/wire/index.ts';
import { outcome } from './only-app-errors.ts';
import { fuzzRuns } from './seed.ts';

const organizationId = '3f1c6f0e-54a5-4f3c-9a55-0d6a7d3a4b10';
const PROFILE = { name: 'main', kind: 'remote', baseUrl: 'https://api.example.com', organizationId } as const;
const BODY = JSON.stringify({
  type: 'ACTIVITY_TYPE_CREATE_WALLET',
  timestampMs: '1700000000000',
  organizationId,
  parameters: { walletName: 'Hot', accounts: [] },
});
const stamp = encodeStamp(signStamp(openP256Signer(new Uint8Array(32).fill(1)), utf8Encode(BODY)));
const FILE = {
  method: 'POST',
  url: 'https://api.example.com/public/v1/submit/create_wallet',
  headers: { Accept: 'application/json', [STAMP_HEADER]: stamp },
  body: BODY,
};
const TEXT = JSON.stringify(FILE);

it('is read as it was stamped', () => {
  expect(readCarriedFile(TEXT, PROFILE)).toMatchObject({ body: utf8Encode(BODY), madeAt: 1_700_000_000_000 });
});

it('any text is refused by name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(outcome(() => readCarriedFile(text, PROFILE))).toHaveProperty('error.code', 'INVALID_INPUT');
    }),
    { numRuns: fuzzRuns(200) },
  );
});

it('a changed character is refused, or leaves the same bytes and the same stamp', () => {
  fc.assert(
    fc.property(fc.nat(TEXT.length - 1), fc.string({ minLength: 0, maxLength: 2 }), (at, piece) => {
      const read = outcome(() => readCarriedFile(TEXT.slice(0, at) + piece + TEXT.slice(at + 1), PROFILE));
      if ('error' in read) expect(read.error.code).toBe('INVALID_INPUT');
      else expect(read.value.body).toEqual(utf8Encode(BODY));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

it('an address of another service is refused, also one that ends like the service’s', () => {
  for (const url of [
    'https://elsewhere.example.com',
    'https://api.example.com.evil.example',
    'https://api.example.com/x',
  ])
    expect(
      outcome(() => readCarriedFile(TEXT.replace('https://api.example.com', url), PROFILE)),
      url,
    ).toHaveProperty('error.code', 'INVALID_INPUT');
});

it('a request of another organization is refused', () => {
  const other = { ...PROFILE, organizationId: '7a1e9d52-6c0b-4f7d-9b3e-1d5c8a2f4e60' };
  expect(outcome(() => readCarriedFile(TEXT, other))).toHaveProperty('error.code', 'INVALID_INPUT');
});

it('any value in the place of a member is refused by name', () => {
  fc.assert(
    fc.property(fc.constantFrom('method', 'url', 'headers', 'body'), fc.jsonValue(), (member, value) => {
      const read = outcome(() => readCarriedFile(JSON.stringify({ ...FILE, [member]: value }), PROFILE));
      expect(read).toHaveProperty('error.code', 'INVALID_INPUT');
    }),
    { numRuns: fuzzRuns(200) },
  );
});
