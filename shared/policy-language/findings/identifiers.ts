/** The members that hold an identifier of the organization, or the name of one of its things. */
import type { NamedEntity, OrganizationFacts } from './facts.ts';

interface IdentifierMembers {
  /** The paths of the members. `[]` stands for the items of a list. */
  readonly paths: RegExp;
  /** The word for one of the things. */
  readonly words: string;
  readonly known: (facts: OrganizationFacts) => readonly NamedEntity[] | null;
}

export const IDENTIFIERS: readonly IdentifierMembers[] = [
  { paths: /^(?:approvers\[\]\.id|credentials\[\]\.user_id)$/, words: 'user', known: ({ users }) => users },
  { paths: /^approvers\[\]\.tags\[\]$/, words: 'user tag', known: ({ userTags }) => userTags },
  { paths: /^private_key\.tags\[\]$/, words: 'private key tag', known: ({ privateKeyTags }) => privateKeyTags },
  { paths: /^(?:wallet|wallets\[\])\.id$/, words: 'wallet', known: ({ wallets }) => wallets },
  { paths: /^private_key\.id$/, words: 'private key', known: ({ privateKeys }) => privateKeys },
];

/** The members that hold the name of a thing instead of its identifier. */
export const LABELS: readonly IdentifierMembers[] = [
  { paths: /^(?:wallet|wallets\[\])\.label$/, words: 'wallet', known: ({ wallets }) => wallets },
  { paths: /^private_key\.label$/, words: 'private key', known: ({ privateKeys }) => privateKeys },
];

/** The members that hold an address of the organization or of a contract. */
export const ADDRESSES = /^eth\.tx\.to$/;
export const OWN_ADDRESSES = /^wallet_account\.address$/;
