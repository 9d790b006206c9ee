import { expect, it } from 'vitest';
import { aesGcmSeal, startGmac } from '../../../electron/crypto/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';

const KEY = new Uint8Array(32).fill(7);
const DATA = Uint8Array.from({ length: 1000 }, (_, index) => (index * 31) % 251);
const macOf = (data: Uint8Array, pieces: readonly number[] = [], key = KEY): string => {
  const mac = startGmac(key);
  let from = 0;
  for (const until of [...pieces, data.length]) {
    mac.update(data.subarray(from, until));
    from = until;
  }
  return hexEncode(mac.digest());
};

it('GMAC is the tag of AES-256-GCM without a plaintext, as published', () => {
  // Test case 13 of the specification of GCM (McGrew and Viega, 2004).
  expect(macOf(new Uint8Array(), [], new Uint8Array(32))).toBe('530f8afbc74536b9a963b4f1c4cb738b');
  expect(macOf(DATA)).toBe(hexEncode(aesGcmSeal(KEY, new Uint8Array(12), new Uint8Array(), DATA)));
});

it.each([[[1]], [[15, 17]], [[16, 500]], [[0, 3, 3, 999]]])('is the same for pieces that end at %j', (pieces) => {
  expect(macOf(DATA, pieces)).toBe(macOf(DATA));
});

it('is another one after any flipped bit, a cut, a longer end, exchanged blocks and another key', () => {
  const seen = new Set([macOf(DATA)]);
  const changes = Array.from({ length: DATA.length * 8 }, (_, bit) => {
    const changed = Uint8Array.from(DATA);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return changed;
  });
  const exchanged = Uint8Array.from([...DATA.subarray(16, 32), ...DATA.subarray(0, 16), ...DATA.subarray(32)]);
  for (const data of [...changes, DATA.subarray(0, -1), Uint8Array.from([...DATA, 0]), exchanged])
    seen.add(macOf(data));
  seen.add(macOf(DATA, [], new Uint8Array(32)));
  expect(seen.size).toBe(1 + changes.length + 4);
});
