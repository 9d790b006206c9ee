import { describe, expect, it } from 'vitest';
import { NUMBERS } from '../../../electron/hardening/kernel/numbers.ts';
import { goOffline, hasConnection, isOffline, startOffline } from '../../../electron/hardening/offline.ts';

const LINUX = { platform: 'linux', arch: 'x64' };
const EPERM = 1;
const EFAULT = 14;
const ENOTSOCK = 88;
const { socket, seccomp, readlink, close_range, execve, io_uring_setup, getsockopt } = NUMBERS.x64;

/** A kernel that answers each call, in place of this machine's: a filter would hold for the tests too. */
const kernel =
  ({
    filters = 0,
    opens = [] as readonly number[],
    ring = false,
    makesRing = false,
    calls = [] as number[],
    closes = 0,
    /** Families of the sockets among the standard streams, by their descriptor. */
    streams = {} as Readonly<Record<number, number>>,
  }) =>
  async () => ({
    prctl: () => 0,
    setLimit: () => 0,
    lock: () => 0,
    unlock: () => 0,
    addressOf: (bytes: Uint8Array) => {
      target = bytes;
      addressed.push(bytes);
      return BigInt(addressed.length - 1);
    },
    call: (number: number, ...args: readonly (number | bigint)[]) => {
      calls.push(number);
      if (number === seccomp) return filters;
      if (number === close_range) return closes;
      if (number === io_uring_setup && makesRing) return -EFAULT;
      if (number === getsockopt) {
        const family = streams[Number(args[0])];
        if (family === undefined) return -ENOTSOCK;
        addressed[Number(args[3])]?.set([family]);
        return 0;
      }
      if (number === socket) return opens.includes(Number(args[0])) ? 3 : -EPERM;
      if (number === readlink && ring) return new TextEncoder().encodeInto('anon_inode:[io_uring]', target).written;
      return -EPERM;
    },
  });
let target: Uint8Array = new Uint8Array(0);
const addressed: Uint8Array[] = [];

describe('a promise to make no connection', () => {
  it('is kept when the kernel takes the filter and every kind of socket is refused', async () => {
    expect(await goOffline(LINUX, kernel({}))).toBe(true);
  });

  it.each([0, 2, 10, 16, 17, 30, 31, 40, 43, 45])(
    'is not kept when one kind of socket still opens: family %i',
    async (family) => {
      expect(await goOffline(LINUX, kernel({ opens: [family] }))).toBe(false);
    },
  );

  it('is not kept when the kernel has no filters, or the process has a ring already', async () => {
    expect(await goOffline(LINUX, kernel({ filters: -22 }))).toBe(false);
    expect(await goOffline(LINUX, kernel({ ring: true }))).toBe(false);
    expect(await goOffline(LINUX, kernel({ makesRing: true }))).toBe(false);
    expect(await goOffline(LINUX, () => Promise.reject(new Error('no native module')))).toBe(false);
  });

  it.each([
    { platform: 'darwin', arch: 'arm64' },
    { platform: 'win32', arch: 'x64' },
    { platform: 'linux', arch: 'arm64' },
  ])('is not kept on a system without filters: %o', async (machine) => {
    expect(await goOffline(machine, kernel({}))).toBe(false);
  });
});

describe('a standard stream', () => {
  it.each([0, 1, 2])('that is a connection is found: descriptor %i', async (descriptor) => {
    expect(await hasConnection(LINUX, kernel({ streams: { [descriptor]: 2 } }))).toBe(true);
    expect(await hasConnection(LINUX, kernel({ streams: { [descriptor]: 10 } }))).toBe(true);
  });

  it('may be a file, a terminal or a socket of this machine', async () => {
    expect(await hasConnection(LINUX, kernel({}))).toBe(false);
    expect(await hasConnection(LINUX, kernel({ streams: { 0: 1, 1: 1, 2: 1 } }))).toBe(false);
  });
});

describe('a window without a network', () => {
  const program = { file: '/usr/lib/castellan/castellan', argv: ['castellan', '--', '--offline'], environment: {} };

  it('is one whose sockets were refused before it set a filter', async () => {
    const calls: number[] = [];
    expect(await isOffline(LINUX, kernel({ calls }))).toBe(true);
    expect(calls).not.toContain(seccomp);
    expect(await isOffline(LINUX, kernel({ opens: [10] }))).toBe(false);
    expect(await isOffline(LINUX, kernel({ makesRing: true }))).toBe(false);
    expect(await isOffline(LINUX, kernel({ ring: true }))).toBe(false);
    expect(await isOffline({ platform: 'darwin', arch: 'arm64' }, kernel({}))).toBe(false);
  });

  it('starts again below the filter, with the standard descriptors only', async () => {
    const calls: number[] = [];
    await startOffline(LINUX, program, kernel({ calls }));
    const last = calls.filter((call) => [seccomp, close_range, execve].some((number) => number === call));
    expect(last).toEqual([seccomp, close_range, execve]);
  });

  it.each([
    ['without filters', { filters: -22 }],
    ['with a socket that still opens', { opens: [2] }],
    ['with descriptors that stay open', { closes: -38 }],
  ])('does not start %s', async (_when, faults) => {
    const calls: number[] = [];
    await startOffline(LINUX, program, kernel({ ...faults, calls }));
    expect(calls).not.toContain(execve);
  });
});
