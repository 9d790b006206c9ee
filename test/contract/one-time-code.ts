import { ApiKeyStamper, SignatureFormat } from '@turnkey/api-key-stamper';
import { encryptOtpCodeToBundle } from '@turnkey/crypto';
import { newKey, type StartedService } from './start-service.ts';

/** The email address that the root user has now. */
export async function emailOf({ client, organizationId, userId }: StartedService): Promise<string> {
  return (await client.getUser({ organizationId, userId })).user.userEmail ?? '';
}

/** The parameters of verify_otp with a right code, for a token that is bound to the key. */
export async function rightAttempt(service: StartedService, publicKey: string) {
  const parameters = { otpType: 'OTP_TYPE_EMAIL', contact: await emailOf(service), appName: 'Test' };
  const { activity } = await service.client.initOtp(service.envelope('ACTIVITY_TYPE_INIT_OTP_V3', parameters));
  const { otpId, otpEncryptionTargetBundle } = activity.result.initOtpResultV2!;
  const code = service.posted.at(-1)!.code;
  const { fetcher } = service.ready.keys;
  return {
    otpId,
    encryptedOtpBundle: await encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, publicKey, fetcher),
  };
}

/** The parameters of otp_login with a token that was not used. */
export async function tokenLogin(service: StartedService) {
  const { publicKey, privateKey } = newKey();
  const body = service.envelope('ACTIVITY_TYPE_VERIFY_OTP_V2', await rightAttempt(service, publicKey));
  const { verificationToken } = (await service.client.verifyOtp(body)).activity.result.verifyOtpResult!;
  const { id } = JSON.parse(Buffer.from(verificationToken.split('.')[1]!, 'base64url').toString());
  const message = JSON.stringify({ login: { publicKey }, tokenId: id, type: 'USAGE_TYPE_LOGIN' });
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  const signature = await stamper.sign(message, SignatureFormat.Raw);
  const clientSignature = { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', message, signature };
  return { verificationToken, publicKey, clientSignature };
}
