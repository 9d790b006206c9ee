import type { AppState } from '../../shared/ipc/index.ts';

export type SandboxInfo = AppState['sandbox'];

const AS_ROOT =
  'Castellan runs as root, and Chromium cannot sandbox a window of root. A fault in the window would have the rights of root. Start Castellan as an ordinary user.';

/** Whether `app.enableSandbox()` may be called: as root Electron would then restart its window's process for ever. */
export const canSandbox = (userId: number | undefined): boolean => userId !== 0;

/** What is known before a window exists. */
export const expectedSandbox = (userId: number | undefined): SandboxInfo =>
  canSandbox(userId) ? { on: true, reason: null } : { on: false, reason: AS_ROOT };

/**
 * What the kernel says of the window's process (proc(5), status): on Linux a sandboxed one has a seccomp filter and can
 * gain no privileges. `readStatus` gives the text of /proc/PID/status. Elsewhere Chromium's own word is taken.
 */
export function measuredSandbox(expected: SandboxInfo, readStatus: (() => string) | null): SandboxInfo {
  if (!expected.on || readStatus === null) return expected;
  const status = readStatus();
  const filtered = /^Seccomp:\s*2$/m.test(status) && /^NoNewPrivs:\s*1$/m.test(status);
  if (filtered) return expected;
  return {
    on: false,
    reason:
      'The kernel reports no sandbox around the window: a fault in it would have your rights. Start Castellan without --no-sandbox.',
  };
}
