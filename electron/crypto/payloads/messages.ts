/** Texts and bytes that are signed as they are, described by the form they are of. */
import { utf8Decode } from '../../../shared/wire/index.ts';
import type { ContentMeaning } from '../meaning.ts';
import { isUtf8 } from '../native.ts';
import { DIGEST_BYTES, isDigest, isSignedUnhashed, type PayloadAround } from './forms/form.ts';
import { readForms } from './forms/index.ts';
import { quoted } from './quoted.ts';

/** Describes a text that is signed by its UTF-8 bytes. Returns null for one that is itself the signed digest. */
export function describeText(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (isDigest(bytes, around)) return null;
  return readForms(bytes, around) ?? { ...quoted('text', bytes, { start: 0, around }), title: 'Text' };
}

/** Describes bytes of a known form. Returns null for other bytes and for a digest. */
export function describeBytes(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  if (isDigest(bytes, around)) return null;
  return readForms(bytes, around) ?? (isMessage(bytes, around) ? describeText(bytes, around) : null);
}

/**
 * Returns true when bytes are a text that Ed25519 signs as it is: wallets send texts in hexadecimal too. Bytes of a
 * digest's length and control characters are no text.
 */
function isMessage(bytes: Uint8Array, around: PayloadAround): boolean {
  if (!isSignedUnhashed(around) || bytes.length === 0 || bytes.length === DIGEST_BYTES || !isUtf8(bytes)) return false;
  return /^[^\p{Cc}\p{Cn}\p{Co}]*$/u.test(utf8Decode(bytes).replace(/[\t\n\r]/g, ''));
}
