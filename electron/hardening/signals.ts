/** The signals by which an operator, a terminal or systemd ends a program. Each reaches its whole process group. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Keeps a child of main alive until main ends it. Main handles the same signals and ends its children in order. A child
 * that ended by itself would leave its write-ahead log behind, and main would report a crash. Also keeps Node from
 * opening its inspector on SIGUSR1, which any process of the user may send.
 */
export function ignoreSignals(child: { on(signal: NodeJS.Signals, listener: () => void): unknown }): void {
  for (const signal of [...ENDING, 'SIGUSR1'] as const) child.on(signal, () => undefined);
}
