/**
 * One-time codes (docs/protocol.md#sealed-contents), the client's side: a code and the key that its token is to be
 * bound to, encrypted to the service.
 */
import { AppError } from '../../../shared/errors/index.ts';
import { utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { join } from '../native.ts';
import { readSignedTarget, type SignedTarget, sealToTarget } from './signed-target.ts';

/** Text that JSON does not escape. */
const PLAIN = /^[0-9A-Za-z]+$/;

/**
 * Seals a code (ASCII letters and digits, which the caller wipes) and the public key for the login (compressed hex).
 * Returns the text of the bundle (ClientSendMsg). Throws SERVICE_REPLY_INVALID for a target that `signerKey` did not
 * sign or that is of another organization, and INVALID_INPUT for a code of other characters.
 */
export function sealOtpAttempt(
  input: SignedTarget & { readonly code: Uint8Array; readonly publicKey: string },
): string {
  const { targetPublic } = readSignedTarget(input, refused);
  if (!PLAIN.test(utf8Decode(input.code)))
    throw new AppError('INVALID_INPUT', 'A code has letters and digits only. Nothing was sent. Type the code again.');
  const plaintext = join(
    utf8Encode('{"otp_code":"'),
    input.code,
    utf8Encode(`","public_key":${JSON.stringify(input.publicKey)}}`),
  );
  try {
    return sealToTarget(targetPublic, plaintext);
  } finally {
    plaintext.fill(0);
  }
}

const refused = (why: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    `The code was not sent, because the encryption key of the service was refused: ${why}. Check the profile’s service and fetcher key.`,
  );
