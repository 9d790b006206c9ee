/** Explains texts that are no private key of a known form. Reads bytes, because a key is never made a string. */
import { foreignFault, listFault } from './key-list-faults.ts';
import { countBytes, indexOfText, isDecimalPairs, isHexText } from './key-text.ts';
import { utf8Encode } from './text.ts';

/** A form of another wallet or program. `length` is in characters. Absent members fit every text. */
interface Form {
  readonly begins?: string;
  readonly has?: string;
  readonly length?: readonly [least: number, most: number];
  /** False for a form of texts that do not begin with [. */
  readonly isListed?: boolean;
  readonly fault: string;
}

const exactly = (length: number) => [length, length] as const;
const EXPORT_DIGITS = 'Export it as hexadecimal digits';
const leaveOut = (begins: string, what: string): Form => ({ begins, fault: `it is ${what}. Leave out ${begins}` });
const extended = (begins: string): Form => ({
  begins,
  length: [100, 120],
  fault: begins.endsWith('pub')
    ? 'it is an extended public key'
    : 'it is an extended key, which stands for a whole wallet',
});

/** The forms in the order in which they are looked for. */
const FORMS: readonly Form[] = [
  { has: '"kty"', fault: 'it is a JWK. Give the text of its member d alone, with = behind it' },
  ...['{0x', '{ 0x'].map((begins) => ({
    begins,
    fault: 'it is a list as C writes it. Leave out the braces, the commas and each 0x',
  })),
  { begins: '{', fault: 'it is JSON. Give the key alone, without names and braces' },
  { begins: 'PuTTY-User-Key-File', fault: 'it is a key of PuTTY. Convert a copy with puttygen first' },
  { has: '-----BEGIN ', fault: 'it has other text before its BEGIN line. Leave that text out' },
  { has: '-----END ', fault: 'it has no BEGIN line. Give the PEM block whole' },
  { begins: 'LS0tLS1CRUdJTi', fault: 'it is a PEM file in base64. Decode it first, as with base64 -d FILE' },
  ...['ssh-ed25519 ', 'ssh-rsa ', 'ecdsa-sha2-'].map((begins) => ({ begins, fault: 'it is a public key of OpenSSH' })),
  { begins: 'age-encryption.org/', fault: 'it is a file that age encrypted. Decrypt it first' },
  ...['wpkh(', 'pkh(', 'tr(', 'sh(', 'wsh(', 'combo('].map((begins) => ({
    begins,
    fault: 'it is an output descriptor. Give the key in it alone',
  })),
  ...['https://', 'http://'].map((begins) => ({ begins, fault: 'it is a link and not the key' })),
  ...['ur:', 'UR:'].map((begins) => ({
    begins,
    fault: `it is a uniform resource, the content of a QR code. ${EXPORT_DIGITS}`,
  })),
  { begins: 'm/', fault: 'it is a derivation path and not the key' },
  { has: 'BEGIN ', fault: 'its BEGIN line is not a line of its own with five hyphens on each side' },
  { begins: 'suiprivkey1', fault: `it is a key of Sui in Bech32. ${EXPORT_DIGITS}` },
  leaveOut('ed25519-priv-', 'a key of Aptos'),
  leaveOut('secp256k1-priv-', 'a key of Aptos'),
  leaveOut('ed25519:', 'a key of NEAR'),
  { begins: 'secp256k1:', fault: `it is a key of NEAR, with base58. ${EXPORT_DIGITS}` },
  { begins: 'edsk', length: exactly(54), fault: 'it is a key of Tezos, which has no address format here' },
  { begins: 'nsec1', fault: `it is a key of Nostr in Bech32. ${EXPORT_DIGITS}` },
  { begins: 'AGE-SECRET-KEY-1', fault: 'it is a key of age, which encrypts files and signs nothing' },
  { begins: 'ed25519e_sk1', fault: 'it is an extended key of Cardano, which has no address format here' },
  { begins: 'ed25519_sk1', fault: `it is a key of Cardano in Bech32. ${EXPORT_DIGITS}` },
  { has: '_xsk1', fault: 'it is an extended key of Cardano, which has no address format here' },
  { begins: 'G', length: exactly(56), fault: 'it is an address of Stellar' },
  { begins: 'S', length: exactly(56), fault: `it is a secret seed of Stellar. ${EXPORT_DIGITS}` },
  {
    begins: 's',
    length: exactly(29),
    fault: 'it is a seed of the XRP Ledger, from which keys are derived. Export the private key',
  },
  {
    begins: 'sEd',
    length: exactly(31),
    fault: 'it is a seed of the XRP Ledger, from which keys are derived. Export the private key',
  },
  {
    begins: '6P',
    length: exactly(58),
    fault: 'it is encrypted with a passphrase (BIP-38). Decrypt it in its wallet first',
  },
  ...['x', 'y', 'z', 't', 'u', 'v', 'Y', 'Z', 'U', 'V'].flatMap((letter) =>
    ['prv', 'pub'].map((end) => extended(`${letter}${end}`)),
  ),
  ...['p2pkh:', 'p2wpkh:', 'p2wpkh-p2sh:', 'p2tr:'].map((begins) => leaveOut(begins, 'a key of Electrum')),
  { begins: '//', fault: 'it is a path of Polkadot, and its recovery phrase is needed too' },
  // One 0x was dropped already where a text came to digits.
  { begins: '0x', length: exactly(66), fault: 'it begins with 0x twice. Leave one out' },
  { begins: '0x0x', fault: 'it begins with 0x twice. Leave one out' },
  { begins: "b'", fault: 'it is written as Python writes bytes. Leave out the b and the quotes' },
  { has: '[', isListed: false, fault: 'it has a list with words around it. Give the list alone, in [ and ]' },
  { begins: 'bc1', fault: 'it is an address of Bitcoin' },
  { begins: 'tb1', fault: 'it is an address of Bitcoin' },
];

