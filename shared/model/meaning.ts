import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { VALUE_KINDS, ValueRow } from './rows.ts';

/** Some bytes of the contents: of the unsigned transaction, or of the payload as UTF-8. */
export const ByteRange = Closed({
  start: Type.Integer({ minimum: 0 }),
  /** The offset of the first byte after the range. */
  end: Type.Integer({ minimum: 0 }),
});
export type ByteRange = Static<typeof ByteRange>;

/** One value in the contents, under its standard's name: `maxFeePerGas`, `calls[0].to`, `message.from.wallet`. */
export const DecodedField = Closed({
  name: Type.String(),
  value: Type.String(),
  kind: Type.Enum(VALUE_KINDS),
  /** Absent for a value that no bytes hold by themselves. */
  range: Type.Optional(ByteRange),
});
export type DecodedField = Static<typeof DecodedField>;

/**
 * The level of a finding, the most serious first.
 * `danger` can lose the account's assets or hides part of the signed contents. `care` is unusual. `information` helps
 * to read.
 */
export const FINDING_LEVELS = ['danger', 'care', 'information'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/**
 * The causes of findings by comparison. An address reads like a known one, or was never signed for. An amount is far above
 * earlier ones.
 */
export const FINDING_CAUSES = ['lookalike', 'first', 'large'] as const;
export type FindingCause = (typeof FINDING_CAUSES)[number];

/** A note to the operator about a body or about contents in it. */
export const Finding = Closed({
  level: Type.Enum(FINDING_LEVELS),
  /** A sentence, with whole addresses. */
  text: Type.String(),
  /** The name of the field or member that causes it. Null when no single one does. */
  field: Type.Union([Type.String(), Type.Null()]),
  /** The standard behind it: `EIP-7702`. Null for a rule of Castellan's own. */
  basis: Type.Union([Type.String(), Type.Null()]),
  /** The bytes of the field, if the contents hold it. */
  range: Type.Optional(ByteRange),
  /**
   * Only for an unknown effect: the selector of an undecoded call, or the last six characters of a digest or a program.
   * The operator types it before such contents are signed.
   */
  mark: Type.Optional(Type.String()),
  /** Only for somebody who may take all of a token without a limit. It cannot be taken back once it is used. */
  isUnlimited: Type.Optional(Type.Literal(true)),
  /** Only for a finding by comparison. A list says it in two words. */
  cause: Type.Optional(Type.Enum(FINDING_CAUSES)),
});
export type Finding = Static<typeof Finding>;

/** The contents of a signing request. */
export const Content = Closed({
  /** As their standard calls them: `EIP-1559 transaction`. */
  title: Type.String(),
  /**
   * The payer, the amounts, the recipients, the chain, the highest cost and the expiry. Amounts are exact and have
   * their unit.
   */
  summary: Type.Array(DecodedField),
  /** All values of the contents, in the order and the words of their standard. */
  fields: Type.Array(DecodedField),
  /** The bytes that neither a field nor the form of the contents explains. */
  unexplained: Type.Array(ByteRange),
});
export type Content = Static<typeof Content>;

/**
 * The extent to which the effect of contents is known.
 * - `whole`: fully known.
 * - `blind`: part of the contents has an unknown effect.
 * - `unreadable`: the contents contradict themselves or can be read in two ways. The first finding says why.
 */
export const JUDGEMENTS = ['whole', 'blind', 'unreadable'] as const;

const DESCRIPTION = {
  /** The action in a sentence without its full stop and with whole addresses: `Send 2.5 ETH to 0x…`. */
  headline: Type.String(),
  /** The decoded payload or transaction inside. Null when there is none to decode. */
  decoded: Type.Union([Content, Type.Null()]),
  judged: Type.Enum(JUDGEMENTS),
  /**
   * The text to type before blind signing: the mark of the first finding that has one. Null unless `judged` is `blind`.
   */
  mark: Type.Union([Type.String(), Type.Null()]),
  /** Most important first. */
  findings: Type.Array(Finding),
};

/** The meaning of contents or a bundle without a signing request around them. */
export const Description = Closed(DESCRIPTION);
export type Description = Static<typeof Description>;

/** The meaning that the operator confirms, decoded by the vault from the very bytes it will stamp. */
export const Meaning = Closed({
  ...DESCRIPTION,
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
