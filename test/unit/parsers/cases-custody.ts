import { openP256Signer } from '../../../electron/crypto/index.ts';
import {
  type OidcClaims,
  readOidcClaims,
  requireLetIn,
  requireNonce,
  verifyOidcToken,
} from '../../../electron/custody/authentication/oidc.ts';
import {
  checkClientSignature,
  readVerificationToken,
  type VerificationClaims,
  verificationToken,
} from '../../../electron/custody/authentication/verification-token.ts';
import type { ServiceContext } from '../../../electron/custody/context.ts';
import { base64urlEncode, hexEncode, utf8Encode } from '../../../shared/wire/index.ts';
import { group } from './cases.ts';

const NOW = 1_000;
const ISSUER = 'https://issuer.example.com';
const CLAIMS: OidcClaims = { iss: ISSUER, sub: 'operator', aud: 'castellan' };
const jwt = (claims: unknown) => `e30.${base64urlEncode(utf8Encode(JSON.stringify(claims)))}.AA`;

/** The replies of an issuer: its discovery document, then its key set. */
type Replies = readonly [document: unknown, keys?: unknown];
type Reply = Awaited<ReturnType<ServiceContext['courier']>>;

const replyOf = (given: unknown, issuer: string): Reply => {
  const whole = { status: 200, contentType: null, cacheControl: null, body: new Uint8Array() };
  if (given === null) return { failure: 'timed_out' };
  if (typeof given === 'number') return { ...whole, status: given };
  if (given instanceof Uint8Array) return { ...whole, body: Uint8Array.from(given) };
  const text = typeof given === 'string' ? given : JSON.stringify(given).replaceAll(ISSUER, issuer);
  return { ...whole, body: utf8Encode(text) };
};
let issuers = 0;
const ofIssuer = ([document, keys]: Replies) => {
  // Concurrent queries to one issuer share its replies.
  const claims = { ...CLAIMS, iss: `https://issuer-${++issuers}.example.com` };
  const courier: ServiceContext['courier'] = async ({ url }) =>
    replyOf(url.endsWith('/keys') ? keys : document, claims.iss);
  const context = { courier, store: { oauthProviders: { letsIn: () => true } }, now: () => NOW };
  return verifyOidcToken(jwt(claims), claims, context as unknown as ServiceContext);
};
const DOCUMENT = { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` };

const signerOf = (byte: number) => openP256Signer(new Uint8Array(32).fill(byte));
const [fetcher, holder, thief] = [signerOf(1), signerOf(2), signerOf(3)];
const VERIFIED: VerificationClaims = {
  exp: String(NOW + 1),
  id: 'one',
  organization_id: 'organization',
  verification_type: 'OTP_TYPE_EMAIL',
  contact: 'operator@example.com',
  public_key: holder.publicKey,
};
const contextWith = (state: 'sent' | 'verified') =>
  ({
    now: () => NOW,
    store: { keys: { serviceKey: () => fetcher }, otps: { find: () => ({ state }) } },
  }) as unknown as ServiceContext;
const USAGE = { type: 'USAGE_TYPE_SIGNUP', members: ['signupV2', 'signup'] };
const SIGNED = { type: USAGE.type, tokenId: VERIFIED.id, signup: {} };

export const CUSTODIES = [
  group('OIDC token', (token: string) => JSON.stringify(readOidcClaims(token)), [
    '',
    'a.b',
    'a.!.c',
    `a.${base64urlEncode(Uint8Array.of(0xff))}.c`,
    `a.${base64urlEncode(utf8Encode('x'))}.c`,
    jwt({ sub: 'a', aud: 'b' }),
    jwt({ iss: ISSUER, aud: 'b' }),
    jwt({ iss: ISSUER, sub: 'a' }),
    jwt({ iss: ISSUER, sub: 'a', aud: ['b', 'c'] }),
    jwt(CLAIMS),
  ]),
  group(
    'issuer',
    (issuer: string) => requireLetIn(issuer, { store: { oauthProviders: { letsIn: () => false } } } as never),
    [ISSUER],
  ),
  group('nonce', (nonce: string) => requireNonce({ nonce }, '02ab'), ['x']),
  group('replies of an issuer', ofIssuer, [
    [null],
    [500],
    [Uint8Array.of(0xff)],
    ['{'],
    [{ ...DOCUMENT, issuer: 'https://other.example.com' }],
    [{ issuer: ISSUER }],
    [DOCUMENT, { keys: {} }],
    [DOCUMENT, { keys: Array.from({ length: 101 }, () => ({})) }],
    [DOCUMENT, { keys: [] }],
  ] as const),
  group(
    'verification token',
    ([state, claims]: readonly ['sent' | 'verified', object | string]) => {
      const token = typeof claims === 'string' ? claims : verificationToken({ ...VERIFIED, ...claims }, signerOf(1));
      return readVerificationToken(token, contextWith(state)).claims.id;
    },
    [
      ['verified', 'a.b.c'],
      ['verified', { exp: String(NOW) }],
      ['sent', {}],
      ['verified', {}],
    ],
  ),
  group(
    'client signature',
    ([message, by]: readonly [unknown, 'holder' | 'thief' | 'holder for thief']) => {
      const text = typeof message === 'string' ? message : JSON.stringify(message);
      const signature = hexEncode((by === 'holder' ? holder : thief).sign(utf8Encode(text), 'ieee-p1363'));
      const { publicKey } = by === 'thief' ? thief : holder;
      const verification = { claims: VERIFIED } as Parameters<typeof checkClientSignature>[0];
      return JSON.stringify(checkClientSignature(verification, { publicKey, message: text, signature }, USAGE));
    },
    [
      [SIGNED, 'thief'],
      [SIGNED, 'holder for thief'],
      ['x', 'holder'],
      [{ ...SIGNED, type: 'USAGE_TYPE_LOGIN' }, 'holder'],
      [{ ...SIGNED, tokenId: 'two' }, 'holder'],
      [{ ...SIGNED, signupV2: {} }, 'holder'],
      [SIGNED, 'holder'],
    ],
  ),
];
