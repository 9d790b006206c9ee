/** Entry of the vault's process: a loop of frames on the port that Electron gives a utility process. */

import { answerMessages, type Port, VAULT_MESSAGES } from '../../shared/processes/index.ts';
import { loadSecp256k1, randomUuid } from '../crypto/index.ts';
import {
  confineByKernel,
  confineProcess,
  confineToFolder,
  createArena,
  createSecretMemory,
  hardenProcess,
  ignoreSignals,
} from '../hardening/index.ts';
import { runSelfTest } from './self-test.ts';
import { createVault } from './vault.ts';

const { parentPort } = process as unknown as { readonly parentPort?: Port };
if (parentPort === undefined) throw new Error('The vault only runs as a utility process of Castellan.');

ignoreSignals(process);
// Confinement allows no loading later.
loadSecp256k1();

const { pages } = createArena();
const handlers = createVault({
  memory: createSecretMemory(pages),
  newId: randomUuid,
  async protect() {
    const hardening = await hardenProcess(process.platform, pages);
    confineProcess(process, globalThis);
    const confinement = await confineByKernel('vault', process);
    return { hardening, confinement: { ...confinement, files: await confineToFolder(null, process) } };
  },
  selfTest: () => runSelfTest(),
  // Only defined when main starts this process with --js-flags=--expose-gc. The native library wipes a key when it
  // frees it.
  collectGarbage: () => globalThis.gc?.(),
});
// The vault keeps no log, so an unexpected error has no reference.
answerMessages(parentPort, VAULT_MESSAGES, { handlers, report: () => undefined });
