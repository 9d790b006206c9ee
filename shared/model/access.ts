import Type, { type Static } from 'typebox';
import { Closed } from './bytes.ts';

/** The requests that show the power of a user. Those of a key are tried for each wallet and private key. */
export const ACCESS_ACTS = [
  'sign message',
  'send',
  'create accounts',
  'export',
  'create wallet',
  'add user',
  'write policy',
  'change quorum',
] as const;
export type AccessAct = (typeof ACCESS_ACTS)[number];

/** One request of a user, decided as it would be now. It is never sent. */
export const AccessTrial = Closed({
  act: Type.Enum(ACCESS_ACTS),
  /** The name of the wallet or private key. Null for a request about the organization. */
  key: Type.Union([Type.String(), Type.Null()]),
  /** `consensus`: further votes are needed. `unknown`: the service could not decide it. */
  outcome: Type.Enum(['allow', 'consensus', 'deny', 'unknown']),
  /** The names of the policies that decide, `root quorum`, `own credential` or `no policy`. */
  by: Type.Array(Type.String()),
});
export type AccessTrial = Static<typeof AccessTrial>;

/** The power of a user. `untried` counts the keys beyond the limit of one check. */
export const AccessReport = Closed({ trials: Type.Array(AccessTrial), untried: Type.Integer() });
export type AccessReport = Static<typeof AccessReport>;
