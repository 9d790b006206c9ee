import type { CallName } from './numbers.ts';

/** The processes that are confined. */
export type Confined = 'vault' | 'custody';

/**
 * A condition on an argument of an allowed call. Numbers are compared by their lower 32 bits, without the bits in
 * `without`. `zero` compares all 64 bits.
 */
export type Condition =
  | { readonly argument: number; readonly is: readonly number[]; readonly without?: number }
  | { readonly argument: number; readonly has: number }
  | { readonly argument: number; readonly lacks: number }
  | { readonly argument: number; readonly zero: true }
  | { readonly argument: number; readonly own: 'pid' };

/**
 * One reason to allow calls. Measured with strace on both supported versions of Node and in Electron's utility
 * processes.
 */
export interface Need {
  readonly of: readonly Confined[];
  readonly calls: readonly CallName[];
  /** All of them hold. */
  readonly only?: readonly Condition[];
  readonly why: string;
}

const BOTH: readonly Confined[] = ['vault', 'custody'];
const SERVICE: readonly Confined[] = ['custody'];

const CLONE_THREAD = 0x0001_0000;
const PR_SET_NAME = 15;
const PR_SET_VMA = 0x5356_4d41;
const AT_EMPTY_PATH = 0x1000;
const FIONBIO = 0x5421;
const FIOCLEX = 0x5451;
const MSG_FASTOPEN = 0x2000_0000;
const AF_INET = 2;
const AF_INET6 = 10;
const SOCK_STREAM = 1;
const SOCK_NONBLOCK_AND_CLOEXEC = 0o2004000;
const IPPROTO_TCP = 6;

