import { UNPROVEN } from '../../crypto/index.ts';
import { readings } from '../handlers/keys/find-signer.ts';
import type { ActingContext } from '../handlers/types.ts';
import type { SigningRow } from './content.ts';
import type { Struct, Value } from './evaluate.ts';
import { sameText } from './same-text.ts';

/** The placeholder in the facts of a transaction of Solana. */
const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP';

/** A text that names a signing key. It is equal to every other name and spelling of the same key. */
export class SignerName {
  readonly text: string;
  readonly #names: () => ReadonlySet<string>;

  /** @param names the key's other names: an identifier, and addresses in the spelling of their format */
  constructor(text: string, names: () => ReadonlySet<string>) {
    this.text = text;
    this.#names = names;
  }

  /** Returns true when another text names the same key. */
  isNamed(other: string): boolean {
    const names = this.#names();
    return names.has(other.toLowerCase()) || readings(other).some(({ normalized }) => names.has(normalized));
  }
}

/** An address that a transaction of Solana takes from a lookup table. Only the chain knows it. */
export class LookedUp {
  readonly text = LOOKED_UP;
}

export type SpecialText = SignerName | LookedUp;

export function isSpecialText(value: unknown): value is SpecialText {
  return value instanceof SignerName || value instanceof LookedUp;
}

/** Returns true when two texts are equal to a rule that forbids. `opaque` when only the chain can tell. */
export function equalSpecial(left: SpecialText | string, right: SpecialText | string): boolean | 'opaque' {
  const texts = [left, right].map((side) => (typeof side === 'string' ? side : side.text));
  const [one = '', other = ''] = texts;
  const sides = [left, right];
  if (sides.some((side) => side instanceof LookedUp)) return sides.includes(LOOKED_UP) ? true : 'opaque';
  const isNamed = (side: SpecialText | string) =>
    side instanceof SignerName && texts.every((text) => text === side.text || side.isNamed(text));
  return sameText(one, other) || sides.some(isNamed);
}

/** Replaces the placeholder of addresses in the facts of a transaction of Solana. */
export function withLookedUp(value: Value): Value {
  if (value === LOOKED_UP) return new LookedUp();
  if (Array.isArray(value)) return value.map(withLookedUp);
  if (typeof value !== 'object' || !isPlain(value)) return value;
  const { [UNPROVEN]: unproven } = value as Struct;
  const members = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withLookedUp(one)]));
  return unproven === undefined ? members : { ...members, [UNPROVEN]: unproven };
}

const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

/** Returns all names of a key: its addresses as they are stored, and the identifier of a private key. */
export function namesOfSigner(signer: SigningRow, { store }: ActingContext): ReadonlySet<string> {
  if (signer === undefined) return new Set();
  if (signer.kind === 'account') return new Set(readings(signer.row.address).map(({ normalized }) => normalized));
  const { privateKeyId } = signer.row;
  const addresses = store.privateKeys.addressesOf(privateKeyId).flatMap(({ address }) => readings(address));
  return new Set([privateKeyId, ...addresses.map(({ normalized }) => normalized)]);
}
