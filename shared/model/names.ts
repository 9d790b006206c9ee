import Type, { type Static, type TSchema } from 'typebox';
import { Closed } from './bytes.ts';
import { Finding } from './meaning.ts';

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

/** Characters of a text that entries are read from. */
export const MAXIMUM_BOOK_TEXT = 8 * 1024 * 1024;

/** What the address book is written as. */
export const BOOK_FORMATS = ['csv', 'json', 'bip329'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/**
 * What an address is to a profile: an account of its own, allowed or known in the address book, not in the book but signed for
 * before, or none of these.
 */
export const RELATIONS = ['own', 'allowed', 'known', 'used', 'new'] as const;
export type Relation = (typeof RELATIONS)[number];

/** What an address is, beside it; nothing for one that nobody here knows, which a finding tells where it matters. */
export const RELATION_WORDS: Readonly<Record<Relation, string>> = {
  own: 'your account',
  allowed: 'allowed in your address book',
  known: 'in your address book',
  used: 'signed for before',
  new: '',
};

/** An address that a meaning names, and what this machine knows of it. */
export const NamedAddress = Closed({
  /** As the meaning spells it. */
  address: Type.String(),
  relation: Type.Enum(RELATIONS),
  /** What the address book, or else the list of accounts, calls it; null when neither knows it. */
  label: Nullable(Type.String()),
  /** Another address that is known here and nearly reads the same; null for none. */
  resembles: Nullable(NearAddress),
});
export type NamedAddress = Static<typeof NamedAddress>;

/** What main knows of the addresses that a meaning names; it stands beside the meaning, which is the vault's alone. */
export const Naming = Closed({
  /** The meaning's headline, with what is known of each recipient behind its address. Addresses stay whole. */
  headline: Type.String(),
  addresses: Type.Array(NamedAddress),
  /** What follows from the names: resembling addresses, first-time counterparties, unusual amounts, a book that was changed. */
  findings: Type.Array(Finding),
});
export type Naming = Static<typeof Naming>;
