/** What a structured payload says, for the operator who is to confirm it. Rows come from the very walk that hashes. */
import type { DecodedField, PayloadEncoding, ValueKind } from '../../../shared/model/index.ts';
import { hexEncode } from '../../../shared/wire/index.ts';
import { authorizationDigest, readAuthorization } from './eip7702-authorization.ts';
import { payloadBytes, requirePayloadLength } from './raw-payload.ts';
import { DOMAIN_TYPE, formatPath, hashTypedData } from './typed-data/index.ts';

export interface PayloadMeaning {
  /** As a person calls it: `EIP-712 typed data: Permit`. */
  readonly title: string;
  readonly fields: readonly DecodedField[];
  /** What must be said loudly. */
  readonly warnings: readonly string[];
}

/** A value of typed data: the name of its member, its whole path, its declared type, and what it says. */
interface Row {
  readonly member: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** Nobody reads more rows; the others are counted. */
const MAXIMUM_ROWS = 500;
const MAXIMUM_IGNORED = 8;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;
const AMOUNT = /^(?:value|amount|wad|allowance)$/i;
/** The largest number of a type is how "no limit" is written; below 96 bits it may well be meant. */
const UNLIMITED: ReadonlySet<string> = new Set(
  [96n, 128n, 160n, 256n].map((bits) => `uint${bits} ${(1n << bits) - 1n}`),
);

/**
 * What a payload says; null for hexadecimal and text, which say nothing that is known here. Throws a `Refusal` for
 * what could not be signed either.
 */
export function describePayload(encoding: PayloadEncoding, payload: string): PayloadMeaning | null {
  requirePayloadLength(payload);
  if (encoding === 'PAYLOAD_ENCODING_EIP712') return describeTypedData(payload);
  if (encoding === 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION') return describeAuthorization(payload);
  payloadBytes(encoding, payload);
  return null;
}

function describeTypedData(payload: string): PayloadMeaning {
  const rows: Row[] = [];
  const ignored: string[] = [];
  let more = 0;
  const { primaryType, digest } = hashTypedData(payload, {
    value(path, type, value) {
      if (rows.length < MAXIMUM_ROWS) {
        const member = path.findLast((step) => typeof step === 'string') ?? '';
        rows.push({ member: String(member), name: formatPath(path), type, value });
      } else more += 1;
    },
    ignored(path, name) {
      if (ignored.length < MAXIMUM_IGNORED) ignored.push(formatPath([...path, name.slice(0, 64)]));
    },
  });
  const isDomain = (row: Row) => row.name.startsWith('domain');
  const message = rows.filter((row) => !isDomain(row));
  const warnings = [...permitWarnings(message), ...orderWarnings(primaryType, message), ...domainWarnings(rows)];
  if (ignored.length > 0)
    warnings.push(`Not part of what is signed, because no type declares it: ${ignored.join(', ')}.`);
  if (more > 0) warnings.push(`${more} more values are signed than are listed here. Read the payload itself.`);
  return {
    title: `EIP-712 typed data: ${primaryType}`,
    fields: [
      ...rows.filter(isDomain).map(field),
      { name: 'primaryType', value: primaryType, kind: 'text' },
      ...message.map(field),
      { name: 'digest', value: `0x${hexEncode(digest)}`, kind: 'address' },
    ],
    warnings,
  };

  function domainWarnings(all: readonly Row[]): string[] {
    const names = new Set(all.map((row) => row.name));
    const missing = ['chainId', 'verifyingContract'].filter((name) => !names.has(`domain.${name}`));
    if (missing.length === 0) return [];
    return [
      `The ${DOMAIN_TYPE} has no ${missing.join(' and no ')}, so the signature may be used in more than one place.`,
    ];
  }
}

/** Permits (ERC-2612, DAI, Permit2): whoever is `spender` may move tokens with nothing more than this signature. */
function permitWarnings(message: readonly Row[]): string[] {
  const spenders = [...new Set(message.filter(isSpender).map((row) => row.value))].slice(0, MAXIMUM_IGNORED);
  const limit = message.some(isUnlimited) ? ' without limit' : '';
  return spenders.map(
    (spender) => `This lets ${spender} move tokens of the account${limit}, with nothing more than this signature.`,
  );
}

function orderWarnings(primaryType: string, message: readonly Row[]): string[] {
  const names = message.map((row) => row.name);
  const has = (name: string) => names.some((each) => each.startsWith(`message.${name}`));
  if (!/order/i.test(primaryType) && !(has('offer') && has('consideration'))) return [];
  return ['This looks like an order: whoever holds the signature can settle it as the fields say.'];
}

function isSpender({ member, type }: Row): boolean {
  return type === 'address' && member.toLowerCase() === 'spender';
}

/** The largest number of its type, or the `allowed` of DAI's permit. */
function isUnlimited({ member, type, value }: Row): boolean {
  if (type === 'bool') return member === 'allowed' && value === 'true';
  return AMOUNT.test(member) && UNLIMITED.has(`${type} ${value}`);
}

function field(row: Row): DecodedField {
  const isMaximum = row.type !== 'bool' && isUnlimited(row);
  return { name: row.name, value: isMaximum ? `${row.value} (unlimited)` : row.value, kind: kindOf(row.type) };
}

/** The declared type tells the kind. Hashes, ids and salts have 32 bytes, and a person compares them. */
function kindOf(type: string): ValueKind {
  if (type === 'address' || type === 'bytes32') return 'address';
  if (/^bytes\d*$/.test(type)) return 'bytes';
  return /^u?int\d*$/.test(type) ? 'amount' : 'text';
}

function describeAuthorization(payload: string): PayloadMeaning {
  const authorization = readAuthorization(payload);
  const { address, chainId, nonce } = authorization;
  const everyChain = chainId === 0;
  const warnings = [
    address === ZERO_ADDRESS
      ? 'This takes the delegated code away from the account.'
      : `The account will run the code at ${address}, which can move everything the account holds, until another authorization replaces it.`,
  ];
  if (everyChain) warnings.unshift('Chain id 0: this authorization is valid on EVERY chain.');
  return {
    title: 'EIP-7702 authorization',
    fields: [
      { name: 'address', value: address, kind: 'address' },
      { name: 'chainId', value: everyChain ? '0 (every chain)' : String(chainId), kind: 'text' },
      { name: 'nonce', value: String(nonce), kind: 'text' },
      { name: 'digest', value: `0x${hexEncode(authorizationDigest(authorization))}`, kind: 'address' },
    ],
    warnings,
  };
}
