/** EIP-7702 authorizations: JSON {address, chainId, nonce} to the digest that an account signs to run another's code. */

import { isJsonObject, type JsonObject, ownMember } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode } from '../../../shared/wire/index.ts';
import { ethereum } from '../addresses/ethereum.ts';
import { misspelling } from '../addresses/misspelling.ts';
import { keccak256 } from '../keccak.ts';
import { type Bytes, join } from '../native.ts';
import { Refusal } from '../refusal.ts';
import { addressText } from '../transactions/ethereum/fields.ts';
import { numberBytes, rlpDecode, rlpEncode } from '../transactions/ethereum/rlp.ts';
import { refusedOr } from './forms/form.ts';
import { parseStrictJson, type ReportPlace } from './strict-json.ts';

export interface Authorization {
  /** EIP-55 letter case. */
  readonly address: string;
  /** 0 is every chain. */
  readonly chainId: number;
  readonly nonce: number;
}

const MAGIC = Uint8Array.of(0x05);
/** The magic, the head of the list, and three members: a number has at most nine bytes with its head. */
const MAXIMUM_BYTES = 64;
const ADDRESS_BYTES = 20;
const MEMBERS = ['address', 'chainId', 'nonce'];

/**
 * Reads an authorization. Choice (authorization-members): exactly the three members, with chainId and nonce as JSON
 * numbers, as the public clients send them. Anything else is refused. Passes the members' ranges to the callback.
 * Throws a `Refusal`.
 */
export function readAuthorization(payload: string, reportPlace?: ReportPlace): Authorization {
  const value = parseStrictJson(payload, reportPlace);
  const unknown = isJsonObject(value) ? Object.keys(value).find((name) => !MEMBERS.includes(name)) : undefined;
  if (!isJsonObject(value) || unknown !== undefined)
    throw new Refusal(
      'payload',
      `an authorization is a JSON object with address, chainId and nonce${moreThan(unknown)}`,
    );
  const text = ownMember(value, 'address');
  if (text === undefined) throw new Refusal('payload', 'is missing: write the address of the code to run', 'address');
  if (typeof text !== 'string') throw new Refusal('payload', 'is not text: write it in double quotes', 'address');
  const address = ethereum.normalize(text);
  if (address === null)
    throw new Refusal(
      'payload',
      `is not an address of Ethereum: ${misspelling('ADDRESS_FORMAT_ETHEREUM', text)}`,
      'address',
    );
  return { address, chainId: readNumber(value, 'chainId'), nonce: readNumber(value, 'nonce') };
}

/** keccak256(0x05 ‖ rlp([chain_id, address, nonce])), 32 bytes. */
export function authorizationDigest(authorization: Authorization): Bytes {
  return keccak256(authorizationBytes(authorization));
}

function authorizationBytes({ address, chainId, nonce }: Authorization): Bytes {
  const list = rlpEncode([numberBytes(BigInt(chainId)), hexDecode(address.slice(2)), numberBytes(BigInt(nonce))]);
  return join(MAGIC, list);
}

/** Returns the authorization whose digest is the Keccak-256 of these bytes, or null for other bytes. */
export function authorizationOf(bytes: Uint8Array): Authorization | null {
  if (bytes[0] !== MAGIC[0] || bytes.length > MAXIMUM_BYTES) return null;
  const list = refusedOr(() => rlpDecode(bytes.subarray(MAGIC.length)));
  if (list instanceof Refusal || list instanceof Uint8Array || list.length !== MEMBERS.length) return null;
  const [chainId, address, nonce] = list;
  if (!(chainId instanceof Uint8Array && address instanceof Uint8Array && nonce instanceof Uint8Array)) return null;
  const [chain, count] = [chainId, nonce].map((part) => Number(`0x0${hexEncode(part)}`));
  if (address.length !== ADDRESS_BYTES || !Number.isSafeInteger(chain) || !Number.isSafeInteger(count)) return null;
  const authorization = { address: addressText(address), chainId: chain ?? 0, nonce: count ?? 0 };
  // RLP allows leading zeros in a byte string, and a number has none.
  return hexEncode(authorizationBytes(authorization)) === hexEncode(bytes) ? authorization : null;
}

/** Returns the end of the sentence about a member too many. Clients of other tools spell the address in another way. */
function moreThan(name: string | undefined): string {
  if (name === 'contractAddress') return ': write address in place of contractAddress';
  return name === undefined ? '' : ' alone';
}

function readNumber(value: JsonObject, name: string): number {
  const number = ownMember(value, name);
  if (number === undefined) throw new Refusal('payload', 'is missing: write a whole JSON number', name);
  if (typeof number === 'string')
    throw new Refusal('payload', 'is text: write a whole number in decimal digits, without quotes', name);
  if (typeof number === 'number' && number < 0) throw new Refusal('payload', 'is below 0', name);
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0)
    throw new Refusal('payload', 'is not a whole JSON number from 0 to 2^53 - 1', name);
  return number;
}
