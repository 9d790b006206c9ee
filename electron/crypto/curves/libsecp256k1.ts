/**
 * libsecp256k1 compiled to WebAssembly: the file of the package tiny-secp256k1 (MIT). Only this module calls it,
 * without the package's JavaScript. One instance is made at first use. Arguments and results are copied through fixed
 * places in its memory. After each call those and the stack are wiped, so no key and nothing derived from one stays
 * behind.
 *
 * It is libsecp256k1 0.2.0 (December 2022), whose source is written to be constant time. 0.3.1 repaired that for newer
 * compilers, and the compiler of this file is not recorded. Its timing was not measured, so it counts as unknown. It
 * does NOT protect against V8's own compiler, which promises no constant time, and what it leaves on the machine's
 * stack.
 */
import dataUrl from '../../../node_modules/tiny-secp256k1/lib/secp256k1.wasm?url&inline';
import { AppError } from '../../../shared/errors/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { isScalar, SECP256K1_ORDER } from '../keys.ts';
import { type Bytes, base64Decode, randomBytes, sha256, startModule } from '../native.ts';

/** SHA-256 of the file. The file of another release of the package is not started. */
const DIGEST = '5cbbcb8adc7acc3b78a3fd31c76d573302705ff5fd714d03f5a2602591197cb5';

/** In this file the stack ends here and grows towards 0. No call goes deeper than `STACK_WIPED` (test/unit/crypto). */
const STACK_TOP = 655_360;
const STACK_WIPED = 16_384;

/** Length of a point in SEC1: compressed or uncompressed. */
export type PointLength = 33 | 65;

/** Places in the library's memory, by their contents. */
interface Places {
  readonly privateKey: Bytes;
  readonly point: Bytes;
  readonly xOnly: Bytes;
  readonly tweak: Bytes;
  readonly message: Bytes;
  readonly auxiliary: Bytes;
  readonly signature: Bytes;
}

/** The library's functions that are used. Each reads and writes the places. 1 is success unless stated otherwise. */
interface Functions {
  initializeContext(): void;
  /** Private key to point. */
  pointFromScalar(length: PointLength): number;
  /** Converts a point to the other form. Leaves the place unchanged when it holds no point. */
  pointCompress(lengthIn: number, lengthOut: PointLength): void;
  /** Adds a tweak to an x-only point. Returns the parity of y, or -1 for the point at infinity. */
  xOnlyPointAddTweak(): number;
  privateAdd(): number;
  privateNegate(): void;
  /** Returns the recovery id. */
  signRecoverable(withAuxiliary: 0 | 1): number;
  signSchnorr(withAuxiliary: 0 | 1): void;
  verify(pointLength: number, lowSOnly: 0 | 1): number;
  verifySchnorr(): number;
  recover(length: PointLength, recovery: number): number;
}

interface Library {
  readonly functions: Functions;
  readonly at: Places;
  readonly stack: Bytes;
  /** Set by the library when a point or signature cannot be read. */
  refused: boolean;
}

type Exports = Functions & Readonly<Record<string, { readonly value: number }>> & { memory: { buffer: ArrayBuffer } };

let code: Bytes | undefined;
let started: Library | undefined;

/**
 * Loads and returns the library's code, which is a file of its own in the build. The first use does so too. A process
 * that will be confined calls this before, because it can load no file afterwards.
 */
