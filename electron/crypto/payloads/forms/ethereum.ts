/** Messages of Ethereum: data behind 0x19 (EIP-191). */
import type { DecodedField, Finding } from '../../../../shared/model/index.ts';
import { hexEncode, utf8Encode } from '../../../../shared/wire/index.ts';
import { type ContentMeaning, care, danger, row } from '../../meaning.ts';
import { addressText } from '../../transactions/ethereum/fields.ts';
import { authorizationMeaning } from '../describe-authorization.ts';
import { authorizationOf } from '../eip7702-authorization.ts';
import { lettersFindings, quoted } from '../quoted.ts';
import { DIGEST_BYTES, markOf, type PayloadAround, startsWith } from './form.ts';

const BASIS = { basis: 'EIP-191' } as const;
const ADDRESS_BYTES = 20;

/** Messages behind 0x19, a name and the length in decimal digits, which are hashed with Keccak-256. */
const PERSONAL = [
  { prefix: utf8Encode('\u0019Ethereum Signed Message:\n'), title: 'Personal message (EIP-191)' },
  { prefix: utf8Encode('\u0019TRON Signed Message:\n'), title: 'Personal message of Tron' },
] as const;

/** 0x19 ‖ "Ethereum Signed Message:\n" ‖ length ‖ message, and the same of Tron. */
export function readPersonal(bytes: Uint8Array, around: PayloadAround): ContentMeaning | null {
  const known = PERSONAL.find(({ prefix }) => startsWith(bytes, prefix));
  if (known === undefined) return null;
  const start = messageStart(bytes, known.prefix);
  const described =
    start === null
      ? { ...quoted('message', bytes, { start: 0, around }), findings: [{ ...WRONG_LENGTH, mark: markOf(bytes) }] }
      : quoted('message', bytes, { start, around });
  const { hashFunction } = around;
  return {
    ...described,
    title: known.title,
    findings: [
      ...described.findings,
      // Contracts, those of Safe among them, take a hash that was signed as a message.
      ...(start === null ? [] : lettersFindings(bytes.subarray(start), 'message')),
      ...(hashFunction === undefined || hashFunction === null || hashFunction === 'HASH_FUNCTION_KECCAK256'
        ? []
        : [care('A personal message is hashed with Keccak-256, and this is not: no wallet verifies it.', BASIS)]),
    ],
  };
}

/** Returns the message behind the prefix of a personal message. Returns null for other bytes. */
export function personalMessage(bytes: Uint8Array): Uint8Array | null {
  const known = PERSONAL.find(({ prefix }) => startsWith(bytes, prefix));
  const start = known === undefined ? null : messageStart(bytes, known.prefix);
  return start === null ? null : bytes.subarray(start);
}

const WRONG_LENGTH: Finding = danger(
  'It begins like a personal message, but states a wrong length: no wallet made it.',
  { field: 'message', ...BASIS },
);

/**
 * Returns the start of the message, behind its length in decimal digits. Returns null when no length fits. At most one
 * does.
 */
function messageStart(bytes: Uint8Array, prefix: Uint8Array): number | null {
  for (let at = prefix.length + 1; at <= Math.min(bytes.length, prefix.length + 8); at += 1) {
    const digits = String.fromCharCode(...bytes.subarray(prefix.length, at));
    if (!/^(?:0|[1-9][0-9]*)$/.test(digits)) return null;
    if (Number(digits) === bytes.length - at) return at;
  }
  return null;
}

/** Typed data of which only the hashes are known: 0x19 ‖ 0x01 ‖ hash of a domain ‖ hash of a message. */
export function readHashes(bytes: Uint8Array): ContentMeaning | null {
  if (!startsWith(bytes, Uint8Array.of(0x19, 0x01)) || bytes.length !== 2 + 2 * DIGEST_BYTES) return null;
  const hash = (name: string, start: number): DecodedField => ({
    name,
    value: `0x${hexEncode(bytes.subarray(start, start + DIGEST_BYTES))}`,
    kind: 'hash',
    range: { start, end: start + DIGEST_BYTES },
  });
  return {
    title: 'EIP-712 hashes',
    steps: ['Sign typed data that is hidden behind its hashes'],
    unexplained: [{ start: 2, end: bytes.length }],
    summary: [],
    fields: [hash('domainSeparator', 2), hash('hashStruct', 2 + DIGEST_BYTES)],
    findings: [
      danger('These are the hashes of typed data, and can hide a permit or an order. Ask for the typed data itself.', {
        field: 'hashStruct',
        mark: markOf(bytes),
        basis: 'EIP-712',
      }),
    ],
  };
}

/** 0x19 ‖ 0x00 ‖ validator ‖ data. */
export function readValidated(bytes: Uint8Array): ContentMeaning | null {
  const start = 2 + ADDRESS_BYTES;
  if (!startsWith(bytes, Uint8Array.of(0x19, 0x00)) || bytes.length < start) return null;
  const validator = addressText(bytes.subarray(2, start));
  const range = { start, end: bytes.length };
  return {
    title: 'Data for a validator (EIP-191)',
    steps: [`Sign data for the contract ${validator}`],
    unexplained: [range],
    summary: [row('Contract', validator, 'address')],
    fields: [
      { name: 'validator', value: validator, kind: 'address', range: { start: 2, end: start } },
      { name: 'data', value: `0x${hexEncode(bytes.subarray(start))}`, kind: 'bytes', range },
    ],
    findings: [danger('The contract’s use of the data is unknown.', { field: 'data', mark: markOf(bytes), ...BASIS })],
  };
}

/** 0x05 ‖ rlp([chain id, address, nonce]), which an account signs to run the code at the address (EIP-7702). */
export function readAuthorizationBytes(bytes: Uint8Array): ContentMeaning | null {
  const authorization = authorizationOf(bytes);
  if (authorization === null) return null;
  const described = authorizationMeaning(authorization, new Map());
  const text =
    'These bytes are an authorization: anyone with the signature can use it. Ask for the authorization itself.';
  return {
    ...described,
    title: 'EIP-7702 authorization, as bytes',
    findings: [danger(text, { mark: markOf(bytes), basis: 'EIP-7702' }), ...described.findings],
    unexplained: [{ start: 0, end: bytes.length }],
  };
}
