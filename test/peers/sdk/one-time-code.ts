import { ApiKeyStamper, SignatureFormat } from '@turnkey/api-key-stamper';
import { getClientSignatureMessageForLogin } from '@turnkey/core';
import { encryptOtpCodeToBundle, generateP256KeyPair, verifySessionJwtSignature } from '@turnkey/crypto';
import { Turnkey } from '@turnkey/sdk-server';
import type { Service } from './service.ts';

/** A server lets in who can read the mail: gives the key of the session. `readCode` waits for the code that was sent. */
export async function oneTimeCode(
  { ready, apiPublicKey, apiPrivateKey }: Service,
  contact: string,
  readCode: () => Promise<string>,
): Promise<{ readonly publicKey: string; readonly privateKey: string }> {
  const { baseUrl, organizationId, keys } = ready;
  const turnkey = new Turnkey({
    apiBaseUrl: baseUrl,
    defaultOrganizationId: organizationId,
    apiPublicKey,
    apiPrivateKey,
  }).apiClient();
  const { otpId, otpEncryptionTargetBundle } = await turnkey.initOtp({
    otpType: 'OTP_TYPE_EMAIL',
    contact,
    appName: 'Example',
  });

  const { publicKey, privateKey } = generateP256KeyPair();
  const encryptedOtpBundle = await encryptOtpCodeToBundle(
    await readCode(),
    otpEncryptionTargetBundle,
    publicKey,
    keys.fetcher,
  );
  const { verificationToken } = await turnkey.verifyOtp({ otpId, encryptedOtpBundle });

  const { message } = getClientSignatureMessageForLogin({ verificationToken });
  const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey });
  const signature = await stamper.sign(message, SignatureFormat.Raw);
  const { session } = await turnkey.otpLogin({
    verificationToken,
    publicKey,
    clientSignature: { publicKey, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', message, signature },
  });
  if (!(await verifySessionJwtSignature(session, keys.notarizer))) throw new Error('another service made the session');
  return { publicKey, privateKey };
}