export function loadSecp256k1(): Bytes {
  code ??= base64Decode(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return code;
}

/** Returns true when the bytes are a private key. Takes the same time for every key. */
export const isPrivateKey = (bytes: Uint8Array): boolean => isScalar(bytes, SECP256K1_ORDER);

/** Public point of a private key, which must be a scalar. */
export function pointOfScalar(privateKey: Uint8Array, length: PointLength): Bytes {
  return call(({ functions, at }) => {
    at.privateKey.set(privateKey);
    functions.pointFromScalar(length);
    return at.point.slice(0, length);
  });
}

/** Converts a point, or returns null for bytes that are not a point of the curve in SEC1 form. */
export function convertPoint(point: Uint8Array, length: PointLength): Bytes | null {
  if (!isSec1(point)) return null;
  return call((library) => {
    library.at.point.set(point);
    library.functions.pointCompress(point.length, length);
    return library.refused ? null : library.at.point.slice(0, length);
  });
}

/** ECDSA signature with low S: r and s, 64 bytes, and the recovery id (0 to 3). Nonce: RFC 6979. The key must be a scalar, the digest have 32 bytes. */
export function signEcdsa(privateKey: Uint8Array, digest: Uint8Array): { signature: Bytes; recovery: number } {
  return call(({ functions, at }) => {
    at.privateKey.set(privateKey);
    at.message.set(digest);
    const recovery = functions.signRecoverable(0);
    return { signature: at.signature.slice(), recovery };
  });
}

/** Checks r and s (64 bytes) over a digest. Never throws. */
export function verifyEcdsa(point: Uint8Array, digest: Uint8Array, signature: Uint8Array, lowSOnly: boolean): boolean {
  if (!isSec1(point) || digest.length !== 32 || signature.length !== 64) return false;
  return call(({ functions, at }) => {
    at.point.set(point);
    at.message.set(digest);
    at.signature.set(signature);
    return functions.verify(point.length, lowSOnly ? 1 : 0) === 1;
  });
}

/** Returns the compressed point that made the signature, or null when no key can have. Never throws. */
export function recoverPoint(digest: Uint8Array, signature: Uint8Array, recovery: number): Bytes | null {
  if (digest.length !== 32 || signature.length !== 64 || ![0, 1, 2, 3].includes(recovery)) return null;
  return call(({ functions, at }) => {
    at.message.set(digest);
    at.signature.set(signature);
    return functions.recover(33, recovery) === 1 ? at.point.slice(0, 33) : null;
  });
}

/**
 * Returns a BIP-340 signature, 64 bytes, of a 32-byte message. The key must be a valid scalar, and `auxiliary` has 32
 * bytes. `tweakOf` takes the x-only public key and returns the 32-byte tweak (BIP-341). The tweaked key never leaves
 * the library. Returns null when the tweak gives no valid key (one in 2^128).
 */
export function signSchnorr(
  privateKey: Uint8Array,
  message: Uint8Array,
  auxiliary: Uint8Array,
  tweakOf: ((xOnly: Bytes) => Uint8Array) | null,
): Bytes | null {
  return call(({ functions, at }) => {
    at.privateKey.set(privateKey);
    if (tweakOf !== null) {
      functions.pointFromScalar(33);
      if (at.point[0] === 3) functions.privateNegate();
      at.tweak.set(tweakOf(at.point.slice(1, 33)));
      if (functions.privateAdd() !== 1) return null;
    }
    at.message.set(message);
    at.auxiliary.set(auxiliary);
    functions.signSchnorr(1);
    return at.signature.slice();
  });
}

/** Checks a BIP-340 signature of a 32-byte message by an x-only key. Never throws. */
export function verifySchnorr(xOnly: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (xOnly.length !== 32 || message.length !== 32 || signature.length !== 64) return false;
  return call(({ functions, at }) => {
    at.xOnly.set(xOnly);
    at.message.set(message);
    at.signature.set(signature);
    return functions.verifySchnorr() === 1;
  });
}

/** Returns an x-only key plus tweak·G (BIP-341), x-only, or null when the result is invalid. */
export function addTweak(xOnly: Uint8Array, tweak: Uint8Array): Bytes | null {
  if (xOnly.length !== 32) return null;
  return call((library) => {
    library.at.xOnly.set(xOnly);
    library.at.tweak.set(tweak);
    const parity = library.functions.xOnlyPointAddTweak();
    return library.refused || parity < 0 ? null : library.at.xOnly.slice();
  });
}

/** Runs `work` and wipes. An instance that trapped has lost its stack pointer: it is not used again. */
function call<Result>(work: (library: Library) => Result): Result {
  started ??= start();
  const library = started;
  try {
    library.refused = false;
    return work(library);
  } catch (error) {
    started = undefined;
    throw error;
  } finally {
    for (const place of Object.values(library.at)) place.fill(0);
    library.stack.fill(0);
  }
}

function start(): Library {
  const bytes = loadSecp256k1();
  if (hexEncode(sha256(bytes)) !== DIGEST) {
    throw new AppError(
      'INTERNAL',
      'The secp256k1 library of this installation is not the one that was built with it. Nothing was computed. Install Castellan again.',
    );
  }
  const exports = startModule<Exports>(bytes, {
    // Blinds the library's computations. Called eight times, when the context is made.
    './rand.js': { generateInt32: () => new DataView(randomBytes(4).buffer).getInt32(0) },
    // It must return: an exception would leave the stack pointer where it is, and bad input would use the stack up.
    './validate_error.js': {
      throwError: () => {
        library.refused = true;
      },
    },
  });
  const memory = new Uint8Array(exports.memory.buffer);
  const place = (name: string, length: number): Bytes => {
    const address = exports[name]?.value ?? 0;
    return memory.subarray(address, address + length);
  };
  const library: Library = {
    functions: exports,
    at: {
      privateKey: place('PRIVATE_INPUT', 32),
      point: place('PUBLIC_KEY_INPUT', 65),
      xOnly: place('X_ONLY_PUBLIC_KEY_INPUT', 32),
      tweak: place('TWEAK_INPUT', 32),
      message: place('HASH_INPUT', 32),
      auxiliary: place('EXTRA_DATA_INPUT', 32),
      signature: place('SIGNATURE_INPUT', 64),
    },
    stack: memory.subarray(STACK_TOP - STACK_WIPED, STACK_TOP),
    refused: false,
  };
  exports.initializeContext();
  return library;
}

/** SEC1 compressed or uncompressed. The library would read the hybrid form too. */
function isSec1(point: Uint8Array): boolean {
  const [head] = point;
  return point.length === 33 ? head === 2 || head === 3 : point.length === 65 && head === 4;
}