/** Letters that begin a WIF of Bitcoin, its test networks, Dogecoin and Litecoin, by its length. */
const WIF_LETTERS: Readonly<Record<number, string>> = { 51: '569', 52: 'KLcQT' };
/** Letters that base58 leaves out, because they look like others. */
const LEFT_OUT = '0OIl';
const DIGITS = 64;

/**
 * Returns the reason why a text is no private key: the end of a sentence, which repeats nothing of the text. Null for a
 * text of no known form. Takes UTF-8 without white space around it.
 *
 * @example
 * faultOfKeyText(utf8Encode('ed25519-priv-0x9d61'));
 * // 'it is a key of Aptos. Leave out ed25519-priv-'
 */
export function faultOfKeyText(text: Uint8Array): string | null {
  const form = FORMS.find(
    ({ begins = '', has = '', length: [least, most] = [0, Number.POSITIVE_INFINITY], isListed = true }) =>
      indexOfText(text, begins) === 0 &&
      indexOfText(text, has) !== -1 &&
      text.length >= least &&
      text.length <= most &&
      (isListed || text[0] !== OPEN),
  );
  if (form !== undefined) return form.fault;
  if (text[0] === OPEN) return listFault(text);
  return (
    foreignFault(text) ??
    pairsFault(text) ??
    digitFault(text) ??
    wifFault(text) ??
    nameFault(text) ??
    aroundFault(text) ??
    lineFault(text) ??
    paddingFault(text)
  );
}

/** Numbers that are one key in decimal and another in hexadecimal. */
function pairsFault(text: Uint8Array): string | null {
  return isDecimalPairs(text)
    ? 'its pairs of digits may be decimal or hexadecimal. Write decimal numbers in [ and ] with commas, and hexadecimal digits in one piece'
    : null;
}

/** Hexadecimal digits in a wrong number, of another thing, or with something around them. */
function digitFault(text: Uint8Array): string | null {
  const digits = text[0] === ZERO && text[1] === SMALL_X ? text.subarray(2) : text;
  const end = digits.findIndex((byte) => !isHexText(Uint8Array.of(byte)));
  if (digits.length === DIGITS && end !== -1 && !digits.some((byte) => byte <= SPACE))
    return `it has ${DIGITS} characters, of which one is not a hexadecimal digit`;
  if (end === DIGITS && digits[end] === SLASH)
    return 'it has a path of Polkadot behind it, from which another key is derived';
  if (end === DIGITS && digits[end] !== LINE_FEED && digits[end] !== COLON)
    return `it has ${DIGITS} hexadecimal digits and more behind them. Leave out the rest`;
  if (end !== -1) return null;
  const [first, second] = digits;
  if (digits.length === 66 && first === ZERO && (second === ZERO + 2 || second === ZERO + 3))
    return 'it has 66 hexadecimal digits, as a public key has';
  if (digits.length === 130 && first === ZERO && second === ZERO + 4)
    return 'it has 130 hexadecimal digits, as a public key has';
  if (digits.length === 66 && first === ZERO && second === ZERO)
    return 'it has 66 hexadecimal digits, of which the first two are 00. Leave these two out';
  if (digits.length > DIGITS && digits.length < 80 && digits.every((byte) => byte >= ZERO && byte <= ZERO + 9))
    return 'it is a decimal number. Write it as 64 hexadecimal digits';
  return digits.length === 40 ? 'it has 40 hexadecimal digits, as an address has' : null;
}

/** The form of a key of Bitcoin wallets. Its checksum is not looked at. */
function wifFault(text: Uint8Array): string | null {
  const first = String.fromCharCode(text[0] ?? 0);
  const isOf = (length: number) => WIF_LETTERS[length]?.includes(first) === true;
  if (!text.every((byte) => isLetter(byte) || (byte >= ZERO && byte <= ZERO + 9))) return null;
  if (isOf(text.length))
    return text.some((byte) => LEFT_OUT.includes(String.fromCharCode(byte)))
      ? 'it has the form of a WIF, but one of the characters 0, O, I and l, which a WIF never has'
      : 'it is a WIF, the form of Bitcoin wallets';
  return isOf(text.length + 1) || isOf(text.length - 1)
    ? 'it has the form of a WIF with one character too few or too many'
    : null;
}

