/** One-time codes (PROTOCOL 5.4), the client's side: a code and the key that its token is to be bound to, encrypted to the service. */
import { AppError } from '../../../shared/errors/index.ts';
import { parseJsonObject } from '../../../shared/model/index.ts';
import { hexDecode, hexEncode, isHex, readServerMessage, utf8Decode, utf8Encode } from '../../../shared/wire/index.ts';
import { p256Verify } from '../curves/p256.ts';
import { join } from '../native.ts';
import { hpkeSeal } from './hpke.ts';

const POINT_BYTES = 65;
/** Text that JSON does not escape. */
const PLAIN = /^[0-9A-Za-z]+$/;

/** The key that a code is sealed to, and the data that binds it. */
interface OtpTarget {
  /** The text that the service sent with the code (ServerTargetMsg). */
  readonly bundle: string;
  readonly organizationId: string;
  /** 130 hex digits. */
  readonly signerKey: string;
}

/**
 * Seals a code (ASCII letters and digits, which the caller wipes) and the public key for the login (compressed hex).
 * Returns the text of the bundle (ClientSendMsg). Throws SERVICE_REPLY_INVALID for a target that `signerKey` did not
 * sign or that is of another organization, and INVALID_INPUT for a code of other characters.
 */
export function sealOtpAttempt(input: OtpTarget & { readonly code: Uint8Array; readonly publicKey: string }): string {
  const recipientPublic = readTarget(input);
  if (!PLAIN.test(utf8Decode(input.code)))
    throw new AppError('INVALID_INPUT', 'A code has letters and digits only. It was not sent.');
  const plaintext = join(
    utf8Encode('{"otp_code":"'),
    input.code,
    utf8Encode(`","public_key":${JSON.stringify(input.publicKey)}}`),
  );
  try {
    const { encappedPublic, ciphertext } = hpkeSeal({ recipientPublic, plaintext });
    return JSON.stringify({ encappedPublic: hexEncode(encappedPublic), ciphertext: hexEncode(ciphertext) });
  } finally {
    plaintext.fill(0);
  }
}

function readTarget({ bundle, organizationId, signerKey }: OtpTarget): Uint8Array {
  const message = readable(() => readServerMessage(bundle));
  if (message.signerKey !== signerKey.toLowerCase()) throw refused('it is signed with another key than the profile’s');
  if (!p256Verify(message.signerKey, message.data, message.dataSignature)) throw refused('its signature does not hold');
  const target = readable(() => parseJsonObject(utf8Decode(message.data), refused));
  // The public clients do not need it there.
  if (target.organizationId !== undefined && target.organizationId !== organizationId)
    throw refused('it is for another organization');
  if (typeof target.targetPublic !== 'string' || !isHex(target.targetPublic, POINT_BYTES))
    throw refused('it names no key');
  return hexDecode(target.targetPublic);
}

function readable<Read>(read: () => Read): Read {
  try {
    return read();
  } catch {
    throw refused('it cannot be read');
  }
}

const refused = (why: string) =>
  new AppError(
    'SERVICE_REPLY_INVALID',
    `The code was not sent: what the service gave to encrypt it to is not used, because ${why}. Check the profile’s service and fetcher key.`,
  );
