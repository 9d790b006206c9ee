/**
 * The numbers of the calls that are named here, by architecture as Node names it (Linux, `asm/unistd_64.h`). Only what was
 * measured is here: on another architecture a process says that it is not confined.
 */
export const NUMBERS = {
  x64: {
    read: 0,
    write: 1,
    open: 2,
    close: 3,
    stat: 4,
    fstat: 5,
    lstat: 6,
    poll: 7,
    lseek: 8,
    mmap: 9,
    mprotect: 10,
    munmap: 11,
    brk: 12,
    rt_sigaction: 13,
    rt_sigprocmask: 14,
    rt_sigreturn: 15,
    ioctl: 16,
    pread64: 17,
    pwrite64: 18,
    readv: 19,
    writev: 20,
    access: 21,
    sched_yield: 24,
    mremap: 25,
    madvise: 28,
    nanosleep: 35,
    getpid: 39,
    socket: 41,
    connect: 42,
    sendto: 44,
    recvfrom: 45,
    sendmsg: 46,
    recvmsg: 47,
    shutdown: 48,
    bind: 49,
    listen: 50,
    getsockname: 51,
    getpeername: 52,
    socketpair: 53,
    setsockopt: 54,
    getsockopt: 55,
    clone: 56,
    execve: 59,
    exit: 60,
    kill: 62,
    uname: 63,
    fcntl: 72,
    flock: 73,
    fsync: 74,
    fdatasync: 75,
    ftruncate: 77,
    getcwd: 79,
    rename: 82,
    mkdir: 83,
    rmdir: 84,
    creat: 85,
    link: 86,
    unlink: 87,
    readlink: 89,
    chmod: 90,
    fchmod: 91,
    fchown: 93,
    gettimeofday: 96,
    getrusage: 98,
    sysinfo: 99,
    ptrace: 101,
    getuid: 102,
    getgid: 104,
    geteuid: 107,
    getegid: 108,
    sigaltstack: 131,
    sched_getparam: 143,
    sched_getscheduler: 145,
    prctl: 157,
    gettid: 186,
    time: 201,
    futex: 202,
    sched_getaffinity: 204,
    getdents64: 217,
    restart_syscall: 219,
    clock_gettime: 228,
    clock_getres: 229,
    clock_nanosleep: 230,
    exit_group: 231,
    epoll_wait: 232,
    epoll_ctl: 233,
    tgkill: 234,
    openat: 257,
    newfstatat: 262,
    set_robust_list: 273,
    epoll_pwait: 281,
    accept4: 288,
    eventfd2: 290,
    epoll_create1: 291,
    pipe2: 293,
    perf_event_open: 298,
    prlimit64: 302,
    process_vm_readv: 310,
    process_vm_writev: 311,
    seccomp: 317,
    getrandom: 318,
    memfd_create: 319,
    bpf: 321,
    execveat: 322,
    userfaultfd: 323,
    membarrier: 324,
    pkey_mprotect: 329,
    pkey_alloc: 330,
    pkey_free: 331,
    statx: 332,
    rseq: 334,
    io_uring_setup: 425,
    pidfd_open: 434,
    clone3: 435,
    openat2: 437,
    pidfd_getfd: 438,
    landlock_create_ruleset: 444,
    landlock_add_rule: 445,
    landlock_restrict_self: 446,
  },
} as const;

export type Architecture = keyof typeof NUMBERS;
export type CallName = keyof (typeof NUMBERS)['x64'];

/** The processes that are confined. */
export type Confined = 'vault' | 'custody';

/** What an argument must be for the call to be let through; numbers are compared by their lower 32 bits, `zero` by all 64. */
export type Condition =
  | { readonly argument: number; readonly is: readonly number[] }
  | { readonly argument: number; readonly has: number }
  | { readonly argument: number; readonly zero: true }
  | { readonly argument: number; readonly own: 'pid' };

/** One reason to let calls through. Measured with strace on both floors of Node and in Electron's utility processes. */
export interface Need {
  readonly of: readonly Confined[];
  readonly calls: readonly CallName[];
  readonly only?: Condition;
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

/** All that a confined process may ask of the kernel, the most frequent first. Everything else is refused. */
export const NEEDS: readonly Need[] = [
  { of: BOTH, calls: ['futex', 'sched_yield', 'membarrier'], why: 'threads wait for each other' },
  {
    of: BOTH,
    calls: ['read', 'write', 'sendto', 'recvfrom', 'sendmsg', 'recvmsg', 'readv', 'writev', 'close'],
    why: 'messages from and to main, over what is open already',
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
  { of: BOTH, calls: ['clone'], only: { argument: 0, has: CLONE_THREAD }, why: 'threads of this process, no process' },
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
    only: { argument: 0, is: [PR_SET_NAME, PR_SET_VMA] },
    why: 'names of threads and of memory; being dumpable is not taken back',
  },
  {
    of: BOTH,
    calls: ['rt_sigaction', 'rt_sigprocmask', 'rt_sigreturn'],
    why: 'signals that come in, and guarded memory of WebAssembly',
  },
  { of: BOTH, calls: ['tgkill'], only: { argument: 0, own: 'pid' }, why: 'this process ends itself' },
  { of: BOTH, calls: ['fstat'], why: 'Node asks what its own descriptors are, at its end too' },
  { of: BOTH, calls: ['newfstatat'], only: { argument: 3, has: AT_EMPTY_PATH }, why: 'the same, as glibc asks it' },
  { of: BOTH, calls: ['exit_group'], why: 'the end' },
  { of: BOTH, calls: ['prlimit64'], only: { argument: 2, zero: true }, why: 'limits are read, not set' },
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
    calls: ['pread64', 'pwrite64', 'fsync', 'fdatasync', 'ftruncate', 'lseek', 'flock'],
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
    calls: [
      'socket',
      'bind',
      'listen',
      'accept4',
      'getsockname',
      'getpeername',
      'setsockopt',
      'getsockopt',
      'shutdown',
    ],
    why: 'it listens on loopback; it connects to nothing',
  },
  { of: SERVICE, calls: ['ioctl'], only: { argument: 1, is: [FIONBIO, FIOCLEX] }, why: 'sockets that do not block' },
];

/** glibc tries it first and takes `clone`, whose flags can be looked at, when it hears that there is no such call. */
export const UNKNOWN_TO_KERNEL: readonly CallName[] = ['clone3'];
