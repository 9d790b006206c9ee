import { dirname, join } from 'node:path';
import type { AppState } from '../../shared/ipc/index.ts';
import { NO_SANDBOX } from './words/no-sandbox.ts';

export type SandboxInfo = AppState['sandbox'];

const AS_ROOT =
  'Castellan runs as root, and Chromium cannot sandbox a window of root. A fault in the window would have the rights of root. Start Castellan as an ordinary user.';

const READABLE =
  'Your other programs can read its process. To prevent this, give Chromium’s helper chrome-sandbox beside the program to root with mode 4755.';

/**
 * Returns the explanation of a system without a sandbox for windows, with the exact line that mends it.
 * @param executable Path of the program. Chromium's setuid helper is beside it.
 */
export function missingSandbox(executable: string): readonly [problem: string, line: string] {
  const helper = `'${join(dirname(executable), 'chrome-sandbox').replaceAll("'", "'\\''")}'`;
  return [NO_SANDBOX, `sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`];
}

/**
 * Returns true when `app.enableSandbox()` may be called. As root, Electron would restart its window's process for ever.
 */
export const canSandbox = (userId: number | undefined): boolean => userId !== 0;

/** Returns the expected sandbox state before a window exists. */
export const expectedSandbox = (userId: number | undefined): SandboxInfo =>
  canSandbox(userId) ? { on: true, reason: null } : { on: false, reason: AS_ROOT };

/** The kernel's facts about a process. */
export interface ProcessFacts {
  /** The text of /proc/PID/status. */
  readonly status: string;
  /**
   * The owner of /proc/PID/status. It is root when other programs of the user may not read the process. The folder itself
   * always belongs to the user.
   */
  readonly owner: number;
}

/**
 * Returns the sandbox state of the window's process by the kernel (proc(5)). On Linux a sandboxed process has a seccomp
 * filter and can gain no privileges. Elsewhere `read` is null, and Chromium's own report is used.
 */
export function measuredSandbox(expected: SandboxInfo, read: (() => ProcessFacts) | null): SandboxInfo {
  if (!expected.on || read === null) return expected;
  const { status, owner } = read();
  const filtered = /^Seccomp:\s*2$/m.test(status) && /^NoNewPrivs:\s*1$/m.test(status);
  if (filtered) return owner === 0 ? expected : { on: true, reason: READABLE };
  return {
    on: false,
    reason:
      'The kernel reports no sandbox around the window: a fault in it would have your rights. Start Castellan without --no-sandbox.',
  };
}
