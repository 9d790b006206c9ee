import type { CallName } from './numbers.ts';
import type { Confined } from './system-calls.ts';

/**
 * A forbidden call that a confined process tries. If the kernel allows it, it fails on its arguments and does nothing.
 */
export interface Probe {
  readonly what: string;
  readonly call: CallName;
  readonly args: readonly number[];
  readonly of: readonly Confined[];
}

const BOTH: readonly Confined[] = ['vault', 'custody'];
const VAULT: readonly Confined[] = ['vault'];
const SERVICE: readonly Confined[] = ['custody'];

const CURRENT_FOLDER = -100;
const WRITE_AND_CREATE = 0o101;
/** Shared signal handlers without shared memory: no kernel clones that. */
const CLONE_IMPOSSIBLE = 0x800;
const PR_SET_DUMPABLE = 4;
const NO_SUCH = 99;
const ADDRESS = 1;
const ADDRESS_BYTES = 16;
const MSG_FASTOPEN = 0x2000_0000;
/** AF_UNIX, AF_INET. SOCK_STREAM, SOCK_DGRAM. TCP, UDP. The probes combine them as no kernel supports. */
const [LOCAL, INTERNET] = [1, 2];
const [STREAM, DATAGRAMS] = [1, 2];
const [TCP, UDP] = [6, 17];

/** The forbidden calls, named for people. Each is refused with EPERM, or the process is not confined. */
export const PROBES: readonly Probe[] = [
  { what: 'connect', call: 'connect', args: [-1, 0, 0], of: BOTH },
  { what: 'open a socket', call: 'socket', args: [NO_SUCH, 0, 0], of: VAULT },
  { what: 'open a socket for datagrams', call: 'socket', args: [INTERNET, DATAGRAMS, TCP], of: SERVICE },
  { what: 'open a socket to a file', call: 'socket', args: [LOCAL, STREAM, TCP], of: SERVICE },
  { what: 'open a socket of another protocol', call: 'socket', args: [INTERNET, STREAM, UDP], of: SERVICE },
  { what: 'send to an address', call: 'sendto', args: [-1, 0, 0, 0, ADDRESS, ADDRESS_BYTES], of: BOTH },
  { what: 'connect as it sends', call: 'sendto', args: [-1, 0, 0, MSG_FASTOPEN, 0, 0], of: BOTH },
  { what: 'connect as it sends a message', call: 'sendmsg', args: [-1, 0, MSG_FASTOPEN], of: BOTH },
  { what: 'open a pair of sockets', call: 'socketpair', args: [NO_SUCH, 0, 0, 0], of: BOTH },
  { what: 'bind a socket', call: 'bind', args: [-1, 0, 0], of: VAULT },
  { what: 'listen', call: 'listen', args: [-1, 0], of: VAULT },
  { what: 'accept a connection', call: 'accept4', args: [-1, 0, 0, 0], of: VAULT },
  { what: 'run a program', call: 'execve', args: [0, 0, 0], of: BOTH },
  { what: 'run an open file', call: 'execveat', args: [-1, 0, 0, 0, 0], of: BOTH },
  { what: 'start a process', call: 'clone', args: [CLONE_IMPOSSIBLE, 0, 0, 0, 0], of: BOTH },
  { what: 'trace a process', call: 'ptrace', args: [NO_SUCH, -1, 0, 0], of: BOTH },
  { what: 'read another’s memory', call: 'process_vm_readv', args: [-1, 0, 0, 0, 0, NO_SUCH], of: BOTH },
  { what: 'write another’s memory', call: 'process_vm_writev', args: [-1, 0, 0, 0, 0, NO_SUCH], of: BOTH },
  { what: 'signal another process', call: 'kill', args: [0, 0], of: BOTH },
  { what: 'take another’s files', call: 'pidfd_getfd', args: [-1, -1, 0], of: BOTH },
  { what: 'open a file', call: 'open', args: [0, 0, 0], of: VAULT },
  { what: 'open a file for writing', call: 'openat', args: [CURRENT_FOLDER, 0, WRITE_AND_CREATE, 0], of: VAULT },
  { what: 'create a file', call: 'creat', args: [0, 0], of: BOTH },
  { what: 'remove a file', call: 'unlink', args: [0], of: VAULT },
  { what: 'rename a file', call: 'rename', args: [0, 0], of: VAULT },
  { what: 'make a folder', call: 'mkdir', args: [0, 0], of: VAULT },
  { what: 'make a file in memory', call: 'memfd_create', args: [0, 0], of: BOTH },
  { what: 'become readable again', call: 'prctl', args: [PR_SET_DUMPABLE, NO_SUCH, 0, 0, 0], of: BOTH },
  { what: 'raise a limit', call: 'prlimit64', args: [0, NO_SUCH, 1, 0], of: BOTH },
  { what: 'ask around this filter', call: 'io_uring_setup', args: [0, 0], of: BOTH },
  { what: 'put code into the kernel', call: 'bpf', args: [-1, 0, 0], of: BOTH },
  { what: 'handle faults of memory', call: 'userfaultfd', args: [-1], of: BOTH },
  { what: 'watch the processor', call: 'perf_event_open', args: [0, 0, 0, 0, 0], of: BOTH },
  { what: 'change this filter', call: 'seccomp', args: [NO_SUCH, 0, 0], of: BOTH },
];
