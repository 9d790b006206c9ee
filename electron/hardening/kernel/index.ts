import type { Native } from '../native.ts';
import { assembleFilter, assembleOffline } from './filter.ts';
import { type Architecture, NUMBERS } from './numbers.ts';
import { PROBES } from './probes.ts';
import type { Confined } from './system-calls.ts';

export { restrictFiles } from './landlock.ts';
export type { Architecture } from './numbers.ts';
export { type Program, replaceProgram } from './replace-program.ts';
export type { Confined } from './system-calls.ts';

const PR_SET_NO_NEW_PRIVS = 38;
const SET_MODE_FILTER = 1;
const FLAG_TSYNC = 1;
const EPERM = 1;

const SOCK_DGRAM = 2;
const AF_UNIX = 1;
/** Every family of sockets but those of this machine. Linux numbers them up to here. */
const FAMILIES = Array.from({ length: 46 }, (_, family) => family).filter((family) => family !== AF_UNIX);
const SOL_SOCKET = 1;
const SO_DOMAIN = 39;
const STANDARD = [0, 1, 2];

/** Returns true when the calls of an architecture were measured. */
export function isMeasured(architecture: string): architecture is Architecture {
  return Object.hasOwn(NUMBERS, architecture);
}

/**
 * Gives up every call to the kernel that the process does not need, for all its threads and until it ends (seccomp with
 * TSYNC, no_new_privs). Returns false when the kernel has no such filters or refuses this one.
 */
export function filterCalls(native: Native, architecture: Architecture, process: Confined, pid: number): boolean {
  return setFilter(native, architecture, assembleFilter(architecture, process, pid));
}

/**
 * Gives up every socket that leaves this machine, for all threads of the process and the children that it starts from
 * now on. Returns false when the kernel has no such filters, and when a socket still opens.
 */
export const filterSockets = (native: Native, architecture: Architecture): boolean =>
  setFilter(native, architecture, assembleOffline(architecture)) && refusesSockets(native, architecture);

/**
 * Tries each kind of socket that leaves this machine, and the ring that could open one. Returns true when the kernel
 * refuses all of them.
 */
export function refusesSockets(native: Native, architecture: Architecture): boolean {
  const { socket, close, io_uring_setup } = NUMBERS[architecture];
  if (native.call(io_uring_setup, 0, 0) !== -EPERM) return false;
  return FAMILIES.every((family) => {
    const opened = native.call(socket, family, SOCK_DGRAM, 0);
    if (opened >= 0) native.call(close, opened);
    return opened === -EPERM;
  });
}

/** Returns true when the standard input, output or error output is a socket that leaves this machine. */
export function holdsConnection(native: Native, architecture: Architecture): boolean {
  const domain = new Int32Array(1);
  const length = new Int32Array([domain.byteLength]);
  return STANDARD.some((descriptor) => {
    const [value, size] = [domain, length].map((word) => native.addressOf(new Uint8Array(word.buffer)));
    if (value === undefined || size === undefined) return true;
    const asked = native.call(NUMBERS[architecture].getsockopt, descriptor, SOL_SOCKET, SO_DOMAIN, value, size);
    return asked === 0 && domain[0] !== AF_UNIX;
  });
}

function setFilter(native: Native, architecture: Architecture, filter: Uint8Array<ArrayBuffer>): boolean {
  if (native.prctl(PR_SET_NO_NEW_PRIVS, 1) !== 0) return false;
  // `struct sock_fprog`: the number of instructions, then, aligned, their address.
  const program = new Uint8Array(16);
  const view = new DataView(program.buffer);
  view.setUint16(0, filter.length / 8, true);
  view.setBigUint64(8, native.addressOf(filter), true);
  return native.call(NUMBERS[architecture].seccomp, SET_MODE_FILTER, FLAG_TSYNC, native.addressOf(program)) === 0;
}

/** Descriptors are checked up to here. A ring is among the first, and a process that holds keys has some forty. */
const DESCRIPTORS = 256;
const RING = 'anon_inode:[io_uring]';

/**
 * Returns true when this process has an open io_uring. System calls through one pass the filter unseen. Call it before
 * the filter is set, which refuses a new io_uring.
 */
export function holdsRing(native: Native, architecture: Architecture): boolean {
  const target = new Uint8Array(RING.length + 1);
  for (let descriptor = 0; descriptor < DESCRIPTORS; descriptor += 1) {
    const path = new TextEncoder().encode(`/proc/self/fd/${descriptor}\0`);
    const [from, to] = [native.addressOf(path), native.addressOf(target)];
    const length = native.call(NUMBERS[architecture].readlink, from, to, target.length);
    if (length === RING.length && new TextDecoder().decode(target.subarray(0, length)) === RING) return true;
  }
  return false;
}

/** Tries each forbidden call on this process. Returns the refused ones and the allowed ones, in words. */
export function tryForbidden(
  native: Native,
  architecture: Architecture,
  process: Confined,
): { readonly refused: string[]; readonly allowed: string[] } {
  const refused: string[] = [];
  const allowed: string[] = [];
  for (const { what, call, args, of } of PROBES) {
    if (!of.includes(process)) continue;
    const isRefused = native.call(NUMBERS[architecture][call], ...args) === -EPERM;
    (isRefused ? refused : allowed).push(what);
  }
  return { refused, allowed };
}
