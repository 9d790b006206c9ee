import { readings } from '../handlers/keys/find-signer.ts';
import type { ActingContext } from '../handlers/types.ts';
import type { SigningRow } from './content.ts';

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

export function isSignerName(value: unknown): value is SignerName {
  return value instanceof SignerName;
}

/** Returns all names of a key: its addresses as they are stored, and the identifier of a private key. */
export function namesOfSigner(signer: SigningRow, { store }: ActingContext): ReadonlySet<string> {
  if (signer === undefined) return new Set();
  if (signer.kind === 'account') return new Set(readings(signer.row.address).map(({ normalized }) => normalized));
  const { privateKeyId } = signer.row;
  const addresses = store.privateKeys.addressesOf(privateKeyId).flatMap(({ address }) => readings(address));
  return new Set([privateKeyId, ...addresses.map(({ normalized }) => normalized)]);
}
