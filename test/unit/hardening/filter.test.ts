import { describe, expect, it } from 'vitest';
import { assembleFilter, assembleOffline } from '../../../electron/hardening/kernel/filter.ts';
import { NUMBERS } from '../../../electron/hardening/kernel/numbers.ts';
import { PROBES } from '../../../electron/hardening/kernel/probes.ts';
import { type Confined, NEEDS } from '../../../electron/hardening/kernel/system-calls.ts';

const PID = 4711;
const X86_64 = 0xc000003e;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const EPERM = 0x00050001;
const ENOSYS = 0x00050026;

/**
 * The kernel's decision for a filter: classic BPF over `struct seccomp_data`, written from the kernel's documentation.
 */
function decide(filter: Uint8Array, number: number, args: readonly bigint[] = [], architecture = X86_64): number {
  const program = new DataView(filter.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, architecture, true);
  for (const [index, value] of args.entries()) data.setBigUint64(16 + 8 * index, value, true);
  let accumulator = 0;
  for (let at = 0; at < filter.length; ) {
    const code = program.getUint16(at, true);
    const constant = program.getUint32(at + 4, true);
    const jump = (holds: boolean) => 8 * program.getUint8(at + (holds ? 2 : 3));
    let skip = 0;
    if (code === 0x20) accumulator = data.getUint32(constant, true);
    else if (code === 0x54) accumulator = (accumulator & constant) >>> 0;
    else if (code === 0x15) skip = jump(accumulator === constant);
    else if (code === 0x35) skip = jump(accumulator >= constant);
    else if (code === 0x45) skip = jump((accumulator & constant) !== 0);
    else if (code === 0x06) return constant;
    else throw new Error(`instruction ${code}`);
    at += 8 + skip;
  }
  throw new Error('the filter has no end');
}

const N = NUMBERS.x64;
const PROCESSES: readonly Confined[] = ['vault', 'custody'];

describe.each(PROCESSES)('the filter of the %s process', (process) => {
  const filter = assembleFilter('x64', process, PID);
  const free = new Set(
    NEEDS.filter(({ of, only }) => of.includes(process) && only === undefined).flatMap(({ calls }) =>
      calls.map((call) => N[call]),
    ),
  );
  const conditional = new Set(
    NEEDS.filter(({ of, only }) => of.includes(process) && only !== undefined).flatMap(({ calls }) =>
      calls.map((call) => N[call]),
    ),
  );

  it('names each call once, because only its first reason counts', () => {
    const named = NEEDS.filter(({ of }) => of.includes(process)).flatMap(({ calls }) => calls);
    expect(named.filter((call, index) => named.indexOf(call) !== index)).toEqual([]);
  });

  it('allows the named calls and refuses every other number', () => {
    for (let number = 0; number < 1024; number += 1) {
      if (conditional.has(number as never)) continue;
      const expected = free.has(number as never) ? ALLOW : number === N.clone3 ? ENOSYS : EPERM;
      expect([number, decide(filter, number)]).toEqual([number, expected]);
    }
  });

  it('refuses each call of the self-check', () => {
    for (const { of, call, args, what } of PROBES.filter((probe) => probe.of.includes(process))) {
      expect(of).toContain(process);
      const passed = args.map((value) => BigInt.asUintN(64, BigInt(value)));
      expect([what, decide(filter, N[call], passed)]).toEqual([what, EPERM]);
    }
  });

  it('refuses forks and allows threads', () => {
    const SIGCHLD = 17n;
    expect(decide(filter, 57)).toBe(EPERM);
    expect(decide(filter, 58)).toBe(EPERM);
    expect(decide(filter, N.clone, [SIGCHLD])).toBe(EPERM);
    expect(decide(filter, N.clone, [0x4100n | SIGCHLD])).toBe(EPERM);
    expect(decide(filter, N.clone, [0x3d0f00n])).toBe(ALLOW);
  });

  it('allows signals only to itself', () => {
    expect(decide(filter, N.tgkill, [BigInt(PID), 1n, 6n])).toBe(ALLOW);
    expect(decide(filter, N.tgkill, [1n, 1n, 9n])).toBe(EPERM);
    expect(decide(filter, N.kill, [BigInt(PID), 9n])).toBe(EPERM);
  });

  it('allows reading limits but not setting them', () => {
    expect(decide(filter, N.prlimit64, [0n, 4n, 0n, 0x1000n])).toBe(ALLOW);
    expect(decide(filter, N.prlimit64, [0n, 4n, 0x1000n])).toBe(EPERM);
    expect(decide(filter, N.prlimit64, [0n, 4n, 0x1_0000_0000n])).toBe(EPERM);
  });

  it('allows setting thread names but not dumpability', () => {
    expect(decide(filter, N.prctl, [15n])).toBe(ALLOW);
    expect(decide(filter, N.prctl, [0x53564d41n])).toBe(ALLOW);
    expect(decide(filter, N.prctl, [4n, 1n])).toBe(EPERM);
    expect(decide(filter, N.prctl, [22n])).toBe(EPERM);
  });

  it('allows writes to open sockets but not to an address or with a connect', () => {
    const FASTOPEN = 0x20000000n;
    const NO_SIGNAL = 0x4000n;
    expect(decide(filter, N.sendto, [3n, 0x1000n, 5n, NO_SIGNAL, 0n, 0n])).toBe(ALLOW);
    expect(decide(filter, N.sendto, [3n, 0x1000n, 5n, 0n, 0x2000n, 16n])).toBe(EPERM);
    expect(decide(filter, N.sendto, [3n, 0x1000n, 5n, 0n, 0x1_0000_0000n, 16n])).toBe(EPERM);
    expect(decide(filter, N.sendto, [3n, 0x1000n, 5n, FASTOPEN | NO_SIGNAL, 0n, 0n])).toBe(EPERM);
    expect(decide(filter, N.sendmsg, [3n, 0x1000n, NO_SIGNAL])).toBe(ALLOW);
    expect(decide(filter, N.sendmsg, [3n, 0x1000n, FASTOPEN | NO_SIGNAL])).toBe(EPERM);
  });

  it('refuses calls in another architecture’s convention', () => {
    expect(decide(filter, 0x40000000)).toBe(EPERM);
    expect(decide(filter, 0x40000000 + N.read)).toBe(EPERM);
    expect(decide(filter, N.read, [], 0x40000003)).toBe(KILL);
  });
});

