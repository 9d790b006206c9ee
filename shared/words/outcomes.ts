import type { AuditOutcome, AuditRow } from '../model/index.ts';
import { count } from './number.ts';
import type { StatusWords } from './statuses.ts';

/** The outcomes of stamped bytes. Green is for proofs, so no outcome is green. */
export const OUTCOME_WORDS: Readonly<Record<AuditOutcome, StatusWords>> = {
  accepted: { label: 'Accepted', tone: 'plain', sentence: 'The service accepted it.' },
  waiting: { label: 'Needs votes', tone: 'plain', sentence: 'The service received it. It waits for votes.' },
  pending: { label: 'Pending', tone: 'plain', sentence: 'The service received it and works on it.' },
  failed: { label: 'Failed', tone: 'danger', sentence: 'The service could not carry it out.' },
  rejected: { label: 'Rejected', tone: 'plain', sentence: 'It was voted down.' },
  refused: { label: 'Refused', tone: 'danger', sentence: 'The service refused it and made no activity.' },
  unsent: { label: 'Not sent', tone: 'care', sentence: 'It was stamped and never sent.' },
  unknown: { label: 'Unknown', tone: 'care', sentence: 'It was sent, and no response is recorded.' },
  discarded: { label: 'Discarded', tone: 'plain', sentence: 'It was discarded and never sent.' },
  abandoned: { label: 'Given up', tone: 'care', sentence: 'It was sent, and was closed without a response.' },
  stamped: { label: 'Stamped only', tone: 'plain', sentence: 'It was stamped here and not sent from here.' },
  read: { label: 'Read', tone: 'plain', sentence: 'It reads from the service. The response is not recorded.' },
  recorded: { label: 'Recorded', tone: 'plain', sentence: 'It is a record of this machine and was not sent.' },
};

/** Returns the fault of an entry in a sentence without its full stop, or null. */
export function faultWords({ sequence, fault }: Pick<AuditRow, 'sequence' | 'fault'>): string | null {
  if (fault === null) return null;
  if (fault === 'missing') return `Entry ${count(sequence)} is missing`;
  return sequence === 1
    ? 'Entry 1 does not match its hash'
    : `Entry ${count(sequence)} does not match ${count(sequence - 1)}`;
}
