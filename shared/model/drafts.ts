import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { MEBIBYTE } from './limits.ts';

/** The longest draft of a form, in characters: a whole table as JSON. The drafts that main keeps, and their length in all. */
export const DRAFT_LIMITS = { text: 3 * MEBIBYTE, drafts: 64, inAll: 8 * MEBIBYTE } as const;

/** The typed values of a form, as JSON that only the page reads. */
export const KeptDraft = Closed({
  form: Type.String({ pattern: '^[a-z-]{1,32}$', says: 'the name of a form' }),
  /** Empty before there is a profile. */
  profile: Type.String({ maxLength: 64 }),
  text: Type.String({ maxLength: DRAFT_LIMITS.text }),
});
export type KeptDraft = Static<typeof KeptDraft>;
