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
/** How long the service is to take a key; null for ever. */
const Days = Type.Union([Type.Integer({ minimum: 1, maximum: 3650 }), Type.Null()]);
const LivingKey = { credentialId: Id, days: Days };
const KeyName = Type.String({ minLength: 1, maxLength: MAXIMUM_KEY_NAME });
const IdleMinutes = Type.Integer({ minimum: IDLE_MINUTES.least, maximum: IDLE_MINUTES.most });

/** How a session is begun: by the profile's key alone, with a token of an OpenID Connect issuer, or with a code that is sent somewhere. */
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
    /** Asks the operator for a new PIN or passphrase of a store, or has the PIN removed, after the old one was typed. */
    protect: call(Closed({ store: Type.Enum(KEY_STORES), removes: Type.Boolean() }), Nothing),
    /** Has a security key made, after the operator's answer, that opens a store too. */
    addSecurityKey: call(
      Closed({
        store: Type.Enum(KEY_STORES),
        label: Type.String({ minLength: 1, maxLength: MAXIMUM_SECURITY_KEY_LABEL }),
      }),
      Nothing,
    ),
    /** Asks the operator whether one is to open it no more. */
    removeSecurityKey: call(
      Closed({ store: Type.Enum(KEY_STORES), id: Type.String({ minLength: 1, maxLength: 1364 }) }),
      Nothing,
    ),
    /** After how many minutes without anybody it is locked. Throws DOCUMENT_CHANGED. */
    idleTime: call(Nothing, Closed({ minutes: IdleMinutes })),
    /** Asks the operator for another time. */
    setIdleTime: call(Closed({ minutes: IdleMinutes }), Nothing),
    /** Asks the operator to take a time that was changed outside this program as it is. */
    confirmIdleTime: call(Nothing, Nothing),
  },
  /** Sessions at a service: their keys are in the vault alone, and stamp what is read. */
  signIn: {
    /** Asks the operator, for what the way needs too, then begins one of that profile. */
    begin: job(
      Closed({
        profile: Type.String({ maxLength: 40 }),
        minutes: Type.Integer({ minimum: 1, maximum: 24 * 60 }),
        way: SignInWay,
      }),
      Closed({ stage: Type.Enum(['confirming', 'recording', 'stamping', 'sending', 'following', 'checking']) }),
      Closed({ expiresAt: Type.Number() }),
    ),
    /** Wipes the key of that of a profile. */
    end: call(Closed({ profile: Type.String({ maxLength: 40 }) }), Nothing),
    list: call(Nothing, Closed({ sessions: Type.Array(Closed({ profile: Type.String(), expiresAt: Type.Number() })) })),
  },
  credentials: {
    /** Has an authenticator make a passkey in the passkey window, then asks the operator to register it for the current profile. */
    addPasskey: job(
      Closed({ name: Type.String({ minLength: 1, maxLength: 64 }), rpId: RpId }),
      Closed({
        stage: Type.Enum(['making', 'confirming', 'recording', 'stamping', 'sending', 'following', 'checking']),
      }),
      Closed({ credential: CredentialRow, activity: ActivityDetail }),
    ),
    /** Asks the operator whether another key is to stamp for its profile. */
    stampWith: call(Closed({ credentialId: Id }), Nothing),
  },
  keys: {
    /** Each asks the operator; a key never crosses. */
    rename: call(Closed({ credentialId: Id, name: KeyName }), Nothing),
    retire: call(Closed({ credentialId: Id }), Nothing),
    remove: call(Closed({ credentialId: Id }), Nothing),
    /** Removes the PIN of its token from the keychain, where the operator had it kept. */
    forgetPin: call(Closed({ credentialId: Id }), Nothing),
    /** Has it sign a challenge, verifies that, and asks the service whose key it is. */
    test: call(
      Closed({ credentialId: Id }),
      Closed({ username: Type.String(), expiresAt: Type.Union([Type.Number(), Type.Null()]) }),
    ),
    /** Registers a key with the service, where the operator is asked; with `waiting` others have to vote first. */
    register: job(Closed(LivingKey), Nothing, Closed({ waiting: Type.Boolean() })),
    /** Puts a new key in the place of one; what was begun before is gone on with. */
    rotate: job(
      Closed(LivingKey),
      Closed({ step: Type.Enum(['making', 'registering', 'proving', 'switching', 'deleting', 'removing']) }),
      Closed({ waiting: Type.Boolean(), name: Type.String() }),
    ),
  },
} as const;
