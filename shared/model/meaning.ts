import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { VALUE_KINDS, ValueRow } from './rows.ts';

/** Some bytes of the contents: of the unsigned transaction, or of the payload as UTF-8. */
export const ByteRange = Closed({
  start: Type.Integer({ minimum: 0 }),
  /** The first that is no longer among them. */
  end: Type.Integer({ minimum: 0 }),
});
export type ByteRange = Static<typeof ByteRange>;

/** One thing that contents say, by the name their standard gives it: `maxFeePerGas`, `calls[0].to`, `message.from.wallet`. */
export const DecodedField = Closed({
  name: Type.String(),
  value: Type.String(),
  kind: Type.Enum(VALUE_KINDS),
  /** Where it stands; left out for what no bytes say by themselves. */
  range: Type.Optional(ByteRange),
});
export type DecodedField = Static<typeof DecodedField>;

/**
 * How much a finding matters, most first: `danger` can lose what the account holds or hides what is signed, `care` is out
 * of the usual, `information` helps to read.
 */
export const FINDING_LEVELS = ['danger', 'care', 'information'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** What the operator is told about a body, or about contents in it. */
export const Finding = Closed({
  level: Type.Enum(FINDING_LEVELS),
  /** A sentence, with whole addresses. */
  text: Type.String(),
  /** The field or member that it comes from, by its name; null for what no single one says. */
  field: Type.Union([Type.String(), Type.Null()]),
  /** The standard that it rests on: `EIP-7702`; null for a rule of Castellan's own. */
  basis: Type.Union([Type.String(), Type.Null()]),
  /** Where the field stands, when bytes of the contents say it. */
  range: Type.Optional(ByteRange),
  /**
   * Only of what nobody can tell the effect of: the selector of a call that is not decoded, or the last six characters of a digest or of
   * a program. It is typed before that is signed all the same.
   */
  mark: Type.Optional(Type.String()),
});
export type Finding = Static<typeof Finding>;

/** What contents that are asked to be signed say. */
export const Content = Closed({
  /** As their standard calls them: `EIP-1559 transaction`. */
  title: Type.String(),
  /** Who pays, what moves, where to, on which chain, what it costs at most and until when it holds. Amounts are exact and have their unit. */
  summary: Type.Array(DecodedField),
  /** All that they say, in the order and the words of their standard. */
  fields: Type.Array(DecodedField),
  /** What neither a field nor the form of the contents explains. */
  unexplained: Type.Array(ByteRange),
});
export type Content = Static<typeof Content>;

/**
 * How far it can be told what contents do: `whole`; `blind`, when a part of them does what nobody can tell; `unreadable`, when they are
 * not what they say they are, or can be read in two ways, and the first finding says why.
 */
export const JUDGEMENTS = ['whole', 'blind', 'unreadable'] as const;

const TOLD = {
  /** What it does, in a sentence without its full stop and with whole addresses: `Send 2.5 ETH to 0x…`. */
  headline: Type.String(),
  /** What the payload or transaction inside says; null when there is none to decode. */
  decoded: Type.Union([Content, Type.Null()]),
  judged: Type.Enum(JUDGEMENTS),
  /** What is typed before it is signed blind: the mark of its first finding that has one. Null unless it is `blind`. */
  mark: Type.Union([Type.String(), Type.Null()]),
  /** Most important first. */
  findings: Type.Array(Finding),
};

/** What contents or a bundle say, with no body around them that asks to sign them. */
export const Told = Closed(TOLD);
export type Told = Static<typeof Told>;

/** What the operator confirms: made by the vault from the very bytes it will stamp. */
export const Meaning = Closed({
  ...TOLD,
  /** The declared operation's name, or null when the vault does not know the type in the body. */
  operation: Type.Union([Type.String(), Type.Null()]),
  title: Type.String(),
  activityType: Type.String(),
  organizationId: Type.String(),
  timestampMs: Type.String(),
  /** `sha256:` and the hex digest of the exact body. */
  fingerprint: Type.String(),
  bodyLength: Type.Integer(),
  /** Every parameter, flattened, in body order. */
  rows: Type.Array(ValueRow),
});
export type Meaning = Static<typeof Meaning>;
