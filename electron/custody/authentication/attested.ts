import { DAY_MS } from '../../../shared/model/index.ts';
import {
  ATTESTED_SCHEMES,
  type AttestedScheme,
  type AttestedStamp,
  decodeAttestedStamp,
  formatFingerprint,
  hexDecode,
  hexEncode,
  utf8Encode,
} from '../../../shared/wire/index.ts';
import { p256Verify, sha256 } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { PublicError, publicError } from '../public-error.ts';
import type { Contact, Store, UserRow, VoteRow } from '../store/index.ts';
import type { Claim, Credential, Proven } from './claim.ts';
import { readOidcClaims, requireNonce, verifyOidcToken } from './oidc.ts';
import { compressed, readVerificationClaims, readVerificationToken } from './verification-token.ts';
import { readTokenFor, requireCodes, spendToken, usersWithContact } from './verified-contact.ts';

/**
 * The shortest time that the use of a token is remembered: as long as its votes count (docs/protocol.md#activities).
 */
const REMEMBERED = DAY_MS;

const METHODS = {
  OTP_TYPE_EMAIL: 'AUTHENTICATION_TYPE_EMAIL_OTP',
  OTP_TYPE_SMS: 'AUTHENTICATION_TYPE_SMS_OTP',
} as const;

type Holder = Pick<Proven, 'userId' | 'credential'>;

/** The contents of a token. */
interface Attestation extends Pick<Claim, 'sender' | 'organizationIds'> {
  /** Queries the issuers that must confirm a token that was not used before. */
  readonly confirm: () => Promise<void>;
  /** Returns the holder of the key in an organization. */
  readonly holderIn: (organizationId: string) => Holder | undefined;
  /** When the token is over, milliseconds since the epoch. */
  readonly expiresAt: () => number;
  /** The other changes of using it, inside the transaction. */
  readonly spend: (user: UserRow) => void;
}

type Read = (stamp: AttestedStamp, isUsed: boolean, context: ServiceContext) => Attestation;
const READ: Readonly<Record<AttestedScheme, Read>> = {
  STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN: attestedByCode,
  STAMP_ATTESTED_SCHEME_P256_OIDC: attestedByIssuer,
};

/**
 * Finds the holder of a stamp's key by its token (docs/protocol.md#attested-stamps).
 * Choice (attested-once): a token attests one activity, which uses it up, and reads until then. The same request may
 * come again.
 * Throws a PublicError (401) when the header is unreadable, or when nobody has the contact or identity of the token.
 */
export function claimAttested(value: string, context: ServiceContext): Claim {
  const { store, now } = context;
  const stamp = readStamp(value);
  const { publicKey, signature, scheme } = stamp;
  const token = hexEncode(sha256(utf8Encode(stamp.publicKeyAttestation)));
  const used = store.usedTokens.find(token);
  const attestation = unauthenticated(() => READ[scheme](stamp, used !== undefined, context));
  const check = (bytes: Uint8Array): string => {
    const fingerprint = formatFingerprint(sha256(bytes));
    if (!p256Verify(publicKey, bytes, hexDecode(signature))) throw refused('its signature is invalid');
    if (used !== undefined && used.usedFor !== fingerprint) throw refused('its token was used for another request');
    return fingerprint;
  };
  return {
    sender: attestation.sender,
    organizationIds: attestation.organizationIds,
    unknownIn: () => refused('nobody in the organization or its parent has what its token says'),
    async confirm(bytes) {
      check(bytes);
      try {
        if (used === undefined) await attestation.confirm();
      } catch (error) {
        throw asRefusal(error);
      }
    },
    prove(bytes) {
      const usedFor = check(bytes);
      return (organizationId) => {
        const holder = unauthenticated(() => attestation.holderIn(organizationId));
        if (holder === undefined) return undefined;
        return {
          ...holder,
          stamp: { publicKey, signature: signature.toLowerCase(), scheme },
          use() {
            const known = store.usedTokens.find(token);
            if (known?.usedFor === usedFor) return;
            if (known !== undefined) throw refused('its token was used for another request');
            const user = store.organizations.findUser(holder.userId);
            if (user !== undefined) attestation.spend(user);
            const expiresAt = Math.max(attestation.expiresAt(), now() + REMEMBERED);
            store.usedTokens.insert(
              { token, organizationId, usedFor, holder: JSON.stringify(holder), expiresAt },
              now(),
            );
          },
        };
      };
    },
  };
}

export function isAttested({ scheme }: Pick<VoteRow, 'scheme'>): boolean {
  return ATTESTED_SCHEMES.some((one) => one === scheme);
}

