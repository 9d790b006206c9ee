import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { createProcessStarter, type Fork, type ProcessHandle } from '../../../electron/main/processes.ts';
import { TOKEN_MESSAGES, type TokenMessages } from '../../../shared/processes/index.ts';
import { liftingPlugin } from '../../lifted/lift.ts';

const from = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** One for each worker: two of them may build at once. */
const folder = from(`../../../node_modules/.cache/castellan-token-process-test-${process.env.VITEST_POOL_ID}`);

/**
 * A command prefix that drops the ptrace capability from root. Root reads every process, and nobody reads a process
 * with more rights. Without the capability, both sides are like the operator's own programs.
 */
export const asOperator =
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
    ? ['setpriv', '--bounding-set=-sys_ptrace', '--inh-caps=-sys_ptrace']
    : [];

/** Builds the token process as the application has it. */
export async function buildTokenProcess(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [liftingPlugin()],
    build: {
      ssr: from('../../../electron/token/index.ts'),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        external: ['koffi', 'pkcs11js'],
        output: { entryFileNames: 'token.cjs', format: 'cjs', strict: true, dynamicImportInCjs: false },
      },
    },
    ssr: { noExternal: true },
  });
}

/** Starts it as main does, in a Node of its own in place of Electron's utility process. */
export function startTokenProcess(
  environment: Readonly<Record<string, string>>,
  timeoutMs: number,
): ProcessHandle<TokenMessages> & { readonly pid: number } {
  let child: ChildProcess | undefined;
  const start = createProcessStarter({
    fork: ((_child, { env }) => {
      const program = join(folder, `${env.CASTELLAN_PROCESS}.cjs`);
      const [execPath = '', ...execArgv] = [...asOperator, process.execPath];
      child = fork(from('child.mjs'), [program], {
        serialization: 'advanced',
        execPath,
        execArgv,
        env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      return adapted(child);
    }) as Fork,
    folder,
    logger: { write: () => undefined, unexpected: () => 'REFE-RENC' },
    timeoutMs,
    environment,
  });
  const handle = start('token', TOKEN_MESSAGES);
  return { ...handle, pid: child?.pid ?? 0 };
}

/** Node's child as Electron's: the process that is gone has an exit code whatever ended it. */
function adapted(child: ChildProcess): ReturnType<Fork> {
  const events = new EventEmitter();
  for (const event of ['spawn', 'message'] as const) child.on(event, (value) => events.emit(event, value));
  child.on('exit', (code) => events.emit('exit', code ?? 1));
  return Object.assign(events, {
    get pid() {
      return child.pid;
    },
    stderr: child.stderr,
    postMessage: (frame: object) => void child.send(frame),
    kill: () => child.kill('SIGKILL'),
  }) as unknown as ReturnType<Fork>;
}
