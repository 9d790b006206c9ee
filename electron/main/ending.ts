import { app } from 'electron';

/** The signals by which an operator, a terminal or a session manager ends a program. Each reaches the process group. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let ending = false;

/** Returns true once the program ends. Chromium ends main when a process is to start then, because its own are gone. */
export const isEnding = (): boolean => ending;

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
      ending = true;
      outlive();
      app.quit();
    });
  app.on('before-quit', () => {
    ending = true;
    outlive();
  });
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type === 'GPU' && reason === 'killed') outlive();
  });
}