it('lets the vault open no file and no socket', () => {
  const filter = assembleFilter('x64', 'vault', PID);
  for (const call of ['open', 'openat', 'openat2', 'socket', 'bind', 'listen', 'accept4', 'ioctl', 'unlink'] as const)
    expect([call, decide(filter, N[call])]).toEqual([call, EPERM]);
});

it('lets the local service use its database and listeners, but not connect', () => {
  const filter = assembleFilter('x64', 'custody', PID);
  for (const call of ['openat', 'fsync', 'accept4', 'listen'] as const)
    expect([call, decide(filter, N[call])]).toEqual([call, ALLOW]);
  expect(decide(filter, N.connect)).toBe(EPERM);
  // AF_INET and AF_INET6. SOCK_STREAM alone, with SOCK_NONBLOCK, with SOCK_CLOEXEC, with both. No protocol and TCP.
  for (const family of [2n, 10n])
    for (const type of [1n, 0x801n, 0x80001n, 0x80801n])
      for (const protocol of [0n, 6n]) expect(decide(filter, N.socket, [family, type, protocol])).toBe(ALLOW);
  // AF_UNIX, AF_NETLINK, AF_PACKET, AF_VSOCK. Then datagrams, raw, packets in sequence. Then UDP, SCTP, MPTCP.
  for (const family of [1n, 16n, 17n, 40n]) expect(decide(filter, N.socket, [family, 1n, 0n])).toBe(EPERM);
  for (const type of [0n, 2n, 3n, 5n, 0x802n, 0x80003n, 0x11n])
    expect(decide(filter, N.socket, [2n, type, 0n])).toBe(EPERM);
  for (const protocol of [17n, 132n, 262n]) expect(decide(filter, N.socket, [2n, 1n, protocol])).toBe(EPERM);
  expect(decide(filter, N.ioctl, [3n, 0x5421n])).toBe(ALLOW);
  expect(decide(filter, N.ioctl, [3n, 0x5451n])).toBe(ALLOW);
  // TIOCSTI: typing into a terminal.
  expect(decide(filter, N.ioctl, [0n, 0x5412n])).toBe(EPERM);
});

describe('the filter of an offline run', () => {
  const filter = assembleOffline('x64');

  it('refuses every socket that leaves the machine, and a ring that could open one', () => {
    for (const family of [0n, 2n, 3n, 10n, 16n, 17n, 29n, 31n, 40n, 44n, 0x1_0000_0002n, 0xffff_ffffn])
      for (const type of [1n, 2n, 3n, 0x80801n])
        expect([family, decide(filter, N.socket, [family, type, 0n])]).toEqual([family, EPERM]);
    expect(decide(filter, N.io_uring_setup)).toBe(EPERM);
  });

  it('refuses the calls of another convention and ends the process at those of another architecture', () => {
    expect(decide(filter, 0x4000_0000 + N.socket, [2n])).toBe(EPERM);
    expect(decide(filter, N.socket, [1n], 0x40000003)).toBe(KILL);
  });

  it('allows sockets of this machine and every other call', () => {
    for (const type of [1n, 2n, 0x80801n]) expect(decide(filter, N.socket, [1n, type, 0n])).toBe(ALLOW);
    for (const [name, number] of Object.entries(N))
      if (name !== 'socket' && name !== 'io_uring_setup') expect([name, decide(filter, number)]).toEqual([name, ALLOW]);
  });
});
