/** Tokens and token accounts among the addresses of a meaning. Neither is a counterparty of its own. */
import type { AddressFormat, Meaning } from '../../../shared/model/index.ts';
import { TOKEN_PROGRAM_ADDRESSES, tokenOf, usualTokenAccount } from '../../crypto/index.ts';

/** Wallets and mints that are tried with each other. Deriving an account takes 2 ms. */
const MAXIMUM_TRIED = 8;

/** Chains whose transactions do not name their network, in the table of known tokens. */
const FAMILIES: Readonly<Partial<Record<AddressFormat, string>>> = {
  ADDRESS_FORMAT_SOLANA: 'solana',
  ADDRESS_FORMAT_TRON: 'tron',
};

/** Returns true for the contract or mint of a well-known token. `chain` is the CAIP-2 name that the contents name. */
export function isKnownToken(address: string, formats: readonly AddressFormat[], chain: string | null): boolean {
  return [chain, ...formats.map((format) => FAMILIES[format] ?? null)].some((each) => tokenOf(each, address) !== null);
}

/**
 * Returns the wallets of the associated token accounts of a Solana transaction, by the account. Only wallets and mints of
 * the same transaction are tried.
 */
export function walletsOf(decoded: Meaning['decoded']): ReadonlyMap<string, string> {
  const named = (pattern: RegExp) => {
    const fields = [...(decoded?.summary ?? []), ...(decoded?.fields ?? [])];
    const found = fields.filter(({ name, kind }) => kind === 'address' && pattern.test(name));
    return [...new Set(found.map(({ value }) => value))].slice(0, MAXIMUM_TRIED);
  };
  const mints = named(/^instructions\[\d+\]\.mint$/);
  if (mints.length === 0) return new Map();
  const programs = Object.values(TOKEN_PROGRAM_ADDRESSES);
  return new Map(
    named(/^instructions\[\d+\]\.(?:owner|authority)$/).flatMap((wallet) =>
      mints.flatMap((mint) =>
        programs.flatMap((program): [string, string][] => {
          const account = usualTokenAccount(wallet, mint, program);
          return account === null ? [] : [[account, wallet]];
        }),
      ),
    ),
  );
}
