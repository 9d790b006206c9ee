import {
  ADDRESS_FORMATS,
  type ChainNamespace,
  chainNamed,
  splitChain,
  type TransactionType,
} from '../../../shared/model/index.ts';
import { ADDRESS_TABLE, readBitcoinAddress, UNPROVEN } from '../../crypto/index.ts';
import { readings } from '../signers/find-signer.ts';
import { makeAddress } from '../signers/make-address.ts';
import type { SigningRow } from './content.ts';
import type { Struct, Value } from './evaluate.ts';
import { NamedText, UnknownText } from './special-text.ts';

/** The placeholder in the facts of a transaction of Solana. */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';

/**
 * Prepares the facts of a transaction for a rule that forbids. Only the chain knows an address of a Solana lookup table, and the mint
 * of a token transfer that names none. A transaction of Bitcoin names no network, so an output has an address of each.
 */
export function withSpecialTexts(value: Value): Value {
  if (value === LOOKED_UP) return new UnknownText(LOOKED_UP);
  if (Array.isArray(value)) return value.map(withSpecialTexts);
  if (typeof value !== 'object' || !isPlain(value)) return value;
  const given = value as Struct;
  const members: Record<string, Value> = {};
  for (const [name, one] of Object.entries(given)) members[name] = withSpecialTexts(one);
  if (given.token_mint === '') members.token_mint = new UnknownText('');
  const { script_pubkey: script, address } = given;
  if (typeof script === 'string' && typeof address === 'string')
    members.address = new NamedText(address, (other) => readBitcoinAddress(other)?.script === script);
  return given[UNPROVEN] === undefined ? members : { ...members, [UNPROVEN]: given[UNPROVEN] };
}

/** Namespaces whose transactions name no network: what is signed for one network may be of another. */
const UNNAMED_NETWORKS: ReadonlySet<string> = new Set<ChainNamespace>(['solana', 'bip122', 'tron']);

/**
 * Returns the chain of a request, which is equal to all its other names. A request only claims the network of a
 * transaction that names none.
 */
export function chainNameOf(text: string): NamedText | UnknownText {
  const isNamed = (other: string) => chainNamed(other) === chainNamed(text);
  const { namespace } = splitChain(text);
  if (!UNNAMED_NETWORKS.has(namespace)) return new NamedText(text, isNamed);
  const isElsewhere = (other: string) => splitChain(other).namespace.toLowerCase() !== namespace;
  return new UnknownText(text, { isNamed, isElsewhere });
}

const TWO_TYPES: ReadonlySet<string> = new Set<TransactionType>([
  'TRANSACTION_TYPE_ETHEREUM',
  'TRANSACTION_TYPE_TEMPO',
]);

/** Returns the type of a form of Ethereum that is signed as one of Tempo: the signature is valid for both. */
export const eitherType = (): UnknownText =>
  new UnknownText('', { isNamed: () => false, isElsewhere: (other) => !TWO_TYPES.has(other) });

/** A point of P-256 in each form that the service takes (SEC1). */
const POINT = /^(?:(0[23])([0-9a-f]{64})|04([0-9a-f]{64})[0-9a-f]{63}([0-9a-f]))$/i;

/** Returns the compressed form of a key, in lowercase. Returns undefined for other text. */
function compressed(key: string): string | undefined {
  const [, sign, x, longX, last] = POINT.exec(key) ?? [];
  const prefix = sign ?? (Number.parseInt(last ?? '0', 16) % 2 === 0 ? '02' : '03');
  const digits = x ?? longX;
  return digits === undefined ? undefined : `${prefix}${digits}`.toLowerCase();
}

/** Returns a public key of P-256, which is equal to its compressed and to its uncompressed form. */
export function keyName(text: string): NamedText {
  const key = compressed(text);
  return new NamedText(text, (other) => key !== undefined && compressed(other) === key);
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** Returns a name of a signing key, which is equal to all its other names. */
export function signerName(text: string, names: () => ReadonlySet<string>): NamedText {
  return new NamedText(text, (other) => {
    const known = names();
    return known.has(other.toLowerCase()) || readings(other).some(({ normalized }) => known.has(normalized));
  });
}

/**
 * Returns all names of a key: each address that its public key has, and the identifier of a private key. Anyone who may add an account
 * to a wallet can give the key another address.
 */
export function namesOfSigner(signer: SigningRow): ReadonlySet<string> {
  if (signer === undefined) return new Set();
  const { curve, publicKey } = signer.row;
  const formats = ADDRESS_FORMATS.filter((format) => ADDRESS_TABLE[format].curves.includes(curve));
  const addresses = formats.map((format) => makeAddress(format, publicKey, curve).normalizedAddress);
  return new Set([...(signer.kind === 'account' ? [] : [signer.row.privateKeyId]), ...addresses]);
}
