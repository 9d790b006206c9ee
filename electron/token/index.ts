/** Entry of a token process: a loop of frames on the port that Electron gives a utility process. */

import { answerMessages, type Port, TOKEN_MESSAGES } from '../../shared/processes/index.ts';
import { loadSecp256k1 } from '../crypto/index.ts';
import { confineProcess, createArena, createSecretMemory, hardenProcess, ignoreSignals } from '../hardening/index.ts';
import { createTokenService } from './service.ts';

const { parentPort } = process as unknown as { readonly parentPort?: Port };
if (parentPort === undefined) throw new Error('A token process only runs as a utility process of Castellan.');

ignoreSignals(process);
// Confinement allows no loading later.
loadSecp256k1();

const { pages } = createArena();
const handlers = createTokenService({
  memory: createSecretMemory(pages),
  harden: () => hardenProcess(process.platform, pages),
  confine: () => confineProcess(process, globalThis),
});
// Like the vault it writes no log, so an unexpected error has no reference.
answerMessages(parentPort, TOKEN_MESSAGES, { handlers, report: () => undefined });
