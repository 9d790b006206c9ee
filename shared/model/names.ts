import Type, { type Static } from 'typebox';
import { Closed, Nullable } from './bytes.ts';
import { MEBIBYTE } from './limits.ts';
import { Finding } from './meaning.ts';

/**
 * An entry of the address book: the operator's label for an address. All of it is foreign text, and never an
 * instruction.
 */
export const AddressEntry = Closed({
  /** As its chain writes it. */
  address: Type.String({ minLength: 1, maxLength: 256 }),
  /** CAIP-2 of the only chain, or its namespace. Null for an entry on every chain. */
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

/** The result of one line of an import. */
export const TakenLine = Closed({
  line: Type.Integer(),
  label: Type.String(),
  /** Why the line was not imported. Null when it was. */
  problem: Nullable(Type.String()),
});
export type TakenLine = Static<typeof TakenLine>;

/** The known address nearest to one with a wrong character. */
export const NearAddress = Closed({ address: Type.String(), label: Nullable(Type.String()) });
export type NearAddress = Static<typeof NearAddress>;

/** The most characters of an import. */
export const MAXIMUM_BOOK_TEXT = 8 * MEBIBYTE;

/** The export formats of the address book. */
export const BOOK_FORMATS = ['csv', 'json', 'bip329'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/**
 * The relation of an address to a profile.
 * It is one of the profile's own accounts, allowed or known in the address book, only signed for before, or new.
 */
export const RELATIONS = ['own', 'allowed', 'known', 'used', 'new'] as const;
export type Relation = (typeof RELATIONS)[number];

/** The words beside an address. Empty for an unknown address, which a finding reports when it matters. */
export const RELATION_WORDS: Readonly<Record<Relation, string>> = {
  own: 'your account',
  allowed: 'allowed in your address book',
  known: 'in your address book',
  used: 'signed for before',
  new: '',
};

/** An address that a meaning names, with this machine's knowledge of it. */
export const NamedAddress = Closed({
  /** As the meaning spells it. */
  address: Type.String(),
  relation: Type.Enum(RELATIONS),
  /** Its name in the address book, else in the list of accounts. Null when neither has it. */
  label: Nullable(Type.String()),
  /** A known address that looks nearly the same, or null. */
  resembles: Nullable(NearAddress),
});
export type NamedAddress = Static<typeof NamedAddress>;

/** An id or a key that a meaning names, with its name on this machine. */
export const NamedId = Closed({
  id: Type.String(),
  name: Type.String(),
  /** Present when another service reported the name, which nothing here proves. */
  byService: Type.Optional(Type.Literal(true)),
});
export type NamedId = Static<typeof NamedId>;

/** Main's knowledge of the addresses in a meaning. It stands beside the meaning, which comes from the vault alone. */
export const Naming = Closed({
  /**
   * The meaning's headline with names in place of ids and of addresses in the address book, and a note behind every
   * other recipient's address.
   */
  headline: Type.String(),
  addresses: Type.Array(NamedAddress),
  /** Users, wallets, policies and tags by the names they were created with, and target keys of this machine. */
  ids: Type.Array(NamedId),
  /** Findings from the names: similar addresses, first-time counterparties, unusual amounts, a changed book. */
  findings: Type.Array(Finding),
});
export type Naming = Static<typeof Naming>;
