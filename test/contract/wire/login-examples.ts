import { createHash } from 'node:crypto';
import type { OperationName } from '../../../shared/operations/index.ts';
import type { Issuer } from '../authentication/oidc-issuer.ts';
import { emailOf, rightAttempt, tokenLogin } from '../authentication/one-time-code.ts';
import { createPasskey } from '../authentication/software-passkey.ts';
import { newKey, type StartedService } from '../start-service.ts';

interface Login {
  readonly service: StartedService;
  readonly issuer: Issuer;
  /** Registers the identity of the root user for an application. */
  readonly register: (aud: string) => Promise<unknown>;
}

/** A contact has few codes at a time, so each operation that sends one has its own. */
const SENDING = /^(init_otp|otp_init)/;
/** Operations for the user with an email address. */
const NAMING_ROOT = /^(email_auth|init_user_email_recovery|create_read_write_session_v1)/;

/** The example members of a login that exist in this service only. Undefined for an operation that is not a login. */
export async function loginOf(
  name: OperationName,
  { service, issuer, register }: Login,
): Promise<Record<string, unknown> | undefined> {
  const { publicKey } = newKey();
  const withToken = async () => {
    await register(name);
    const nonce = createHash('sha256').update(publicKey).digest('hex');
    return issuer.token(service.clock.now, { nonce, aud: name });
  };
  const rightCode = async () => {
    const { otpId } = await rightAttempt(service, publicKey);
    return { otpId, otpCode: service.posted.at(-1)?.code };
  };
  const apiKeys = [{ apiKeyName: 'Phone', publicKey, curveType: 'API_KEY_CURVE_P256' }];
  if (SENDING.test(name)) return { contact: `${name}@example.com` };
  if (NAMING_ROOT.test(name)) return { email: await emailOf(service) };
  switch (name) {
    case 'oauth_login':
    case 'gateway_oauth_login':
      return { oidcToken: await withToken(), publicKey };
    case 'oauth':
      return { oidcToken: await withToken(), targetPublicKey: publicKey };
    case 'verify_otp':
    case 'otp_verify_v2':
      return rightAttempt(service, publicKey);
    case 'verify_otp_v1':
    case 'otp_verify':
      return { ...(await rightCode()), publicKey };
    case 'otp_auth':
      return rightCode();
    case 'otp_login':
    case 'otp_login_v1':
    case 'otp_login_v2':
    case 'gateway_otp_login':
      return tokenLogin(service);
    case 'recover_user':
      return { userId: service.userId, authenticator: createPasskey().register('Recovered') };
    case 'stamp_login':
      return { publicKey };
    case 'signup':
    case 'signup_v2':
      return { apiKeys };
    default:
      return undefined;
  }
}
