import { AppError, sentence } from '../../../shared/errors/index.ts';
import {
  type AddressFormat,
  type Curve,
  isJsonObject,
  type JsonObject,
  type ProfileRow,
  parseJsonObject,
  type SignatureProof,
} from '../../../shared/model/index.ts';
import type { Activity, ActivityOperation } from '../../../shared/operations/index.ts';
import { formatFingerprint, utf8Decode } from '../../../shared/wire/index.ts';
import { ADDRESS_TABLE, addressOf, findFormatsOf, keyOfAddress, sameAddress, sha256 } from '../../crypto/index.ts';
import { requireAsked } from '../queries/asked.ts';
import { type SignedAnswer, signedAnswer } from './signed-answer.ts';
import { isUnsettled, type KnownSigner, type Signers } from './signers.ts';

/** Verifies after signing: the result is checked against the request, whoever answered it. */
export interface AnswerChecker {
  /**
   * Throws SIGNATURE_MISMATCH unless these very bytes asked for the activity, and its result is about the objects that
   * they name.
   */
  requireSame(operation: ActivityOperation, body: Uint8Array, activity: Activity): void;
  /**
   * For a completed signing activity: the public key derives the address signed with, and every signature verifies over
   * what the sent body asked to sign. The service's version of the request is never used. Null for other activities,
   * and for signers whose public key is unknown. Throws SIGNATURE_MISMATCH on any difference.
   */
  checkSignature(
    profile: ProfileRow,
    operation: ActivityOperation,
    body: Uint8Array,
    activity: Activity,
  ): Promise<SignatureProof | null>;
}

/**
 * Returns the fingerprint by which the service identifies this body. It is computed here, never taken from an answer.
 *
 * @example
 * fingerprintOf(utf8Encode('abc'));
 * // 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
 */
export function fingerprintOf(body: Uint8Array): string {
  return formatFingerprint(sha256(body));
}

function parametersIn(body: Uint8Array): JsonObject {
  const { parameters } = parseJsonObject(utf8Decode(body), () => new RangeError('the body is no request'));
  return isJsonObject(parameters) ? parameters : {};
}

export function createAnswerChecker(signers: Signers): AnswerChecker {
  const requireSame: AnswerChecker['requireSame'] = (operation, body, activity) => {
    // The answer to a vote is the activity that was voted on.
    const isVote = operation.governed.by === 'the other activity';
    const fingerprint = isVote ? parametersIn(body).fingerprint : fingerprintOf(body);
    if (activity.fingerprint === fingerprint && (isVote || activity.type === operation.activityType)) {
      const result = isVote ? undefined : activity.result?.[operation.resultMember];
      if (isJsonObject(result)) requireAsked(parametersIn(body), result);
      return;
    }
    throw new AppError(
      'SIGNATURE_MISMATCH',
      sentence`The service answered with another activity (${activity.type}, ${activity.fingerprint}) than the requested one (${operation.activityType}, ${String(fingerprint)}). Do not use its result, and report this to the service.`,
    );
  };

  return {
    requireSame,
    async checkSignature(profile, operation, body, activity) {
      // Checked again, because the final answer may differ from the first one.
      requireSame(operation, body, activity);
      if (activity.status !== 'ACTIVITY_STATUS_COMPLETED') return null;
      const answer = signedAnswer(operation, body, activity);
      if (answer === null) return null;
      const signer = await signers.find(profile, answer.signWith);
      return signer === null ? proveByAddress(answer) : prove(answer, signer);
    },
  };
}

function prove(answer: SignedAnswer, signer: KnownSigner): SignatureProof {
  const { publicKey, address } = signer;
  return { ...answer.verify(signer), publicKey, address };
}

/**
 * Proves a signer that the service does not know, by its address. The address contains the key, or the key recovered
 * from the signature derives it. Null when the text is no address, or one that hashes an unknown key.
 */
function proveByAddress(answer: SignedAnswer): SignatureProof | null {
  const wrong: AppError[] = [];
  let open = false;
  for (const format of findFormatsOf(answer.signWith)) {
    for (const curve of ADDRESS_TABLE[format].curves) {
      const tried = proveOnCurve(answer, format, curve);
      if (tried === 'unknown') open = true;
      else if (tried instanceof AppError) wrong.push(tried);
      else return tried;
    }
  }
  const first = wrong.find(({ code }) => code === 'SIGNATURE_MISMATCH');
  if (open || first === undefined) return null;
  throw first;
}

/** Returns the proof, the contradiction on this curve, or `unknown` when the key cannot be determined. */
function proveOnCurve(
  answer: SignedAnswer,
  format: AddressFormat,
  curve: Curve,
): SignatureProof | AppError | 'unknown' {
  try {
    const publicKey = keyOfAddress(format, answer.signWith) ?? recovered(format, curve, answer);
    if (publicKey === undefined || isUnsettled(format)) return 'unknown';
    const address = publicKey === null ? null : addressOf(format, publicKey, curve);
    if (publicKey === null || address === null || !sameAddress(format, address, answer.signWith)) {
      return new AppError(
        'SIGNATURE_MISMATCH',
        sentence`The result was not signed by ${answer.signWith}. Do not use it, and ask the service why it sent it.`,
      );
    }
    return prove(answer, { curve, publicKey, addressFormats: [format], address, named: 'address' });
  } catch (error) {
    // Any other error only rules out this curve: its keys cannot sign the requested content.
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** The key that signed. Null when no key can have, undefined when signatures do not reveal it. */
function recovered(format: AddressFormat, curve: Curve, answer: SignedAnswer): string | null | undefined {
  if (curve === 'CURVE_ED25519' || ADDRESS_TABLE[format].schnorr !== undefined) return undefined;
  return answer.recover(curve);
}
