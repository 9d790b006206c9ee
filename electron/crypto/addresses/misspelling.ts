import { base58, base58xrp } from '@scure/base';
import { type AddressFormat, firstCharacters } from '../../../shared/model/index.ts';
import { decoded } from './encodings.ts';
import { ADDRESS_TABLE, addressOf, findFormatsOf } from './index.ts';

/** The generators of secp256k1 and Ed25519: an address of each shows the prefix of its format. */
const POINTS = {
  CURVE_SECP256K1: '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  CURVE_ED25519: '5866666666666666666666666666666666666666666666666666666666666666',
} as const;

/** The most formats that a reason names. */
const MAXIMUM_NAMED = 2;

/**
 * Returns the one reason why a text is not an address of a format, in words that follow "is not an address of …:". The
 * text must not be one. The reason has at most one character of the text.
 *
 * @example
 * misspelling('ADDRESS_FORMAT_ETHEREUM', '7e5f4552091a69125d5dfcb7b8c2659029395bdf');
 * // 'it lacks 0x before its digits'
 */
export function misspelling(format: AddressFormat, text: string): string {
  if (text === '') return 'it is empty';
  const formats = findFormatsOf(text);
  if (formats.length > 0) return `it is one of ${formats.slice(0, MAXIMUM_NAMED).join(' or ')}`;
  const space = text.search(/\s/);
  if (space !== -1) return `it has a space or line break after ${firstCharacters(space)}. Remove it`;
  if (/^[A-Za-z0-9:]+(?:\.{2,}|…)[A-Za-z0-9]*$/.test(text))
    return 'it is shortened. Copy the whole address from its owner';
  const foreign = text.search(/[^!-~]/);
  if (foreign !== -1) return `it has an invalid character after ${firstCharacters(foreign)}. Copy it again`;
  if (/^[^\s:/]+\.[a-z]{2,}$/i.test(text)) return 'it is a name, and no names are looked up. Give its address';
  const example = exampleOf(format);
  if (/^0x/.test(example)) return hexadecimalFault(text, example.length - 2);
  if (/^[a-z]+1[a-z0-9]{38,}$/.test(example)) return bech32Fault(text, example);
  if (format === 'ADDRESS_FORMAT_SOLANA') return base58Fault(text) ?? solanaFault(text);
  if (/^[1-9A-HJ-NP-Za-km-z]{25,36}$/.test(example)) return base58Fault(text) ?? checkFault(text, example);
  return 'a character is wrong or missing. Copy it again from its owner';
}

const COPY = 'so a character is wrong or missing. Copy it again from its owner';

function exampleOf(format: AddressFormat): string {
  const curve = ADDRESS_TABLE[format].curves.includes('CURVE_SECP256K1') ? 'CURVE_SECP256K1' : 'CURVE_ED25519';
  return addressOf(format, POINTS[curve], curve);
}

function hexadecimalFault(text: string, count: number): string {
  const digits = text.replace(/^0x/i, '');
  const stray = digits.search(/[^0-9a-f]/i);
  if (stray !== -1)
    return `it has a character after ${firstCharacters(text.length - digits.length + stray)} that is no hexadecimal digit`;
  if (digits.length !== count) return `it has ${digits.length} hexadecimal digits and must have ${count}`;
  if (digits.length === text.length) return 'it lacks 0x before its digits';
  if (text.startsWith('0X')) return 'it begins with 0X. Write 0x';
  return `its upper and lower case letters do not fit its checksum (EIP-55), ${COPY}`;
}

function bech32Fault(text: string, example: string): string {
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    return 'it mixes upper and lower case letters. Copy it again from its owner';
  const prefix = example.slice(0, example.lastIndexOf('1') + 1);
  const plain = text.toLowerCase();
  if (!plain.startsWith(prefix)) return `it does not begin with ${prefix}`;
  const stray = plain.slice(prefix.length).search(/[^02-9ac-hj-np-z]/);
  if (stray !== -1)
    return `it has a character after ${firstCharacters(prefix.length + stray)} that no such address has`;
  if (plain.length !== example.length) return `it has ${plain.length} characters and must have ${example.length}`;
  return `its checksum is wrong, ${COPY}`;
}

function base58Fault(text: string): string | undefined {
  const stray = text.search(/[^1-9A-HJ-NP-Za-km-z]/);
  return stray === -1
    ? undefined
    : `it has a character after ${firstCharacters(stray)} that no such address has. The alphabet has no 0, O, I and l`;
}

function solanaFault(text: string): string {
  if (text.length < 32 || text.length > 44) return `it has ${text.length} characters and must have 32 to 44`;
  return `it stands for ${decoded(base58, text)?.length ?? 0} bytes and must stand for 32, ${COPY}`;
}

/** A version byte, a hash and a checksum. The version decides the first letter. */
function checkFault(text: string, example: string): string {
  const alphabet = example.startsWith('r') ? base58xrp : base58;
  if (text.length < 25 || text.length > 36) return `it has ${text.length} characters, ${COPY}`;
  const length = decoded(alphabet, text)?.length ?? 0;
  if (length !== 25) return `it stands for ${length} bytes and must stand for 25, ${COPY}`;
  if (text[0] !== example[0]) return `it begins with ${text[0]} and must begin with ${example[0]}`;
  return `its checksum is wrong, ${COPY}`;
}
