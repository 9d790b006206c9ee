import { type Architecture, NUMBERS } from './numbers.ts';
import { type Condition, type Confined, NEEDS, UNKNOWN_TO_KERNEL } from './system-calls.ts';

/** Instructions of the kernel's packet filters (Linux, `linux/bpf_common.h`): code, jumps, constant. */
const LOAD_WORD = 0x20;
const KEEP_BITS = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_OR_EQUAL = 0x35;
const JUMP_HAS_BITS = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const REFUSE = 0x0005_0000;
const EPERM = 1;
const ENOSYS = 38;

/** Offsets in `struct seccomp_data`: the number, the architecture, six arguments of 64 bits. */
const NUMBER_AT = 0;
const ARCHITECTURE_AT = 4;
const ARGUMENTS_AT = 16;

/** The architecture's word of the audit subsystem (`linux/audit.h`). */
const AUDIT: Readonly<Record<Architecture, number>> = { x64: 0xc000_003e };

/** Calls of another convention on the same processor (x32) have numbers from here on. */
const FOREIGN_NUMBERS = 0x4000_0000;

const AF_UNIX = 1;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, constant: number];

const REFUSAL: Instruction = [RETURN, 0, 0, REFUSE | EPERM];

/**
 * Returns the filter for one process as an array of `struct sock_filter` (8 bytes each, little-endian). It allows the
 * calls in `NEEDS` and refuses all others with EPERM. A call in another architecture's convention ends the process.
 * `pid` is the process's own.
 */
export function assembleFilter(architecture: Architecture, process: Confined, pid: number): Uint8Array<ArrayBuffer> {
  const numbers = NUMBERS[architecture];
  const program = ownCalls(architecture);
  const whenCalled = (number: number, answer: readonly Instruction[]) =>
    program.push([JUMP_EQUAL, 0, answer.length, number], ...answer);
  for (const { of, calls, only = [] } of NEEDS) {
    if (!of.includes(process)) continue;
    const answer: Instruction[] = [[RETURN, 0, 0, ALLOW]];
    for (const condition of only.toReversed()) answer.unshift(...conditionOf(condition, pid, answer.length));
    // A condition loads an argument over the call's number, so the block ends with its own refusal.
    if (only.length > 0) answer.push(REFUSAL);
    for (const call of calls) whenCalled(numbers[call], answer);
  }
  for (const call of UNKNOWN_TO_KERNEL) whenCalled(numbers[call], [[RETURN, 0, 0, REFUSE | ENOSYS]]);
  program.push(REFUSAL);
  return encode(program);
}

/**
 * Returns the filter of an offline process in the same form. It refuses every socket but those of this machine
 * (AF_UNIX), and every new io_uring, which could open one. It allows all other calls.
 */
export function assembleOffline(architecture: Architecture): Uint8Array<ArrayBuffer> {
  const { socket, io_uring_setup } = NUMBERS[architecture];
  return encode([
    ...ownCalls(architecture),
    [JUMP_EQUAL, 0, 1, io_uring_setup],
    REFUSAL,
    [JUMP_EQUAL, 0, 3, socket],
    [LOAD_WORD, 0, 0, ARGUMENTS_AT],
    [JUMP_EQUAL, 1, 0, AF_UNIX],
    REFUSAL,
    [RETURN, 0, 0, ALLOW],
  ]);
}

/** Ends the process at another architecture's call, refuses one of another convention, and loads the call's number. */
function ownCalls(architecture: Architecture): Instruction[] {
  return [
    [LOAD_WORD, 0, 0, ARCHITECTURE_AT],
    [JUMP_EQUAL, 1, 0, AUDIT[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD_WORD, 0, 0, NUMBER_AT],
    [JUMP_GREATER_OR_EQUAL, 0, 1, FOREIGN_NUMBERS],
    REFUSAL,
  ];
}

/** Continues with the next instruction when the condition holds, else skips the `behind` next ones, to the refusal. */
function conditionOf(condition: Condition, pid: number, behind: number): Instruction[] {
  const low = ARGUMENTS_AT + 8 * condition.argument;
  const load: Instruction = [LOAD_WORD, 0, 0, low];
  if ('has' in condition) return [load, [JUMP_HAS_BITS, 0, behind, condition.has]];
  if ('lacks' in condition) return [load, [JUMP_HAS_BITS, behind, 0, condition.lacks]];
  if ('zero' in condition)
    return [load, [JUMP_EQUAL, 0, behind + 2, 0], [LOAD_WORD, 0, 0, low + 4], [JUMP_EQUAL, 0, behind, 0]];
  const values = 'own' in condition ? [pid] : condition.is;
  const without = 'without' in condition ? condition.without : 0;
  return [
    load,
    [KEEP_BITS, 0, 0, ~without >>> 0],
    ...values.map((value, index): Instruction => {
      const others = values.length - 1 - index;
      return [JUMP_EQUAL, others, others === 0 ? behind : 0, value];
    }),
  ];
}

function encode(program: readonly Instruction[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * program.length);
  const view = new DataView(bytes.buffer);
  program.forEach(([code, whenTrue, whenFalse, constant], index) => {
    view.setUint16(8 * index, code, true);
    view.setUint8(8 * index + 2, whenTrue);
    view.setUint8(8 * index + 3, whenFalse);
    view.setUint32(8 * index + 4, constant, true);
  });
  return bytes;
}
