import { expect } from 'vitest';
import type { EnginePorts } from '../../../../electron/engine/index.ts';
import { pathsBelow } from '../../../../electron/main/paths.ts';
import { createProcesses, operatorSays, PASSPHRASE } from '../harness.ts';

/** Creates the ports of a restore into a folder, at a time that stands still, with a passphrase file. */
export const restorePorts = (root: string, now: number, more: Partial<EnginePorts> = {}): EnginePorts => ({
  paths: pathsBelow(root),
  version: '0.0.0',
  clock: { now: () => now, steady: () => now, pause: async () => undefined },
  consent: async (question) => operatorSays(question),
  askPassphrase: async () => PASSPHRASE(),
  askPin: null,
  passkeys: null,
  forceStore: 'file',
  autoUnlock: true,
  report: (error) => expect.unreachable(String(error)),
  transport: () => Promise.reject(new Error('no request is expected')),
  startProcess: createProcesses(() => now).start,
  ...more,
});
