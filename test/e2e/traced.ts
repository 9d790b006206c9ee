import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The calls that start something, open a file or reach a network. */
const CALLS = [
  ...['clone', 'clone3', 'fork', 'vfork', 'execve', 'execveat', 'ptrace', 'process_vm_readv', 'process_vm_writev'],
  ...[
    'open',
    'openat',
    'openat2',
    'creat',
    'truncate',
    'rename',
    'renameat',
    'renameat2',
    'unlink',
    'unlinkat',
    'mkdir',
  ],
  ...['mkdirat', 'link', 'linkat', 'symlink', 'symlinkat', 'socket', 'connect', 'bind', 'listen', 'accept', 'accept4'],
  ...['memfd_create', 'io_uring_setup'],
];

/** The system calls of traced processes. */
export interface Trace {
  /** The calls of a killed process and its threads, one a line, from the start of its program. Null while it runs. */
  of(pid: number): string[] | null;
  stop(): void;
}

/** Follows a process, and all that it starts from now on, with strace. Must run as root. */
export async function traceFrom(pid: number, folder: string): Promise<Trace> {
  const tracer = spawn(
    'strace',
    ['-ff', '-y', '-s', '0', '-o', join(folder, 'trace'), '-e', `trace=${CALLS.join(',')}`, '-p', `${pid}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.on('data', (text: Buffer) => {
      said += text;
      if (said.includes(`Process ${pid} attached`)) resolve();
    });
    tracer.once('exit', () => reject(new Error(`strace ended: ${said}`)));
  });
  const linesOf = (task: string) => {
    const path = join(folder, `trace.${task}`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  /** A thread's calls, and those of the threads that it starts. */
  const withThreads = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => {
      const thread = /^clone3?\(.*CLONE_THREAD.*= (\d+)/.exec(line)?.[1];
      return thread === undefined ? [line] : withThreads(linesOf(thread));
    });
  return {
    of(pid) {
      const lines = linesOf(`${pid}`);
      if (!lines.includes('+++ killed by SIGKILL +++')) return null;
      const start = lines.findIndex((line) => line.startsWith('execve(') && line.endsWith('= 0'));
      if (start === -1) throw new Error(`strace saw no start of ${pid} among ${readdirSync(folder).join(' ')}`);
      return withThreads(lines.slice(start + 1));
    },
    // Killed, it lets go of all at once.
    stop: () => void tracer.kill('SIGKILL'),
  };
}
