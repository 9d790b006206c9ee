import { ApiKeyStamper, SignatureFormat } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, encryptOtpCodeToBundle, getPublicKey } from '@turnkey/crypto';
import { type ClientKey, clientOf, newKey, type StartedService } from '../start-service.ts';

/** The email address that the root user has now. */
export async function emailOf({ client, organizationId, userId }: StartedService): Promise<string> {
  return (await client.getUser({ organizationId, userId })).user.userEmail ?? '';
}

/** The parameters of verify_otp with the right code for a contact, for a token that is bound to the key. */
export async function rightAttempt(service: StartedService, publicKey: string, contact?: string) {
  const to = contact ?? (await emailOf(service));
  const otpType = to.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  const parameters = { otpType, contact: to, appName: 'Test' };
  const { activity } = await service.client.initOtp(service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', parameters));
  const { otpId, otpEncryptionTargetBundle } = activity.result.initOtpResultV2!;
  const code = service.posted.at(-1)!.code;
  const { fetcher } = service.ready.keys;
  return {
    otpId,
    encryptedOtpBundle: await encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, publicKey, fetcher),
  };
}

/** A verification token that states that the key's holder holds the contact. The default is the root user's contact. */
export async function tokenFor(service: StartedService, { publicKey }: ClientKey, contact?: string): Promise<string> {
  const body = service.envelope('ACTIVITY_TYPE_VERIFY_OTP_V2', await rightAttempt(service, publicKey, contact));
  return (await service.client.verifyOtp(body)).activity.result.verifyOtpResult!.verificationToken;
}

/** Signs the use of a token with the token's key. */
export async function clientSigned(token: string, { publicKey, privateKey }: ClientKey, usage: object) {
  const { id } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  const message = JSON.stringify({ ...usage, tokenId: id });
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  const signature = await stamper.sign(message, SignatureFormat.Raw);
  return { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256' as const, message, signature };
}

/** The parameters of otp_login with a token that was not used. */
export async function tokenLogin(service: StartedService) {
  const key = newKey();
  return loginBy(await tokenFor(service, key), key);
}

/** The parameters of otp_login by the key of a token. */
export async function loginBy(verificationToken: string, key: ClientKey) {
  const { publicKey } = key;
  const usage = { type: 'USAGE_TYPE_LOGIN', login: { publicKey } };
  return { verificationToken, publicKey, clientSignature: await clientSigned(verificationToken, key, usage) };
}

/** The client of a recovery credential that is mailed to the root user, or to a user of an organization below. */
export async function recovering(service: StartedService, email?: string, organizationId = service.organizationId) {
  const target = newKey();
  const parameters = {
    email: email ?? (await emailOf(service)),
    targetPublicKey: target.publicKey,
    emailCustomization: { appName: 'Test' },
    expirationSeconds: '60',
  };
  const body = service.envelope('ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2', parameters);
  const { activity } = await service.client.initUserEmailRecovery({ ...body, organizationId });
  const bundle = service.posted.at(-1)?.code ?? '';
  const privateKey = decryptCredentialBundle(bundle, target.privateKey);
  const publicKey = Buffer.from(getPublicKey(Buffer.from(privateKey, 'hex'), true)).toString('hex');
  const key = { privateKey, publicKey };
  return { ...activity.result.initUserEmailRecoveryResult!, client: clientOf(service.ready.baseUrl, key), key, bundle };
}
