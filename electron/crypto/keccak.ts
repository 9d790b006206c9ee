/**
 * Keccak-256 as Ethereum has it (the submission to SHA-3, padded by 01). The platform has none. JavaScript has no fast
 * numbers of 64 bits, so a block takes ten times as long. That is too long for typed data and lists of thousands of
 * addresses. So the permutation (FIPS 202, section 3) is assembled here as WebAssembly, from its definition. Not for
 * secrets: its memory is not wiped.
 */

import { type Bytes, startModule } from './native.ts';

const LANES = 25;
const ROUNDS = 24;
const RATE_BYTES = 136;
const DIGEST_BYTES = 32;
/** The addresses of the next block and of the round constants, behind the state. */
const BLOCK = 256;
const CONSTANTS = 512;

/** Opcodes (WebAssembly core specification, 5.4). */
const [LOOP, END, BR_IF, GET, SET, TEE] = [0x03, 0x0b, 0x0d, 0x20, 0x21, 0x22] as const;
const [LOAD, STORE, I32, I64, LESS, ADD] = [0x29, 0x37, 0x41, 0x42, 0x49, 0x6a] as const;
const [AND, XOR, ROTATE] = [0x83, 0x85, 0x89] as const;
const [TYPE_I32, TYPE_I64, NO_TYPE] = [0x7f, 0x7e, 0x40] as const;

/**
 * Indices of local variables: the offset of the round constant, the state, the result of rho and pi, and the column
 * parities.
 */
const OFFSET = 0;
const A = 1;
const B = A + LANES;
const C = B + LANES;
const LOCALS = C + 5 - A;

const range = (length: number): number[] => [...new Array(length).keys()];
/** LEB128 of a number below 2^14, or below 2^13 when it is parsed as signed. */
const number = (value: number): number[] => (value < 64 ? [value] : [(value & 127) | 128, value >> 7]);
const get = (local: number): number[] => [GET, ...number(local)];
const set = (local: number): number[] => [SET, ...number(local)];
const rotated = (bits: number): number[] => [I64, ...number(bits), ROTATE];
const loaded = (base: number[], offset: number): number[] => [...base, LOAD, 3, ...number(offset)];
const section = (id: number, bytes: readonly number[]): number[] => [id, ...number(bytes.length), ...bytes];
const ZERO = [I32, 0];

/** One round on the lanes, which are numbered x + 5y. */
function round(): number[] {
  const column = (x: number) => range(5).flatMap((y) => [...get(A + x + 5 * y), ...(y === 0 ? [] : [XOR])]);
  const theta = range(5).flatMap((x) => [...column(x), ...set(C + x)]);
  const rhoAndPi = range(LANES).flatMap((lane) => {
    const [x, y] = [lane % 5, Math.floor(lane / 5)];
    const parity = [...get(C + ((x + 4) % 5)), ...get(C + ((x + 1) % 5)), ...rotated(1), XOR];
    return [...get(A + lane), ...parity, XOR, ...rotated(rotationOf(lane)), ...set(B + y + 5 * ((2 * x + 3 * y) % 5))];
  });
  const chi = range(LANES).flatMap((lane) => {
    const row = lane - (lane % 5);
    const next = (by: number) => get(B + row + ((lane + by) % 5));
    // All ones is -1, which is 7f as a signed number.
    return [...get(B + lane), ...next(1), I64, 0x7f, XOR, ...next(2), AND, XOR, ...set(A + lane)];
  });
  const iota = [...get(A), ...loaded(get(OFFSET), CONSTANTS), XOR, ...set(A)];
  return [...theta, ...rhoAndPi, ...chi, ...iota];
}

/** By how many bits rho turns a lane. */
function rotationOf(lane: number): number {
  let at = 1;
  for (let step = 0; step < 24; step += 1) {
    if (at === lane) return (((step + 1) * (step + 2)) / 2) % 64;
    const [x, y] = [at % 5, Math.floor(at / 5)];
    at = y + 5 * ((2 * x + 3 * y) % 5);
  }
  return 0;
}

/** A module that exports its memory and the permutation of the state there, after the block there was added to it. */
function assembled(): Bytes {
  const load = range(LANES).flatMap((lane) => [
    ...loaded(ZERO, 8 * lane),
    ...(8 * lane < RATE_BYTES ? [...loaded(ZERO, BLOCK + 8 * lane), XOR] : []),
    ...set(A + lane),
  ]);
  const store = range(LANES).flatMap((lane) => [...ZERO, ...get(A + lane), STORE, 3, ...number(8 * lane)]);
  const next = [...get(OFFSET), I32, 8, ADD, TEE, OFFSET, I32, ...number(8 * ROUNDS), LESS, BR_IF, 0];
  const code = [...load, LOOP, NO_TYPE, ...round(), ...next, END, ...store, END];
  const body = [2, 1, TYPE_I32, ...number(LOCALS), TYPE_I64, ...code];
  const letter = (text: string) => text.charCodeAt(0);
  return Uint8Array.from([
    ...[0, letter('a'), letter('s'), letter('m'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 0, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, 1, letter('m'), 2, 0, 1, letter('p'), 0, 0]),
    ...section(10, [1, ...number(body.length), ...body]),
  ]);
}

/** The constants of iota: bits of a shift register (FIPS 202, algorithms 5 and 6). */
function roundConstants(): bigint[] {
  let register = 1;
  return range(ROUNDS).map(() =>
    range(7).reduce((constant, bit) => {
      const isSet = (register & 1) === 1;
      register = (register << 1) ^ (register & 128 ? 0x171 : 0);
      return isSet ? constant | (1n << ((1n << BigInt(bit)) - 1n)) : constant;
    }, 0n),
  );
}

interface Permutation {
  /** Behind the state of 200 bytes, at `BLOCK`, is the block that is added to it. */
  readonly memory: Bytes;
  run(): void;
}

let started: Permutation | null = null;

function start(): Permutation {
  const { m, p } = startModule<{ m: { buffer: ArrayBuffer }; p: () => void }>(assembled());
  const memory = new Uint8Array(m.buffer);
  const view = new DataView(memory.buffer);
  for (const [index, constant] of roundConstants().entries()) view.setBigUint64(CONSTANTS + 8 * index, constant, true);
  return { memory, run: p };
}

/** Keccak-256, 32 bytes. */
export function keccak256(bytes: Uint8Array): Bytes {
  started ??= start();
  const { memory, run } = started;
  memory.fill(0, 0, BLOCK);
  let at = 0;
  for (; bytes.length - at >= RATE_BYTES; at += RATE_BYTES) {
    memory.set(bytes.subarray(at, at + RATE_BYTES), BLOCK);
    run();
  }
  const left = bytes.subarray(at);
  memory.fill(0, BLOCK, BLOCK + RATE_BYTES);
  memory.set(left, BLOCK);
  memory[BLOCK + left.length] = 1;
  const last = BLOCK + RATE_BYTES - 1;
  memory[last] = (memory[last] ?? 0) | 0x80;
  run();
  return memory.slice(0, DIGEST_BYTES);
}
