import type { Static } from 'typebox';
import type { Meaning, Naming } from '../model/index.ts';
import type { AskedLine } from './asked-signature.ts';
import type { Given } from './trusted-bridge.ts';
import type { TRUSTED_MESSAGES } from './trusted-messages.ts';
import type { ShownQuestion } from './trusted-shown.ts';

/**
 * Reports whether a yes can count. No answer signs or approves bytes without a meaning, or unreadable bytes.
 * Bytes with an unknown effect need a profile that allows blind signing.
 * An unknown activity can be rejected, which only ever stops something.
 * A batch has only signing requests whose effect is fully known, and a group only votes on such activities.
 */
export function isAnswerable(question: ShownQuestion): boolean {
  if (question.kind === 'batch') return question.lines.length > 0 && question.lines.every(isBatched);
  if (question.kind === 'votes')
    return (
      question.lines.length > 0 &&
      question.lines.every(
        ({ meaning, voted }) => meaning.operation === voteOf(question.approves) && isVotedTogether(voted),
      )
    );
  if (question.kind !== 'stamp') return question.kind !== 'withdrawn' && question.kind !== 'secret';
  const { meaning, vote, profile } = question;
  return (
    isReadable(meaning) &&
    (vote?.approves !== true || (isReadable(vote.meaning) && vote.meaning.operation !== null)) &&
    (markOf(question) === null || profile.blindSigning)
  );
}

/** The operations of a batch. Anything else, such as a vote or an export, needs a question of its own. */
export const BATCHED_OPERATIONS = [
  'sign_transaction',
  'sign_raw_payload',
  'sol_send_transaction',
  'btc_send_transaction',
  'tron_send_transaction',
] as const;

/** The operation that broadcasts a signed line of a batch. */
export const BROADCAST_OPERATION = 'eth_send_raw_transaction';

/**
 * Returns true for a line whose effect is fully known and not dangerous. A line with an unknown effect or with a finding
 * of danger in its contents needs a question of its own.
 */
export function isBatched({ meaning }: Pick<AskedLine, 'meaning'>): boolean {
  const { operation, judged, mark, findings } = meaning;
  return (
    judged === 'whole' &&
    [mark, ...findings.map((finding) => finding.mark ?? null)].every((each) => each === null) &&
    findings.every(({ level }) => level !== 'danger') &&
    (operation === BROADCAST_OPERATION || BATCHED_OPERATIONS.some((name) => name === operation))
  );
}

/** Returns the operation of a vote. */
export const voteOf = (approves: boolean) => (approves ? 'approve_activity' : 'reject_activity');

/**
 * Returns true for an activity whose vote can share its answer with others. Its effect is fully known, and no finding
 * of its contents, its addresses or its effects is a danger. Every other vote needs a question of its own.
 */
export function isVotedTogether({
  meaning,
  naming,
}: {
  readonly meaning: Meaning;
  readonly naming: Pick<Naming, 'findings'>;
}): boolean {
  const { operation, judged, mark } = meaning;
  const findings = [...naming.findings, ...meaning.findings];
  return (
    operation !== null &&
    judged === 'whole' &&
    [mark, ...findings.map((finding) => finding.mark ?? null)].every((each) => each === null) &&
    findings.every((finding) => finding.level !== 'danger')
  );
}

const isReadable = (meaning: Meaning | null): meaning is Meaning => meaning !== null && meaning.judged !== 'unreadable';

/** Returns the text to type before a yes counts. Null when the request can be judged. */
export function markOf(question: ShownQuestion): string | null {
  if (question.kind !== 'stamp') return null;
  const { meaning, vote } = question;
  return meaning?.mark ?? (vote?.approves === true ? (vote.meaning?.mark ?? null) : null);
}

/** Reports whether a yes counts: the question is answerable and its mark, if any, was typed (case does not matter). */
export function isCounted(question: ShownQuestion, { typed }: Pick<Given, 'typed'>): boolean {
  return isAnswerable(question) && markOf(question)?.toLowerCase() === typed?.trim().toLowerCase();
}

/** The operator's answer. */
export type Answer =
  | { readonly confirmed: false }
  | ({
      readonly confirmed: true;
      /** The person who typed the command wants it, whatever it does. No window can say so. */
      readonly byCommand?: true;
    } & Omit<Static<typeof TRUSTED_MESSAGES.confirm>, 'id'>);
