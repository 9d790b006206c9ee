/** The reasons why a text is not an address of any chain. */
import { type AddressFormat, codePointName, firstCharacters } from '../../../shared/model/index.ts';
import { findSecret, SECRET_NAMES } from '../../../shared/secrets/index.ts';
import { misspelling } from '../../crypto/index.ts';

/** A text of many characters may be a key, so it is not repeated. */
const MAXIMUM_REPEATED = 110;

/**
 * Returns true for a text with `…`, or with two or more points behind its letters and digits. The rest can still be an
 * address of another account, because some formats have no checksum.
 *
 * @example
 * isShortened('0xd8dA...6045');
 * // true
 */
export const isShortened = (text: string): boolean =>
  /^[^A-Za-z0-9]*[A-Za-z0-9:]+[^A-Za-z0-9]*(?:…|\.[^A-Za-z0-9]*\.)/.test(text);

/**
 * Returns the reason why a text is not an address of any chain, as one sentence without its full stop. The text must
 * not be one.
 * @param isAddress reports whether a part of the text is one
 */
export function whyNoAddress(text: string, isAddress: (part: string) => boolean): string {
  if (text === '') return 'It has no address';
  if (isShortened(text)) return 'The address is shortened. Copy the whole address from its owner’s publication';
  const space = /\s/.exec(text);
  if (space !== null && isAddress(text.slice(0, space.index)))
    return 'Other text stands behind the address. Give the address alone';
  if (space !== null) return `The address has a space or line break after ${firstCharacters(space.index)}. Remove it`;
  const foreign = /[^!-~]/u.exec(text);
  if (foreign !== null)
    return `The address has the invalid character ${codePointName(foreign[0].codePointAt(0) ?? 0)} after ${firstCharacters(foreign.index)}. Copy it again from its owner’s publication`;
  const other = OTHERS.find(([begins]) => begins.test(text));
  if (other !== undefined) return `The text is ${other[1]}`;
  const [, digits] = /^0x(.*)$/is.exec(text) ?? [];
  const stray = /[^0-9a-f]/i.exec(digits ?? '');
  if (stray !== null)
    return `The address has the character ${stray[0]} after ${firstCharacters(stray.index + 2)}, which is not a hexadecimal digit`;
  if (/^[0-9a-f]{40}$/i.test(text)) return 'The address has 40 hexadecimal digits without 0x. Write 0x before them';
  if (digits !== undefined)
    return `The address has ${digits.length} hexadecimal digits after 0x, and an address on a chain like Ethereum has 40`;
  const name = text.replace(/\.$/, '');
  if (/^[^\s:/@]+\.[a-z]{2,}$/i.test(name) || /^@\w+$/.test(name))
    return `${text} is a name, and Castellan looks up no names. Give its address`;
  if (/^[^\s:/@]+@[^\s:/@]+\.[a-z]{2,}$/i.test(text))
    return `${text} is an e-mail address, or a name of that form. Give the address of an account`;
  const secret = findSecret(text);
  if (secret !== null)
    return `The text is ${SECRET_NAMES[secret.kind]}, not an address. Give the address of its account`;
  if (/^https?:/i.test(text)) return 'The text is a link to a page. Give the address alone';
  if (isTagged(text, isAddress))
    return 'A destination tag stands behind the address. Give the address alone, and the tag with a payment';
  const validator = /^[a-z]{1,20}valoper1/.exec(text)?.[0];
  if (validator !== undefined)
    return `The address begins with ${validator} and is one of a validator. Give that of an account`;
  const mixed = text.toLowerCase();
  if (/^(bc|tb|bcrt)1/i.test(text) && isAddress(mixed))
    return 'The address mixes upper and lower case letters. Write it in one of them, after a comparison with its source';
  if (/^(bc|tb)1/i.test(text))
    return `The address ${misspelling(formatOfBech32(mixed), text)}`.replace('The address it', 'The address');
  const base = /^[0-9A-Za-z]{26,44}$/.test(text) ? /[0OIl]/.exec(text) : null;
  if (base !== null)
    return `The text has the character ${base[0]} after ${firstCharacters(base.index)}. No address in base58 has 0, O, I or l`;
  const count = lengthOf(text);
  if (count !== null)
    return `The address begins like one of ${count.chain}, which has ${count.length} characters, and has ${text.length}`;
  return `${text.length > MAXIMUM_REPEATED ? `A text of ${text.length} characters` : text} is not an address of a chain that Castellan knows`;
}