/** A name or label before the key, as in files of settings. */
function nameFault(text: Uint8Array): string | null {
  const equals = text.indexOf(EQUALS);
  if (equals > 0 && equals < text.length - 2 && text.length > DIGITS)
    return 'it has a name before it. Leave out the name and the =';
  const colon = text.indexOf(COLON);
  const isName = colon > 0 && text.subarray(0, colon).some((byte) => byte === UNDERSCORE || byte === SPACE);
  return isName ? 'it has a name before it. Leave out the name and the :' : null;
}

/** One run of as many digits as a key has, with other text around it. */
function aroundFault(text: Uint8Array): string | null {
  let [runs, place, length] = [0, '', 0];
  for (let at = 0; at <= text.length; at += 1) {
    const byte = text[at] ?? SPACE;
    if (isHexText(Uint8Array.of(byte))) {
      length += 1;
      continue;
    }
    if (length === DIGITS) {
      runs += 1;
      place = at === text.length ? 'before' : 'around';
    }
    length = 0;
  }
  return runs === 1 ? `it has 64 hexadecimal digits with other text ${place} them. Leave that text out` : null;
}

/** Base64 of other bytes than 32. Its padding or its signs show that it is base64. */
function paddingFault(text: Uint8Array): string | null {
  const digits = countBytes(
    text,
    (byte) => isLetter(byte) || (byte >= ZERO && byte <= ZERO + 9) || SIGNS.includes(byte),
  );
  const padding = text.length - digits;
  if (padding > 2 || text.subarray(digits).some((byte) => byte !== EQUALS)) return null;
  if (padding === 0 && !SIGNS.some((sign) => text.includes(sign)) ? digits !== 43 : digits < DIGITS / 2) return null;
  const bytes = Math.floor((digits * 3) / 4);
  return bytes === 32
    ? 'it may be base64 of 32 bytes without its padding. Write = behind it if it is'
    : `it is base64 of ${bytes} bytes, and a key has 32`;
}

function lineFault(text: Uint8Array): string | null {
  if (
    text.includes(SPACE) &&
    !text.includes(LINE_FEED) &&
    text.every((byte) => byte === SPACE || isLetter(byte) || (byte >= ZERO && byte <= ZERO + 9))
  )
    return 'it has a space in it. Write the key in one piece';
  if (text.includes(LINE_FEED)) return 'it has several lines. Write the key in one';
  const commas = countBytes(text, (byte) => byte === COMMA);
  return commas > 20 ? 'it is a list of numbers without brackets. Write it in [ and ]' : null;
}

/**
 * Reports whether a text is several words, as a recovery phrase is, also with commas, numbers or line ends between them.
 *
 * @example
 * isPhrase(utf8Encode('1. abandon 2. ability'));
 * // true
 */
export function isPhrase(text: Uint8Array): boolean {
  let [words, letters, digits, longest] = [0, 0, 0, 0];
  // Counted, because a copy of the text could not be wiped.
  for (let at = 0; at <= text.length; at += 1) {
    const byte = text[at] ?? SPACE;
    const isWide = IDEOGRAPHIC_SPACE.every((part, index) => text[at + index] === part);
    if (isWide) at += IDEOGRAPHIC_SPACE.length - 1;
    if (!isWide && isLetter(byte)) longest += 1;
    if (!isWide && (isLetter(byte) || byte >= 0x80)) letters += 1;
    else if (byte >= ZERO && byte <= ZERO + 9) digits += 1;
    else if (!isWide && !BETWEEN.has(byte)) return false;
    else {
      if ((letters > 0 && digits > 0) || digits > 2 || longest > MAXIMUM_LETTERS) return false;
      words += letters > 0 ? 1 : 0;
      [letters, digits, longest] = [0, 0, 0];
    }
  }
  return words > 1;
}

const isLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const [ZERO, SMALL_X, SPACE, LINE_FEED] = [0x30, 0x78, 0x20, 0x0a];
const [COLON, EQUALS, UNDERSCORE, COMMA, SLASH] = [0x3a, 0x3d, 0x5f, 0x2c, 0x2f];
const [OPEN, HYPHEN, PLUS] = [0x5b, 0x2d, 0x2b];
/** Base64 and base64url have these beside letters and digits. */
const SIGNS = [PLUS, SLASH, HYPHEN, UNDERSCORE];
/** Latin letters of one word: no word list has a longer one. */
const MAXIMUM_LETTERS = 10;
const IDEOGRAPHIC_SPACE = utf8Encode('\u3000');
/** White space, commas, points and closing brackets. */
const BETWEEN: ReadonlySet<number> = new Set([SPACE, COMMA, 0x09, LINE_FEED, 0x0d, 0x2e, 0x29]);
