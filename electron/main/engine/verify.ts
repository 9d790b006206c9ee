import { AppError } from '../../../shared/errors/index.ts';
import type { AddressFormat, Curve, ProfileRow, SignatureProof } from '../../../shared/model/index.ts';
import {
  type Activity,
  type ActivityOperation,
  type ActivityParameters,
  OPERATIONS,
} from '../../../shared/operations/index.ts';
import { formatFingerprint, utf8Decode } from '../../../shared/wire/index.ts';
import { resultOf } from '../../client/index.ts';
import { addressOf, sameAddress, sha256, verifyRawPayload } from '../../crypto/index.ts';
import type { Accounts } from './accounts.ts';

/** Verify after sign: what came back is checked against what was asked, whoever answered it. */
export interface AnswerChecker {
  /** Throws SIGNATURE_MISMATCH unless the activity is the one that these very bytes asked for. */
  requireSame(operation: ActivityOperation, body: Uint8Array, activity: Activity): void;
  /**
   * For a completed signing activity: the public key derives the address signed with, and the signature holds over the
   * payload of the body that was sent (never of what the service says was asked). Null for other activities, and for
   * signers whose public key is not known here. Throws SIGNATURE_MISMATCH on any difference.
   */
  checkSignature(profile: ProfileRow, body: Uint8Array, activity: Activity): Promise<SignatureProof | null>;
}

/** By what the service knows this body again: computed here, never taken from an answer. */
export function fingerprintOf(body: Uint8Array): string {
  return formatFingerprint(sha256(body));
}

export function createAnswerChecker(accounts: Accounts): AnswerChecker {
  return {
    requireSame(operation, body, activity) {
      const fingerprint = fingerprintOf(body);
      if (activity.fingerprint === fingerprint && activity.type === operation.activityType) return;
      throw new AppError(
        'SIGNATURE_MISMATCH',
        `The service answered with another activity (${activity.type}, ${activity.fingerprint}) than the one that was asked for (${operation.activityType}, ${fingerprint}). Do not use its result, and report this to the service.`,
      );
    },
    async checkSignature(profile, body, activity) {
      const operation = OPERATIONS.sign_raw_payload;
      if (activity.type !== operation.activityType || activity.status !== 'ACTIVITY_STATUS_COMPLETED') return null;
      const { parameters: asked } = JSON.parse(utf8Decode(body)) as {
        parameters: ActivityParameters<'sign_raw_payload'>;
      };
      const { r, s, v } = resultOf(operation, activity);
      const account = await accounts.find(profile, asked.signWith);
      if (account?.publicKey == null) return null;
      const format = account.addressFormat as AddressFormat;
      const derived = addressOf(format, account.publicKey, account.curve as Curve);
      if (!sameAddress(format, derived, asked.signWith)) {
        throw new AppError(
          'SIGNATURE_MISMATCH',
          `The service says ${asked.signWith} has the public key ${account.publicKey}, but that key derives ${derived}. Do not use this signature.`,
        );
      }
      const { payload, encoding, hashFunction } = asked;
      const checked = verifyRawPayload({
        publicKey: account.publicKey,
        curve: account.curve as Curve,
        payload,
        encoding,
        hashFunction,
        r,
        s,
        v,
      });
      return { scheme: checked.scheme, signed: checked.signed, publicKey: account.publicKey, address: derived };
    },
  };
}