const isTagged = (text: string, isAddress: (part: string) => boolean) => {
  const [, account = ''] = /^(r[1-9A-HJ-NP-Za-km-z]{24,34})[:?](?:dt=)?\d{1,10}$/.exec(text) ?? [];
  return account !== '' && isAddress(account);
};

/** Formats whose addresses all have one length and begin alike. */
const LENGTHS = [
  { chain: 'Tron', begins: /^T[1-9A-HJ-NP-Za-km-z]{27,38}$/, length: 34 },
  { chain: 'Stellar', begins: /^G[A-Z2-7]{50,60}$/, length: 56 },
  { chain: 'TON', begins: /^[EUk0]Q[\w-]{40,52}$/, length: 48 },
] as const;
/** The format that a text begins like, where the text has another length. */
const lengthOf = (text: string) =>
  LENGTHS.find(({ begins, length }) => begins.test(text) && text.length !== length) ?? null;

/** A format of Bitcoin, of which a text in Bech32 is one by its beginning and length. */
function formatOfBech32(text: string): AddressFormat {
  const network = text.startsWith('tb') ? 'TESTNET' : 'MAINNET';
  if (/^..1p/.test(text)) return `ADDRESS_FORMAT_BITCOIN_${network}_P2TR`;
  return text.length > 50 ? `ADDRESS_FORMAT_BITCOIN_${network}_P2WSH` : `ADDRESS_FORMAT_BITCOIN_${network}_P2WPKH`;
}

/** Texts that are given in place of an address, by their beginning, with advice. */
const OTHERS: readonly (readonly [begins: RegExp, what: string])[] = [
  [/^XE\d{2}[0-9A-Z]{26,32}$/, 'an ICAP address, an old notation of Ethereum. Give the address with 0x'],
  [/^0x0x/i, 'an address with 0x twice. Leave one out'],
  [/^[Oo]x[0-9a-f]{40}$/i, 'an address that begins with the letter O. Write the digit 0, as in 0x'],
  [/^ethereum:/i, 'a payment link with a function, a token or a name. Give the address of the recipient alone'],
  [/^did:pkh:/, 'a DID. Give the part after did:pkh: alone'],
  [/^[{[]/, 'JSON. Give the address alone, without names and brackets'],
  [/^(?:[a-z0-9-]+\.)+[a-z]{2,}\//i, 'a link to a page. Give the address alone'],
  [
    /^[-a-z0-9]{1,32}:0x[0-9a-f]{40}$/i,
    'an address with a name of a chain that is not known. Give the address alone, and its chain',
  ],
  [/^lightning:|^ln(?:bc|tb|url)/i, 'an invoice or link of Lightning, not an address'],
  [/^[xyztuv]pub/i, 'an extended public key, which stands for many addresses. Give one address'],
  [/^(?:bitcoincash|bchtest):|^[qp][a-z0-9]{41}$/, 'an address of Bitcoin Cash, which Castellan does not know'],
  [/^ltc1/i, 'an address of Litecoin in Bech32, which Castellan does not know'],
  [/^addr1/, 'an address of Cardano, which Castellan does not know'],
  [/^npub1/, 'a public key of Nostr, not an address'],
  [
    /^X[1-9A-HJ-NP-Za-km-z]{46}$/,
    'an X-address of the XRP Ledger. Give the address that begins with r, and the tag with a payment',
  ],
  [/^M[A-Z2-7]{68}$/, 'a muxed address of Stellar. Give the address that begins with G'],
  [/^[a-z]{2,20}pub1/, 'a public key of a chain of Cosmos. Give the address of its account'],
  [/^0[23][0-9a-f]{64}$|^(?:0x)?04[0-9a-f]{128}$/i, 'a public key. Give the address of its account'],
];
