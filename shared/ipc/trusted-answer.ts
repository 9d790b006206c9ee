import Type, { type Static } from 'typebox';
import { Bytes, Closed, LIMITS, type Meaning, Secret } from '../model/index.ts';
import type { ShownQuestion } from './trusted.ts';
import type { Given } from './trusted-bridge.ts';

/**
 * Reports whether a yes can count. No answer signs or approves bytes without a meaning, or unreadable bytes.
 * Bytes with an unknown effect need a profile that allows blind signing.
 * An unknown activity can be rejected, which only ever stops something.
 */
export function isAnswerable(question: ShownQuestion): boolean {
  if (question.kind !== 'stamp') return question.kind !== 'withdrawn' && question.kind !== 'secret';
  const { meaning, vote, profile } = question;
  return (
    isReadable(meaning) &&
    (vote?.approves !== true || (isReadable(vote.meaning) && vote.meaning.operation !== null)) &&
    (markOf(question) === null || profile.blindSigning)
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

const QuestionId = Type.Integer({ minimum: 1 });

/** The messages of the trusted window, checked in main. */
export const TRUSTED_MESSAGES = {
  confirm: Closed({
    id: QuestionId,
    /** Or another secret that is typed with a yes. */
    passphrase: Type.Union([Secret(LIMITS.importedSecret), Type.Null()]),
    /** A touch of a security key follows, in place of a typed secret. */
    bySecurityKey: Type.Optional(Type.Literal(true)),
    /** The format of a revealed export. */
    format: Type.Union([Type.Enum(['hex', 'mnemonic', 'solana', 'text']), Type.Null()]),
    /** The time to keep the key of an export (`chosen`: as before), or a token's PIN. Null keeps neither. */
    keep: Type.Union([Type.Enum(['chosen', 'day', 'week', 'month', 'keychain']), Type.Null()]),
    /** The typed mark of a request that is signed blind. */
    typed: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]),
    /** The window's public key for the revealed secret: an uncompressed point of P-256. */
    sealTo: Type.Union([Bytes(65, 65), Type.Null()]),
  }),
  refuse: Closed({ id: QuestionId }),
  /** The revealed secret, or the nonce of a session, to copy to the clipboard as UTF-8. */
  copy: Closed({ id: QuestionId, text: Secret(LIMITS.bundle) }),
  /** The height of the question in CSS pixels, which the window takes on within its limits. */
  resize: Closed({ id: QuestionId, height: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
} as const;

/** The operator's answer. */
export type Answer =
  | { readonly confirmed: false }
  | ({
      readonly confirmed: true;
      /** The person who typed the command wants it, whatever it does. No window can say so. */
      readonly byCommand?: true;
    } & Omit<Static<typeof TRUSTED_MESSAGES.confirm>, 'id'>);
