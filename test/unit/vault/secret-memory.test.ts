import { expect, test } from 'vitest';
import { createArena, createSecretMemory } from '../../../electron/hardening/index.ts';

const secret = (fill: number, length = 32) => new Uint8Array(length).fill(fill);

test('holding a secret wipes its source, and releasing wipes the secret', () => {
  const { pages } = createArena();
  const memory = createSecretMemory(pages);
  const source = secret(7);
  const held = memory.hold(source);
  expect(source).toEqual(new Uint8Array(32));
  expect(held).toEqual(secret(7));
  expect(pages.filter((byte) => byte === 7)).toHaveLength(32);
  memory.release(held);
  expect(pages.every((byte) => byte === 0)).toBe(true);
});

test('secrets never share bytes, and places are reused only after release', () => {
  const memory = createSecretMemory(new Uint8Array(1024));
  const held = [1, 2, 3, 4].map((fill) => memory.hold(secret(fill, 256)));
  expect(held).toEqual([1, 2, 3, 4].map((fill) => secret(fill, 256)));
  memory.release(held[1]!);
  memory.release(held[1]!);
  const [again, beyond] = [memory.hold(secret(5)), memory.hold(secret(6))];
  expect([held[0], again, held[2], held[3], beyond]).toEqual([
    secret(1, 256),
    secret(5),
    secret(3, 256),
    secret(4, 256),
    secret(6),
  ]);
});

test('long secrets are stored elsewhere and also wiped', () => {
  const pages = new Uint8Array(1024);
  const memory = createSecretMemory(pages);
  const held = memory.hold(secret(9, 300));
  expect(held).toEqual(secret(9, 300));
  expect(pages.includes(9)).toBe(false);
  memory.release(held);
  expect(held).toEqual(new Uint8Array(300));
});
