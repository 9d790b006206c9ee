import { AppError } from '../../../../shared/errors/index.ts';
import { type OtpType, parseJsonObject } from '../../../../shared/model/index.ts';
import { utf8Decode, utf8Encode } from '../../../../shared/wire/index.ts';
import {
  constantTimeEqual,
  generateP256,
  openEncryptedBundle,
  p256Convert,
  randomBytes,
  randomUuid,
  readEncryptedBundle,
  signTarget,
} from '../../../crypto/index.ts';
import { compressed, verificationToken } from '../../authentication/verification-token.ts';
import { requireCodes } from '../../authentication/verified-contact.ts';
import { PLACES } from '../../keys/keyring.ts';
import { found, publicError, requestInvalid } from '../../public-error.ts';
import type { LoginContext } from '../../request-context.ts';
import { withServiceSigner } from '../../service-keys/service-keys.ts';
import type { OtpRow, UserRow } from '../../store/index.ts';
import { isOfStranger, rememberStranger } from './stranger-codes.ts';

/** From the public documentation: the wrong tries that lock a code, and the open codes of a contact. */
const MAXIMUM_TRIES = 3;
const MAXIMUM_CODES = 3;
/**
 * Choice (codes-per-organization): the most codes that wait in an organization at a time, and how many of them the gateway leaves.
 * One more takes the place of the oldest one of another contact, so nobody shuts others out by asking for many.
 * Choice (codes-of-strangers): codes of the gateway give way to those of stamped requests for the same contact.
 */
const MAXIMUM_OF_ORGANIZATION = 1000;
export const MAXIMUM_OF_GATEWAY = 500;
/** Seconds. */
const CODE = { lasts: 5 * 60, atMost: 10 * 60 };
const TOKEN = { lasts: 60 * 60, atMost: 24 * 60 * 60 };

export const DEFAULT_LENGTH = 9;
const DIGITS = '0123456789';
/** Crockford's Base32: no I, L, O and U. */
const LETTERS = `${DIGITS}ABCDEFGHJKMNPQRSTVWXYZ`;

export interface CodeRequest {
  readonly otpType: OtpType;
  readonly contact: string;
  readonly appName: string;
  readonly otpLength?: number;
  readonly alphanumeric?: boolean;
  readonly expirationSeconds?: string;
  readonly emailCustomization?: { readonly magicLinkTemplate?: string };
  readonly sendFromEmailAddress?: string;
}

/**
 * Puts a new code into the outbox. Returns its id and the key to which the client encrypts the code. Throws
 * MAX_OTP_INITIATED.
 */
export function sendCode(
  request: CodeRequest,
  context: LoginContext,
  atMost = MAXIMUM_OF_ORGANIZATION,
  isStamped = true,
) {
  const { store, keyring, outbox, caller, requestedAt } = context;
  const { organizationId } = caller.organization;
  const { otpType, contact, otpLength = DEFAULT_LENGTH, alphanumeric = true } = request;
  requireCodes(otpType, organizationId, store);
  checkContact(otpType, contact);
  const lasts = secondsOf(request.expirationSeconds, CODE);
  // Before a key is made, which is most of the work.
  findRoom(contact, context, atMost, isStamped);
  const otpId = randomUuid();
  const code = makeCode(alphanumeric ? LETTERS : DIGITS, otpLength);
  const { privateKey, publicKey } = generateP256();
  try {
    const row: OtpRow = {
      otpId,
      organizationId,
      otpType,
      contact,
      sealedCode: keyring.seal(PLACES.otpCode(otpId), utf8Encode(code)),
      sealedTargetKey: keyring.seal(PLACES.otpTarget(otpId), privateKey),
      tries: 0,
      state: 'sent',
      expiresAt: requestedAt + lasts * 1000,
      createdAt: requestedAt,
    };
    const otpEncryptionTargetBundle = withServiceSigner(store, keyring, 'fetcher', (signer) =>
      signTarget({ targetPublicKey: publicKey, organizationId, signer }),
    );
    return () => {
      store.otps.removeExpired(organizationId, requestedAt);
      const givesWay = findRoom(contact, context, atMost, isStamped);
      if (givesWay !== null) store.otps.remove(givesWay);
      store.otps.insert(row);
      if (!isStamped) rememberStranger(store, otpId, row.expiresAt, requestedAt);
      const channel = otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'sms';
      const message = { channel, to: contact, text: textOf(request, code), code } as const;
      const isKnown = store.otps.isKnown(organizationId, contact);
      outbox.send(caller.organization, requestedAt, message, { isKnown, from: request.sendFromEmailAddress });
      return { otpId, otpEncryptionTargetBundle };
    };
  } finally {
    privateKey.fill(0);
  }
}

