import Type, { type Static } from 'typebox';
import { BATCH_LIMITS } from './batches.ts';
import { Bytes, Closed } from './bytes.ts';
import { MAXIMUM_DELIVERY } from './deliveries.ts';
import { LIMITS, MEBIBYTE } from './limits.ts';
import { MAXIMUM_BOOK_TEXT } from './names.ts';

/** The largest file of each use that the page may get from the system's dialog, in bytes. */
export const GIVEN_LIMITS = {
  table: BATCH_LIMITS.text,
  payload: LIMITS.body,
  delivery: MAXIMUM_DELIVERY,
  addresses: MAXIMUM_BOOK_TEXT,
  contract: MEBIBYTE,
  /** Of a container or list that is dropped on the page. Main's dialog also opens larger ones. */
  container: 3 * MEBIBYTE,
  /** Of one picture. */
  pictures: 16 * MEBIBYTE,
} as const;

/** The uses of a file that the operator chooses for the page. `pictures` are of QR codes, and can be several. */
export const GIVEN_USES = ['table', 'payload', 'delivery', 'addresses', 'contract', 'pictures'] as const;
export type GivenUse = (typeof GIVEN_USES)[number];

/** The most pictures that are chosen at once. */
export const MAXIMUM_PICTURES = 32;

/** A file that the operator chose: its name without a folder, and its contents. */
export const GivenFile = Closed({ name: Type.String({ maxLength: 255 }), bytes: Bytes(GIVEN_LIMITS.pictures) });
export type GivenFile = Static<typeof GivenFile>;