/**
 * Returns the credential that stamped a vote, or undefined. The stamp must hold over the message, and a stored use must
 * show that a token attested it. The user must still have the contact or identity that the token named.
 */
export function attestedOfVote(
  { userId, publicKey, signature, message }: VoteRow,
  { usedTokens, oauthProviders, verifiedContacts }: Store,
): Credential | undefined {
  const bytes = utf8Encode(message);
  if (!p256Verify(publicKey, bytes, hexDecode(signature))) return undefined;
  const holders = usedTokens
    .usedFor(formatFingerprint(sha256(bytes)))
    .map(({ holder }): Holder => JSON.parse(holder ?? 'null'));
  const credential = holders.find((one) => one.userId === userId && one.credential.publicKey === publicKey)?.credential;
  if (credential === undefined) return undefined;
  const { type, id } = credential.method;
  const isStill =
    type === 'AUTHENTICATION_TYPE_OAUTH'
      ? oauthProviders.find(id)?.userId === userId
      : verifiedContacts.ofUser(userId).some(({ otpType }) => METHODS[otpType] === type);
  return isStill ? credential : undefined;
}

function attestedByCode(stamp: AttestedStamp, isUsed: boolean, context: ServiceContext): Attestation {
  const { store } = context;
  const { publicKeyAttestation: token, publicKey } = stamp;
  const claims = readVerificationClaims(token, context);
  if (compressed(publicKey) !== claims.public_key) throw refused('its token is bound to another key');
  if (!isUsed) readVerificationToken(token, context);
  const contact: Contact = { otpType: claims.verification_type, contact: claims.contact };
  const method = { type: METHODS[contact.otpType], id: '' } as const;
  const filter = contact.otpType === 'OTP_TYPE_EMAIL' ? 'VERIFIED_EMAIL' : 'VERIFIED_PHONE_NUMBER';
  return {
    sender: claims.id,
    organizationIds: store.subOrganizations.list(claims.organization_id, filter, claims.contact, {}),
    confirm: async () => undefined,
    holderIn(organizationId) {
      const organization = store.organizations.find(organizationId);
      if (organization === undefined) return undefined;
      if (!isUsed) readTokenFor(organization, token, context);
      requireCodes(contact.otpType, organizationId, store);
      const [user, ...more] = usersWithContact(organizationId, contact, store);
      if (user === undefined || more.length > 0) return undefined;
      return {
        userId: user.userId,
        credential: attestedKey(stamp, 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256', claims.id, method),
      };
    },
    expiresAt: () => Number(claims.exp),
    spend: (user) => spendToken(readVerificationToken(token, context), user, store),
  };
}

function attestedByIssuer(stamp: AttestedStamp, _isUsed: boolean, context: ServiceContext): Attestation {
  const { publicKeyAttestation: token, publicKey } = stamp;
  const claims = readOidcClaims(token);
  const rows = context.store.oauthProviders
    .withSubject(claims.sub)
    .filter(({ issuer, audience }) => issuer === claims.iss && audience === claims.aud);
  const [first] = rows;
  if (first === undefined) throw refused('nobody has the identity that its token says');
  let expiresAt = 0;
  return {
    sender: first.providerId,
    organizationIds: rows.map(({ organizationId }) => organizationId),
    async confirm() {
      const verified = await verifyOidcToken(token, claims, context);
      requireNonce(verified, publicKey);
      expiresAt = Number(verified.exp) * 1000;
    },
    holderIn(organizationId) {
      const row = rows.find((one) => one.organizationId === organizationId);
      if (row === undefined) return undefined;
      const { userId, providerId } = row;
      const method = { type: 'AUTHENTICATION_TYPE_OAUTH', id: providerId } as const;
      return { userId, credential: attestedKey(stamp, 'CREDENTIAL_TYPE_OAUTH_KEY_P256', providerId, method) };
    },
    expiresAt: () => expiresAt,
    spend: () => undefined,
  };
}

function attestedKey(
  { publicKey }: AttestedStamp,
  type: Credential['type'],
  id: string,
  method: Credential['method'],
): Credential {
  return { id, type, publicKey, credentialId: '', method, sessionProfileId: null };
}

function readStamp(value: string): AttestedStamp {
  try {
    return decodeAttestedStamp(value);
  } catch (error) {
    throw publicError('SIGNATURE_INVALID', (error as Error).message);
  }
}

function unauthenticated<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asRefusal(error);
  }
}

/** A refusal of a token is one of the stamp that it is in. */
function asRefusal(error: unknown): unknown {
  return error instanceof PublicError && error.status !== 401 ? refused(error.message) : error;
}

function refused(why: string) {
  return publicError('SIGNATURE_INVALID', `could not verify attested stamp: ${why}`);
}