/** As `sendCode`, for somebody who stamped nothing. */
export const sendToStranger = (request: CodeRequest, context: LoginContext, atMost: number) =>
  sendCode(request, context, atMost, false);

/** A code that somebody has, and the key that the token for it is to be bound to. */
interface Attempt {
  readonly code: string;
  readonly publicKey: string;
}

/** The code to try, and the lifetime of its token. */
interface Trying {
  readonly otpId: string;
  readonly expirationSeconds?: string;
}

/** `tryCode` with a code that is encrypted to the key sent along with it. */
export function verifyCode(request: Trying & { readonly encryptedOtpBundle: string }, context: LoginContext) {
  return tryCode(request, (row) => readAttempt(request.encryptedOtpBundle, row, context), context);
}

/** `tryCode` with one as it was sent. */
export function verifyClearCode(
  request: Trying & { readonly otpCode: string; readonly publicKey: string },
  context: LoginContext,
) {
  const publicKey = compressed(request.publicKey);
  if (publicKey === undefined) throw requestInvalid('invalid public key: it is not a point of P-256');
  return tryCode(request, () => ({ code: request.otpCode, publicKey }), context);
}

/** Takes a code as it was sent. `spend` uses it up for a user who has its contact, inside the transaction. */
export function redeemCode(
  { otpId, otpCode }: { readonly otpId: string; readonly otpCode: string },
  context: LoginContext,
) {
  const { store } = context;
  const row = findCode(otpId, context);
  requireCodes(row.otpType, row.organizationId, store);
  requireRight(row, otpCode, context);
  return {
    contact: row,
    spend(user: UserRow): void {
      store.otps.remove(findCode(row.otpId, context).otpId);
      store.verifiedContacts.put(user, row);
    },
  };
}

/** Uses up a correct code and returns a token for its contact. */
function tryCode(request: Trying, read: (row: OtpRow) => Attempt, context: LoginContext) {
  const { store, keyring, requestedAt } = context;
  const lasts = secondsOf(request.expirationSeconds, TOKEN);
  const row = findCode(request.otpId, context);
  const { code, publicKey } = read(row);
  requireRight(row, code, context);
  const expiresAt = requestedAt + lasts * 1000;
  const claims = {
    exp: String(expiresAt),
    id: row.otpId,
    organization_id: row.organizationId,
    verification_type: row.otpType,
    contact: row.contact,
    public_key: publicKey,
  };
  const token = withServiceSigner(store, keyring, 'fetcher', (signer) => verificationToken(claims, signer));
  return () => {
    store.otps.update({ ...findCode(row.otpId, context), state: 'verified', expiresAt });
    return { verificationToken: token };
  };
}

/**
 * Refuses a wrong code. It is counted at once, whatever becomes of the request. The comparison takes as long for every wrong one.
 * Throws REQUEST_INVALID.
 */
function requireRight(row: OtpRow, code: string, { store, keyring }: LoginContext): void {
  const isRight = keyring.open(PLACES.otpCode(row.otpId), row.sealedCode, (sent) =>
    constantTimeEqual(sent, utf8Encode(code.toUpperCase())),
  );
  if (isRight) return;
  store.transaction(() => store.otps.update({ ...row, tries: row.tries + 1 }));
  throw requestInvalid('Invalid OTP code');
}

/**
 * Returns an open code. Throws NOT_FOUND, and REQUEST_INVALID for a code that was used, tried too often or has expired.
 */
