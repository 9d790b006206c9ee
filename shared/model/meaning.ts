import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';
import { VALUE_KINDS, ValueRow } from './rows.ts';

/** One thing that contents say, by the name their standard gives it: `maxFeePerGas`, `calls[0].to`, `message.from.wallet`. */
export const DecodedField = Closed({ name: Type.String(), value: Type.String(), kind: Type.Enum(VALUE_KINDS) });
export type DecodedField = Static<typeof DecodedField>;

/** What the operator confirms: made by the vault from the very bytes it will stamp. */
export const Meaning = Closed({
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
  /** What the payload or transaction inside says, in the words of its own standard; null when there is none to decode. */
  decoded: Type.Union([Closed({ title: Type.String(), fields: Type.Array(DecodedField) }), Type.Null()]),
  /** What it asks to sign is not what it says it is, or can be read in two ways; the first warning says why. It cannot be signed in the window. */
  unreadable: Type.Boolean(),
  /** Said loudly: members the declaration does not know, a duplicated member, an unknown type. */
  warnings: Type.Array(Type.String()),
});
export type Meaning = Static<typeof Meaning>;