/** All calls that a confined process may make, each once, the most frequent first. Everything else is refused. */
export const NEEDS: readonly Need[] = [
  { of: BOTH, calls: ['futex', 'sched_yield', 'membarrier'], why: 'threads wait for each other' },
  {
    of: BOTH,
    calls: ['read', 'write', 'recvfrom', 'recvmsg', 'readv', 'writev', 'close'],
    why: 'messages from and to main, over what is open already',
  },
  {
    of: BOTH,
    calls: ['sendto'],
    only: [
      { argument: 3, lacks: MSG_FASTOPEN },
      { argument: 4, zero: true },
    ],
    why: 'the same; to no address, which would connect',
  },
  {
    of: BOTH,
    calls: ['sendmsg'],
    only: [{ argument: 2, lacks: MSG_FASTOPEN }],
    why: 'the same; its address is out of a filter’s sight, and without this no TCP socket takes one',
  },
  {
    of: BOTH,
    calls: ['epoll_wait', 'epoll_pwait', 'epoll_ctl', 'epoll_create1', 'eventfd2', 'pipe2', 'poll', 'fcntl'],
    why: 'the loops of Node and of Chromium, and of threads that begin later',
  },
  {
    of: BOTH,
    calls: ['mmap', 'munmap', 'mprotect', 'mremap', 'madvise', 'brk', 'pkey_mprotect', 'pkey_alloc', 'pkey_free'],
    why: 'memory, of compiled code too',
  },
  {
    of: BOTH,
    calls: ['clock_gettime', 'clock_getres', 'clock_nanosleep', 'nanosleep', 'gettimeofday', 'time', 'restart_syscall'],
    why: 'time, where it is not read without the kernel',
  },
  { of: BOTH, calls: ['getrandom'], why: 'keys and nonces' },
  {
    of: BOTH,
    calls: ['clone'],
    only: [{ argument: 0, has: CLONE_THREAD }],
    why: 'threads of this process, no process',
  },
  {
    of: BOTH,
    calls: ['io_uring_enter'],
    why: 'libuv of Node 24 has a ring in each loop before any of our code runs, and ends the process when it cannot enter it',
  },
  {
    of: BOTH,
    calls: ['access'],
    why: 'Chromium, which may make no shared memory for a large message, sends it without, but ends when its folder is out of reach',
  },
  {
    of: BOTH,
    calls: [
      'set_robust_list',
      'rseq',
      'sched_getaffinity',
      'sched_getparam',
      'sched_getscheduler',
      'sigaltstack',
      'gettid',
      'getpid',
      'exit',
    ],
    why: 'a thread begins and ends',
  },
  {
    of: BOTH,
    calls: ['prctl'],
    only: [{ argument: 0, is: [PR_SET_NAME, PR_SET_VMA] }],
    why: 'names of threads and of memory; being dumpable is not taken back',
  },
  {
    of: BOTH,
    calls: ['rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn'],
    why: 'signals that come in, and guarded memory of WebAssembly',
  },
  { of: BOTH, calls: ['tgkill'], only: [{ argument: 0, own: 'pid' }], why: 'this process ends itself' },
  { of: BOTH, calls: ['fstat'], why: 'Node asks what its own descriptors are, at its end too' },
  {
    of: ['vault'],
    calls: ['newfstatat'],
    only: [{ argument: 3, has: AT_EMPTY_PATH }],
    why: 'the same, as glibc asks it',
  },
  { of: BOTH, calls: ['exit_group'], why: 'the end' },
  {
    of: BOTH,
    calls: [
      ...([
        'select',
        'pselect6',
        'ppoll',
        'epoll_pwait2',
        'dup',
        'dup2',
        'dup3',
        'preadv',
        'pread64',
        'lseek',
      ] as const),
      ...([
        'timerfd_create',
        'timerfd_settime',
        'timerfd_gettime',
        'times',
        'getcpu',
        'getppid',
        'getpriority',
      ] as const),
      ...([
        'sched_get_priority_max',
        'sched_get_priority_min',
        'mlock',
        'munlock',
        'msync',
        'mincore',
        'mseal',
      ] as const),
      ...(['futex_waitv', 'futex_wake', 'futex_wait', 'futex_requeue', 'map_shadow_stack'] as const),
    ],
    why: 'not seen here; another version of Chromium, Node or glibc may wait, copy and map by them, with what is open already',
  },
  { of: BOTH, calls: ['prlimit64'], only: [{ argument: 2, zero: true }], why: 'limits are read, not set' },
  {
    of: BOTH,
    calls: ['getrusage', 'sysinfo', 'uname', 'getuid', 'geteuid', 'getgid', 'getegid'],
    why: 'what garbage collection and libraries ask of the machine',
  },
  {
    of: BOTH,
    calls: ['landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self'],
    why: 'only ever takes more away',
  },
  {
    of: SERVICE,
    calls: ['pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'flock'],
    why: 'the database',
  },
  {
    of: SERVICE,
    calls: ['open', 'openat', 'stat', 'lstat', 'statx', 'newfstatat', 'getcwd', 'readlink'],
    why: 'the files of the database, in the folder that Landlock leaves',
  },
  {
    of: SERVICE,
    calls: ['mkdir', 'rmdir', 'link', 'rename', 'unlink', 'chmod', 'fchmod', 'fchown', 'getdents64'],
    why: 'the first start makes the folder whole or not at all; SQLite removes its own files',
  },
  {
    of: SERVICE,
    calls: ['socket'],
    only: [
      { argument: 0, is: [AF_INET, AF_INET6] },
      { argument: 1, is: [SOCK_STREAM], without: SOCK_NONBLOCK_AND_CLOEXEC },
      { argument: 2, is: [0, IPPROTO_TCP] },
    ],
    why: 'it listens on loopback by TCP; sockets of all other kinds send without connecting',
  },
  {
    of: SERVICE,
    calls: ['bind', 'listen', 'accept4', 'getsockname', 'getpeername', 'setsockopt', 'getsockopt', 'shutdown'],
    why: 'it listens and answers; it connects to nothing',
  },
  { of: SERVICE, calls: ['ioctl'], only: [{ argument: 1, is: [FIONBIO, FIOCLEX] }], why: 'sockets that do not block' },
];

/**
 * glibc tries `clone3` first. When the kernel reports no such call, glibc uses `clone`, whose flags the filter can
 * check.
 */
export const UNKNOWN_TO_KERNEL: readonly CallName[] = ['clone3'];
