import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import type { AttemptRow } from '../store/index.ts';

/** The beginning of a response to a delivery. The receiver wrote it, so it is shown as text and decides nothing. */
export type KeptResponse = Pick<AttemptRow, 'response' | 'responseIsCut'>;

/** A part that can belong to a sealed bundle: characters of hexadecimal, Base58 or Base64 in a row. No UUID has so many. */
const RUN = /[A-Za-z0-9+/_=]{32,}/g;
/** Parts of this length are searched for, so that a run with 31 characters of the delivery is found. */
const PART = 16;
/** The longest delivery that is searched, in characters. For a longer one, each long run counts as its part. */
const MAXIMUM_SEARCHED = 1024 * 1024;
/** Bytes of the kept text. An invalid byte takes three of them. */
const MAXIMUM_KEPT = 1024;
const LEFT_OUT = '[part of the delivery]';

/**
 * Choice (webhook-responses): at most 1 KiB of a response is kept, as text. Invalid UTF-8 becomes U+FFFD. A body
 * can hold a sealed bundle, which no list shows. So long runs that repeat a part of the delivery are left out. A receiver
 * that encodes what it got in another way still shows it.
 */
export function readResponse(
  { body, isCut = false }: { readonly body: Uint8Array; readonly isCut?: boolean | undefined },
  delivered: Uint8Array,
): KeptResponse {
  // A character at the cut can be incomplete, and is then left out.
  const text = new TextDecoder().decode(body, { stream: isCut });
  const sent = utf8Decode(delivered);
  const kept = utf8Encode(text.replace(RUN, (run) => (repeats(run, sent) ? LEFT_OUT : run)));
  const isLong = kept.length > MAXIMUM_KEPT;
  const response = new TextDecoder().decode(kept.subarray(0, MAXIMUM_KEPT), { stream: isLong });
  return { response, responseIsCut: isCut || isLong ? 1 : 0 };
}

/** Reports whether the text holds a part of a run. */
function repeats(run: string, text: string): boolean {
  if (text.length > MAXIMUM_SEARCHED) return true;
  for (let at = 0; at + PART <= run.length; at += PART) if (text.includes(run.slice(at, at + PART))) return true;
  return false;
}
