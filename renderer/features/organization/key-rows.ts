import type { ApiKeyCurve, Member } from '../../../shared/model/index.ts';
import type { endWords } from '../../words/ends.ts';
import { age } from '../../words/time.ts';

type Key = Member['keys'][number];
/** A key with its user and its words. */
export interface KeyRow extends Key {
  readonly userId: string;
  readonly user: string;
  readonly isLast: boolean;
  readonly words: ReturnType<typeof endWords>;
  /** The last use on this machine, or that it is not reported. */
  readonly used: string;
}

/** The curve of a key by its credential type, and where it is from. */
export const TYPE_WORDS: Readonly<Record<string, string>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'P-256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'secp256k1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'Ed25519',
  CREDENTIAL_TYPE_RECOVER_USER_KEY_P256: 'P-256, of a recovery',
  CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256: 'P-256, of a login by email',
  CREDENTIAL_TYPE_OTP_AUTH_KEY_P256: 'P-256, of a login by code',
  CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256: 'P-256, of a session',
  CREDENTIAL_TYPE_OAUTH_KEY_P256: 'P-256, of a login by OAuth',
  CREDENTIAL_TYPE_LOGIN: 'of a login',
};

export const NOT_REPORTED = 'not reported';
/** Returns the last use on this machine in words: "here 2 h ago". */
export const usedWords = (usedAt: Key['usedAt'], now: number): string =>
  usedAt === undefined ? NOT_REPORTED : usedAt === null ? 'not yet here' : `here ${age(usedAt, now)}`;

/** The curve of a successor, by the type of the key. Keys of logins and sessions have none. */
const CURVES: Readonly<Record<string, ApiKeyCurve>> = {
  CREDENTIAL_TYPE_API_KEY_P256: 'API_KEY_CURVE_P256',
  CREDENTIAL_TYPE_API_KEY_SECP256K1: 'API_KEY_CURVE_SECP256K1',
  CREDENTIAL_TYPE_API_KEY_ED25519: 'API_KEY_CURVE_ED25519',
};

/** Returns the values of a key that replaces another one: another name, its curve and its lifetime. */
export function successorOf({ name, type, createdAt, expiresAt }: Key) {
  const curveType = Object.hasOwn(CURVES, type) ? CURVES[type] : undefined;
  const seconds = createdAt === null || expiresAt == null ? 0 : Math.round((expiresAt - createdAt) / 1000);
  return {
    apiKeyName: `${name} (2)`,
    ...(curveType === undefined ? {} : { curveType }),
    ...(seconds > 0 ? { expirationSeconds: String(seconds) } : {}),
  };
}
