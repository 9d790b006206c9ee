import type { Claim } from '../lift.ts';

const CONFINED_TEST = 'test/unit/hardening/confined.test.ts';
const GUARDED_TEST = 'test/fault/custody-guarded.test.ts';
const KERNEL = 'electron/hardening/kernel/index.ts';
const CALLS = 'electron/hardening/kernel/system-calls.ts';
const FILTER_TEST = 'test/unit/hardening/filter.test.ts';

/** Calls that the kernel refuses to the processes that hold keys. */
export const CONFINEMENT: readonly Claim[] = [
  {
    id: 'VAULT-01',
    sentence:
      'On Linux with an Intel or AMD processor, the kernel denies the vault and the local service each system call that they do not need.',
    lifts: [
      {
        mechanism: 'the kernel filters the calls of processes that hold keys',
        file: KERNEL,
        from: 'return native.call(NUMBERS[architecture].seccomp, SET_MODE_FILTER, FLAG_TSYNC, native.addressOf(program)) === 0;',
        to: 'return true;',
        test: CONFINED_TEST,
        name: 'as the vault cannot open files, connect or start processes in any thread, and still signs',
      },
      {
        mechanism: 'threads that run already are filtered too',
        file: KERNEL,
        from: 'SET_MODE_FILTER, FLAG_TSYNC,',
        to: 'SET_MODE_FILTER, 0,',
        test: CONFINED_TEST,
        name: 'as the vault cannot open files, connect or start processes in any thread, and still signs',
      },
      {
        mechanism: 'no program that they could start has more rights',
        file: KERNEL,
        from: 'native.prctl(PR_SET_NO_NEW_PRIVS, 1) !== 0',
        to: 'native === undefined',
        test: CONFINED_TEST,
        name: 'as the vault cannot open files, connect or start processes in any thread, and still signs',
      },
    ],
  },
  {
    id: 'VAULT-02',
    sentence: 'Each of these processes tests forbidden calls on itself, and starts only after the kernel denied them.',
    lifts: [
      {
        mechanism: 'what the kernel lets through all the same stops the start',
        file: 'electron/hardening/confine-by-kernel.ts',
        from: 'if (allowed.length > 0)',
        to: 'if (allowed.length < 0)',
        test: CONFINED_TEST,
        name: 'the start stops when the kernel accepts the filter but does not enforce it',
      },
    ],
  },
  {
    id: 'VAULT-03',
    sentence: 'Where the kernel has Landlock, the local service can open only files of its own folder.',
    lifts: [
      {
        mechanism: 'the local service has the files of its own folder alone',
        file: 'electron/hardening/kernel/landlock.ts',
        from: 'native.call(numbers.landlock_restrict_self, ruleset, 0) === 0',
        to: 'native !== undefined',
        test: CONFINED_TEST,
        name: 'as the local service has only its folder and its listeners',
      },
      {
        mechanism: 'the local service is confined before a key comes',
        file: 'electron/custody/index.ts',
        from: "confinement: await confineByKernel('custody', process),",
        to: 'confinement: { calls: false, ring: false, files: null, refused: [] },',
        test: GUARDED_TEST,
        name: 'is hardened before it gets a key, and cannot be read by another program of the user',
      },
      {
        mechanism: 'the local service is left its folder once it runs',
        file: 'electron/custody/index.ts',
        from: 'files = await confineToFolder(input.directory, process);',
        to: '',
        test: GUARDED_TEST,
        name: 'serves, exports and stores after confinement',
      },
    ],
  },
  {
    id: 'VAULT-04',
    sentence: 'The kernel denies the local service every outgoing connection and every datagram.',
    lifts: [
      {
        mechanism: 'the local service opens no socket that sends datagrams',
        file: CALLS,
        from: '{ argument: 1, is: [SOCK_STREAM], without: SOCK_NONBLOCK_AND_CLOEXEC }',
        to: '{ argument: 1, lacks: 0 }',
        test: FILTER_TEST,
        name: 'lets the local service use its database and listeners, but not connect',
      },
      {
        mechanism: 'the local service opens no socket to files of this machine',
        file: CALLS,
        from: '{ argument: 0, is: [AF_INET, AF_INET6] }',
        to: '{ argument: 0, lacks: 0 }',
        test: FILTER_TEST,
        name: 'lets the local service use its database and listeners, but not connect',
      },
      {
        mechanism: 'the local service opens no socket of another protocol than TCP',
        file: CALLS,
        from: '{ argument: 2, is: [0, IPPROTO_TCP] }',
        to: '{ argument: 2, lacks: 0 }',
        test: FILTER_TEST,
        name: 'lets the local service use its database and listeners, but not connect',
      },
      {
        mechanism: 'nothing is sent to an address',
        file: CALLS,
        from: '{ argument: 4, zero: true }',
        to: '{ argument: 4, lacks: 0 }',
        test: FILTER_TEST,
        name: 'allows writes to open sockets but not to an address or with a connect',
      },
      {
        mechanism: 'no connection begins with what is sent',
        file: CALLS,
        from: 'only: [{ argument: 2, lacks: MSG_FASTOPEN }]',
        to: 'only: [{ argument: 2, lacks: 0 }]',
        test: CONFINED_TEST,
        name: 'as the local service has only its folder and its listeners',
      },
    ],
  },
  {
    id: 'MAIN-09',
    sentence:
      'With --offline, the kernel refuses each socket that leaves the machine. In a window that holds for every process, in a command for main and its later processes. Where it cannot, nothing is done.',
    lifts: [
      {
        mechanism: 'only sockets of this machine are allowed',
        file: 'electron/hardening/kernel/filter.ts',
        from: '[JUMP_EQUAL, 1, 0, AF_UNIX],',
        to: '[JUMP_EQUAL, 1, 1, AF_UNIX],',
        test: FILTER_TEST,
        name: 'refuses every socket that leaves the machine',
      },
      {
        mechanism: 'no ring opens one instead',
        file: 'electron/hardening/kernel/filter.ts',
        from: '[JUMP_EQUAL, 0, 1, io_uring_setup],',
        to: '[JUMP_EQUAL, 1, 1, io_uring_setup],',
        test: FILTER_TEST,
        name: 'refuses every socket that leaves the machine',
      },
      {
        mechanism: 'each kind of socket is tried',
        file: KERNEL,
        from: 'return FAMILIES.every(',
        to: 'return FAMILIES.some(',
        test: 'test/unit/hardening/offline.test.ts',
        name: 'is not kept when one kind of socket still opens',
      },
      {
        mechanism: 'a system without such filters is refused',
        file: 'electron/hardening/offline.ts',
        from: "if (platform !== 'linux' || !isMeasured(arch)) return null;",
        to: 'if (!isMeasured(arch)) return null;',
        test: 'test/unit/hardening/offline.test.ts',
        name: 'is not kept on a system without filters',
      },
      {
        mechanism: 'the window starts only below the filter',
        file: 'electron/hardening/offline.ts',
        from: 'if (kernel !== null && (await goOffline(system, load)))',
        to: 'if (kernel !== null && (await goOffline(system, load)) !== null)',
        test: 'test/unit/hardening/offline.test.ts',
        name: 'does not start with a socket that still opens',
      },
      {
        mechanism: 'no open socket is carried over',
        file: 'electron/hardening/kernel/replace-program.ts',
        from: 'LAST, CLOSE_ON_EXECUTION) === 0)',
        to: 'LAST, CLOSE_ON_EXECUTION) <= 0)',
        test: 'test/unit/hardening/offline.test.ts',
        name: 'does not start with descriptors that stay open',
      },
    ],
  },
];
