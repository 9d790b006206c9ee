import { DAY_MS } from '../../../shared/model/index.ts';
import { readMinisignKey, readMinisignSignature, verifyMinisign } from '../../crypto/index.ts';
import type { ReleaseKey } from './keys.ts';

/** A refusal of published files. `reason` names the step that refused, for programs. */
export class ReleaseRefused extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

interface SignedText {
  /** The name of what is signed, in the middle of a sentence. */
  readonly name: string;
  readonly content: Uint8Array;
  /** The text of its `.minisig` file. */
  readonly signature: string;
}

interface Trust {
  readonly keys: readonly ReleaseKey[];
  /** Milliseconds since the epoch. Null accepts a key after its last day, for content that was verified before it. */
  readonly now: number | null;
  /** Makes the refusal of `problem`, with what was not done and what to do. */
  readonly refuse: (reason: string, problem: string) => ReleaseRefused;
}

/**
 * Verifies content by the release keys of this program. Returns the trusted comment and the id of the key. Throws
 * ReleaseRefused.
 */
export function verifySigned({ name, content, signature }: SignedText, { keys, now, refuse }: Trust) {
  const signed = readMinisignSignature(signature);
  if (signed === null) throw refuse('unreadable_signature', `The signature of ${name} is no signature of minisign.`);
  const found = keys.find(({ key }) => readMinisignKey(key)?.id === signed.keyId);
  const key = readMinisignKey(found?.key ?? '');
  if (found === undefined || key === null)
    throw refuse(
      'unknown_key',
      `The key ${signed.keyId} signed ${name}, and this program does not know that key. If the project announced a new key, verify and install that release by another way (docs/releasing.md).`,
    );
  if (!verifyMinisign(key, signed, content))
    throw refuse('bad_signature', `The signature does not match ${name}: one of the two was changed.`);
  if (now !== null && isOver(found.until, now))
    throw refuse(
      'expired_key',
      `The release key ${key.id} was valid until ${found.until}, and a newer Castellan knows the next one.`,
    );
  return { comment: signed.trustedComment, keyId: key.id };
}

/** Returns true from the day after `until` (UTC), and for a text that is no day. */
export const isOver = (until: string, now: number): boolean => !(now < Date.parse(`${until}T00:00:00Z`) + DAY_MS);
