import type { OtherPolicy } from './shadow.ts';

/** An entity with an identifier and a name. */
export interface NamedEntity {
  readonly id: string;
  readonly name: string;
}

/** The organization as it is now. A list that could not be read is null, and nothing is reported about its members. */
export interface OrganizationFacts {
  readonly users: readonly (NamedEntity & { readonly tagIds: readonly string[] })[] | null;
  readonly userTags: readonly NamedEntity[] | null;
  readonly privateKeyTags: readonly NamedEntity[] | null;
  readonly wallets: readonly NamedEntity[] | null;
  readonly privateKeys: readonly NamedEntity[] | null;
  /** Addresses of accounts, private keys and contracts that the organization knows. */
  readonly addresses: ReadonlySet<string> | null;
  readonly rootQuorum: { readonly userIds: readonly string[]; readonly threshold: number } | null;
  /** The other policies. */
  readonly policies: readonly OtherPolicy[];
}
