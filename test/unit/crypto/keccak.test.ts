import { keccak_256 as oracle } from '@noble/hashes/sha3.js';
import { expect, it } from 'vitest';
import { keccak256 } from '../../../electron/crypto/keccak.ts';
import { hexEncode, utf8Encode } from '../../../shared/wire/index.ts';

it('hashes as Ethereum does', () => {
  expect(hexEncode(keccak256(new Uint8Array(0)))).toBe(
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  );
  expect(hexEncode(keccak256(utf8Encode('transfer(address,uint256)')).slice(0, 4))).toBe('a9059cbb');
});

it('hashes every length around three blocks like another implementation, also for subarrays', () => {
  const bytes = Uint8Array.from({ length: 420 }, (_, index) => (index * 167 + 13) & 255);
  for (let length = 0; length <= bytes.length - 3; length += 1) {
    const part = bytes.subarray(3, 3 + length);
    expect(hexEncode(keccak256(part)), `${length} bytes`).toBe(hexEncode(oracle(part)));
  }
});

it('returns its own digest, which later calls do not change', () => {
  const first = keccak256(utf8Encode('first'));
  const kept = hexEncode(first);
  keccak256(utf8Encode('second'));
  expect(hexEncode(first)).toBe(kept);
  expect(first.buffer.byteLength).toBe(32);
});
