/**
 * Texts whose signature a service takes as an act of the key: requests and tokens. Services parse them leniently, so
 * they are recognized by what a lenient parser could find in them, not by parsing them strictly.
 */
import { utf8Decode } from '../../../../shared/wire/index.ts';
import { isUtf8 } from '../../native.ts';
import { requestIn } from './requests.ts';

interface Credential {
  /** As in "a JSON Web Token". */
  readonly name: string;
  matches(text: string): boolean;
}

/** The first characters in which a mark is searched, so that a long text about a token is no token. */
const HEAD = 160;
/** A PASETO by itself, or in the bytes that are signed for it, behind lengths of eight bytes. */
const PASETO = /^\s*v\d\.public\.|^[\s\S]\0{7}[\s\S]*v\d\.public\./;
const CREDENTIALS: readonly Credential[] = [
  { name: 'a JSON Web Token', matches: isWebToken },
  { name: 'a PASETO token', matches: (text) => PASETO.test(text.slice(0, HEAD)) },
  { name: 'a request to a custody service', matches: isCustodyRequest },
  { name: 'an event of Nostr', matches: (text) => /^\s*\[\s*0\s*,\s*"[0-9a-f]{64}"\s*,\s*\d/i.test(text) },
];

/**
 * Returns the name of the request or token that bytes are, or null.
 *
 * @example
 * credentialIn(utf8Encode(' {"organization_id":"5d0d3a0c-6b4e-4a57-8d4f-6f2b7f3c1e90"}'));
 * // 'a request to a custody service'
 */
export function credentialIn(bytes: Uint8Array): string | null {
  if (!isUtf8(bytes)) return null;
  const text = utf8Decode(bytes);
  return CREDENTIALS.find(({ matches }) => matches(text))?.name ?? requestIn(text);
}

/**
 * A header and a payload (RFC 7515). The header is any JSON object in base64, however it is written. The payload may be
 * empty, and plain (RFC 7797). A token in JSON may have all its header outside what is signed.
 */
function isWebToken(text: string): boolean {
  const end = text.indexOf('.');
  if (end < 0) return false;
  if (end === 0) return /^\.[\w-]*$/.test(text);
  // Lenient decoders skip every other character.
  const digits = text
    .slice(0, end)
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  const header = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trim();
  return header.startsWith('{') && header.endsWith('}');
}

/** Folded names of what a custody service reads in a body: an organization, an activity, a signed challenge. */
const BODY = /organizationid|activitytype[a-z]|"(?:(?:key|webauthn)\.(?:get|create)|payment\.get)"/;

/**
 * Returns true for the body of an activity or of a query. Blanks, letter case, underscores and escapes do not matter.
 * The body may be in a list or a text of JSON, and may have members twice. Other text may stand around it, because some
 * parsers read the first object only.
 */
function isCustodyRequest(text: string): boolean {
  if (!text.includes('{') && !/u007b/i.test(text)) return false;
  return BODY.test(folded(text));
}

/** The deepest nesting of a text in a text whose escapes are read. */
const ESCAPES = 4;

/** Returns a text as lenient parsers compare it: no escapes, look-alikes of letters as letters, one case, no underscores. */
function folded(text: string): string {
  let plain = text.replaceAll('\0', '');
  for (let depth = 0; depth < ESCAPES; depth += 1)
    plain = plain.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return plain.normalize('NFKC').toLowerCase().replace(/[\\_]/g, '');
}
