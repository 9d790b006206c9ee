/** Entry of the local service's process: its messages come on the port that Electron gives a utility process. */

import { describeError } from '../../shared/errors/index.ts';
import { answerMessages, CUSTODY_MESSAGES, type ParentPort, type Report } from '../../shared/processes/index.ts';
import { randomUuid } from '../crypto/index.ts';
import { createCustodyService } from './service.ts';

const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
if (parentPort === undefined) throw new Error('The local service only runs as a utility process of Castellan.');

/** One line on standard error, which main takes into its log. */
const report: Report = (during, error) => {
  const reference = randomUuid();
  process.stderr.write(`custody: ${reference} ${during}: ${describeError(error)}\n`);
  return reference;
};

answerMessages(parentPort, CUSTODY_MESSAGES, { handlers: createCustodyService({ now: Date.now, report }), report });
