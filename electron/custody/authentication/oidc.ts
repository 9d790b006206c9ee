import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import { isJsonObject, type JsonObject, parseJsonObject } from '../../../shared/model/index.ts';
import { requireDestination } from '../../../shared/network/index.ts';
import { COURIER_FAILURES, type Errand } from '../../../shared/processes/index.ts';
import { base64urlDecode, hexEncode, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { sha256 } from '../../crypto/index.ts';
import type { ServiceContext } from '../context.ts';
import { publicError } from '../public-error.ts';

/** Choice (oidc-algorithms): the algorithms of issuers. No symmetric ones, and none with keys that are too short. */
const ALGORITHMS = ['RS256', 'ES256'];
/** A discovery document and a key set: milliseconds for each, bytes of each, keys. */
const LIMITS = { timeout: 5000, bytes: 256 * 1024, keys: 100 };

/**
 * Choice (issuers): whoever nobody knows yet signs up with a token of an issuer that the operator lets in, or of one of these.
 * On this machine an issuer is asked for whoever operates it only, and where the operator lets it in.
 */
const PUBLIC_ISSUERS = ['https://accounts.google.com', 'https://appleid.apple.com', 'https://www.facebook.com'];

/**
 * Throws INVALID_OIDC_TOKEN for an issuer that is neither a public one nor registered for a user. It is not queried.
 */
export function requireLetIn(issuer: string, { store }: ServiceContext): void {
  if (!PUBLIC_ISSUERS.includes(issuer) && !store.oauthProviders.letsIn(issuer))
    throw refused('no user of the organization has an identity at its issuer, so the issuer was not asked');
}

/** The dependencies of a query to an issuer. `isOperators` is true for a request of a root organization. */
type Asking = ServiceContext & { readonly isOperators?: boolean };

/** The identity that an issuer asserts, and the audience. */
export interface OidcClaims {
  readonly iss: string;
  readonly sub: string;
  readonly aud: string;
}

/** Returns the claims of a token that was not verified yet. Throws INVALID_OIDC_TOKEN. */
export function readOidcClaims(token: string): OidcClaims {
  const { iss, sub, aud } = claimsIn(token);
  // One audience only: a token for several would be one for whichever of them somebody likes.
  const [audience, ...others] = Array.isArray(aud) ? aud : [aud];
  if (typeof iss !== 'string') throw refused('its claim iss, the issuer, is missing or is no text');
  if (typeof sub !== 'string') throw refused('its claim sub, the subject, is missing or is no text');
  if (typeof audience !== 'string') throw refused('its claim aud, the audience, is missing or is no text');
  if (others.length > 0) throw refused('it has several audiences. Ask the issuer for a token with one');
  return { iss, sub, aud: audience };
}

/** Returns the claims of a JWT (RFC 7519) without verifying it. */
function claimsIn(token: string): JsonObject {
  const parts = token.split('.');
  if (parts.length !== 3) throw refused(`a JWT has three parts with dots between them, and it has ${parts.length}`);
  let text: string;
  try {
    text = utf8Decode(base64urlDecode(parts[1] ?? ''));
  } catch {
    throw refused('its second part is not base64url of UTF-8 text');
  }
  return parseJsonObject(text, (why) => refused(`its claims are unreadable: ${why}`));
}

/**
 * Verifies a token against the keys that its issuer publishes (OpenID Connect Core 3.1.3.7, Discovery 4): signature, issuer,
 * audience, subject and time. `expected` is who it has to be of. Throws INVALID_OIDC_TOKEN.
 */
export async function verifyOidcToken(
  token: string,
  { iss, sub, aud }: OidcClaims,
  context: Asking,
): Promise<JWTPayload> {
  const keys = await keysOf(iss, context);
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ALGORITHMS,
      issuer: iss,
      audience: aud,
      subject: sub,
      requiredClaims: ['exp'],
      currentDate: new Date(context.now()),
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) throw refused(error.message);
    throw error;
  }
}

/**
 * Checks the nonce that binds a token to the key of a session (docs/protocol.md#oidc-logins). It is the SHA-256 of the
 * public key's hexadecimal text as given. Throws INVALID_OIDC_TOKEN.
 */
export function requireNonce({ nonce, tknonce }: JWTPayload, publicKey: string): void {
  const wanted = hexEncode(sha256(utf8Encode(publicKey)));
  if (nonce !== wanted && tknonce !== wanted) throw refused('its nonce is not the SHA-256 of the public key');
}

/** The queries under way. Concurrent requests for one issuer share one query. */
const asking = new Map<string, Promise<JSONWebKeySet>>();

function keysOf(issuer: string, { courier, store, isOperators = false }: Asking): Promise<JSONWebKeySet> {
  const mayBeHere = isOperators || store.oauthProviders.letsIn(issuer);
  const name = `${mayBeHere} ${issuer}`;
  const asked = asking.get(name) ?? askKeys(issuer, { courier, mayBeHere }).finally(() => asking.delete(name));
  asking.set(name, asked);
  return asked;
}

type Fetching = Pick<ServiceContext, 'courier'> & Pick<Errand, 'mayBeHere'>;

async function askKeys(issuer: string, context: Fetching): Promise<JSONWebKeySet> {
  const { protocol } = requireDestination(issuer, context.mayBeHere, refused);
  const document = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, context);
  const { issuer: named, jwks_uri: address } = document;
  if (named !== issuer) throw refused('the discovery document of its issuer names another issuer');
  if (typeof address !== 'string' || requireDestination(address, context.mayBeHere, refused).protocol !== protocol)
    throw refused(
      'the jwks_uri in the discovery document of its issuer is missing or has another scheme than the issuer',
    );
  const keySet = await fetchJson(address, context);
  const { keys } = keySet;
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) throw refused('the key set of its issuer has no list of keys');
  if (keys.length > LIMITS.keys) throw refused(`the key set of its issuer has more than ${LIMITS.keys} keys`);
  return { keys: keys as unknown as JSONWebKeySet['keys'] };
}

async function fetchJson(url: string, { courier, mayBeHere }: Fetching): Promise<JsonObject> {
  const { timeout, bytes } = LIMITS;
  const headers = { accept: 'application/json' };
  const answer = await courier({ method: 'GET', url, mayBeHere, headers, body: null, timeout, maximumAnswer: bytes });
  if ('failure' in answer) throw refused(`its issuer could not be asked: ${COURIER_FAILURES[answer.failure]}`);
  if (answer.status !== 200) throw refused(`its issuer answered with HTTP ${answer.status}`);
  let text: string;
  try {
    text = utf8Decode(answer.body);
  } catch {
    throw refused('the reply of its issuer is not UTF-8 text');
  }
  return parseJsonObject(text, (why) => refused(`the reply of its issuer is unreadable: ${why}`));
}

function refused(why: string) {
  return publicError('INVALID_OIDC_TOKEN', `invalid OIDC token: ${why}`);
}
