import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hexDecode, hexEncode } from '../../../../shared/wire/index.ts';

type Library = typeof import('../../../../electron/crypto/curves/libsecp256k1.ts');

const { Instance } = WebAssembly;
const draw = () => Uint8Array.from(randomBytes(32));
const privateKey = Uint8Array.from({ length: 32 }, (_, index) => 7 * index + 3);
const digest = Uint8Array.from({ length: 32 }, (_, index) => 11 * index + 5);

/** The instances that the library under test makes, so that a test sees into their memory. */
let instances: WebAssembly.Instance[] = [];
let library: Library;

beforeEach(async () => {
  instances = [];
  WebAssembly.Instance = function watched(module: WebAssembly.Module, imports: WebAssembly.Imports) {
    const instance = new Instance(module, imports);
    instances.push(instance);
    return instance;
  } as unknown as typeof Instance;
  vi.resetModules();
  library = await import('../../../../electron/crypto/curves/libsecp256k1.ts');
});

afterEach(() => {
  WebAssembly.Instance = Instance;
});

/** Uses every function, with its possible errors. */
function useAll(): void {
  const { signature, recovery } = library.signEcdsa(privateKey, digest);
  const point = library.pointOfScalar(privateKey, 33);
  library.pointOfScalar(privateKey, 65);
  library.convertPoint(point, 65);
  library.convertPoint(Uint8Array.of(2, ...new Uint8Array(32)), 65);
  library.verifyEcdsa(point, digest, signature, true);
  library.verifyEcdsa(point, draw(), signature, false);
  library.recoverPoint(digest, signature, recovery);
  library.recoverPoint(digest, new Uint8Array(64), 0);
  const schnorr = library.signSchnorr(privateKey, digest, draw(), null) ?? new Uint8Array(64);
  library.signSchnorr(privateKey, digest, draw(), () => draw().fill(0, 0, 1));
  library.signSchnorr(privateKey, digest, draw(), () => new Uint8Array(32).fill(255));
  library.verifySchnorr(point.slice(1), digest, schnorr);
  library.addTweak(point.slice(1), digest);
  library.addTweak(new Uint8Array(32).fill(255), digest);
}

/** The whole memory of the instance of that number. It changes as the memory does. */
function memoryOf(number: number): Buffer {
  const instance = instances[number];
  if (instance === undefined) throw new Error('the library has not been started');
  return Buffer.from((instance.exports.memory as WebAssembly.Memory).buffer);
}

test('the package’s file is the reviewed one', () => {
  const file = readFileSync('node_modules/tiny-secp256k1/lib/secp256k1.wasm');
  expect(createHash('sha256').update(file).digest('hex')).toBe(
    '5cbbcb8adc7acc3b78a3fd31c76d573302705ff5fd714d03f5a2602591197cb5',
  );
});

test('starts at the first use, once', () => {
  expect(instances).toHaveLength(0);
  useAll();
  expect(instances).toHaveLength(1);
});

test('starts after the global WebAssembly was removed', () => {
  vi.stubGlobal('WebAssembly', undefined);
  try {
    expect(hexEncode(library.pointOfScalar(privateKey, 33))).toBe(hexEncode(secp256k1.getPublicKey(privateKey, true)));
  } finally {
    vi.unstubAllGlobals();
  }
});

test('restores its memory after each call', () => {
  library.convertPoint(library.pointOfScalar(privateKey, 33), 33);
  const before = Buffer.from(memoryOf(0));
  useAll();
  const after = memoryOf(0);
  expect(after.equals(before)).toBe(true);
  expect(after.includes(hexEncode(privateKey), 0, 'hex')).toBe(false);
  expect(after.includes(hexEncode(privateKey.slice().reverse()), 0, 'hex')).toBe(false);
});

test('blinds each instance with different randomness', async () => {
  library.pointOfScalar(privateKey, 33);
  vi.resetModules();
  const second = (await import('../../../../electron/crypto/curves/libsecp256k1.ts')) as Library;
  second.pointOfScalar(privateKey, 33);
  expect(memoryOf(0).equals(memoryOf(1))).toBe(false);
});

describe('survives', () => {
  const works = () => expect(library.signEcdsa(privateKey, digest).recovery).toBeLessThan(2);

  test('any number of invalid points and signatures', () => {
    const noPoint = Uint8Array.of(2, ...new Uint8Array(32).fill(255));
    for (let index = 0; index < 10_000; index += 1) {
      expect(library.convertPoint(noPoint, 65)).toBeNull();
      expect(library.verifyEcdsa(noPoint, digest, new Uint8Array(64), true)).toBe(false);
      expect(library.verifySchnorr(noPoint.subarray(1), digest, new Uint8Array(64))).toBe(false);
      expect(library.recoverPoint(digest, new Uint8Array(64).fill(255), 0)).toBeNull();
    }
    works();
    expect(instances).toHaveLength(1);
  });

  test('a call that traps, with a new instance', () => {
    expect(() => library.signEcdsa(new Uint8Array(32), digest)).toThrowError(WebAssembly.RuntimeError);
    works();
    expect(instances).toHaveLength(2);
  });
});

describe('accepts only', () => {
  const order = secp256k1.Point.Fn.ORDER;
  const bytes = (value: bigint) => hexDecode(value.toString(16).padStart(64, '0'));

  test.each<[string, Uint8Array, boolean]>([
    ['1', bytes(1n), true],
    ['the order less 1', bytes(order - 1n), true],
    ['0', bytes(0n), false],
    ['the order', bytes(order), false],
    ['the order plus 1', bytes(order + 1n), false],
    ['the largest number', bytes(2n ** 256n - 1n), false],
    ['the order with a smaller last byte', bytes(order - 0x41n), true],
    ['no bytes', new Uint8Array(0), false],
    ['33 bytes', new Uint8Array(33).fill(1), false],
  ])('private keys in range: %s', (_name, key, expected) => {
    expect(library.isPrivateKey(key)).toBe(expected);
  });

  test('the two forms of a point, not the hybrid one', () => {
    const point = secp256k1.getPublicKey(privateKey, false);
    const hybrid = Uint8Array.of(6 + ((point[64] ?? 0) & 1), ...point.subarray(1));
    const { signature } = library.signEcdsa(privateKey, digest);
    expect(library.convertPoint(point, 65)).toEqual(Uint8Array.from(point));
    expect(library.convertPoint(hybrid, 65)).toBeNull();
    expect(library.verifyEcdsa(point, digest, signature, true)).toBe(true);
    expect(library.verifyEcdsa(hybrid, digest, signature, true)).toBe(false);
    for (const length of [0, 1, 32, 34, 64, 66]) {
      expect(library.convertPoint(new Uint8Array(length).fill(4), 33)).toBeNull();
    }
  });

  test('recovery ids from 0 to 3', () => {
    const { signature, recovery } = library.signEcdsa(privateKey, digest);
    expect(library.recoverPoint(digest, signature, recovery)).toEqual(library.pointOfScalar(privateKey, 33));
    for (const id of [-1, 4, 256, 0.5, Number.NaN]) expect(library.recoverPoint(digest, signature, id)).toBeNull();
  });
});
