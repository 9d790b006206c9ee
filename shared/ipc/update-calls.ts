import Type, { type Static } from 'typebox';
import { Closed } from '../model/index.ts';
import { call } from './define.ts';

const Version = Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]{1,40})?$', maxLength: 64 });

/** The newest release, as a signed notice describes it. */
export const ReleaseNotice = Type.Object({
  version: Version,
  /** Older versions should no longer be used. */
  minimumVersion: Version,
  /** A day, as `2027-01-15`. */
  published: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  /** The changes, a sentence each. */
  notes: Type.Array(Type.String({ minLength: 1, maxLength: 400 }), { maxItems: 20 }),
});
export type ReleaseNotice = Static<typeof ReleaseNotice>;

/** The newest notice that was verified here, beside the version of this program. */
export const UpdateState = Closed({
  /** False for a copy that was built without a release key and the address of a notice. */
  canCheck: Type.Boolean(),
  /** The last check that succeeded, in milliseconds since the epoch. */
  checkedAt: Type.Union([Type.Integer(), Type.Null()]),
  notice: Type.Union([ReleaseNotice, Type.Null()]),
  isNewer: Type.Boolean(),
  isBelowMinimum: Type.Boolean(),
});
export type UpdateState = Static<typeof UpdateState>;

/** The result of a check. `reason` names the step that refused. */
export const UpdateCheck = Type.Union([
  Closed({ ok: Type.Literal(true), ...UpdateState.properties }),
  Closed({ ok: Type.Literal(false), reason: Type.String(), message: Type.String() }),
]);
export type UpdateCheck = Static<typeof UpdateCheck>;

/** The part of the contract about newer releases. Nothing is installed. */
export const UPDATE_CALLS = {
  updates: {
    /** Reads and verifies the signed notice about the newest release. */
    check: call(Closed({}), UpdateCheck),
  },
};
