import Type, { type Static, type TSchema } from 'typebox';
import { Closed } from './bytes.ts';
import type { Finding } from './meaning.ts';

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** An entry of the address book: what the operator calls an address. All of it is text of others', and never an instruction. */
export const AddressEntry = Closed({
  /** As its chain writes it. */
  address: Type.String({ minLength: 1, maxLength: 256 }),
  /** CAIP-2 of the only chain, or its namespace; null wherever the address is one. */
  chain: Nullable(Type.String({ minLength: 1, maxLength: 48 })),
  label: Type.String({ minLength: 1, maxLength: 64 }),
  note: Type.String({ maxLength: 1000 }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 32 }), { maxItems: 16 }),
  /** A counterparty that the operator allowed. */
  allowed: Type.Boolean(),
});
export type AddressEntry = Static<typeof AddressEntry>;

/** An entry as the list shows it. */
export const AddressRow = Closed({ ...AddressEntry.properties, lastUsed: Nullable(Type.Number()) });
export type AddressRow = Static<typeof AddressRow>;

/** What becomes of one line of a text that entries are read from. */
export const TakenLine = Closed({
  line: Type.Integer(),
  label: Type.String(),
  /** Why nothing of it is taken; null when it is. */
  problem: Nullable(Type.String()),
});
export type TakenLine = Static<typeof TakenLine>;

/** The known address that one with a wrong character is nearest to. */
export const NearAddress = Closed({ address: Type.String(), label: Nullable(Type.String()) });
export type NearAddress = Static<typeof NearAddress>;

/** What the address book is written as. */
export const BOOK_FORMATS = ['csv', 'json', 'bip329'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/**
 * What an address is to a profile: an account of its own, allowed or known in the address book, not in the book but signed for
 * before, or none of these.
 */
export const RELATIONS = ['own', 'allowed', 'known', 'used', 'new'] as const;
export type Relation = (typeof RELATIONS)[number];

/** An address that a meaning names, and what this machine knows of it. */
export interface NamedAddress {
  /** As the meaning spells it. */
  readonly address: string;
  readonly relation: Relation;
  /** What the address book, or else the list of accounts, calls it; null when neither knows it. */
  readonly label: string | null;
  /** Another address that is known here and nearly reads the same; null for none. */
  readonly resembles: NearAddress | null;
}

/** What main knows of the addresses that a meaning names; it stands beside the meaning, which is the vault's alone. */
export interface Naming {
  /** The meaning's headline, with what its first address is in words; addresses stay whole. */
  readonly headline: string;
  readonly addresses: readonly NamedAddress[];
  /** What follows from the names: resembling addresses, first-time counterparties, unusual amounts, a book that was changed. */
  readonly findings: readonly Finding[];
}
