import Type, { type Static } from 'typebox';
import {
  ActivityDetail,
  Closed,
  CredentialRow,
  IDLE_MINUTES,
  KEY_STORES,
  MAXIMUM_KEY_NAME,
  MAXIMUM_SECURITY_KEY_LABEL,
  OTP_TYPES,
  RpId,
} from '../model/index.ts';
import { call, job } from './define.ts';

const Nothing = Closed({});
const Id = Type.String({ minLength: 1, maxLength: 64 });
/** The lifetime of a key at the service, in days. Null means no expiry. */
const Days = Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()]);
const LivingKey = { credentialId: Id, days: Days };
const KeyName = Type.String({ minLength: 1, maxLength: MAXIMUM_KEY_NAME });
const IdleMinutes = Type.Integer({ minimum: IDLE_MINUTES.least, maximum: IDLE_MINUTES.most });

/** The way to begin a session: the profile's key alone, an OpenID Connect token, or a code sent by email or SMS. */
const SignInWay = Type.Union([
  Closed({ kind: Type.Literal('stamp') }),
  Closed({ kind: Type.Literal('token') }),
  Closed({
    kind: Type.Literal('code'),
    otpType: Type.Enum(OTP_TYPES),
    contact: Type.String({ minLength: 1, maxLength: 255 }),
  }),
]);
export type SignInWay = Static<typeof SignInWay>;

/** The part of the contract about the vault and its keys. */
export const KEY_CALLS = {
  vault: {
    unlock: call(Nothing, Nothing),
    lock: call(Nothing, Nothing),
    /**
     * Asks the operator for a new PIN or passphrase of a store, or for the removal of its PIN. The old one is typed
     * first.
     */
    protect: call(Closed({ store: Type.Enum(KEY_STORES), removes: Type.Boolean() }), Nothing),
    /** Adds a security key that opens a store too, after the operator's answer. */
    addSecurityKey: call(
      Closed({
        store: Type.Enum(KEY_STORES),
        label: Type.String({ minLength: 1, maxLength: MAXIMUM_SECURITY_KEY_LABEL }),
      }),
      Nothing,
    ),
    /** Asks the operator to remove a security key from a store. */
    removeSecurityKey: call(
      Closed({ store: Type.Enum(KEY_STORES), id: Type.String({ minLength: 1, maxLength: 1364 }) }),
      Nothing,
    ),
    /** The idle time until the vault locks, in minutes. Throws DOCUMENT_CHANGED. */
    idleTime: call(Nothing, Closed({ minutes: IdleMinutes })),
    /** Asks the operator to confirm a new idle time. */
    setIdleTime: call(Closed({ minutes: IdleMinutes }), Nothing),
    /** Asks the operator to accept an idle time that was changed outside this program. */
    confirmIdleTime: call(Nothing, Nothing),
  },
  /** Sessions at a service. Only the vault holds their keys, which stamp queries. */
  signIn: {
    /** Asks the operator, also for the code or token that the way needs, then begins a session of the profile. */
    begin: job(
      Closed({
        profile: Type.String({ maxLength: 40 }),
        minutes: Type.Integer({ minimum: 1, maximum: 24 * 60 }),
        way: SignInWay,
      }),
      Closed({ stage: Type.Enum(['confirming', 'recording', 'stamping', 'sending', 'following', 'checking']) }),
      Closed({ expiresAt: Type.Number() }),
    ),
    /** Wipes the session key of a profile. */
    end: call(Closed({ profile: Type.String({ maxLength: 40 }) }), Nothing),
    list: call(Nothing, Closed({ sessions: Type.Array(Closed({ profile: Type.String(), expiresAt: Type.Number() })) })),
  },
  credentials: {
    /**
     * Has an authenticator make a passkey in the passkey window, then asks the operator to register it for the current
     * profile.
     */
    addPasskey: job(
      Closed({ name: Type.String({ minLength: 1, maxLength: 64 }), rpId: RpId }),
      Closed({
        stage: Type.Enum(['making', 'confirming', 'recording', 'stamping', 'sending', 'following', 'checking']),
      }),
      Closed({ credential: CredentialRow, activity: ActivityDetail }),
    ),
    /**
     * Does the same for another user of the organization. This machine does not list the passkey. `isEarlier` when an
     * earlier registration for this user was open, so none was made.
     */
    addPasskeyFor: job(
      Closed({ userId: Id, name: Type.String({ minLength: 1, maxLength: 64 }), rpId: RpId }),
      Closed({
        stage: Type.Enum(['making', 'confirming', 'recording', 'stamping', 'sending', 'following', 'checking']),
      }),
      Closed({ activity: ActivityDetail, isEarlier: Type.Boolean() }),
    ),
    /** Asks the operator to make another key stamp for its profile. */
    stampWith: call(Closed({ credentialId: Id }), Nothing),
  },
  keys: {
    /** Each of these calls asks the operator. No key crosses the boundary. */
    rename: call(Closed({ credentialId: Id, name: KeyName }), Nothing),
    retire: call(Closed({ credentialId: Id }), Nothing),
    remove: call(Closed({ credentialId: Id }), Nothing),
    /** Removes the PIN of the key's token from the keychain, if the operator had stored it there. */
    forgetPin: call(Closed({ credentialId: Id }), Nothing),
    /** Has the key sign a challenge, verifies the signature, and asks the service for the key's user. */
    test: call(
      Closed({ credentialId: Id }),
      Closed({ username: Type.String(), expiresAt: Type.Union([Type.Number(), Type.Null()]) }),
    ),
    /**
     * Registers a key with the service after the operator confirms. `waiting` is true when others have to vote first.
     */
    register: job(Closed(LivingKey), Nothing, Closed({ waiting: Type.Boolean() })),
    /** Replaces a key with a new one. Resumes an interrupted rotation. */
    rotate: job(
      Closed(LivingKey),
      Closed({ step: Type.Enum(['making', 'registering', 'proving', 'switching', 'deleting', 'removing']) }),
      Closed({ waiting: Type.Boolean(), name: Type.String() }),
    ),
  },
} as const;
