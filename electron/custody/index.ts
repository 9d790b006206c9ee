/** Entry of the local service's process: its messages come on the port that Electron gives a utility process. */

import { describeError } from '../../shared/errors/index.ts';
import {
  answerMessages,
  askMessages,
  COURIER_MESSAGES,
  CUSTODY_MESSAGES,
  type Port,
  type Protection,
  type Report,
} from '../../shared/processes/index.ts';
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
import { createCustodyService } from './service.ts';

const { parentPort } = process as unknown as { readonly parentPort?: Port };
if (parentPort === undefined) throw new Error('The local service only runs as a utility process of Castellan.');

ignoreSignals(process);
// The stream is made at its first use, which otherwise may come after confinement.
const stderr = process.stderr;
// Confinement allows no loading later.
loadSecp256k1();

/** One line on standard error, which main takes into its log. */
const report: Report = (during, error) => {
  const reference = randomUuid();
  stderr.write(`custody: ${reference} ${during}: ${describeError(error)}\n`);
  return reference;
};

const { pages } = createArena();
const ask = askMessages(parentPort, COURIER_MESSAGES);
const service = createCustodyService({
  now: Date.now,
  report,
  memory: createSecretMemory(pages),
  courier: (errand) => ask('carry', errand),
  callNode: (call) => ask('callNode', call),
  noteNode: (note) => void ask('noteNode', note).catch((error: unknown) => report('endpoints', error)),
  noteReading: (reading) => void ask('noteReading', reading).catch((error: unknown) => report('history', error)),
  log: (entry) => void ask('log', entry).catch((error: unknown) => report('log', error)),
  measure: () => ask('measure', {}),
  post: (message) => void ask('post', message).catch((error: unknown) => report('outbox', error)),
});
/** Runs once, because privileges cannot be given up twice. */
const protect = async (): Promise<Protection> => ({
  hardening: await hardenProcess(process.platform, pages),
  confinement: await confineByKernel('custody', process),
});
let protection: Promise<Protection> | undefined;
let files: boolean | null = null;
const handlers = {
  async harden() {
    protection ??= protect();
    const { hardening, confinement } = await protection;
    return { hardening, confinement: { ...confinement, files } };
  },
  offerKey: service.offerKey,
  async start(input: Parameters<typeof service.start>[0]) {
    const ready = await service.start(input);
    confineProcess(process, globalThis);
    files = await confineToFolder(input.directory, process);
    return ready;
  },
  pauseHistory: service.pauseHistory,
  priceTransfer: service.priceTransfer,
  readBalances: service.readBalances,
  spendableOutputs: service.spendableOutputs,
  nextNonce: service.nextNonce,
  nonceTaken: service.nonceTaken,
  transactionKnown: service.transactionKnown,
  readSpending: service.readSpending,
  referenceBlock: service.referenceBlock,
  missingVotes: service.missingVotes,
  furtherVotes: service.furtherVotes,
  tryPolicy: service.tryPolicy,
  copyStore: service.copyStore,
  listArchives: service.listArchives,
  holdCopy: service.holdCopy,
  examineCopy: service.examineCopy,
  stop: service.stop,
};
answerMessages(parentPort, CUSTODY_MESSAGES, { handlers, report });
