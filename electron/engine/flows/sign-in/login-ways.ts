import { AppError } from '../../../../shared/errors/index.ts';
import type { SignInWay } from '../../../../shared/ipc/index.ts';
import { isJsonObject, type ProfileRow } from '../../../../shared/model/index.ts';
import type { ActivityName, ActivityParameters, ActivityResult } from '../../../../shared/operations/index.ts';
import { hexEncode, utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import { sha256 } from '../../../crypto/index.ts';
import { askedProfile, type Consents } from '../../consent/consents.ts';
import type { SessionKey } from '../../keys/key-index.ts';
import { fetcherKeyOf } from '../../profiles/public-service.ts';
import type { VaultKeeper } from '../../vault/vault-keeper.ts';
import { readJwt } from './jwt.ts';
import { readVerificationToken } from './verification-token.ts';

/**
 * Has the service carry out an activity, after the operator confirms. Throws what submitting throws, and
 * ACTIVITY_FAILED.
 */
export type CarryOut = <Name extends ActivityName>(
  operation: Name,
  parameters: ActivityParameters<Name>,
) => Promise<ActivityResult<Name>>;

/** A login that is to be made. */
interface Login {
  readonly profile: ProfileRow;
  /** The session's, which is in the vault alone. */
  readonly key: Pick<SessionKey, 'id' | 'publicKey'>;
  readonly seconds: number;
  readonly signal: AbortSignal | undefined;
  readonly carryOut: CarryOut;
}

interface LoginParts {
  readonly vault: Pick<VaultKeeper, 'open' | 'signLogin'>;
  readonly consents: Pick<Consents, 'ask'>;
}

/** The app name in the code that the public service sends. */
const APP_NAME = 'Castellan';
/** A one-time code is 4 to 32 letters and digits. It stays bytes, because a string cannot be wiped. */
const isCode = (code: Uint8Array): boolean =>
  code.length >= 4 && code.length <= 32 && code.every((byte) => /[0-9A-Za-z]/.test(String.fromCharCode(byte)));

/**
 * Logs in by one method and returns the session's token, not yet checked. The operator's input goes from the asking
 * window to main, and only to the service. Throws what asking and submitting throw. Throws INVALID_INPUT for an OIDC
 * token of another session's key, and SERVICE_REPLY_INVALID for a reply that the service did not sign.
 */
export async function logIn(way: SignInWay, login: Login, parts: LoginParts): Promise<string> {
  const { key, seconds, carryOut } = login;
  const session = { publicKey: key.publicKey, expirationSeconds: String(seconds) };
  switch (way.kind) {
    case 'stamp':
      return (await carryOut('stamp_login', session)).session;
    case 'token':
      return (await carryOut('oauth_login', { oidcToken: await askToken(login, parts), ...session })).session;
    case 'code':
      return (await carryOut('otp_login', { ...(await verified(way, login, parts)), ...session })).session;
  }
}

/**
 * The OIDC token that the operator enters, whose nonce binds it to the session's key (docs/protocol.md#oidc-logins).
 */
async function askToken({ profile, key, signal }: Login, { consents }: LoginParts): Promise<string> {
  const nonce = hexEncode(sha256(utf8Encode(key.publicKey)));
  const question = { kind: 'oidcToken', profile: askedProfile(profile), nonce, passphrase: 'token' } as const;
  const bytes = await typed(consents.ask(question, signal));
  const token = readToken(bytes);
  const { claims } = readJwt(token);
  if (!isJsonObject(claims)) throw new AppError('INVALID_INPUT', 'This is not an OIDC token. It was not sent.');
  if (claims.nonce !== nonce && claims.tknonce !== nonce)
    throw new AppError(
      'INVALID_INPUT',
      'This OIDC token is for another session: its nonce differs from the shown nonce. It was not sent. Start again and ask the issuer for a token with the new nonce.',
    );
  return token;
}

/**
 * Verifies a contact: has a code sent, and trades the typed code for a token that proves the contact. The session's key
 * signs the trade.
 */
async function verified(
  { otpType, contact }: Extract<SignInWay, { kind: 'code' }>,
  { profile, key, signal, carryOut }: Login,
  { vault, consents }: LoginParts,
): Promise<Pick<ActivityParameters<'otp_login'>, 'verificationToken' | 'clientSignature'>> {
  const { organizationId } = profile;
  const fetcherKey = fetcherKeyOf(profile);
  const started = await carryOut('init_otp', { otpType, contact, appName: APP_NAME });
  const question = { kind: 'oneTimeCode', profile: askedProfile(profile), contact, passphrase: 'code' } as const;
  const code = await typed(consents.ask(question, signal));
  let sealed: { encryptedOtpBundle: string };
  try {
    if (!isCode(code))
      throw new AppError('INVALID_INPUT', 'A one-time code has letters and digits only. It was not sent.');
    const call = await vault.open();
    const target = { bundle: started.otpEncryptionTargetBundle, organizationId, signerKey: fetcherKey };
    sealed = await call('sealCode', { id: key.id, code, ...target });
  } finally {
    code.fill(0);
  }
  const { verificationToken } = await carryOut('verify_otp', { otpId: started.otpId, ...sealed });
  const { publicKey } = key;
  const tokenId = readVerificationToken(verificationToken, publicKey, {
    organizationId,
    fetcherKey,
    otpType,
    contact,
  });
  const signed = await vault.signLogin(key, tokenId);
  return { verificationToken, clientSignature: { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', ...signed } };
}

/** Returns the text of a token and wipes its bytes. */
function readToken(bytes: Uint8Array): string {
  try {
    return utf8Decode(bytes).trim();
  } finally {
    bytes.fill(0);
  }
}

/** Returns the text typed with a yes. */
async function typed(answer: ReturnType<Consents['ask']>): Promise<Uint8Array<ArrayBuffer>> {
  const { passphrase } = await answer;
  if (passphrase !== null) return passphrase;
  throw new AppError('NOT_CONFIRMED', 'You entered nothing. No session was started.');
}