function findCode(otpId: string, { store, caller, requestedAt }: LoginContext): OtpRow {
  const known = store.otps.find(otpId);
  const row = found(known?.organizationId === caller.organization.organizationId ? known : undefined, 'OTP');
  if (row.state !== 'sent') throw requestInvalid('Invalid OTP code: it was used. Ask for a new one.');
  if (requestedAt >= row.expiresAt) throw requestInvalid('Invalid OTP code: it has expired. Ask for a new one.');
  if (row.tries >= MAXIMUM_TRIES)
    throw requestInvalid('Invalid OTP code: it is locked after too many wrong ones. Ask for a new one.');
  return row;
}

/** Reads the bundle that a client encrypted (docs/protocol.md#sealed-contents). Throws REQUEST_INVALID. */
function readAttempt(bundle: string, { otpId, sealedTargetKey }: OtpRow, { keyring }: LoginContext): Attempt {
  const refuse = (why: string) => requestInvalid(`invalid encrypted OTP bundle: ${why}`);
  try {
    const sealed = readEncryptedBundle(bundle);
    const opened = keyring.open(PLACES.otpTarget(otpId), sealedTargetKey, (key) => openEncryptedBundle(sealed, key));
    if (opened === null) throw refuse('it was not encrypted to the key that came with this OTP');
    const { otp_code, public_key } = parseJsonObject(utf8Decode(opened), refuse);
    if (typeof otp_code !== 'string' || typeof public_key !== 'string') throw refuse('a member is missing in it');
    return { code: otp_code, publicKey: p256Convert(public_key, 'compressed') };
  } catch (error) {
    throw error instanceof AppError && error.code !== 'KEYSTORE_CORRUPT' ? refuse(error.message) : error;
  }
}

/**
 * Returns the id of the code that gives way to a new one, or null when there is room. Throws MAX_OTP_INITIATED when the contact has
 * as many as it may, or no other contact has one.
 */
function findRoom(
  contact: string,
  { store, caller, requestedAt }: LoginContext,
  atMost: number,
  isStamped: boolean,
): string | null {
  const { organizationId } = caller.organization;
  const { ofContact, all } = store.otps.waiting(organizationId, contact, requestedAt);
  const ofStranger =
    isStamped && ofContact >= MAXIMUM_CODES
      ? store.otps.ofContact(organizationId, contact, requestedAt).find((otpId) => isOfStranger(store, otpId))
      : undefined;
  if (ofStranger !== undefined) return ofStranger;
  const oldest = all < atMost ? null : store.otps.oldestOfAnother(organizationId, contact, requestedAt);
  if (ofContact >= MAXIMUM_CODES || oldest === undefined)
    throw publicError('MAX_OTP_INITIATED', 'Max number of OTPs have been initiated please wait and try again');
  return oldest;
}

function checkContact(otpType: OtpType, contact: string): void {
  const isRight =
    otpType === 'OTP_TYPE_EMAIL' ? /^[^@\s]+@[^@\s]+$/.test(contact) : /^\+[1-9][0-9]{1,14}$/.test(contact);
  const wanted =
    otpType === 'OTP_TYPE_EMAIL'
      ? 'must be an e-mail address'
      : 'must be a phone number with + and the country code, as in +491701234567';
  if (!isRight) throw requestInvalid(`bad request body: /parameters/contact ${wanted}`);
}

function secondsOf(given: string | undefined, { lasts, atMost }: typeof CODE): number {
  const seconds = given === undefined ? lasts : Number(given);
  if (seconds > atMost)
    throw requestInvalid(`bad request body: /parameters/expirationSeconds must be at most ${atMost}`);
  return seconds;
}

/** Every letter as likely as any other. */
function makeCode(letters: string, length: number): string {
  const fair = 256 - (256 % letters.length);
  let code = '';
  while (code.length < length) {
    const [byte = 0] = randomBytes(1);
    if (byte < fair) code += letters[byte % letters.length];
  }
  return code;
}

function textOf({ appName, emailCustomization }: CodeRequest, code: string): string {
  const link = emailCustomization?.magicLinkTemplate?.replace('%s', () => encodeURIComponent(code));
  return `Your code for ${appName} is ${code}.${link === undefined ? '' : ` Or open ${link}`}`;
}
