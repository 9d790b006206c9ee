import { app } from 'electron';

/** The signals by which an operator, a terminal or a session manager ends a program. Each reaches the process group. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets a window end in order after a signal to its process group. The signal also ends Chromium's process for graphics,
 * and Chromium ends main with a trap once that process could not be started again some times. The switch removes this
 * limit. It is only set when the program ends, or when the process was ended from outside. After crashes, the limit
 * leads to software rendering.
 */
export function endAtSignals(): void {
  const outlive = () => app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
  for (const signal of ENDING)
    process.on(signal, () => {
      outlive();
      app.quit();
    });
  app.on('before-quit', outlive);
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type === 'GPU' && reason === 'killed') outlive();
  });
}
