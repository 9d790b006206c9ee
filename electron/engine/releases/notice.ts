import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { ReleaseNotice } from '../../../shared/ipc/index.ts';
import { isJsonObject } from '../../../shared/model/index.ts';
import type { ReleaseKey } from './keys.ts';
import { isOver, ReleaseRefused, verifySigned } from './signed.ts';
import { compareVersions } from './versions.ts';

/** The trusted comment of a notice: `castellan notice 12 until 2027-01-15`. Each notice has a higher number. */
const COMMENT = /^castellan notice (\d{1,9}) until (\d{4}-\d{2}-\d{2})$/;

/** The refusal of a notice for `problem`, a sentence. */
export const notUsed = (reason: string, problem: string): ReleaseRefused =>
  new ReleaseRefused(
    reason,
    `${problem} The notice was not used, and nothing was installed. Try again later, or read the project’s page.`,
  );

/** A notice as it is published: with the digests of its files, for people who download them. */
const PublishedNotice = Type.Object({
  ...ReleaseNotice.properties,
  files: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[^/\\s]{1,120}$' }),
      bytes: Type.Integer({ minimum: 1 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
    { minItems: 1, maxItems: 100 },
  ),
});
export type PublishedNotice = Static<typeof PublishedNotice>;

interface NoticeQuestion {
  readonly content: Uint8Array;
  /** The text of its `.minisig` file. */
  readonly signature: string;
  readonly keys: readonly ReleaseKey[];
  /** Milliseconds since the epoch. Null reads a notice that was verified before, also after its days are over. */
  readonly now: number | null;
}

/**
 * Reads a notice that a release key of this program signed. Refuses one whose last day, or that of its key, is over at
 * `now`. Returns it with its number.
 * Throws ReleaseRefused.
 */
export function readNotice({ content, signature, keys, now }: NoticeQuestion): {
  number: number;
  notice: PublishedNotice;
} {
  const { comment } = verifySigned({ name: 'the notice', content, signature }, { keys, now, refuse: notUsed });
  const [, number, until] = COMMENT.exec(comment) ?? [];
  if (number === undefined || until === undefined)
    throw notUsed('unreadable_signature', 'The signature is not one of a notice.');
  if (now !== null && isOver(until, now))
    throw notUsed(
      'rolled_back',
      `The notice was valid until ${until}. An old notice may be offered in place of the current one, or the clock of this computer is wrong.`,
    );
  const notice = parsed(content);
  if (notice === null || compareVersions(notice.minimumVersion, notice.version) > 0)
    throw notUsed('unreadable_notice', 'The notice does not have the form that Castellan reads.');
  return { number: Number(number), notice };
}

function parsed(content: Uint8Array): PublishedNotice | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    return isJsonObject(value) && Value.Check(PublishedNotice, value) ? value : null;
  } catch {
    return null;
  }
}
