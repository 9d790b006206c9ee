import { describe, expect, it } from 'vitest';
import { NUMBERS } from '../../../electron/hardening/kernel/numbers.ts';
import { goOffline } from '../../../electron/hardening/offline.ts';

const LINUX = { platform: 'linux', arch: 'x64' };
const EPERM = 1;
const { socket, seccomp, readlink } = NUMBERS.x64;

/** A kernel that answers each call, in place of this machine's: a filter would hold for the tests too. */
const kernel =
  ({ filters = 0, opens = [] as readonly number[], ring = false }) =>
  async () => ({
    prctl: () => 0,
    setLimit: () => 0,
    lock: () => 0,
    unlock: () => 0,
    addressOf: (bytes: Uint8Array) => {
      target = bytes;
      return 1n;
    },
    call: (number: number, ...args: readonly (number | bigint)[]) => {
      if (number === seccomp) return filters;
      if (number === socket) return opens.includes(Number(args[0])) ? 3 : -EPERM;
      if (number === readlink && ring) return new TextEncoder().encodeInto('anon_inode:[io_uring]', target).written;
      return -EPERM;
    },
  });
let target: Uint8Array = new Uint8Array(0);

describe('a promise to make no connection', () => {
  it('is kept when the kernel takes the filter and every kind of socket is refused', async () => {
    expect(await goOffline(LINUX, kernel({}))).toBe(true);
  });

  it.each([2, 10, 16, 17, 31, 40])('is not kept when one kind of socket still opens: family %i', async (family) => {
    expect(await goOffline(LINUX, kernel({ opens: [family] }))).toBe(false);
  });

  it('is not kept when the kernel has no filters, or the process has a ring already', async () => {
    expect(await goOffline(LINUX, kernel({ filters: -22 }))).toBe(false);
    expect(await goOffline(LINUX, kernel({ ring: true }))).toBe(false);
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
