import { journalAndAudit } from './0001-journal-and-audit.ts';
import { nameTheJournal } from './0002-name-the-journal.ts';
import { signTheAuditLog } from './0003-sign-the-audit-log.ts';
import { giveUpAndReopen } from './0004-give-up-and-reopen.ts';
import { whatWasSigned } from './0005-what-was-signed.ts';
import { whatProfilesAre } from './0006-what-profiles-are.ts';
import { keepDocuments } from './0007-keep-documents.ts';
import { noteWhatWasSignedFor } from './0008-note-what-was-signed-for.ts';
import { destroyedTargets } from './0009-destroyed-targets.ts';
import { findByKey } from './0010-find-by-key.ts';
import { signedOutpoints } from './0011-signed-outpoints.ts';
import { findByActivity } from './0012-find-by-activity.ts';
import { findByOperation } from './0013-find-by-operation.ts';
import { archiveByMonth } from './0014-archive-by-month.ts';
import { stepsOfMoves } from './0015-steps-of-moves.ts';
import { listTheLog } from './0016-list-the-log.ts';
import { digestRequests } from './0017-digest-requests.ts';
import { linesOfBatches } from './0018-lines-of-batches.ts';

/** The versions of the records database, oldest first. A file here, once released, is never edited. */
export const RECORDS_MIGRATIONS: readonly string[] = [
  journalAndAudit,
  nameTheJournal,
  signTheAuditLog,
  giveUpAndReopen,
  whatWasSigned,
  whatProfilesAre,
  keepDocuments,
  noteWhatWasSignedFor,
  destroyedTargets,
  findByKey,
  signedOutpoints,
  findByActivity,
  findByOperation,
  archiveByMonth,
  stepsOfMoves,
  listTheLog,
  digestRequests,
  linesOfBatches,
];
